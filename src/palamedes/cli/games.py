"""`palamedes games`: the games there are."""

from palamedes.cli.options import AsJson, Plain, new_app, say_json
from palamedes.core.language import _

app = new_app()


@app.command(
    "games", help=_("List the games with their variants and levels, and which of them are solved.")
)
def games_command(as_json: AsJson = False, plain: Plain = False) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.games_list import games_document, show_games

    if as_json:
        say_json(games_document())
    else:
        show_games(make_console(plain))
