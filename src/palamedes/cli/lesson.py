"""`palamedes lesson`: learn a game step by step."""

from palamedes.cli.options import GameName, Plain, new_app
from palamedes.core.language import _

app = new_app()


@app.command("lesson", help=_("Learn a game step by step, starting where you left off."))
def lesson_command(game: GameName, plain: Plain = False) -> None:
    from palamedes.lessons import find_course
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.lesson import take_lesson

    take_lesson(find_course(game), make_console(plain))
