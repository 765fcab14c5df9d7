"""Choosing who plays: the same questions in every front end."""

from dataclasses import replace

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import N_
from palamedes.ui.session import Seats, take_seat
from palamedes.ui.settings import load_settings, save_settings

Specs = tuple[str, str]  # who plays, as `take_seat` understands it

USUAL_LEVEL = "medium"
# Who plays: a title, and whether a person sits at each side.
SIDES: tuple[tuple[str, tuple[bool, bool]], ...] = (
    (N_("Against the computer (you start)"), (True, False)),
    (N_("Against the computer (it starts)"), (False, True)),
    (N_("Two players, one screen"), (True, True)),
    (N_("Computer against computer"), (False, False)),
)


def usual_level(game: Game) -> str:
    """The level for somebody who has chosen none."""
    return USUAL_LEVEL if USUAL_LEVEL in game.levels else next(iter(game.levels))


def remember(game: Game, specs: Specs) -> None:
    """Offer the same again the next time."""
    first, second = specs
    save_settings(replace(load_settings(), game=game.id, first=first, second=second))


def seats_for(game: Game, specs: Specs, seed: int = 0) -> Seats:
    """The seats of those who are named so; PalamedesError, and nobody sits, if one cannot."""
    first = take_seat(game, specs[0], seed)
    try:
        return first, take_seat(game, specs[1], seed + 1)
    except PalamedesError:
        if first.player is not None:
            first.player.close()
        raise
