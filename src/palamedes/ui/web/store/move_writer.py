"""Writes what happens most: a game that this process has goes on by one move. PostgreSQL only.

One statement does what `GameStore.write` does with four, and is as strict: nothing is written
unless the game is as it was saved, and under its lease.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine, bindparam, func, insert, select, update

from palamedes.ui.web.store.driver_connection import DriverConnection
from palamedes.ui.web.store.leases import clock_columns
from palamedes.ui.web.store.models import Base
from palamedes.ui.web.store.stored_game import GameChanges

GAMES, MOVES = (Base.metadata.tables[name] for name in ("games", "moves"))
OF_GAME = MOVES.c.game_id == bindparam("game_id")
LAST_PLY = select(func.max(MOVES.c.ply)).where(OF_GAME).scalar_subquery()
LAST_MOVE = (
    select(MOVES.c.move).where(OF_GAME, MOVES.c.ply == bindparam("last_ply")).scalar_subquery()
)
CHANGED = ("winner", "reason", "detail", "changed", "clock_spent", "clock_left")
WRITTEN = (
    update(GAMES)
    .where(
        GAMES.c.id == bindparam("game_id"),
        GAMES.c.process == bindparam("of_process"),
        GAMES.c.epoch == bindparam("of_epoch"),
        GAMES.c.reason.is_(None),
        LAST_PLY.is_not_distinct_from(bindparam("last_ply")),
        LAST_MOVE.is_not_distinct_from(bindparam("last_move")),
    )
    .values({name: bindparam(name, type_=GAMES.c[name].type) for name in CHANGED})
    .values(clock_read=func.clock_timestamp())
    .returning(GAMES.c.id)
    .cte("written")
)
COLUMNS = [column for column in MOVES.columns if column.name != "game_id"]
ADD_MOVE = (
    insert(MOVES)
    .from_select(
        ["game_id", *(column.name for column in COLUMNS)],
        select(WRITTEN.c.id, *(bindparam(column.name, type_=column.type) for column in COLUMNS)),
    )
    .returning(MOVES.c.ply)
)


def is_one_move(changes: GameChanges) -> bool:
    """Whether a game goes on by one move, and nothing is taken back."""
    saved = changes.saved
    return (
        changes.lease is not None
        and saved.result is None
        and changes.since == len(saved.moves)
        and len(changes.moves) == 1
    )


class MoveWriter:
    """For one thread at a time."""

    def __init__(self, engine: Engine) -> None:
        self._connection = DriverConnection(engine)
        self._statement = str(ADD_MOVE.compile(dialect=engine.dialect))

    def write(self, changes: GameChanges, changed: datetime) -> bool:
        """Write a move, and the result; False if the game is not as it was saved, or not ours."""
        lease, saved = changes.lease, changes.saved.moves
        assert lease is not None
        values: dict[str, Any] = {
            **changes.moves[0],
            **changes.result,
            **clock_columns(changes.clock),
            "changed": changed,
            "of_process": lease.process,
            "of_epoch": lease.epoch,
            "last_ply": len(saved) - 1 if saved else None,
            "last_move": saved[-1] if saved else None,
        }
        return bool(self._connection.execute(self._statement, values))

    def close(self) -> None:
        self._connection.close()
