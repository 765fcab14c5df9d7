"""Which puzzles were given away at which address, so that others there earn nothing by them.

Somebody who looks an answer up without a cookie, and then gives it with one, comes from the same
address. The cost: two people who share an address, such as a class, are rated only for puzzles that
nobody there has missed that day. The limit: another address, a day of patience or an engine
elsewhere helps a cheat; puzzle ratings are for oneself.
"""

from collections import OrderedDict
from time import monotonic

DAY = 24 * 3600.0
MOST_KEPT = 50_000  # puzzles at addresses; the oldest are forgotten first


class SharedAnswers:
    """The puzzles that somebody at an address has missed, looked up or asked a hint for."""

    def __init__(self) -> None:
        self._given: OrderedDict[tuple[str, str], float] = OrderedDict()

    def add(self, address: str, puzzle: str) -> None:
        """Note that the answer to a puzzle, or a part of it, is known at an address."""
        self._given.pop((address, puzzle), None)
        self._given[address, puzzle] = monotonic()
        while len(self._given) > MOST_KEPT:
            self._given.popitem(last=False)

    def has(self, address: str, puzzle: str) -> bool:
        """Whether the answer became known at an address within the last day."""
        since = self._given.get((address, puzzle))
        return since is not None and monotonic() - since < DAY
