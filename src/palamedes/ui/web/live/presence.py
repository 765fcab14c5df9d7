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
    """The visitors who are connected to the lobby through this process."""

    def __init__(self) -> None:
        self._connections: list[Callable[[], Visitor]] = []

    @contextmanager
    def staying(self, visitor: Callable[[], Visitor]) -> Iterator[None]:
        """Count a connection inside this block; `visitor` says whose it is, as of now."""
        self._connections.append(visitor)
        try:
            yield
        finally:
            self._connections.remove(visitor)

    def now(self) -> Present:
        visitors = [connection() for connection in self._connections]
        owners = frozenset(each.owner for each in visitors if each.owner)
        accounts = {each.owner: each for each in visitors if each.account is not None}
        nameless = sum(not each.owner for each in visitors)
        return Present(owners, accounts, nameless + len(owners) - len(accounts))
