"""`palamedes bot`: start a bot of your own, run it, check it."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.arena.kit import LANGUAGES, new_bot
from palamedes.cli.options import GameName, Plain, new_app, say
from palamedes.cli.tournament_options import (
    MEGABYTES,
    SECONDS_TO_START_A_BOT,
    Memory,
    SecondsAMove,
    Start,
)
from palamedes.core.language import _

app = new_app("bot", _("Create, run and check your own bots."))


@app.command("new", help=_("Create a small working bot to start from."))
def new_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("Name of the bot."))],
    game: Annotated[str, typer.Option(metavar="GAME", help=_("A game, such as teeko."))],
    language: Annotated[
        str, typer.Option("--lang", metavar="|".join(LANGUAGES), help=_("Programming language."))
    ] = LANGUAGES[0],
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help=_("Where to create the bot's folder."))
    ] = Path(),
) -> None:
    from palamedes.games import find_game
    from palamedes.ui.terminal.guide import guide_text

    made = new_bot(name, find_game(game), language, folder)
    (made / "RULES.txt").write_text(guide_text(game), encoding="utf-8")
    say(_("Bot created. Next steps: see {path}/README.md").format(path=made))


@app.command(
    "run", help=_("Run a Python bot as an engine that speaks UGI (Universal Game Interface).")
)
def run_command(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help=_("Python file with one bot."))],
    game: GameName,
) -> None:
    from palamedes.arena.kit.run import serve_bot_file
    from palamedes.games import find_game

    serve_bot_file(file, find_game(game))


@app.command("check", help=_("Play a few games against a random player and report any problems."))
def check_command(
    game: GameName,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help=_("A bot: FILE.py or cmd:PROGRAM."))
    ],
    games: Annotated[int, typer.Option(metavar="N", min=1, help=_("Number of games."))] = 4,
    seconds: SecondsAMove = 1.0,
    memory: Memory = MEGABYTES,
    start: Start = SECONDS_TO_START_A_BOT,
    plain: Plain = False,
) -> None:
    from palamedes.arena.kit.trial_games import play_trial_games
    from palamedes.arena.plan import GameTerms
    from palamedes.games import find_game
    from palamedes.players.external import Bounds
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.bot_check import show_trials

    chosen = find_game(game)
    bounds = Bounds(start=start, megabytes=memory)
    terms = GameTerms(chosen.history, move=seconds, bounds=bounds)
    if not show_trials(play_trial_games(chosen, player, terms, games), make_console(plain)):
        raise typer.Exit(1)
