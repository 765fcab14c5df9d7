"""The coloured awale: sixteen holes in a circle, seeds of three colours.

A position is a dict from hole number to the list [red, blue, transparent], and two scores.
Player 1 owns the odd holes, player 2 the even ones.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

HOLES = range(1, 17)
HOLES_OF = (range(1, 17, 2), range(2, 17, 2))
RED, BLUE, TRANSPARENT = range(3)
MAJORITY = 49
TOO_FEW_SEEDS = 10


def owner(hole: int) -> int:
    return 0 if hole in HOLES_OF[0] else 1


def following(hole: int) -> int:
    return 1 if hole == 16 else hole + 1


def preceding(hole: int) -> int:
    return 16 if hole == 1 else hole - 1


def sow(holes: dict[int, list[int]], origin: int, way: str) -> int:
    """Sow from `origin` in the way R, B, TR or TB; give the hole of the last seed.

    Transparent seeds go first and behave as the colour they are sown with; all keep their colour.
    """
    red, blue, transparent = holes[origin]
    to_sow = [TRANSPARENT] * transparent if way.startswith("T") else []
    to_sow += [RED] * red if way.endswith("R") else [BLUE] * blue
    last = origin
    for colour in to_sow:
        holes[origin][colour] -= 1
        last = following(last)
        while last == origin or (way.endswith("B") and owner(last) == owner(origin)):
            last = following(last)
        holes[last][colour] += 1
    return last


def capture(holes: dict[int, list[int]], last: int) -> int:
    """Empty the holes of 2 or 3 seeds from `last` backwards; give the number of seeds taken."""
    taken = 0
    while sum(holes[last]) in (2, 3):
        taken += sum(holes[last])
        holes[last] = [0, 0, 0]
        last = preceding(last)
    return taken


def seeds_of(holes: Mapping[int, list[int]], player: int) -> int:
    """The number of seeds in the player's holes."""
    return sum(sum(holes[hole]) for hole in HOLES_OF[player])


class Reference:
    """The coloured awale, as the rules say it, slowly."""

    def __init__(self, variant: str = "") -> None:
        if variant:
            raise ValueError(f"no such awale: {variant!r}")
        self.turn = 0
        self.holes = {hole: [2, 2, 2] for hole in HOLES}
        self.scores = (0, 0)

    @classmethod
    def at(cls, variant: str, contents: Mapping[str, Any], turn: int) -> Self:
        position = cls(variant)
        position.turn = turn
        position.holes = {hole: list(contents.get(str(hole), (0, 0, 0))) for hole in HOLES}
        position.scores = (contents.get("score0", 0), contents.get("score1", 0))
        return position

    def contents(self) -> dict[str, object]:
        full = {str(hole): tuple(seeds) for hole, seeds in self.holes.items() if any(seeds)}
        return {**full, "score0": self.scores[0], "score1": self.scores[1]}

    def result(self) -> int | None:
        first, second = self.scores
        mine = seeds_of(self.holes, self.turn)
        left = mine + seeds_of(self.holes, 1 - self.turn)
        # A player to move without a seed is blocked: the game ends by score.
        if max(first, second) < MAJORITY and left >= TOO_FEW_SEEDS and mine > 0:
            return None
        if first == second:
            return -1
        return 0 if first > second else 1

    @cached_property
    def _legal(self) -> list[str]:
        if self.result() is not None:
            return []
        moves = []
        for hole, (red, blue, transparent) in self.holes.items():
            if owner(hole) != self.turn:
                continue
            if red:
                moves.append(f"{hole}R")
            if blue:
                moves.append(f"{hole}B")
            if transparent:
                moves += [f"{hole}TR", f"{hole}TB"]
        return sorted(moves)

    def moves(self) -> list[str]:
        return list(self._legal)

    def play(self, move: str) -> Self:
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        way = move.lstrip("0123456789")
        holes = {hole: list(seeds) for hole, seeds in self.holes.items()}
        last = sow(holes, int(move.removesuffix(way)), way)
        taken = capture(holes, last)
        if seeds_of(holes, 1 - self.turn) == 0:
            taken += seeds_of(holes, self.turn)
            holes = {hole: [0, 0, 0] for hole in HOLES}
        scores = list(self.scores)
        scores[self.turn] += taken
        after = type(self)()
        after.turn = 1 - self.turn
        after.holes = holes
        after.scores = (scores[0], scores[1])
        return after
