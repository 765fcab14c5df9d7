"""The campaign as data: everything that it names exists, and it becomes harder on the way."""

from itertools import pairwise

import pytest

from palamedes.campaign import (
    CHAPTERS,
    GameChallenge,
    PuzzleChallenge,
    find_challenge,
    find_game_challenge,
    is_open,
    open_chapters,
)
from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import Result
from palamedes.games import GAMES, find_game
from palamedes.players import make_player, needs_tables
from palamedes.players.ladder import ladder

CHALLENGES = [challenge for chapter in CHAPTERS for challenge in chapter.challenges]
GAME_CHALLENGES = [challenge for challenge in CHALLENGES if isinstance(challenge, GameChallenge)]
PUZZLE_CHALLENGES = [
    challenge for challenge in CHALLENGES if isinstance(challenge, PuzzleChallenge)
]


def test_the_story_is_told_in_full():
    assert 4 <= len(CHAPTERS) <= 6
    for chapter in CHAPTERS:
        assert 3 <= chapter.story.count(". ") + 1 <= 5
        assert chapter.title
        assert chapter.opponent.name
        assert chapter.opponent.character.endswith(".")
        assert 1 <= chapter.needed <= len(chapter.challenges)
        assert any(isinstance(challenge, GameChallenge) for challenge in chapter.challenges)
        assert any(isinstance(challenge, PuzzleChallenge) for challenge in chapter.challenges)


def test_every_challenge_has_a_name_of_its_own():
    ids = [challenge.id for challenge in CHALLENGES]
    assert len(set(ids)) == len(ids)
    for chapter in CHAPTERS:
        assert all(challenge.id.startswith(f"{chapter.id}-") for challenge in chapter.challenges)
    assert max(map(len, ids)) <= 40  # as the tables can keep them


def test_all_games_are_played_and_by_both_sides():
    assert {find_game(challenge.game).name for challenge in GAME_CHALLENGES} == {
        family.name for family in GAMES
    }
    assert {challenge.seat for challenge in GAME_CHALLENGES} == {0, 1}
    assert {challenge.goal for challenge in GAME_CHALLENGES} == {"win", "hold"}
    assert {chapter.opponent.style for chapter in CHAPTERS} == {
        "aggressive",
        "defensive",
        "unpredictable",
    }


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
def test_every_opponent_can_play(chapter):
    for challenge in chapter.challenges:
        if isinstance(challenge, GameChallenge):
            game = find_game(challenge.game)
            spec = chapter.opponent.spec(game)
            assert not needs_tables(game, spec)
            make_player(game, spec).close()
            assert len(spec) <= 80


@pytest.mark.parametrize("length", [3, 5, 10])
def test_opponents_rise_on_a_ladder_of_any_length(monkeypatch, length):
    steps = ladder(find_game("nim"))[:1] * length
    steps = [step._replace(number=number) for number, step in enumerate(steps, start=1)]
    monkeypatch.setattr("palamedes.campaign.challenge.ladder", lambda _game: steps)
    numbers = [chapter.opponent.step(find_game("nim")).number for chapter in CHAPTERS]
    assert numbers == sorted(numbers)
    assert numbers[0] <= 2
    assert numbers[-1] == length
    assert len(set(numbers)) >= min(length, len(CHAPTERS)) - 1


def test_a_challenge_begun_with_an_earlier_version_goes_on():
    game = find_game("teeko")
    for spec in ("medium:style=unpredictable,error=0.5", "master:style=aggressive"):
        make_player(game, spec).close()


def test_every_puzzle_is_there_and_of_its_grade():
    for challenge in PUZZLE_CHALLENGES:
        assert len({puzzle.id for puzzle in challenge.puzzles}) == challenge.count
        for puzzle in challenge.puzzles:
            assert challenge.least <= puzzle.grade <= challenge.most
            assert find_game(puzzle.game).name == challenge.game


def test_it_becomes_harder():
    for before, after in pairwise(CHAPTERS):
        assert before.opponent.height < after.opponent.height
    assert CHAPTERS[0].opponent.step(find_game("teeko")).number <= 2
    grades = [
        [
            challenge.most
            for challenge in chapter.challenges
            if isinstance(challenge, PuzzleChallenge)
        ]
        for chapter in CHAPTERS
    ]
    assert all(max(before) < max(after) for before, after in pairwise(grades))
    helps = [
        [
            challenge.hints + challenge.undo
            for challenge in GAME_CHALLENGES
            if challenge in c.challenges
        ]
        for c in CHAPTERS
    ]
    assert all(max(before) >= max(after) for before, after in pairwise(helps))


def test_chapters_open_one_after_the_other():
    first, second, *_others = CHAPTERS
    assert open_chapters(()) == [first]
    completed = [challenge.id for challenge in first.challenges[: first.needed]]
    assert open_chapters(completed[:-1]) == [first]
    assert open_chapters(completed) == [first, second]
    assert open_chapters([challenge.id for challenge in second.challenges]) == [first]
    assert open_chapters([challenge.id for challenge in CHALLENGES]) == list(CHAPTERS)
    assert is_open(first.challenges[0], ())
    assert not is_open(second.challenges[0], completed[:-1])


def test_challenges_are_found_by_their_names():
    assert find_challenge(CHALLENGES[3].id) is CHALLENGES[3]
    assert find_game_challenge(PUZZLE_CHALLENGES[0].id) is None
    assert find_game_challenge("") is None
    with pytest.raises(PalamedesError, match="This challenge does not exist"):
        find_challenge("nobody-nothing")


@pytest.mark.parametrize(
    ("goal", "winner", "is_completed"),
    [
        ("win", 0, True),
        ("win", None, False),
        ("win", 1, False),
        ("hold", 0, True),
        ("hold", None, True),
        ("hold", 1, False),
    ],
)
def test_when_a_challenge_is_completed(goal, winner, is_completed):
    assert GameChallenge("a-b", "teeko", goal=goal).is_completed_by(Result(winner)) is is_completed
    assert not GameChallenge("a-b", "teeko", goal=goal).is_completed_by(None)
    mirrored = None if winner is None else 1 - winner
    assert (
        GameChallenge("a-b", "teeko", seat=1, goal=goal).is_completed_by(Result(mirrored))
        is is_completed
    )


def test_a_draw_by_agreement_holds_nothing():
    assert not GameChallenge("a-b", "teeko", goal="hold").is_completed_by(Result(None, "agreement"))
