"""The choice of players, which is the same in every front end."""

from dataclasses import replace
from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import N_, _
from palamedes.players import is_program, make_player, needs_tables
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import TOP, LadderStep, ladder
from palamedes.ui.session import HUMAN, Seats, take_seat
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.texts.games import adaptive_line, level_name, step_line, step_title

Specs = tuple[str, str]  # the two players, as `take_seat` understands them

USUAL_LEVEL = ADAPTIVE  # offered first: it suits everybody
PERFECT = "perfect"
# Titles, and whether a person plays the first and the second side.
SIDES: tuple[tuple[str, tuple[bool, bool]], ...] = (
    (N_("Against the computer (you start)"), (True, False)),
    (N_("Against the computer (it starts)"), (False, True)),
    (N_("Two players, one screen"), (True, True)),
    (N_("Computer against computer"), (False, False)),
)


class OfferedPlayer(NamedTuple):
    """A player to choose: its spec, its title and, if there is one, a line about it."""

    spec: str
    title: str
    line: str = ""


def offered_players(game: Game) -> list[OfferedPlayer]:
    """The players to choose from: adaptive, the steps, perfect play, the game's other levels.

    The last step is the level TOP, which is therefore not offered again.
    """
    steps = [
        OfferedPlayer(step.name, _step_name(game, step), step_line(game, step))
        for step in ladder(game)
    ]
    perfect = [OfferedPlayer(each, level_name(each)) for each in game.levels if each == PERFECT]
    levels = [
        OfferedPlayer(each, _level_title(game, each))
        for each in game.levels
        if each not in (PERFECT, TOP)
    ]
    adaptive = OfferedPlayer(ADAPTIVE, level_name(ADAPTIVE), adaptive_line())
    return [adaptive, *steps, *perfect, *levels]


def _step_name(game: Game, step: LadderStep) -> str:
    text = _("{label}: {value}")
    return text.format(label=level_name(step.name), value=step_title(game, step))


def _level_title(game: Game, level: str) -> str:
    """The name of a level; one of the project the game was taken from is marked."""
    name = level_name(level)
    return _("{level} (original)").format(level=name) if level in game.originals else name


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
