"""Lessons and guides: every step is what the rules say, and the engine that runs them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lesson_checks import faults, right_move, wrong_moves
from palamedes.core.errors import PalamedesError
from palamedes.core.language import LANGUAGES, _, set_language
from palamedes.core.lesson import SmallGame
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.lessons import LessonRun, StepRun, all_courses, find_course, find_guide
from palamedes.lessons.course import position_of

GOLDEN = Path(__file__).parent / "data" / "lessons.json"
COURSES = all_courses()
STEPS = [(course, number) for course in COURSES for number in range(1, len(course.steps) + 1)]
TURNS = [
    (course, number, turn)
    for course, number in STEPS
    if not isinstance(course.steps[number - 1].goal, SmallGame)
    for turn in range(len(course.steps[number - 1].goal))
]


def named(value):
    return getattr(value, "name", str(value))


def test_every_game_has_a_lesson_of_six_to_ten_steps_that_ends_with_a_game():
    assert [course.name for course in COURSES] == [family.name for family in GAMES]
    for course in COURSES:
        assert 6 <= len(course.steps) <= 10
        assert isinstance(course.steps[-1].goal, SmallGame)


@pytest.mark.parametrize(("course", "number"), STEPS, ids=named)
def test_a_step_is_what_the_rules_say(course, number):
    assert faults(course, course.steps[number - 1]) == []


@pytest.mark.parametrize(("course", "number", "turn"), TURNS, ids=named)
def test_the_rules_notice_a_changed_step(course, number, turn):
    step = course.steps[number - 1]
    run = StepRun(course, number)
    for _made in range(turn):
        run.answer(right_move(run))
    find, refused = step.goal[turn], wrong_moves(run)

    def changed(**changes):
        goal = (*step.goal[:turn], replace(find, **changes), *step.goal[turn + 1 :])
        return faults(course, replace(step, goal=goal))

    assert changed(accepted=find.accepted[1:])
    assert changed(reply="" if find.reply else find.accepted[0])
    for place, wrong in enumerate(find.wrong):
        others = (*find.wrong[:place], *find.wrong[place + 1 :])
        assert changed(wrong=(*others, replace(wrong, move=find.accepted[0])))
    if refused:
        assert changed(accepted=(refused[0], *find.accepted[1:]))
        assert changed(accepted=(*find.accepted, refused[-1]))
    if step.position:
        assert faults(course, replace(step, position=""))


def goal_document(goal):
    if isinstance(goal, SmallGame):
        return {"opponent": goal.opponent, "must_win": goal.must_win}
    return [
        {
            "accepted": list(find.accepted),
            "refused": [wrong.move for wrong in find.wrong],
            "reply": find.reply,
        }
        for find in goal
    ]


def course_document(course):
    guide = course.game.guide
    diagrams = [diagram for section in guide.sections for diagram in section.diagrams]
    return {
        "steps": [
            {
                "title": step.title,
                "variant": step.variant,
                "position": step.position,
                "spots": list(step.spots),
                "goal": goal_document(step.goal),
            }
            for step in course.steps
        ],
        "diagrams": [[each.variant, each.position, list(each.spots)] for each in diagrams],
        "examples": [
            [each.variant, each.position, [move for move, _text in each.moves]]
            for each in guide.examples
        ],
    }


def documents():
    return {course.name: course_document(course) for course in COURSES}


def test_positions_goals_and_refused_moves_are_those_that_were_reviewed():
    """After a change that is meant, the file is renewed by running this module as a program."""
    assert documents() == json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("course", COURSES, ids=named)
def test_a_whole_lesson(course):
    """Wrong moves are answered in words and never count; right ones lead to the end."""
    lesson = LessonRun(course)
    while True:
        run = lesson.now
        while not run.is_done:
            before = run.moves
            for wrong in wrong_moves(run):
                answer = run.answer(wrong)
                assert not answer.is_right
                assert len(answer.text) > 10
                assert (run.moves, run.is_done) == (before, False)
            if run.is_lost:  # against other replies: the same ones would lead to the same end
                lesson.go_to(run.number)
                run = lesson.now
            assert run.answer(right_move(run)).is_right or run.is_lost
        assert not run.can_move
        if lesson.is_last:
            break
        lesson.go_to(run.number + 1)


def test_a_named_wrong_move_gets_its_own_answer():
    run = StepRun(find_course("awale"), 6)
    assert run.answer("7B").text.startswith("Hole 8 now holds four")
    assert run.answer("14B" if "14B" in run.position.moves else "11TR").text.startswith("Nothing")
    answer = run.answer("3R")
    assert (answer.is_right, run.is_done) == (True, True)
    assert answer.text.startswith("Your seed made three")


def test_an_illegal_move_and_a_move_after_the_end_are_refused():
    run = StepRun(find_course("morris"), 3)
    with pytest.raises(PalamedesError):
        run.answer("g7xf6")  # a man in a mill is safe
    run.answer("g7xd2")
    with pytest.raises(PalamedesError):
        run.answer("a4")


def test_a_sequence_replies_and_goes_on():
    run = StepRun(find_course("morris"), 6)
    assert run.hint() == ("d7", "d6", "e5")
    run.answer("d7-d6xe5")
    assert run.moves == ("d7-d6xe5", "g1-g4")
    assert not run.is_done
    assert run.spots == ()
    run.answer("d6-d7xg4")
    assert run.is_done


def test_a_small_game_must_be_won_where_the_step_says_so():
    run = StepRun(find_course("nim"), 7, seed=1)
    run.match.play("1-3")
    run.match.play("2-4")
    for move in ("3-5",):
        run.match.play(move)
    assert run.match.result.winner == run.learner
    lost = StepRun.replay(find_course("nim"), 7, ["1-3", "2-4", "3-4", "3-1"])
    assert lost.is_lost
    assert not lost.can_move
    lost.restart()
    assert lost.can_move


def test_replaying_a_step_accepts_only_moves_that_can_have_been_made():
    course = find_course("morris")
    run = StepRun.replay(course, 6, ["d7-d6xe5", "g1-g4"])
    assert not run.is_done
    assert run.hint() == ("d6", "d7", "a1")
    for moves in (["d7-d6xe5"], ["b6-d6"], ["d7-d6xe5", "g1-f2"], ["d6-d7"]):
        with pytest.raises(PalamedesError):
            StepRun.replay(course, 6, moves)
    with pytest.raises(PalamedesError):
        StepRun.replay(course, 10, ["g4-g7xb6"])  # the opponent's answer is missing
    with pytest.raises(PalamedesError):
        course.start_of(11)


def test_courses_are_found_by_name_and_know_the_next_step():
    course = find_course("teeko:advanced")
    assert course.name == "teeko"
    assert course.next_step({1, 2}) == 3
    every = range(1, len(course.steps) + 1)
    assert course.next_step(every) == 1
    assert course.count_done(every) == len(course.steps)
    assert course.count_done({1, 99}) == 1
    with pytest.raises(PalamedesError):
        find_course("chess")
    with pytest.raises(PalamedesError, match="no variant"):
        find_guide("teeko:zz")


@pytest.mark.parametrize("course", COURSES, ids=named)
def test_a_guide_has_valid_pictures_and_examples(course):
    page = find_guide(course.name)
    assert page.notation
    assert 2 <= len(page.examples) <= 3
    for section in page.sections:
        assert section.text
        for picture in section.pictures:
            spots = {spot.name for spot in picture.match.game.view.geometry.spots}
            assert picture.text
            assert set(picture.spots) <= spots
            assert picture.match.result is None
    for example, source in zip(page.examples, course.game.guide.examples, strict=True):
        assert len(example.pictures) == len(source.moves) + 1
        start = position_of(course.family, source.variant, source.position)
        assert example.pictures[0].match.position == start
        assert [turn.move for turn in example.pictures[-1].match.turns] == [
            move for move, _text in source.moves
        ]


def test_all_texts_are_short_and_exist_in_both_languages():
    for course in COURSES:
        for step in course.steps:
            assert len(step.text) <= 360, step.title
            assert len(step.title) <= 40
            set_language("fr")
            assert _(step.text) != step.text
    for language in LANGUAGES:
        set_language(language)
        assert find_guide("awale").sections[0].title
    set_language(None)


def test_positions_quoted_in_the_rules_are_possible():
    """What the notation of a guide and an error give as examples can be read back."""
    quoted = "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40"
    awale = find_game("awale")
    assert quoted in awale.guide.notation
    assert Position.parse(awale, quoted).text == quoted
    with pytest.raises(PalamedesError, match=re.escape(quoted)):
        Position.parse(awale, "2")


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(documents(), indent=1, ensure_ascii=False) + "\n")
