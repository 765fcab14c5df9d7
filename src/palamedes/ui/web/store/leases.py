"""Which process has which game; every method is one transaction.

A game lives in one process at a time. Each time it is taken its epoch grows, and a write of its
moves names the process and the epoch (`GameStore.write`), so whoever has lost a game writes nothing
more. A row also has the clock of the game, for the process that takes the game over. PostgreSQL
only.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Engine, case, exists, extract, func, select, update
from sqlalchemy.orm import aliased

from palamedes.ui.web.store.clocks import StoredClock
from palamedes.ui.web.store.models import GameRow, ProcessRow
from palamedes.ui.web.store.transactions import store_errors, transaction

MOST_CLAIMED = 200  # games at once


class Lease(NamedTuple):
    """The right to write the moves of a game."""

    process: str
    epoch: int


class LeasedGame(NamedTuple):
    """A game that a process has taken, and its clock if one was kept."""

    lease: Lease
    clock: StoredClock | None


PASSED = func.greatest(extract("epoch", func.clock_timestamp() - GameRow.clock_read), 0.0)
HAS_RUN = case((GameRow.clock_left.is_(None), 0.0), else_=func.coalesce(PASSED, 0.0))


class LeaseStore:
    """The games that one process has."""

    def __init__(self, engine: Engine, process: str) -> None:
        self._engine, self._process = engine, process

    def take(self, game_id: str) -> LeasedGame | str | None:
        """Take a game that is free; or the process that has it; None if it is not found."""
        holder = aliased(ProcessRow)
        lives = exists().where(holder.id == GameRow.process, holder.id != self._process)
        is_free = GameRow.process.is_(None) | ~lives
        with store_errors(), self._engine.begin() as connection:
            row = connection.execute(self._taking(GameRow.id == game_id, is_free)).first()
            if row is not None:
                return self._taken(row)
            query = select(GameRow.process).where(GameRow.id == game_id)
            found = connection.execute(query).first()
        if found is None:
            return None
        return found.process or self.take(game_id)  # it has become free meanwhile

    def process_with(self, game_id: str) -> str | None:
        """The process that has a game and lives; None if there is none."""
        query = select(ProcessRow.id).join(GameRow, GameRow.process == ProcessRow.id)
        with transaction(self._engine) as session:
            return session.scalar(query.where(GameRow.id == game_id))

    def start_clock(self, clock: StoredClock) -> None:
        """Let the clock of a game run as soon as some process has it."""
        is_free = (GameRow.id == clock.game_id) & GameRow.process.is_(None)
        values = {**clock_columns(clock), "clock_read": None}
        with transaction(self._engine) as session:
            session.execute(update(GameRow).where(is_free).values(values))

    def claim_running(self) -> list[StoredClock]:
        """Take the free games whose clocks run, some at a time: somebody must end them."""
        runs = GameRow.reason.is_(None) & GameRow.clock_left.is_not(None)
        taken = self._claim(runs).values()
        return [game.clock for game in taken if game.clock is not None]

    def claim(self, game_ids: Sequence[str]) -> dict[str, LeasedGame]:
        """Take those of some games that are free."""
        return self._claim(GameRow.id.in_(game_ids))

    def _claim(self, wanted: ColumnElement[bool]) -> dict[str, LeasedGame]:
        free = select(GameRow.id).where(GameRow.process.is_(None), wanted).limit(MOST_CLAIMED)
        chosen = GameRow.id.in_(free.with_for_update(skip_locked=True).scalar_subquery())
        with store_errors(), self._engine.begin() as connection:
            rows = connection.execute(self._taking(chosen)).all()
        return {row.id: self._taken(row) for row in rows}

    def _taking(self, *chosen: ColumnElement[bool]) -> Any:
        """Take games, whose clocks have run on since they were read."""
        values = {
            "process": self._process,
            "epoch": GameRow.epoch + 1,
            "clock_spent": GameRow.clock_spent + HAS_RUN,
            "clock_left": GameRow.clock_left - HAS_RUN,
            "clock_read": func.clock_timestamp(),
        }
        returned = GameRow.id, GameRow.epoch, GameRow.clock_spent, GameRow.clock_left
        return update(GameRow).where(*chosen).values(values).returning(*returned)

    def _taken(self, row: Any) -> LeasedGame:
        spent, left = row.clock_spent, row.clock_left
        clock = None if spent is None else StoredClock(row.id, spent, left)
        return LeasedGame(Lease(self._process, row.epoch), clock)

    def note_clock(self, game_id: str, lease: Lease, clock: StoredClock | None) -> None:
        """Store how the clock stands now: it has begun to run, or to stand still."""
        is_ours = (GameRow.process == lease.process) & (GameRow.epoch == lease.epoch)
        statement = update(GameRow).where(GameRow.id == game_id, is_ours)
        with transaction(self._engine) as session:
            values = {**clock_columns(clock), "clock_read": func.clock_timestamp()}
            session.execute(statement.values(values))

    def release(self, clocks: Iterable[tuple[str, StoredClock | None]]) -> None:
        """Free games, with the clocks that stand still until somebody takes them."""
        with transaction(self._engine) as session:
            for game_id, clock in clocks:
                is_ours = (GameRow.id == game_id) & (GameRow.process == self._process)
                values = {**clock_columns(clock), "clock_read": None, "process": None}
                session.execute(update(GameRow).where(is_ours).values(values))


def clock_columns(clock: StoredClock | None) -> dict[str, float | None]:
    """The columns of a clock, but for the moment at which it stands so."""
    return {
        "clock_spent": None if clock is None else clock.spent,
        "clock_left": None if clock is None else clock.left,
    }
