"""The files of an SQLite database: whether they are still those that were opened, and sound."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store.transactions import StoreError

UNSOUND = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)  # error codes
IN_MEMORY = (None, "", ":memory:")
COMPANIONS = ("-wal", "-shm")  # the latest writes, and their index
Identity = tuple[int, int]


class SqliteFile:
    """A database file. What is written to a deleted, replaced or damaged one may be lost.

    The same holds for the companions that SQLite puts beside it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damage = ""  # as `inspect` found it
        self._companions = [path.with_name(path.name + ending) for ending in COMPANIONS]
        self._identities: list[Identity | None] = []  # of the file and its companions
        self._keeper: sqlite3.Connection | None = None

    def keep(self) -> None:
        """From now on the files must stay those they are.

        A connection stays open until `close`: SQLite deletes the companions with the last one.
        """
        self._keeper = sqlite3.connect(self.path, check_same_thread=False)
        self._keeper.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        self._identities = self._current_identities()

    def close(self) -> None:
        """The files may change again."""
        self._identities = []
        if self._keeper is not None:
            self._keeper.close()

    def check(self) -> None:
        """Raises StoreError if the files are no longer those opened, or known as damaged.

        This happens at every commit, so the files themselves are not read.
        """
        if self._identities and self._current_identities() != self._identities:
            raise StoreError(
                _(
                    "The database file was deleted or replaced. "
                    "Nothing is saved until the server is restarted."
                )
            )
        if self.damage:
            raise StoreError(_("The database is damaged. Nothing is saved until it is repaired."))

    def inspect(self) -> None:
        """Look for damaged pages.

        This reads the whole file, so the time grows with its size: by about six seconds per
        gigabyte, if the system has it in memory. The connection is new, so its cache is empty.
        """
        try:
            address = f"{self.path.as_uri()}?mode=rw"  # never creates a file
            with closing(sqlite3.connect(address, uri=True)) as connection:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            found = str(error) if error.sqlite_errorcode & 0xFF in UNSOUND else "ok"
        self.damage = "" if found == "ok" else found.partition("\n")[0]

    def size(self) -> int:
        """The bytes of the file and its companions."""
        sizes = 0
        for path in (self.path, *self._companions):
            with suppress(OSError):
                sizes += path.stat().st_size
        return sizes

    def _current_identities(self) -> list[Identity | None]:
        return [_identity(self.path, may_be_empty=False), *map(_identity, self._companions)]


def _identity(path: Path, may_be_empty: bool = True) -> Identity | None:
    """What tells a file from every other; None without one, or if it was emptied."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_size or may_be_empty else None


def refuse_memory(url: URL) -> None:
    """Raise PalamedesError for a database in memory, of which a command would leave nothing."""
    if url.get_backend_name() == "sqlite" and url.database in IN_MEMORY:
        raise PalamedesError(_("a database in memory cannot be kept: give the path of a file"))


def sqlite_file(url: URL) -> SqliteFile | None:
    """The file behind a URL; None for another database, or one in memory.

    Raises PalamedesError if SQLite would find the file by a URI of its own: its options can turn
    locks off.
    """
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    if "uri" in url.query or str(url.database).lower().startswith("file:"):
        raise PalamedesError(
            _("--database: give the path of the file, as in sqlite:////srv/games.db")
        )
    return SqliteFile(Path(str(url.database)).resolve())
