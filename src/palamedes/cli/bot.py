"""`palamedes bot`: start a bot of your own, run it, check it."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.arena.kit import LANGUAGES, new_bot
from palamedes.cli.bot_connect import connect_command
from palamedes.cli.options import AsJson, GameName, JsonFile, Plain, Sandbox, new_app, say
from palamedes.cli.tournament_options import (
    MEGABYTES,
    SECONDS_TO_START,
    Memory,
    SecondsAMove,
    Start,
)
from palamedes.core.language import _

app = new_app("bot", _("Create, run and check your own bots."))
PLIES = 200


@app.command("new", help=_("Create a small working bot to start from."))
def new_command(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("Name of the bot."))],
    language: Annotated[
        str, typer.Option(metavar="|".join(LANGUAGES), help=_("Programming language."))
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
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help=_("Python file with one bot."))],
) -> None:
    from palamedes.arena.kit.run import serve_bot_file
    from palamedes.games import find_game

    serve_bot_file(file, find_game(game))


@app.command(
    "check",
    help=_(
        "Play a few games against random moves, name every mistake and say what to do about it. "
        "Exit code 1 if there was one."
    ),
)
def check_command(
    game: GameName,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help=_("A bot: FILE.py, a program or cmd:PROGRAM."))
    ],
    games: Annotated[int, typer.Option(metavar="N", min=1, help=_("Number of games."))] = 4,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, max=100_000, help=_("Stop a game after N plies."))
    ] = PLIES,
    compliance: Annotated[
        bool,
        typer.Option(
            "--compliance", help=_("Walk through the protocol (UGI) step by step instead.")
        ),
    ] = False,
    seconds: SecondsAMove = 1.0,
    memory: Memory = MEGABYTES,
    start: Start = SECONDS_TO_START,
    sandbox: Sandbox = "auto",
    as_json: AsJson = False,
    json_file: JsonFile = None,
    plain: Plain = False,
) -> None:
    from palamedes.arena.plan import GameTerms
    from palamedes.games import find_game
    from palamedes.players.external import Bounds
    from palamedes.ui.terminal.bot_check import CheckOptions, check_bot
    from palamedes.ui.terminal.json_output import JsonOutput

    chosen = find_game(game)
    bounds = Bounds(start=start, megabytes=memory, sandbox=sandbox)
    terms = GameTerms(chosen.history, move=seconds, bounds=bounds)
    options = CheckOptions(games, plies, compliance, JsonOutput(as_json, json_file), plain)
    if not check_bot(chosen, player, terms, options):
        raise typer.Exit(1)


app.command("connect", help=_("Let a bot play on a Palamedes server."))(connect_command)
