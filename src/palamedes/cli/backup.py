"""`palamedes backup` and `palamedes restore`: the database of the web app as one file."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import DatabaseUrl, new_app, say
from palamedes.core.language import _, ngettext

app = new_app()

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help=_("The file of the backup."))]


@app.command(
    "backup",
    help=_("Write the database of the web app to one file, even while the server is running."),
)
def backup_command(file: BackupFile, database: DatabaseUrl = "") -> None:
    from palamedes.ui.terminal.progress import late_progress
    from palamedes.ui.web.store.backup import back_up
    from palamedes.ui.web.store.database import database_url

    with late_progress(_("Backing up")) as report:
        header = back_up(database_url(database), file, report)
    rows = sum(header.rows.values())
    text = ngettext("{file}: {rows} row saved", "{file}: {rows} rows saved", rows)
    say(text.format(file=file, rows=rows))


@app.command("restore", help=_("Write a backup into an empty database, SQLite or PostgreSQL."))
def restore_command(
    file: BackupFile,
    database: DatabaseUrl = "",
    replace: Annotated[
        bool, typer.Option("--replace", help=_("Overwrite everything in the database."))
    ] = False,
) -> None:
    from palamedes.ui.terminal.progress import late_progress
    from palamedes.ui.web.store.database import database_url
    from palamedes.ui.web.store.restore import restore

    with late_progress(_("Restoring")) as report:
        header = restore(database_url(database), file, replace, report)
    rows = sum(header.rows.values())
    text = ngettext(
        "{rows} row restored from the backup of {made}",
        "{rows} rows restored from the backup of {made}",
        rows,
    )
    say(text.format(rows=rows, made=header.made[:19].replace("T", " ") + " UTC"))
