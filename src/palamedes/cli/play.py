"""`palamedes play`: a game in the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from palamedes.cli.options import (
    PLAYER_HELP,
    GameName,
    Limit,
    MovesText,
    NoBook,
    Plain,
    Points,
    PositionText,
    Quiet,
    Repetition,
    Sandbox,
    history_of,
    new_app,
    position_of,
    split_moves,
)
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

if TYPE_CHECKING:
    from palamedes.ui.session import TimeControl

HUMAN = "human"

app = new_app()


@app.command("play", help=_("Play in the terminal."))
def play_command(
    game: GameName,
    first: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = HUMAN,
    second: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = HUMAN,
    position: PositionText = None,
    moves: MovesText = "",
    repetition: Repetition = None,
    quiet: Quiet = None,
    limit: Limit = None,
    points: Points = False,
    seed: Annotated[int, typer.Option(help=_("Random seed."))] = 0,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS[+INCREMENT]",
            help=_("Clock: seconds per player for the whole game, and seconds added per move."),
        ),
    ] = None,
    pause: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=60,
            help=_("Pause before each move of the computer; default: by your settings."),
        ),
    ] = None,
    no_book: NoBook = False,
    sandbox: Sandbox = "off",
    plain: Plain = False,
) -> None:
    from palamedes.core.match import Match
    from palamedes.games import find_game
    from palamedes.players import without_book
    from palamedes.players.external import set_usual_sandbox
    from palamedes.ui.session.choosing_players import remember
    from palamedes.ui.terminal import make_console, play
    from palamedes.ui.terminal.opponents import make_seats
    from palamedes.ui.terminal.unfinished import mention_unfinished, offer_unfinished

    set_usual_sandbox(sandbox)
    start = position_of(find_game(game), position, "")
    history = history_of(start.game, repetition, quiet, limit, points)
    match = Match(start, history)
    for move in split_moves(moves):
        match.play(move)
    control = _time_control(clock, len(match.turns))
    console = make_console(plain)
    if (first, second) != (HUMAN, HUMAN) or control or match.turns or position is not None:
        mention_unfinished(console, start.game)
    elif offer_unfinished(console, start.game) is not None:
        return
    specs = first, second
    if no_book:
        specs = without_book(start.game, first), without_book(start.game, second)
    seats = make_seats(console, start.game, specs, seed)
    if console.interactive:
        remember(start.game, (first, second))
    play(match, console, seats=seats, control=control, pause=pause)


def _time_control(text: str | None, since: int) -> "TimeControl | None":
    """The clock that `300` or `300+2` sets for the moves after `since`; raises PalamedesError."""
    from palamedes.ui.session import TimeControl

    if text is None:
        return None
    total, _plus, increment = text.partition("+")
    try:
        return TimeControl(float(total), float(increment or 0), since)
    except (ValueError, PalamedesError):
        raise PalamedesError(
            _("{text!r} is not a valid time; try 300 or 300+2").format(text=text[:40])
        ) from None
