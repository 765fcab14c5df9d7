"""`palamedes rules`: the rules of a game, with boards."""

from palamedes.cli.options import GameName, Plain, new_app
from palamedes.core.language import _

app = new_app()


@app.command("rules", help=_("Print the rules of a game, with boards and examples."))
def rules_command(game: GameName, plain: Plain = False) -> None:
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.guide import show_guide

    show_guide(game, make_console(plain))
