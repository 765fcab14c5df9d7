"""The tables on this machine: which there are, whether they are whole, and removing them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder
from palamedes.core.game import Game
from palamedes.core.language import N_, _
from palamedes.core.layers import Layer
from palamedes.games import GAMES, find_game
from palamedes.solver.files import TEMPORARY, DamagedError, TableFile
from palamedes.solver.outcomes import FILE, JOURNAL
from palamedes.solver.report import PROOF
from palamedes.solver.tablebase import RULES_VERSION, Tablebase, layer_name

Condition = Literal["good", "outdated", "damaged"]
Report = Callable[[int, int], None]  # called with the bytes done and with all bytes

COMPLAINTS: dict[Condition, str] = {  # texts for `_`
    "damaged": N_("{game}: table {layer} is damaged; build it again: {command}"),
    "outdated": N_(
        "{game}: table {layer} is from another version of Palamedes; build it again: {command}"
    ),
}


@dataclass(frozen=True)
class StoredTable:
    """A table on disk. Symmetric positions count as one, as they do in the table."""

    game: Game
    layer: Layer
    path: Path
    bytes: int
    positions: int
    condition: Condition

    @property
    def complaint(self) -> str:
        """Why this table is no good, and what to do about it."""
        command = build_command(self.game, self.layer)
        return _(COMPLAINTS[self.condition]).format(
            game=self.game.id, layer=layer_name(self.layer), command=command
        )


def solvable_games() -> list[Game]:
    """Every variant that can be solved: those that are listed, and others with tables here."""
    listed = (family.make(variant) for family in GAMES for variant in family.variants)
    games = {Tablebase(game).folder.name: game for game in listed if game.layers is not None}
    for folder in sorted({path.parent for path in tables_folder().glob("*/*.table")}):
        with suppress(PalamedesError):  # the game of a package that is not installed any more
            game = find_game(folder.name.replace("-", ":", 1))
            games.setdefault(Tablebase(game).folder.name, game)
    return list(games.values())


def table_files(game: Game) -> frozenset[str]:
    """The names of the files with tables of a game, whole or not; none if it is not solvable."""
    if game.layers is None:
        return frozenset()
    with suppress(OSError):
        names = (path.name for path in Tablebase(game).folder.iterdir())
        return frozenset(name for name in names if name.endswith(".table") or name == FILE)
    return frozenset()


def stored_tables(game: Game) -> list[StoredTable]:
    """The tables of a game that are here, as their headers say: blocks are not read."""
    tablebase = Tablebase(game)
    paths = {layer: tablebase.path(layer) for layer in tablebase.layers.every}
    return [_stored(game, layer, path) for layer, path in paths.items() if path.exists()]


def _stored(game: Game, layer: Layer, path: Path) -> StoredTable:
    size = path.stat().st_size
    try:
        facts = TableFile(path, {"game": game.id, "layer": list(layer)}).facts
    except (OSError, ValueError, DamagedError):
        return StoredTable(game, layer, path, size, 0, "damaged")
    condition: Condition = "good" if facts.get("rules") == RULES_VERSION else "outdated"
    return StoredTable(game, layer, path, size, facts["size"], condition)


def is_whole(
    tablebase: Tablebase, layer: Layer, add: Callable[[int], None] = lambda _bytes: None
) -> bool:
    """Whether a table is here, and every byte of it as it was written."""
    file = tablebase.file(layer)
    try:
        if file is not None:
            file.check(add)
    except DamagedError:
        return False
    return file is not None


def build_command(game: Game, layer: Layer) -> str:
    """The command that builds the table of a layer."""
    is_usual = layer in Tablebase(game).layers.usual
    return f"palamedes solve {game.id}" + ("" if is_usual else f" --men {layer_name(layer)}")


def check_tables(tables: Sequence[StoredTable], report: Report) -> list[StoredTable]:
    """The same tables after every byte of them was read. Damaged ones stay where they are."""
    add = adding(report, sum(table.bytes for table in tables))
    return [check_table(table, add) for table in tables]


def check_table(table: StoredTable, add: Callable[[int], None]) -> StoredTable:
    """The same table after every byte of it was read; `add` is called with how many."""
    if table.condition != "good" or is_whole(Tablebase(table.game), table.layer, add):
        return table
    return replace(table, condition="damaged")


def remove_tables(game: Game) -> int:
    """Remove all tables of a game, and what was made of them; returns the bytes freed."""
    tablebase = Tablebase(game)
    with sole_writer(tablebase):
        paths = [table.path for table in stored_tables(game)]
        made_of_them = (tablebase.folder / name for name in (PROOF, FILE, JOURNAL))
        paths += [path for path in made_of_them if path.exists()]
        freed = sum(path.stat().st_size for path in paths)
        for path in paths:
            path.unlink(missing_ok=True)
    return freed


@contextmanager
def sole_writer(tablebase: Tablebase) -> Iterator[None]:
    """Nobody else changes the tables of a game in this block; PalamedesError if somebody does."""
    with locked(tablebase.folder / "lock", being_changed(tablebase.game)):
        for leftover in tablebase.folder.glob(f"{TEMPORARY}*"):
            leftover.unlink()
        yield


def being_changed(game: Game) -> str:
    """Why nothing can be done with the tables of a game at the moment."""
    text = _("another program is building or changing the tables of {game}")
    return text.format(game=game.id)


@contextmanager
def locked(path: Path, refusal: str) -> Iterator[None]:
    """Hold a lock in this block; PalamedesError if somebody else holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(path).acquire(timeout=0)
    except Timeout:
        raise PalamedesError(refusal) from None
    with lock:
        yield


def adding(report: Report, total: int) -> Callable[[int], None]:
    """A function to call with the bytes done since the last call, which reports their sum."""
    done = 0

    def add(count: int) -> None:
        nonlocal done
        done += count
        report(done, total)

    return add


def tables_folder() -> Path:
    """The folder with a folder for each game."""
    return data_folder() / "tables"
