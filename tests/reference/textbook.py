"""Solving a game as a textbook says it: all positions in a dict, gone through again and again.

A position is known by what stands where and whose turn it is. Its truth is who wins, None for a
draw, and in how many plies: the winner hurries, the loser delays.
"""

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from . import Rules

Key = tuple[int, frozenset[Hashable]]


class Truth(NamedTuple):
    winner: int | None
    plies: int


DRAWN = Truth(None, 0)


def key_of(position: Rules) -> Key:
    return position.turn, frozenset(position.contents().items())


def solve(start: Rules) -> dict[Key, Truth]:
    """The truth about every position that play can reach from here."""
    positions, children = _explore(start)
    known = {
        key: Truth(winner, 0)
        for key, position in positions.items()
        if (winner := position.result()) is not None and winner >= 0
    }
    plies = 0
    while any(truth.plies == plies for truth in known.values()):
        plies += 1
        found = {
            key: truth
            for key in positions
            if key not in known and (truth := settle(key[0], _truths(known, children[key])))
        }
        known |= found
    return {key: known.get(key, DRAWN) for key in positions}


def settle(turn: int, after: Iterable[Truth | None]) -> Truth | None:
    """The truth that follows for who moves from what is known after every move; None if none."""
    truths = list(after)
    won = [truth for truth in truths if truth and truth.winner == turn]
    if won:
        return Truth(turn, 1 + min(truth.plies for truth in won))
    if truths and all(truth and truth.winner == 1 - turn for truth in truths):
        return Truth(1 - turn, 1 + max(truth.plies for truth in truths if truth))
    return None


def _truths(known: dict[Key, Truth], keys: list[Key]) -> list[Truth | None]:
    return [known.get(key) for key in keys]


def _explore(start: Rules) -> tuple[dict[Key, Rules], dict[Key, list[Key]]]:
    """All positions that play can reach, and where their moves lead."""
    positions = {key_of(start): start}
    children: dict[Key, list[Key]] = {}
    queue = [start]
    for position in queue:
        after = [position.play(move) for move in position.moves()]
        children[key_of(position)] = [key_of(each) for each in after]
        for each in after:
            if key_of(each) not in positions:
                positions[key_of(each)] = each
                queue.append(each)
    return positions, children
