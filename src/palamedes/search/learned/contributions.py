"""What a learned evaluation thinks of a position: what each pattern adds to the score."""

from itertools import zip_longest
from typing import NamedTuple

from palamedes.core.network import network_output
from palamedes.core.position import Position
from palamedes.core.stack_memory import move_list
from palamedes.search.learned.evaluation import Learned


class Contribution(NamedTuple):
    """A pattern of a position; it has no spots if it is about the whole position."""

    spots: tuple[str, ...]
    score: int  # with the pattern, minus the score without it; for the side to move


def contributions(position: Position, evaluation: Learned) -> list[Contribution]:
    """What each pattern of a position that is not over adds to its score.

    The score is no sum of these: two patterns may be worth more together.
    """
    shown = move_list()
    count = position.state.patterns(shown)
    patterns = shown[:count]
    whole = _output(patterns, evaluation)
    spots = position.game.view.pattern_spots(position.state, position.turn)
    return [
        Contribution(
            seen, round(whole - _output(patterns[:place] + patterns[place + 1 :], evaluation))
        )
        for place, (_pattern, seen) in enumerate(zip_longest(patterns, spots, fillvalue=()))
    ]


def _output(patterns: list[int], evaluation: Learned) -> float:
    return float(network_output(patterns, len(patterns), evaluation))
