"""Teeko: four pieces each, in a line or in a square."""

from functools import cache

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.history import HistoryRules
from palamedes.core.language import N_, _
from palamedes.games.teeko.board import TeekoView
from palamedes.games.teeko.rules import TeekoAdvancedState, TeekoState

TITLE = N_("Teeko")
RULES = N_(
    "Two players have four pieces each. First they drop them in turn on empty squares. Then they "
    "move one of their pieces in turn to an adjacent empty square, in any of the eight directions, "
    "without jumping. Who has the four pieces on adjacent squares of one line (row, column or "
    "diagonal) or on a square of 2 x 2 wins."
)
ADVANCED = N_("Advanced Teeko: the corners of any larger square win too.")


@cache
def make(variant: str) -> Game:
    history = HistoryRules(repetition=3)
    if variant == "":
        return Game("teeko", "", TITLE, RULES, TeekoState(), TeekoView(TeekoState), history)
    if variant == "advanced":
        return Game(
            "teeko",
            variant,
            TITLE,
            ADVANCED,
            TeekoAdvancedState(),
            TeekoView(TeekoAdvancedState),
            history,
        )
    raise PalamedesError(
        _("teeko has no variant {variant!r}; there is: advanced").format(variant=variant[:40])
    )


TEEKO = Family("teeko", TITLE, ("", "advanced"), make)
