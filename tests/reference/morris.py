"""Nine men's morris: place nine men each, step, fly with three; a mill takes a man.

    a7-----d7-----g7
    |  b6--d6--f6  |
    |  | c5d5e5 |  |
    a4-b4c4  e4f4-g4
    |  | c3d3e3 |  |
    |  b2--d2--f2  |
    a1-----d1-----g1

A position is a dict from point to player, occupied points only, and the men in either hand.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

MEN = 9

# Every line of the board is a mill, its points in order along the line.
LINES = """
    a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1,
    a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7
"""
MILLS = [line.split() for line in LINES.split(",")]
POINTS = sorted({point for mill in MILLS for point in mill})
# For each point, the two other points of every mill through it.
PARTNERS = {
    point: [[other for other in mill if other != point] for mill in MILLS if point in mill]
    for point in POINTS
}
NEIGHBOURS: dict[str, list[str]] = {point: [] for point in POINTS}
for first, middle, last in MILLS:
    NEIGHBOURS[first].append(middle)
    NEIGHBOURS[middle] += [first, last]
    NEIGHBOURS[last].append(middle)


def in_mill(men: Mapping[str, int], point: str) -> bool:
    """Whether the man on `point` stands in a mill."""
    player = men[point]
    return any(men.get(a) == player and men.get(b) == player for a, b in PARTNERS[point])


def removable(men: Mapping[str, int], player: int) -> list[str]:
    """The men that `player` may lose to a mill: those in no mill, or all if all are in mills."""
    own = [point for point, owner in men.items() if owner == player]
    return [point for point in own if not in_mill(men, point)] or own


class Reference:
    """Nine men's morris, as the rules say it, slowly."""

    def __init__(self, variant: str = "") -> None:
        if variant:
            raise ValueError(f"no such morris: {variant!r}")
        self.turn = 0
        self.men: dict[str, int] = {}
        self.hands = (MEN, MEN)

    @classmethod
    def at(cls, variant: str, contents: Mapping[str, Any], turn: int) -> Self:
        position = cls(variant)
        position.turn = turn
        position.men = {point: owner for point, owner in contents.items() if point in POINTS}
        position.hands = (contents.get("hand0", 0), contents.get("hand1", 0))
        return position

    def contents(self) -> dict[str, object]:
        return {**self.men, "hand0": self.hands[0], "hand1": self.hands[1]}

    def _too_few(self, player: int) -> bool:
        on_board = sum(owner == player for owner in self.men.values())
        return on_board + self.hands[player] < 3

    def result(self) -> int | None:
        for player in (0, 1):
            if self._too_few(player):
                return 1 - player
        return None if self._legal else 1 - self.turn

    def _quiet_moves(self) -> list[tuple[str, str]]:
        """Where a man can come from ("" for the hand) and go to, whatever that may capture."""
        empty = [point for point in POINTS if point not in self.men]
        if self.hands[self.turn]:
            return [("", end) for end in empty]
        own = [point for point, owner in self.men.items() if owner == self.turn]
        if len(own) == 3:
            return [(start, end) for start in own for end in empty]
        return [(start, end) for start in own for end in NEIGHBOURS[start] if end not in self.men]

    @cached_property
    def _legal(self) -> list[str]:
        if self._too_few(0) or self._too_few(1):
            return []
        # The enemy's men do not move in my turn, so that their mills can be looked up before it.
        # An enemy with all men in hand (only in a pasted position) has none to lose to a mill.
        targets = removable(self.men, 1 - self.turn)
        moves = []
        for start, end in self._quiet_moves():
            move = f"{start}-{end}" if start else end
            men = {**self.men, end: self.turn}
            if start:
                del men[start]
            if targets and in_mill(men, end):
                moves += [f"{move}x{target}" for target in targets]
            else:
                moves.append(move)
        return sorted(moves)

    def moves(self) -> list[str]:
        return list(self._legal)

    def play(self, move: str) -> Self:
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        walk, _, target = move.partition("x")
        start, _, end = walk.rpartition("-")
        hands = list(self.hands)
        men = {**self.men, end: self.turn}
        if start:
            del men[start]
        else:
            hands[self.turn] -= 1
        if target:
            del men[target]
        after = type(self)()
        after.turn = 1 - self.turn
        after.men = men
        after.hands = (hands[0], hands[1])
        return after
