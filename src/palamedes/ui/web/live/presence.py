"""Who is in the lobby: the only thing about meeting people that is not in the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from palamedes.ui.web.store.accounts import Visitor


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

    def accounts(self) -> dict[str, Visitor]:
        """The accounts that are there, by owner."""
        return {owner: each for owner, each in self._by_owner().items() if each.account}

    def owners(self) -> set[str]:
        """The owners who are there, guests too. A visitor who has done nothing yet has none."""
        return set(self._by_owner()) - {""}

    @property
    def guests(self) -> int:
        """The number of visitors without an account."""
        nameless = sum(not connection().owner for connection in self._connections)
        return nameless + sum(not each.account for each in self._by_owner().values() if each.owner)

    def _by_owner(self) -> dict[str, Visitor]:
        return {each.owner: each for each in (connection() for connection in self._connections)}
