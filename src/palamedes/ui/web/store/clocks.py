"""The clocks of games while no server runs; every method is one transaction."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Engine, delete, insert, select

from palamedes.ui.web.store.models import ClosedClockRow
from palamedes.ui.web.store.transactions import transaction


class StoredClock(NamedTuple):
    """The clock of a game when the server ended.

    spent: seconds on the move to come
    left: seconds until the player to move runs out of time; None in a pause
    """

    game_id: str
    spent: float
    left: float | None


class ClockStore:
    """Clocks in a database, from the end of a server to the start of the next."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def replace(self, clocks: Iterable[StoredClock]) -> None:
        """Store these clocks and no others."""
        rows = [clock._asdict() for clock in clocks]
        with transaction(self._engine) as session:
            session.execute(delete(ClosedClockRow))
            if rows:
                session.execute(insert(ClosedClockRow), rows)

    def take(self) -> list[StoredClock]:
        """Forget all clocks, and return them: after a crash they would be out of date."""
        query = select(ClosedClockRow.game_id, ClosedClockRow.spent, ClosedClockRow.left)
        with transaction(self._engine) as session:
            found = [StoredClock(*row) for row in session.execute(query)]
            session.execute(delete(ClosedClockRow))
            return found
