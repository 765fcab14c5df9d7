"""The processes that serve a database, and their heartbeats.

Every method is one transaction. PostgreSQL only: SQLite has one process.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    and_,
    case,
    delete,
    extract,
    func,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from palamedes.ui.web.store.models import GameRow, ProcessMessageRow, ProcessRow, TournamentRow
from palamedes.ui.web.store.transactions import store_errors, transaction

WORK = 0x50414C43  # of our advisory locks
ALONE = text(f"SELECT pg_advisory_lock({WORK}, hashtext(:work))")
NOT_ALONE = text(f"SELECT pg_advisory_unlock({WORK}, hashtext(:work))")
LEASE = 4.0  # seconds without a heartbeat after which a process counts as dead


class ProcessStore:
    """One process among those of a database."""

    def __init__(self, engine: Engine, process: str) -> None:
        self._engine, self.process = engine, process

    def enter(self) -> None:
        """Begin: from now on others send messages."""
        with transaction(self._engine) as session:
            session.execute(insert(ProcessRow).values(id=self.process, seen=_now()))

    def beat(self) -> dict[str, bool]:
        """Say that the process lives; returns all that do not say so, and whether they are dead.

        This one is among them if others took it for dead, and have its games.
        """
        mine = ProcessRow.id == self.process
        with store_errors(), self._engine.begin() as connection:
            beat = connection.execute(update(ProcessRow).where(mine).values(seen=_now()))
            found = connection.execute(select(ProcessRow.id, _is_dead()).where(~mine)).all()
        others = {process: bool(is_dead) for process, is_dead in found}
        return others if beat.rowcount == 1 else {**others, self.process: True}

    def leave(self) -> None:
        """End: what this process still has is free."""
        with transaction(self._engine) as session:
            _remove(session, ProcessRow.id == self.process)

    @contextmanager
    def alone(self, work: str) -> Iterator[None]:
        """Wait until no other process does some work, and keep them from it inside this block."""
        autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        with store_errors(), autocommit.connect() as connection:
            connection.execute(ALONE, {"work": work})
            try:
                yield
            finally:
                connection.execute(NOT_ALONE, {"work": work})

    def remove_dead(self) -> list[str]:
        """Free what dead processes have; returns their games that are not over.

        After a restart of PostgreSQL nobody counts as dead at once: no heart could beat meanwhile.
        """
        with transaction(self._engine) as session:
            return _remove(session, _is_dead() & (ProcessRow.id != self.process))


def _is_dead() -> ColumnElement[bool]:
    latest = _now() - timedelta(seconds=LEASE)
    return and_(ProcessRow.seen < latest, func.pg_postmaster_start_time() < latest)


def _remove(session: Session, chosen: ColumnElement[bool]) -> list[str]:
    """Remove processes, and free what they have; returns their games that are not over.

    The clocks of their games stand still from the last heartbeat on.
    """
    ended = delete(ProcessRow).where(chosen).returning(ProcessRow.id, ProcessRow.seen)
    freed: list[str] = []
    for process, seen in session.execute(ended).all():
        passed = func.greatest(extract("epoch", literal(seen) - GameRow.clock_read), 0.0)
        has_run = case((GameRow.clock_left.is_(None), 0.0), else_=passed)
        of_games = update(GameRow).where(GameRow.process == process)
        clock = {
            "clock_spent": GameRow.clock_spent + has_run,
            "clock_left": GameRow.clock_left - has_run,
        }
        freeing = of_games.values(process=None, clock_read=None, **clock)
        games = session.execute(freeing.returning(GameRow.id, GameRow.reason)).all()
        freed += [game_id for game_id, reason in games if reason is None]
        of_tournaments = update(TournamentRow).where(TournamentRow.process == process)
        session.execute(of_tournaments.values(process=None))
        waiting = delete(ProcessMessageRow).where(ProcessMessageRow.process == process)
        session.execute(waiting)
    return freed


def _now() -> Any:
    """The time by the clock of the database: those of machines may differ."""
    return func.clock_timestamp()
