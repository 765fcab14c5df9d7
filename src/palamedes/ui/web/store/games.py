"""Games in the database; every method is one transaction, and blocks until it is done."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, delete, event, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store.models import GameRow, MoveRow
from palamedes.ui.web.store.stored_game import GameChanges, Owner, StoredGame, from_row, to_row
from palamedes.ui.web.store.transactions import store_errors, transaction

log = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"


class GameStore:
    """The database at a URL, such as `sqlite:///games.db`. Opening it upgrades its tables."""

    def __init__(self, url: str) -> None:
        """Raises PalamedesError if the database cannot be opened or upgraded."""
        try:
            self.engine = _engine(url)
            self._upgrade()
        except (SQLAlchemyError, ImportError) as error:
            reason = str(getattr(error, "orig", error)).partition("\n")[0]
            raise PalamedesError(
                _("cannot open the database: {reason}").format(reason=reason)
            ) from None
        except CommandError:
            raise PalamedesError(
                _("the database was created by a newer version of Palamedes")
            ) from None

    def _upgrade(self) -> None:
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def check(self) -> None:
        """Raises StoreError if the database cannot be read or written now."""
        with store_errors(), self.engine.begin() as connection:
            connection.execute(update(GameRow).where(GameRow.id == "").values(detail=""))

    def close(self) -> None:
        self.engine.dispose()

    def add(self, stored: StoredGame) -> None:
        """Store a new game."""
        with transaction(self.engine) as session:
            session.add(to_row(stored, _now()))

    def load(self, game_id: str) -> StoredGame | None:
        """The game with this id; None if not found."""
        with transaction(self.engine) as session:
            row = session.get(GameRow, game_id)
            return None if row is None else from_row(row)

    def write(self, changes: GameChanges) -> None:
        """Replace the moves from a ply on, and the result.

        This happens at every move, so the game is not read first.
        """
        game_id, since, moves, result = changes
        replaced = delete(MoveRow).where(MoveRow.game_id == game_id, MoveRow.ply >= since)
        with store_errors(), self.engine.begin() as connection:
            connection.execute(replaced)
            if moves:
                connection.execute(insert(MoveRow), moves)
            values = {**result, "changed": _now()}
            connection.execute(update(GameRow).where(GameRow.id == game_id).values(values))

    def join(self, game_id: str, player: int, owner: Owner, name: str) -> bool:
        """Give a free side to an owner; False if it is taken."""
        side = "first" if player == 0 else "second"
        column = getattr(GameRow, f"{side}_owner")
        values = {f"{side}_owner": owner, f"{side}_name": name, "changed": _now()}
        with transaction(self.engine) as session:
            statement = update(GameRow).where(GameRow.id == game_id, column.is_(None))
            joined = session.execute(statement.values(values).returning(GameRow.id))
            return joined.first() is not None

    def games_of(self, owner: str, most: int = 50) -> list[StoredGame]:
        """The games of an owner, the most recently changed first."""
        query = (
            select(GameRow)
            .where((GameRow.first_owner == owner) | (GameRow.second_owner == owner))
            .order_by(GameRow.changed.desc())
            .limit(most)
        )
        with transaction(self.engine) as session:
            games = [_from_row_or_none(row) for row in session.scalars(query)]
        return [stored for stored in games if stored is not None]


def _from_row_or_none(row: GameRow) -> StoredGame | None:
    """The game of a row in a list: one that cannot be read must not hide the others."""
    try:
        return from_row(row)
    except PalamedesError as error:
        log.warning("game %s: %s", row.id, error)
        return None


def _engine(url: str) -> Engine:
    engine = create_engine(
        url,
        pool_pre_ping=not url.startswith("sqlite"),
        hide_parameters=True,  # keeps owners and password hashes out of the log
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: object, _record: object) -> None:
    """Enforce foreign keys. With WAL a write survives a crash of the server without an fsync."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in (
        "foreign_keys=ON",
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _now() -> datetime:
    return datetime.now(UTC)
