"""What the end of a game says about its players, for ratings and for the adaptive player."""

from collections.abc import Collection

from palamedes.core.history_rules import Reason
from palamedes.core.match import Match
from palamedes.core.position import Position

FAILURES: tuple[Reason, ...] = ("crash", "illegal move", "disqualified")  # of a program


def is_evidence(match: Match, engines: Collection[int]) -> bool:
    """Whether a game is over and its end says something about the players: no engine failed.

    `engines` are the sides played by engines. One that loses on time has failed too: its clock runs
    even while it waits for a free processor.
    """
    result = match.result
    if result is None or result.reason in FAILURES:
        return False
    has_engine_lost = result.winner is not None and 1 - result.winner in engines
    return not (result.reason == "timeout" and has_engine_lost)


def have_both_moved(match: Match) -> bool:
    return len({position.turn for position in match.positions[: len(match.turns)]}) == 2


def points_against_adaptive(match: Match, person: int) -> float | None:
    """The points (1, 0.5, 0) of a person against the adaptive player; None if they do not count.

    A game counts if it is evidence, both have moved, it began where the game usually begins, and it
    was over for the first time, with nobody in another seat.
    """
    is_usual = match.counts and match.start == Position.start(match.game)
    if not (is_usual and is_evidence(match, (1 - person,)) and have_both_moved(match)):
        return None
    winner = None if match.result is None else match.result.winner
    return 0.5 if winner is None else float(winner == person)
