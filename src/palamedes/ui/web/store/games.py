"""Reading and writing games, one transaction each. For any thread, but it waits for the disk."""

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
from palamedes.ui.web.store.transactions import checked, transaction

log = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"


class GameStore:
    """The database at a URL, such as `sqlite:///games.db`, brought up to date when it is opened."""

    def __init__(self, url: str) -> None:
        """PalamedesError if there is no such database, or it cannot be used."""
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
        """StoreError if nothing can be read or written now."""
        with checked(), self.engine.begin() as connection:
            connection.execute(update(GameRow).where(GameRow.id == "").values(detail=""))

    def close(self) -> None:
        self.engine.dispose()

    def add(self, stored: StoredGame) -> None:
        """Keep a new game."""
        with transaction(self.engine) as session:
            session.add(to_row(stored, _now()))

    def load(self, game_id: str) -> StoredGame | None:
        """The game with this id, if there is one."""
        with transaction(self.engine) as session:
            row = session.get(GameRow, game_id)
            return None if row is None else from_row(row)

    def write(self, news: GameChanges) -> None:
        """Keep the moves from a ply on, in place of those that were there, and the result.

        It happens at every move, so it does not read the game first.
        """
        game_id, since, moves, result = news
        gone = delete(MoveRow).where(MoveRow.game_id == game_id, MoveRow.ply >= since)
        with checked(), self.engine.begin() as connection:
            connection.execute(gone)
            if moves:
                connection.execute(insert(MoveRow), moves)
            changed = {**result, "changed": _now()}
            connection.execute(update(GameRow).where(GameRow.id == game_id).values(changed))

    def seat(self, game_id: str, player: int, owner: Owner, name: str) -> bool:
        """Give a free seat to somebody; False if it was taken meanwhile."""
        side = "first" if player == 0 else "second"
        column = getattr(GameRow, f"{side}_owner")
        values = {f"{side}_owner": owner, f"{side}_name": name, "changed": _now()}
        with transaction(self.engine) as session:
            statement = update(GameRow).where(GameRow.id == game_id, column.is_(None))
            seated = session.execute(statement.values(values).returning(GameRow.id))
            return seated.first() is not None

    def games_of(self, owner: str, most: int = 50) -> list[StoredGame]:
        """What somebody plays or has played, the newest first."""
        query = (
            select(GameRow)
            .where((GameRow.first_owner == owner) | (GameRow.second_owner == owner))
            .order_by(GameRow.changed.desc())
            .limit(most)
        )
        with transaction(self.engine) as session:
            games = [_readable(row) for row in session.scalars(query)]
        return [stored for stored in games if stored is not None]


def _readable(row: GameRow) -> StoredGame | None:
    """A game in a list: one that makes no sense (any more) must not hide the others."""
    try:
        return from_row(row)
    except PalamedesError as error:
        log.warning("game %s: %s", row.id, error)
        return None


def _engine(url: str) -> Engine:
    engine = create_engine(
        url,
        pool_pre_ping=not url.startswith("sqlite"),
        hide_parameters=True,  # owners and hashes of passwords are for no log
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: object, _record: object) -> None:
    """Foreign keys count; a write survives a crash of ours, and does not wait for the disk."""
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
