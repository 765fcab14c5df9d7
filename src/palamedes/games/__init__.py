"""The games of Palamedes. One line registers a game."""

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.language import _
from palamedes.games.awale import AWALE
from palamedes.games.morpion import MORPION
from palamedes.games.morris import MORRIS
from palamedes.games.nim import NIM
from palamedes.games.teeko import TEEKO
from palamedes.games.ultimate import ULTIMATE

GAMES: tuple[Family, ...] = (MORPION, TEEKO, ULTIMATE, MORRIS, AWALE, NIM)


def find_game(name: str) -> Game:
    """The game with this name and optional variant: `teeko`, `teeko:advanced`."""
    family_name, _colon, variant = name.lower().partition(":")
    for family in GAMES:
        if family.name == family_name.strip():
            return family.make(",".join(part.strip() for part in variant.split(",")))
    known = ", ".join(family.name for family in GAMES)
    raise PalamedesError(
        _("unknown game {name!r}; choose from {known}").format(name=name[:40], known=known)
    )
