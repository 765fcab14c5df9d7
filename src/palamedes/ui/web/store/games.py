"""Games in the database; every method is one transaction, and blocks until it is done."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import (
    Connection,
    Text,
    bindparam,
    cast,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased, defer, lazyload

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store.database import (
    database_address,
    open_engine,
    opening_errors,
    upgrade_tables,
)
from palamedes.ui.web.store.leases import clock_columns
from palamedes.ui.web.store.models import Base, GameRow, HeartbeatRow, MoveRow
from palamedes.ui.web.store.move_writer import MoveWriter, is_one_move
from palamedes.ui.web.store.server_lock import ServerLock
from palamedes.ui.web.store.sqlite_file import sqlite_file
from palamedes.ui.web.store.stored_game import (
    GameChanges,
    ListedGame,
    Side,
    StoredGame,
    from_row,
    listed_game,
    readable_game,
    to_row,
)
from palamedes.ui.web.store.transactions import (
    OutdatedError,
    StoreError,
    UnreadableError,
    store_errors,
    transaction,
)

PAGE = 4096  # bytes
LARGEST_TO_INSPECT = 256 * 1024 * 1024  # bytes; the pages of a larger file are checked later
GAMES, MOVES = (Base.metadata.tables[name] for name in ("games", "moves"))
# What happens at every move is built once: SQLAlchemy takes longer for that than for the rest.
WRITE_RESULT = update(GAMES).where(
    GAMES.c.id == bindparam("of_game"),
    GAMES.c.reason.is_not_distinct_from(bindparam("saved_reason")),
)
WRITE_UNDER_LEASE = WRITE_RESULT.where(
    GAMES.c.process == bindparam("of_process"), GAMES.c.epoch == bindparam("of_epoch")
).values(clock_read=func.clock_timestamp())
LAST_MOVE = (
    select(MOVES.c.ply, MOVES.c.move)
    .where(MOVES.c.game_id == bindparam("of_game"))
    .order_by(MOVES.c.ply.desc())
    .limit(1)
)
TAKE_BACK = delete(MOVES).where(
    MOVES.c.game_id == bindparam("of_game"), MOVES.c.ply >= bindparam("since")
)
ADD_MOVES = insert(MOVES)


class GameStore:
    """The database at a URL, such as `sqlite:///games.db`. Opening it upgrades its tables.

    Nothing is committed once a file of the database is known to be damaged, deleted, emptied or
    replaced, or another server may be using it.
    """

    def __init__(self, url: str, lock: ServerLock | None = None) -> None:
        """Raises PalamedesError if the database cannot be opened or upgraded.

        A server gives the lock that it holds; the store releases it at the end.
        """
        with opening_errors():
            address = database_address(url)
            self._file, self._lock = sqlite_file(address), lock
            self._refuse_damage()
            self.engine = open_engine(address)
            upgrade_tables(self.engine)
        self._one_move = MoveWriter(self.engine)
        if self._file is not None:
            self._file.keep()
        self.errors = 0  # of the database, since the start
        event.listen(self.engine, "commit", self._check_trusted)
        event.listen(self.engine, "handle_error", self._count_error)

    def _refuse_damage(self) -> None:
        file = self._file
        if file is None or not file.path.is_file() or file.path.stat().st_size > LARGEST_TO_INSPECT:
            return
        file.inspect()
        if file.damage:
            text = _("the database is damaged; restore a backup of {file} ({reason})")
            raise PalamedesError(text.format(file=file.path, reason=file.damage))

    def _check_trusted(self, _connection: Connection | None = None) -> None:
        for trusted in (self._file, self._lock):
            if trusted is not None:
                with self._counted():
                    trusted.check()

    @contextmanager
    def _counted(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            self.errors += 1
            raise

    def _count_error(self, context: ExceptionContext) -> None:
        if not isinstance(context.sqlalchemy_exception, IntegrityError):  # a name that is taken
            self.errors += 1

    def size(self) -> int:
        """The bytes that the database takes on disk."""
        if self._file is not None:
            return self._file.size()
        with store_errors(), self.engine.connect() as connection:
            if self.engine.dialect.name != "postgresql":
                return 0  # in memory
            size = select(func.pg_database_size(func.current_database()))
            return connection.scalar(size) or 0

    def renew_lock(self) -> None:
        """Take the lock of the server again if it was lost."""
        if self._lock is not None:
            self._lock.renew()

    def inspect(self) -> None:
        """Look for damage that no write would notice; this can take seconds."""
        if self._file is not None:
            self._file.inspect()

    def check(self) -> None:
        """Write a page, and delete the one before; raises StoreError if that is not possible."""
        with transaction(self.engine) as session:
            row = HeartbeatRow(written=_now(), padding="x" * PAGE)
            session.add(row)
            session.flush()
            session.execute(delete(HeartbeatRow).where(HeartbeatRow.id != row.id))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._one_move.close()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    def add(self, stored: StoredGame) -> None:
        """Store a new game."""
        with transaction(self.engine) as session:
            session.add(to_row(stored, _now()))

    def add_rematch(self, stored: StoredGame, of: str) -> None:
        """Store a new game, and note it as the rematch of another."""
        with transaction(self.engine) as session:
            session.add(to_row(stored, _now()))
            noted = update(GameRow).where(GameRow.id == of).values(rematch=stored.id)
            session.execute(noted)

    def load(self, game_id: str) -> StoredGame | None:
        """The game with this id; None if not found. Raises UnreadableError if it is damaged."""
        with readable_game(game_id):
            rows, rematches = self._rows([game_id])
            return _stored(rows[0], rematches) if rows else None

    def load_all(self, game_ids: Sequence[str]) -> list[StoredGame]:
        """Several games, in few statements; damaged ones are left out."""
        rows, rematches = self._rows(game_ids)
        found = []
        for row in rows:
            with suppress(UnreadableError), readable_game(row.id):
                found.append(_stored(row, rematches))
        return found

    def _rows(self, game_ids: Sequence[str]) -> tuple[Sequence[GameRow], set[str]]:
        """The rows of games, and the ids of those of their rematches that are still there."""
        with transaction(self.engine) as session:
            rows = session.scalars(select(GameRow).where(GameRow.id.in_(game_ids))).all()
            next_games = [row.rematch for row in rows if row.rematch]
            there = select(GameRow.id).where(GameRow.id.in_(next_games))
            return rows, set(session.scalars(there)) if next_games else set()

    def write(self, changes: GameChanges) -> None:
        """Replace the moves from a ply on, and the result.

        Raises OutdatedError if the database has another game than the changes build on, or another
        process has the game. This happens at every move, so the game is not read first.
        """
        if is_one_move(changes):
            self._write_one_move(changes)
        else:
            self._write_changes(changes)

    def _write_one_move(self, changes: GameChanges) -> None:
        self._check_trusted()
        with self._counted():
            is_written = self._one_move.write(changes, _now())
        if not is_written:
            raise _outdated()

    def _write_changes(self, changes: GameChanges) -> None:
        game = {"of_game": changes.game_id}
        with store_errors(), self.engine.begin() as connection:
            _write_result(connection, changes)
            _check_moves(connection, changes)
            if changes.since < len(changes.saved.moves):
                connection.execute(TAKE_BACK, {**game, "since": changes.since})
            if changes.moves:
                connection.execute(ADD_MOVES, changes.moves)

    def join(self, game_id: str, player: int, taken: Side) -> bool:
        """Give a free side to its new owner; False if it is taken by somebody else.

        Who has joined may not know it: the answer can be lost with the database.
        """
        side = "first" if player == 0 else "second"
        column = getattr(GameRow, f"{side}_owner")
        values = {
            f"{side}_owner": taken.owner,
            f"{side}_name": taken.name,
            f"{side}_bot": taken.is_bot,
            "changed": _now(),
        }
        is_ours = column.is_(None) | (column == taken.owner)
        with transaction(self.engine) as session:
            statement = update(GameRow).where(GameRow.id == game_id, is_ours)
            joined = session.execute(statement.values(values).returning(GameRow.id))
            return joined.first() is not None

    def games_of(self, owner: str, most: int = 50) -> list[ListedGame]:
        """The games of an owner, the most recently changed first; damaged ones are left out."""
        each = aliased(MoveRow)
        last = select(func.max(each.ply)).where(each.game_id == GameRow.id).scalar_subquery()
        is_last = (MoveRow.game_id == GameRow.id) & (MoveRow.ply == last)
        query = (
            select(GameRow, cast(GameRow.history, Text), MoveRow)
            .outerjoin(MoveRow, is_last)
            .options(lazyload(GameRow.moves), defer(GameRow.history))
            .where((GameRow.first_owner == owner) | (GameRow.second_owner == owner))
            .order_by(GameRow.changed.desc())
            .limit(most)
        )
        with transaction(self.engine) as session:
            rows = session.execute(query).all()
        found = []
        for row, history, move in rows:
            with suppress(UnreadableError), readable_game(row.id):
                found.append(listed_game(row, history, move))
        return found


def _stored(row: GameRow, rematches: set[str]) -> StoredGame:
    stored = from_row(row)
    return stored if row.rematch in rematches else replace(stored, rematch="")


def _write_result(connection: Connection, changes: GameChanges) -> None:
    """Write the result first: that locks the game for others until the end of the transaction."""
    saved, lease = changes.saved.result, changes.lease
    values = {
        **changes.result,
        "changed": _now(),
        "of_game": changes.game_id,
        "saved_reason": saved and saved.reason,
    }
    statement = WRITE_RESULT
    if lease is not None:
        statement = WRITE_UNDER_LEASE
        values |= {"of_process": lease.process, "of_epoch": lease.epoch}
        values |= clock_columns(changes.clock)
    if connection.execute(statement, values).rowcount != 1:
        raise _outdated()


def _check_moves(connection: Connection, changes: GameChanges) -> None:
    """Check the last move in the database; those before it are not read."""
    last = connection.execute(LAST_MOVE, {"of_game": changes.game_id}).first()
    moves = changes.saved.moves
    if (last and tuple(last)) != ((len(moves) - 1, moves[-1]) if moves else None):
        raise _outdated()


def _outdated() -> OutdatedError:
    return OutdatedError(_("This game was changed elsewhere. Open it again."))


def _now() -> datetime:
    return datetime.now(UTC)
