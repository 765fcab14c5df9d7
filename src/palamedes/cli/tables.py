"""`palamedes tables`: the tables of solved games: list, check, remove and copy them."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import AsJson, Plain, new_app, say_json
from palamedes.core.cores import usable_cores
from palamedes.core.language import _

app = new_app("tables", _("The tables of solved games: list, check, remove and copy them."))

GameNames = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME...", help=_("Only these games, such as teeko or morpion:4.")),
]
ArchiveFile = Annotated[Path, typer.Argument(metavar="FILE", help=_("The file with the tables."))]


@app.callback(invoke_without_command=True)
def tables_group(context: typer.Context, as_json: AsJson = False, plain: Plain = False) -> None:
    if context.invoked_subcommand is None:
        list_command(as_json=as_json, plain=plain)


@app.command(
    "list",
    help=_("List the tables that are here, what is missing, and how to build it; the default."),
)
def list_command(games: GameNames = None, as_json: AsJson = False, plain: Plain = False) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.tables import show_tables, tables_document

    if as_json:
        say_json(tables_document(games or ()))
    else:
        show_tables(games or (), make_console(plain))


@app.command(
    "verify", help=_("Check that no table is damaged. Exit code 1 if one is, or has errors.")
)
def verify_command(
    games: GameNames = None,
    full: Annotated[
        bool,
        typer.Option("--full", help=_("Check every entry against the positions it leads to, too.")),
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Number of threads."))
    ] = usable_cores(),
) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.tables import verify_tables

    if not verify_tables(games or (), full, threads, make_console()):
        raise typer.Exit(1)


@app.command("remove", help=_("Remove all tables of one or more games."))
def remove_command(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME...", help=_("A game, such as teeko or morpion:4,beginner.")),
    ],
    yes: Annotated[bool, typer.Option("--yes", help=_("Do not ask."))] = False,
) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.tables import remove

    remove(games, not yes, make_console())


@app.command("export", help=_("Write tables to one file, for other machines."))
def export_command(file: ArchiveFile, games: GameNames = None) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.tables import export

    export(file, games or (), make_console())


@app.command("import", help=_("Add the tables of a file made by 'tables export' to yours."))
def import_command(
    file: ArchiveFile,
    replace: Annotated[
        bool, typer.Option("--replace", help=_("Overwrite tables that are here already."))
    ] = False,
) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.tables import import_archive

    import_archive(file, replace, make_console())
