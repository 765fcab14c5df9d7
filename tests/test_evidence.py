"""Which games say something about their players."""

import pytest

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players.evidence import have_both_moved, is_evidence, points_against_adaptive
from talk import TEEKO_WIN

TEEKO = find_game("teeko")
PERSON, ADAPTIVE = 0, 1


def begun(moves=2, start=()):
    """A game after some moves, from a position after others."""
    match = Match.of(TEEKO)
    for move in start:
        match.play(move)
    match = Match(match.position, TEEKO.history)
    for move in TEEKO_WIN[len(start) : len(start) + moves]:
        match.play(move)
    return match


def ended(winner, reason, match=None):
    match = match or begun()
    match.end(winner, reason)
    return match


@pytest.mark.parametrize(
    ("winner", "reason", "points"),
    [
        (PERSON, "resignation", 1.0),
        (ADAPTIVE, "resignation", 0.0),
        (ADAPTIVE, "timeout", 0.0),
        (None, "agreement", 0.5),
        (PERSON, "timeout", None),  # perhaps the machine was busy
        (PERSON, "crash", None),
        (PERSON, "illegal move", None),
    ],
)
def test_the_points_of_a_person_unless_the_engine_failed(winner, reason, points):
    assert points_against_adaptive(ended(winner, reason), PERSON) == points


def test_a_game_won_on_the_board_counts_and_one_that_goes_on_does_not():
    assert points_against_adaptive(begun(len(TEEKO_WIN)), PERSON) == 1.0
    assert points_against_adaptive(begun(), PERSON) is None


def test_both_must_have_moved_from_the_usual_start():
    assert have_both_moved(begun(2))
    assert not have_both_moved(begun(1))
    assert points_against_adaptive(ended(1, "resignation", begun(1)), PERSON) is None
    elsewhere = begun(2, start=TEEKO_WIN[:2])
    assert points_against_adaptive(ended(1, "resignation", elsewhere), PERSON) is None


def test_a_second_end_does_not_count():
    match = ended(ADAPTIVE, "resignation")
    match.undo()
    assert points_against_adaptive(ended(PERSON, "resignation", match), PERSON) is None


def test_between_people_a_loss_on_time_is_evidence():
    assert is_evidence(ended(0, "timeout"), engines=())
    assert is_evidence(ended(0, "timeout"), engines=(0,))
    assert not is_evidence(ended(0, "timeout"), engines=(1,))
    assert not is_evidence(begun(), engines=())
