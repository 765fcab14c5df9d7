"""The games of Palamedes, and those that other packages and programs add.

One line registers a game of Palamedes. `register` or an entry point of the group `palamedes.games`
adds any other.
"""

from collections.abc import Iterable, Sequence
from typing import Any, overload

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.language import _
from palamedes.core.plugins import PluginGroup, is_edition_of
from palamedes.games.awale import AWALE
from palamedes.games.contract import check_family
from palamedes.games.morpion import MORPION
from palamedes.games.morris import MORRIS
from palamedes.games.nim import NIM
from palamedes.games.teeko import TEEKO
from palamedes.games.ultimate import ULTIMATE

BUILT_IN: tuple[Family, ...] = (MORPION, TEEKO, ULTIMATE, MORRIS, AWALE, NIM)


class Games(Sequence[Family]):
    """All games, those of Palamedes first. Plug-ins are loaded when all games are asked for."""

    def __init__(self) -> None:
        self._families = {family.name: family for family in BUILT_IN}
        self.plugins = PluginGroup("palamedes.games", self._add_installed)

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Family: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Family]: ...
    def __getitem__(self, index: int | slice) -> Family | Sequence[Family]:
        return self._all()[index]

    def __repr__(self) -> str:
        return f"<Games {' '.join(family.name for family in self)}>"

    def named(self, name: str) -> Family | None:
        """The family with a name; plug-ins are only loaded if Palamedes has none."""
        if name not in self._families:
            self.plugins.load()
        return self._families.get(name)

    def add(self, family: Family) -> None:
        """Add a family; PalamedesError if it is not as it should be, or its name is taken."""
        check_family(family)
        known = self.named(family.name)
        if known is None or (known not in BUILT_IN and _has_state_of(family, known)):
            self._families[family.name] = family
        elif known is not family:
            raise PalamedesError(
                _("there is another game named {name!r} already").format(name=family.name)
            )

    def _all(self) -> tuple[Family, ...]:
        self.plugins.load()
        return tuple(self._families.values())

    def _add_installed(self, _name: str, game: Any) -> None:
        self.add(_family_of(game))


GAMES = Games()


def all_games(families: Iterable[Family] = GAMES) -> list[Game]:
    """Every variant of every game."""
    return [family.make(variant) for family in families for variant in family.variants]


def register(game: Family | Game) -> Family:
    """Add a game of your own: from now on it is played like those of Palamedes.

    PalamedesError if something is wrong with it, or another game has its name. A game whose state
    class has been defined again, as in a notebook, replaces what it was before.
    """
    family = _family_of(game)
    GAMES.add(family)
    GAMES.plugins.note(family.name, game)
    return family


def find_game(name: str) -> Game:
    """The game with this name and optional variant: `teeko`, `teeko:advanced`."""
    if not isinstance(name, str):
        raise PalamedesError(
            _("a game or its name is needed, not {kind}").format(kind=type(name).__name__)
        )
    family_name, _colon, variant = name.lower().partition(":")
    family = GAMES.named(family_name.strip())
    if family is not None:
        return family.make(",".join(part.strip() for part in variant.split(",")))
    GAMES.plugins.refuse_if_elsewhere(family_name.strip())
    known = ", ".join(family.name for family in GAMES)
    raise PalamedesError(
        _("unknown game {name!r}; choose from {known}").format(name=name[:40], known=known)
    )


def _has_state_of(family: Family, known: Family) -> bool:
    """Whether the standard game of a family has the state class of another, perhaps edited."""
    return is_edition_of(type(family.make("").start), type(known.make("").start))


def _family_of(game: Any) -> Family:
    """A family, or that of a single game."""
    if isinstance(game, Game):
        return Family.of(game)
    if isinstance(game, Family):
        return game
    raise PalamedesError(
        _("a game must be a Game or a Family, not {kind}").format(kind=type(game).__name__)
    )
