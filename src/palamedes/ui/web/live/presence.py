"""Who is in the lobby: the only thing about meeting people that is not in the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from palamedes.ui.web.store.accounts import Visitor


class Present(NamedTuple):
    """Who is there at one moment.

    owners: of guests too, but a guest who has done nothing yet has none
    accounts: by owner
    guests: the number of visitors without an account
    """

    owners: frozenset[str]
    accounts: dict[str, Visitor]
    guests: int


class Presence:
    """The visitors who are connected to the lobby, through this process and others."""

    def __init__(self) -> None:
        self._connections: list[Callable[[], Visitor]] = []
        self._elsewhere: dict[str, list[Visitor]] = {}  # by process

    @contextmanager
    def staying(self, visitor: Callable[[], Visitor]) -> Iterator[None]:
        """Count a connection inside this block; `visitor` says whose it is, as of now."""
        self._connections.append(visitor)
        try:
            yield
        finally:
            self._connections.remove(visitor)

    def here(self) -> list[Visitor]:
        """Those of this process, once for each connection."""
        return [connection() for connection in self._connections]

    def note_others(self, process: str, visitors: list[Visitor]) -> None:
        """Remember who is connected through another process."""
        self._elsewhere[process] = visitors
        if not visitors:
            del self._elsewhere[process]

    def now(self) -> Present:
        elsewhere = [visitor for visitors in self._elsewhere.values() for visitor in visitors]
        visitors = self.here() + elsewhere
        owners = frozenset(each.owner for each in visitors if each.owner)
        accounts = {each.owner: each for each in visitors if each.account is not None}
        nameless = sum(not each.owner for each in visitors)
        return Present(owners, accounts, nameless + len(owners) - len(accounts))
