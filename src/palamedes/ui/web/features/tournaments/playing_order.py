"""The order in which tournaments of engines are played: addresses take turns."""

from collections import Counter, OrderedDict
from collections.abc import Sequence
from itertools import count

MOST_REMEMBERED = 10_000  # addresses; those whose turns were longest ago are forgotten first


class PlayingOrder:
    """Whose tournament is played next: the address's whose last turn was the longest ago.

    Addresses are not stored. After a restart, all tournaments from before count as one address's.
    """

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}  # of the organisers, by tournament
        self._last_turns: OrderedDict[str, int] = OrderedDict()  # by address
        self._turns = count(1)

    def address_of(self, tournament_id: str) -> str:
        return self._addresses.get(tournament_id, "")

    def add(self, tournament_id: str, address: str, others: Sequence[str]) -> None:
        """Remember the address of a new tournament, and forget all but those of the others."""
        kept = {each: self._addresses[each] for each in others if each in self._addresses}
        self._addresses = {**kept, tournament_id: address}

    def note_turn(self, tournament_id: str) -> None:
        """A tournament is being played now."""
        address = self.address_of(tournament_id)
        self._last_turns[address] = next(self._turns)
        self._last_turns.move_to_end(address)
        while len(self._last_turns) > MOST_REMEMBERED:
            self._last_turns.popitem(last=False)

    def sort(self, waiting: Sequence[str]) -> list[str]:
        """Tournaments, given the oldest first, in the order in which they have their turns."""
        earlier: Counter[str] = Counter()  # tournaments of an address
        ranks: dict[str, tuple[int, int]] = {}
        for each in waiting:
            address = self.address_of(each)
            ranks[each] = (earlier[address], self._last_turns.get(address, 0))
            earlier[address] += 1
        return sorted(waiting, key=ranks.__getitem__)
