"""The choice of players, which is the same in every front end."""

from dataclasses import replace

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import N_
from palamedes.players import is_program, make_player, needs_tables
from palamedes.ui.session import HUMAN, Seats, take_seat
from palamedes.ui.settings import load_settings, save_settings

Specs = tuple[str, str]  # the two players, as `take_seat` understands them

USUAL_LEVEL = "medium"
# Titles, and whether a person plays the first and the second side.
SIDES: tuple[tuple[str, tuple[bool, bool]], ...] = (
    (N_("Against the computer (you start)"), (True, False)),
    (N_("Against the computer (it starts)"), (False, True)),
    (N_("Two players, one screen"), (True, True)),
    (N_("Computer against computer"), (False, False)),
)


def usual_level(game: Game) -> str:
    """The level to offer first."""
    return USUAL_LEVEL if USUAL_LEVEL in game.levels else next(iter(game.levels))


def check_player(game: Game, spec: str) -> None:
    """Raise PalamedesError if `spec` names no player of this game."""
    if spec == HUMAN or is_program(spec) or needs_tables(game, spec):
        return
    make_player(game, spec).close()


def remember(game: Game, specs: Specs) -> None:
    """Offer the same game and players the next time."""
    first, second = specs
    save_settings(replace(load_settings(), game=game.id, first=first, second=second))


def seats_for(game: Game, specs: Specs, seed: int = 0) -> Seats:
    """The seats of two players; raises PalamedesError, and closes both, if one is not valid."""
    first = take_seat(game, specs[0], seed)
    try:
        return first, take_seat(game, specs[1], seed + 1)
    except PalamedesError:
        if first.player is not None:
            first.player.close()
        raise
