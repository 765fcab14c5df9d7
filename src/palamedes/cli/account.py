"""`palamedes account`: what the operator of a server can do for the owner of an account."""

import sys
from typing import Annotated

import typer

from palamedes.cli.options import DatabaseUrl, new_app, say
from palamedes.core.language import _, ngettext

app = new_app("account", _("Manage the accounts of your server."))


@app.callback()
def account_group() -> None:
    """With one command only, typer would leave out its name."""


@app.command(
    "reset", help=_("Give an account a new password, and end all its logins and bot tokens.")
)
def reset_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("Name of the account."))],
    database: DatabaseUrl = "",
    password_stdin: Annotated[
        bool,
        typer.Option("--password-stdin", help=_("Read the new password from standard input.")),
    ] = False,
) -> None:
    from palamedes.ui.web.features.accounts.reset import new_password, reset_password
    from palamedes.ui.web.store.database import database_url

    password = sys.stdin.readline().rstrip("\r\n") if password_stdin else new_password()
    account = reset_password(database_url(database), name, password)
    if not password_stdin:
        say(_("New password for {name}: {password}").format(name=account.name, password=password))
    ended = ngettext("{count} login ended", "{count} logins ended", account.logins)
    say(ended.format(count=account.logins))
    if account.is_bot:
        text = ngettext("{count} bot token ended", "{count} bot tokens ended", account.tokens)
        say(text.format(count=account.tokens))
