"""`palamedes bot connect`: a bot plays on a server, under a bot account."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from palamedes.cli.options import Sandbox
from palamedes.cli.tournament_options import MEGABYTES, SECONDS_TO_START_A_BOT, Memory, Start
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

if TYPE_CHECKING:
    from palamedes.core.game import Game

LONGEST_TOKEN_FILE = 1000  # bytes
ALL = "all"


def connect_command(
    url: Annotated[
        str, typer.Argument(metavar="URL", help=_("The server, such as https://games.example."))
    ],
    player: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help=_("A bot: FILE.py, cmd:PROGRAM, or any player such as step4.")
        ),
    ],
    token_file: Annotated[
        Path,
        typer.Option(metavar="F", help=_("File with the token of the bot account.")),
    ],
    game: Annotated[
        str,
        typer.Option(metavar="GAME[,GAME]", help=_("Games it plays, such as teeko,nim.")),
    ] = ALL,
    clock: Annotated[
        str,
        typer.Option(
            metavar="MIN..MAX",
            help=_(
                "Clocks it accepts: seconds for a game, which are the total and 40 increments. "
                "Default: any, or none."
            ),
        ),
    ] = "",
    strength: Annotated[
        str,
        typer.Option(
            metavar="MIN..MAX",
            help=_("Ratings of opponents it accepts; players without a rating count as 1500."),
        ),
    ] = "..",
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help=_("Games it plays at the same time."))
    ] = 4,
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Append the log to a file instead of printing it.")),
    ] = None,
    memory: Memory = MEGABYTES,
    start: Start = SECONDS_TO_START_A_BOT,
    sandbox: Sandbox = "off",
) -> None:
    from palamedes.arena.kit.run import guarded_spec
    from palamedes.arena.online import ServerApi, Wishes, parse_span
    from palamedes.players import make_player
    from palamedes.players.external import Bounds
    from palamedes.ui.terminal.online_bot import run_online_bot

    bounds, chosen = Bounds(start=start, megabytes=memory, sandbox=sandbox), _games(game)
    for each in chosen:  # a wrong spec is said now, not in the first game
        make_player(each, guarded_spec(player, each), bounds=bounds).close()
    wishes = Wishes(
        {each.id for each in chosen},
        parse_span(clock, "--clock") if clock else None,
        parse_span(strength, "--strength"),
    )
    api = ServerApi(url, _token(token_file))
    run_online_bot(
        api,
        wishes,
        lambda game: make_player(game, guarded_spec(player, game), bounds=bounds),
        games,
        log,
    )


def _games(text: str) -> Sequence["Game"]:
    from palamedes.games import GAMES, all_games, find_game

    families = {family.name for family in GAMES}
    if text == ALL:
        return all_games()
    names: list[str] = []
    for part in text.split(","):  # a variant may have commas too
        is_variant = names and part.partition(":")[0].strip() not in families
        names = [*names[:-1], f"{names[-1]},{part}"] if is_variant else [*names, part]
    return [find_game(name.strip()) for name in names]


def _token(file: Path) -> str:
    """The token in a file: on the command line, others on the machine could read it."""
    try:
        with file.open("rb") as opened:
            text = opened.read(LONGEST_TOKEN_FILE)
    except OSError as error:
        raise PalamedesError(f"{file}: {error.strerror or error}") from None
    return text.decode("ascii", "replace").strip()
