"""The tables of solved games in the terminal: what is here, and what was done with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.game import Game
from palamedes.core.language import N_, Number, _, ngettext
from palamedes.core.layers import Layer
from palamedes.games import find_game
from palamedes.solver.archive import export_tables, import_tables
from palamedes.solver.inventory import (
    StoredTable,
    check_tables,
    remove_tables,
    solvable_games,
    stored_tables,
)
from palamedes.solver.tablebase import Tablebase, layer_name
from palamedes.solver.verify import verify
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.terminal.progress import late_progress, progress_bars
from palamedes.ui.texts.sizes import size_text

Rows = tuple[Sequence[str], Iterable[Sequence[str]]]  # the titles of the columns, and the rows

ALL = " --all"  # builds more than the usual tables
CONDITIONS = {"good": N_("good"), "outdated": N_("outdated"), "damaged": N_("damaged")}


def show_tables(names: Sequence[str], console: Terminal) -> None:
    """Print a row for each game or, if games were named, for each of their tables."""
    games = [find_game(name) for name in names] or solvable_games()
    found = {game: stored_tables(game) for game in games}
    every = [table for tables in found.values() for table in tables]
    shown = Table(box=box.HEAVY_HEAD if console.unicode else box.ASCII)
    columns, rows = _rows_by_table(every) if names else _rows_by_game(found.items())
    for number, column in enumerate(columns):
        shown.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
    for row in rows:
        shown.add_row(*row)
    console.print(shown)
    console.say(_("All together: {tables}").format(tables=_amount(every)))
    for line in _advice(found):
        console.say(line)


def _rows_by_game(found: Iterable[tuple[Game, list[StoredTable]]]) -> Rows:
    rows = (
        (
            game.id,
            f"{sum(table.condition == 'good' for table in tables)} / {len(_layers(game))}",
            f"{Number(sum(table.positions for table in tables)):,}",
            size_text(sum(table.bytes for table in tables)),
        )
        for game, tables in found
    )
    return (_("game"), _("tables"), _("positions"), _("on disk")), rows


def _rows_by_table(tables: Iterable[StoredTable]) -> Rows:
    rows = (
        (
            table.game.id,
            layer_name(table.layer),
            f"{Number(table.positions):,}",
            size_text(table.bytes),
            _(CONDITIONS[table.condition]),
        )
        for table in tables
    )
    return (_("game"), _("table"), _("positions"), _("on disk"), _("condition")), rows


def _advice(found: Mapping[Game, Sequence[StoredTable]]) -> Iterator[str]:
    """What is damaged, and the commands that build what is missing."""
    for tables in found.values():
        yield from (table.complaint for table in tables if table.condition != "good")
    commands = {game: _build_command(game, tables) for game, tables in found.items()}
    if any(command and not command.endswith(ALL) for command in commands.values()):
        yield _("To build tables: {command}").format(command="palamedes solve GAME")
    for game, command in commands.items():
        if command and command.endswith(ALL):
            text = _("To build all tables of {game}: {command}")
            yield text.format(game=game.id, command=command)


def _build_command(game: Game, tables: Iterable[StoredTable]) -> str | None:
    """The command that builds what is missing of a game; None if nothing is."""
    missing = set(_missing(game, tables))
    if not missing:
        return None
    is_usual = not missing.isdisjoint(Tablebase(game).layers.usual)
    return f"palamedes solve {game.id}" if is_usual else f"palamedes solve {game.id}{ALL}"


def _missing(game: Game, tables: Iterable[StoredTable]) -> list[Layer]:
    here = {table.layer for table in tables if table.condition == "good"}
    return [layer for layer in _layers(game) if layer not in here]


def _layers(game: Game) -> Sequence[Layer]:
    return Tablebase(game).layers.every


def _amount(tables: Sequence[StoredTable]) -> str:
    text = ngettext("{count} table, {size}", "{count} tables, {size}", len(tables))
    return text.format(count=len(tables), size=size_text(sum(table.bytes for table in tables)))


def tables_document(names: Sequence[str]) -> list[dict[str, Any]]:
    """The same as data: an entry for each game."""
    games = [find_game(name) for name in names] or solvable_games()
    return [_game_document(game, stored_tables(game)) for game in games]


def _game_document(game: Game, tables: Sequence[StoredTable]) -> dict[str, Any]:
    return {
        "game": game.name,
        "variant": game.variant,
        "id": game.id,
        "tables": [
            {
                "table": layer_name(table.layer),
                "positions": table.positions,
                "bytes": table.bytes,
                "condition": table.condition,
            }
            for table in tables
        ],
        "positions": sum(table.positions for table in tables),
        "bytes": sum(table.bytes for table in tables),
        "missing": [layer_name(layer) for layer in _missing(game, tables)],
        "build": _build_command(game, tables),
    }


def verify_tables(names: Sequence[str], full: bool, threads: int, console: Terminal) -> bool:
    """Read the tables of these games, or of all, and say what is wrong; whether nothing is.

    With `full`, the entries of games without damaged tables are checked against each other, too.
    """
    with late_progress(_("Checking tables")) as report:
        tables = check_tables(_tables_of(names), report)
    by_game: dict[Game, list[StoredTable]] = {}
    for table in tables:
        by_game.setdefault(table.game, []).append(table)
    results = [_verdict(each, full, threads, console) for each in by_game.values()]
    return all(results)


def _verdict(tables: Sequence[StoredTable], full: bool, threads: int, console: Terminal) -> bool:
    """Say what the check of the tables of a game has found; whether they are good."""
    bad = [table for table in tables if table.condition != "good"]
    for table in bad:
        console.say(table.complaint)
    if bad:
        return False
    name, amount = tables[0].game.id, _amount(tables)
    if not full:
        console.say(_("{game}: {tables}, good").format(game=name, tables=amount))
        return True
    wrong = _count_wrong(tables, threads)
    text = _("{game}: {tables}, every entry checked, errors: {wrong}")
    console.say(text.format(game=name, tables=amount, wrong=wrong))
    return not wrong


def _count_wrong(tables: Sequence[StoredTable], threads: int) -> int:
    """The number of wrong entries in the tables of a game. Ctrl-C leaves the check."""
    layers = [table.layer for table in tables]
    with progress_bars() as show:
        errors = wait_for(partial(verify, Tablebase(tables[0].game), layers, threads, show))
    return sum(errors.values())


def _tables_of(names: Sequence[str]) -> list[StoredTable]:
    """The tables of these games, or of all; PalamedesError if a game that was named has none."""
    found = []
    for game in [find_game(name) for name in names] or solvable_games():
        tables = stored_tables(game)
        if names and not tables:
            text = _("{game} has no tables yet; build them with: palamedes solve {game}")
            raise PalamedesError(text.format(game=game.id))
        found += tables
    return found


def remove(names: Sequence[str], asks: bool, console: Terminal) -> None:
    """Remove all tables of these games; ask first if `asks`."""
    tables = _tables_of(names)
    games = dict.fromkeys(table.game for table in tables)
    question = _("Remove the tables of {games} ({tables})?").format(
        games=", ".join(game.id for game in games), tables=_amount(tables)
    )
    if asks and not _confirms(console, question):
        console.say(_("Nothing was removed."))
        return
    freed = sum(remove_tables(game) for game in games)
    console.say(_("{size} freed.").format(size=size_text(freed)))


def _confirms(console: Terminal, question: str) -> bool:
    try:
        return console.confirms(question)
    except EOFError:  # nobody is there
        return False


def export(file: Path, names: Sequence[str], console: Terminal) -> None:
    """Write the tables of these games, or of all, to an archive."""
    check_writable(file)
    tables = _tables_of(names)
    if not tables:
        raise PalamedesError(_("there are no tables to export; build some with: palamedes solve"))
    try:
        with late_progress(_("Exporting tables")) as report:
            export_tables(file, tables, report)
    except OSError as error:
        raise PalamedesError(f"{file}: {error.strerror}") from None
    console.say(f"{file}: {_amount(tables)}")


def import_archive(file: Path, replace: bool, console: Terminal) -> None:
    """Add the tables of an archive to those that are here."""
    with late_progress(_("Importing tables")) as report:
        done = import_tables(file, replace, report)
    added = ngettext(
        "{count} table imported, {size}", "{count} tables imported, {size}", done.added
    )
    console.say(added.format(count=done.added, size=size_text(done.bytes)))
    if done.kept:
        kept = ngettext(
            "{count} table was here already and is kept; --replace overwrites it",
            "{count} tables were here already and are kept; --replace overwrites them",
            done.kept,
        )
        console.say(kept.format(count=done.kept))
