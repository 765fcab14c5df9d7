"""Pairings for the rounds of a tournament between people: round robin and Swiss.

Players are numbers; the lower the number, the higher the player is ranked. A player without an
opponent has a bye.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from palamedes.arena.perfect_matching import can_all_be_paired

LARGEST_IMBALANCE = 2  # between a player's games with the first move and those without


class RoundPairing(NamedTuple):
    """Two players in a round; `first` moves first. `second` is None for a bye."""

    first: int
    second: int | None
    points: float | None = None  # of `first`, once the game is over


Round = Sequence[RoundPairing]


def round_robin(players: Sequence[int]) -> list[list[RoundPairing]]:
    """All rounds of a round robin, by the circle method.

    One player keeps a fixed seat while the others rotate by half a circle, so that sides alternate.
    At the end everybody has had both sides equally often, or one side once more.
    """
    seats: list[int | None] = [*players] if len(players) % 2 == 0 else [*players, None]
    others = len(seats) - 1
    rounds = []
    for number in range(others):
        rotation = number * (others + 1) // 2 % others
        fixed = (seats[rotation], seats[-1])
        pairs = [fixed if number % 2 else fixed[::-1]]
        for offset in range(1, len(seats) // 2):
            pairs.append((seats[(rotation + offset) % others], seats[(rotation - offset) % others]))
        rounds.append([_pairing(*pair) for pair in pairs])
    return rounds


def _pairing(first: int | None, second: int | None) -> RoundPairing:
    if first is None:
        first, second = second, None
    assert first is not None
    return RoundPairing(first, second)


def swiss_round(players: Collection[int], past: Sequence[Round]) -> list[RoundPairing]:
    """The next round of a Swiss tournament for the given players.

    As far as possible, nobody meets the same opponent twice or has a second bye; then, nobody's
    sides get out of balance by more than two. Within these rules the top player is paired first:
    with an opponent of equal or similar points, from the other half of that group, who is due the
    other side. The bye goes to the lowest player who may have it.
    """
    return _SwissPairer(players, past).pair()


class _SwissPairer:
    """Pairs one round."""

    def __init__(self, players: Collection[int], past: Sequence[Round]) -> None:
        self._points = points_of(players, past)
        self._left = sorted(players, key=lambda player: (-self._points[player], player))
        self._met = {
            frozenset((pairing.first, pairing.second)) for pairings in past for pairing in pairings
        }  # a bye is a pair of a player and None
        self._sides = {player: _sides(player, past) for player in players}

    def pair(self) -> list[RoundPairing]:
        """Give each player the best opponent with whom all the others can still be paired."""
        if len(self._left) < 2:
            return [RoundPairing(player, None, 1.0) for player in self._left]
        bye, allows = next(self._feasible_rules())
        if bye is not None:
            self._left.remove(bye)
        pairings: list[RoundPairing] = []
        while self._left:
            one = self._left.pop(0)
            other = next(
                other
                for other in sorted(self._left, key=self._preference_of(one))
                if allows(one, other) and self._fits(allows, without=other)
            )
            self._left.remove(other)
            pairings.append(self._seat(one, other, len(pairings)))
        return pairings if bye is None else [*pairings, RoundPairing(bye, None, 1.0)]

    def _feasible_rules(self) -> Iterator[tuple[int | None, Callable[[int, int], bool]]]:
        """Byes and rules for pairs with which all players can be paired, the best first."""
        rules = (
            lambda one, other: self._are_new(one, other) and self._can_balance(one, other),
            self._are_new,
            lambda one, other: True,
        )
        byes: list[int | None] = [None]
        if len(self._left) % 2:
            fresh = [p for p in self._left if frozenset((p, None)) not in self._met]
            byes = [*reversed(fresh or self._left)]
        for allows in rules:
            for bye in byes:
                if self._fits(allows, without=bye):
                    yield bye, allows

    def _fits(self, allows: Callable[[int, int], bool], without: int | None) -> bool:
        """Whether all remaining players except `without` can be paired by a rule."""
        left = [player for player in self._left if player != without]
        graph: dict[int, set[int]] = {player: set() for player in left}
        for one, other in combinations(left, 2):
            if allows(one, other):
                graph[one].add(other)
                graph[other].add(one)
        return can_all_be_paired(graph)

    def _are_new(self, one: int, other: int) -> bool:
        return frozenset((one, other)) not in self._met

    def _can_balance(self, one: int, other: int) -> bool:
        balances = (sum(self._sides[one]), sum(self._sides[other]))
        return balances not in ((LARGEST_IMBALANCE,) * 2, (-LARGEST_IMBALANCE,) * 2)

    def _preference_of(self, one: int) -> Callable[[int], tuple[float, bool, int]]:
        """A sort key for the opponents of a player: the best opponent has the smallest key."""
        points = self._points[one]
        peers = [other for other in self._left if self._points[other] == points]
        middle = len(peers) // 2
        place = {other: number for number, other in enumerate(self._left)}

        def key(other: int) -> tuple[float, bool, int]:
            same_side = _due_side(self._sides[one]) * _due_side(self._sides[other]) > 0
            return points - self._points[other], same_side, abs(place[other] - middle)

        return key

    def _seat(self, one: int, other: int, board: int) -> RoundPairing:
        """Give the first move to the player who had it less often, or longer ago.

        In the first round it alternates from board to board.
        """
        sides, others = self._sides[one], self._sides[other]
        if sum(sides) != sum(others):
            is_first = sum(sides) < sum(others)
        else:
            differing = [pair for pair in zip(sides, others, strict=False) if pair[0] != pair[1]]
            is_first = differing[0][0] < 0 if differing else board % 2 == 0
        return RoundPairing(one, other) if is_first else RoundPairing(other, one)


def points_of(players: Collection[int], past: Sequence[Round]) -> dict[int, float]:
    """The points of each player so far; unfinished games do not count."""
    points = dict.fromkeys(players, 0.0)
    for pairings in past:
        for first, second, won in pairings:
            if won is None:
                continue
            if first in points:
                points[first] += won
            if second is not None and second in points:
                points[second] += 1 - won
    return points


def _sides(player: int, past: Sequence[Round]) -> list[int]:
    """The sides a player has had, the latest first: 1 with the first move, -1 without."""
    pairings = [pairing for pairings in past for pairing in pairings if pairing.second is not None]
    sides = [1 if player == pairing.first else -1 for pairing in pairings if player in pairing[:2]]
    return sides[::-1]


def _due_side(sides: Sequence[int]) -> int:
    """1 if the player is due the first move, -1 if due the second, 0 if either is fine."""
    balance = sum(sides)
    if balance:
        return -1 if balance > 0 else 1
    return -sides[0] if sides else 0
