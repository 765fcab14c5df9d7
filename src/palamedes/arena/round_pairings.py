"""Who meets whom in the rounds of a tournament of people: round robin and Swiss.

Players are numbers, the lower the higher they are seeded. Whoever is alone in a round has a bye.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from palamedes.arena.perfect_matching import can_all_be_paired

MOST_ASKEW = 2  # how far apart the number of first and of second moves of a player may get


class RoundPairing(NamedTuple):
    """Two players in a round, the first of whom moves first; alone, somebody has a bye."""

    first: int
    second: int | None
    points: float | None = None  # of the first, once they are known


Round = Sequence[RoundPairing]


def round_robin(players: Sequence[int]) -> list[list[RoundPairing]]:
    """All rounds in which everybody meets everybody once, by the circle method.

    One player stays while the others go round by half a circle, so that sides alternate. Nobody
    has one side more than once oftener than the other.
    """
    seats: list[int | None] = [*players] if len(players) % 2 == 0 else [*players, None]
    others = len(seats) - 1
    rounds = []
    for number in range(others):
        turned = number * (others + 1) // 2 % others
        middle = (seats[turned], seats[-1])
        pairs = [middle if number % 2 else middle[::-1]]
        for step in range(1, len(seats) // 2):
            pairs.append((seats[(turned + step) % others], seats[(turned - step) % others]))
        rounds.append([_pairing(*pair) for pair in pairs])
    return rounds


def _pairing(first: int | None, second: int | None) -> RoundPairing:
    if first is None:
        first, second = second, None
    assert first is not None
    return RoundPairing(first, second)


def swiss_round(players: Collection[int], past: Sequence[Round]) -> list[RoundPairing]:
    """The next round of a Swiss tournament for those who take part in it.

    Nobody meets anybody again, nor has a second bye, while that can be avoided. Then, the sides of
    nobody get out of balance by more than two while that can be. Within these bounds the best
    placed player gets an opponent first: one with the same points or nearly, of the other half of
    those, who needs the other side. The bye goes to the last who can have it.
    """
    return _SwissPairer(players, past).pair()


class _SwissPairer:
    """A round being paired."""

    def __init__(self, players: Collection[int], past: Sequence[Round]) -> None:
        self._points = points_of(players, past)
        self._left = sorted(players, key=lambda player: (-self._points[player], player))
        self._met = {
            frozenset((pairing.first, pairing.second)) for pairings in past for pairing in pairings
        }  # a bye is somebody and None
        self._sides = {player: _sides(player, past) for player in players}

    def pair(self) -> list[RoundPairing]:
        """Leave everybody to choose, as far as all others can be paired too."""
        if len(self._left) < 2:
            return [RoundPairing(player, None, 1.0) for player in self._left]
        bye, allows = next(self._ways())
        if bye is not None:
            self._left.remove(bye)
        pairings: list[RoundPairing] = []
        while self._left:
            one = self._left.pop(0)
            other = next(
                other
                for other in sorted(self._left, key=self._wishes_of(one))
                if allows(one, other) and self._fits(allows, without=other)
            )
            self._left.remove(other)
            pairings.append(self._seat(one, other, len(pairings)))
        return pairings if bye is None else [*pairings, RoundPairing(bye, None, 1.0)]

    def _ways(self) -> Iterator[tuple[int | None, Callable[[int, int], bool]]]:
        """Byes and rules for pairs with which everybody can be paired, the best first."""
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
        """Whether all who are left, but one, can be paired by a rule."""
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
        return balances not in ((MOST_ASKEW, MOST_ASKEW), (-MOST_ASKEW, -MOST_ASKEW))

    def _wishes_of(self, one: int) -> Callable[[int], tuple[float, bool, int]]:
        """How little somebody wants each of the others, who are in the order of their places."""
        points = self._points[one]
        peers = [other for other in self._left if self._points[other] == points]
        middle = len(peers) // 2
        place = {other: number for number, other in enumerate(self._left)}

        def reluctance(other: int) -> tuple[float, bool, int]:
            clash = _need(self._sides[one]) * _need(self._sides[other]) > 0
            return points - self._points[other], clash, abs(place[other] - middle)

        return reluctance

    def _seat(self, one: int, other: int, board: int) -> RoundPairing:
        """Give the first move to who has had it less often, or longer ago; by turns at first."""
        sides, others = self._sides[one], self._sides[other]
        if sum(sides) != sum(others):
            is_first = sum(sides) < sum(others)
        else:
            differing = [pair for pair in zip(sides, others, strict=False) if pair[0] != pair[1]]
            is_first = differing[0][0] < 0 if differing else board % 2 == 0
        return RoundPairing(one, other) if is_first else RoundPairing(other, one)


def points_of(players: Collection[int], past: Sequence[Round]) -> dict[int, float]:
    """What everybody has so far; a game that is not over gives nothing yet."""
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
    """The sides that somebody had, the latest first: 1 with the first move, -1 without."""
    pairings = [pairing for pairings in past for pairing in pairings if pairing.second is not None]
    sides = [1 if player == pairing.first else -1 for pairing in pairings if player in pairing[:2]]
    return sides[::-1]


def _need(sides: Sequence[int]) -> int:
    """1 if somebody should have the first move, -1 if not, 0 if nothing speaks for either."""
    balance = sum(sides)
    if balance:
        return -1 if balance > 0 else 1
    return -sides[0] if sides else 0
