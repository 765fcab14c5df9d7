"""Lessons and rules at the terminal."""

import pytest

from lesson_checks import right_move, wrong_moves
from palamedes.cli.bot import new_command
from palamedes.core.language import set_language
from palamedes.lessons import StepRun, all_courses, find_course
from palamedes.ui.session.lesson_progress import completed_steps, note_completed
from palamedes.ui.terminal import menu
from palamedes.ui.terminal.guide import guide_text
from palamedes.ui.terminal.lesson import take_lesson
from talk import talk

LEARN, QUIT = "2", "9"


def lesson(name, lines):
    return talk(lambda console: take_lesson(find_course(name), console), lines)[0]


def lines_of(course):
    """What a learner types to solve all steps but the small game, each after a wrong try."""
    for number in range(1, len(course.steps)):
        run = StepRun(course, number)
        while not run.is_done:
            yield from wrong_moves(run)[:1]
            yield right_move(run)
            run.answer(right_move(run))
        yield ""


@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.name)
def test_a_lesson_is_solved_by_typing(course):
    told = lesson(course.name, [*lines_of(course), "quit"])
    last = len(course.steps)
    assert f"step {last} of {last}: Your first game" in told
    assert completed_steps(course.name) == {*range(1, last)}
    assert course.next_step(completed_steps(course.name)) == last


def test_a_wrong_move_is_shown_and_taken_back():
    told = lesson("nim", ["next", "", "4-3", "9-9", "hint", "4-4", "quit"])
    assert "Type your move, or next to skip this step." in told
    assert "One match is left, and your opponent takes it. Take all four." in told
    assert "Your move was taken back. Try again." in told
    assert "There is no heap 9." in told
    assert "Try 4-4." in told
    assert "The last match is yours: you win!" in told
    assert completed_steps("nim") == {2}


def test_a_sequence_a_lost_game_and_the_other_commands():
    course = find_course("nim")
    for number in range(1, 7):
        run = StepRun(course, number)
        run.is_done = True
        note_completed(run)
    told = lesson("nim", ["back", "next", "1-3", "2-4", "3-5", "again", "rules", "moves", "help"])
    assert "step 6 of 7" in told
    assert "Your opponent answers" in told
    assert "start this step again" in told
    assert "Whoever takes the very last match wins." in told
    assert told.endswith("Goodbye.\n")


def test_the_menu_leads_to_lessons():
    told = talk(menu, [LEARN, "6", "quit", LEARN, "", QUIT])[0]
    assert "Nim, step 1 of 7: Take some matches" in told
    assert told.count("What do you want to do?") == 3


@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.name)
def test_the_rules_as_text(course):
    set_language("fr")
    text = guide_text(course.name)
    set_language("en")
    assert "Exemple\xa0: " in text
    assert "Notation\n--------\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_new_bot_gets_the_rules(tmp_path, capsys):
    new_command("morris", "ada", "python", tmp_path)
    assert "A mill on the top line" in (tmp_path / "ada" / "RULES.txt").read_text()
    assert "RULES.txt" in (tmp_path / "ada" / "README.md").read_text()
    assert "README.md" in capsys.readouterr().out
