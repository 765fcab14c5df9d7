"""The players that visitors may enter for a tournament: our engines, with limited options.

No text from a visitor may open a file or start a program: only levels, steps of the ladder, engines
and options that are listed here are passed on to `make_player`.
"""

import re
from collections.abc import Sequence

from palamedes.arena.plan import Entrant, parse_entrants
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.players import make_player, needs_tables
from palamedes.players.ladder import STEP, find_step, is_step

OPTION = r"[a-z]{1,12}=([a-z0-9._]{1,20}|learned-[0-9]{1,3})"
SPEC = re.compile(rf"([a-z]{{1,20}}|{STEP.pattern})(:{OPTION}(,{OPTION}){{0,7}})?")
ALGORITHMS = ("random", "best", "minimax", "alphabeta", "mcts")
# The largest value of each option. The tournament limits the time per move as well.
LARGEST_VALUES = {
    "depth": 12,
    "nodes": 1_000_000,
    "time": 2,
    "hash": 64,  # megabytes
    "threads": 2,
    "error": 1,
    "book": 1,
}
NAME_OPTIONS = ("eval", "style")  # options whose values are names
LONGEST_NAME = 40


def parse_allowed_entrants(game: Game, texts: Sequence[str]) -> tuple[Entrant, ...]:
    """The players that texts such as `hard` or `mine=mcts:nodes=500` name.

    Raises PalamedesError if one is not valid or not allowed.
    """
    found = parse_entrants(texts)
    for entrant in found:
        if len(entrant.name) > LONGEST_NAME:
            raise PalamedesError(_("{name}: this name is too long.").format(name=entrant.name[:40]))
        _check(game, entrant.spec)
    for entrant in found:  # after all checks, since it may take memory and time
        make_player(game, entrant.spec).close()
    return found


def _check(game: Game, spec: str) -> None:
    """Raises PalamedesError if a spec is not one of our engines, or costs too much."""
    if not SPEC.fullmatch(spec):
        raise _refusal(spec)
    name, _colon, options = spec.partition(":")
    if is_step(name):
        find_step(game, name)
    elif name not in (*game.levels, *ALGORITHMS):
        raise _refusal(spec)
    for option in filter(None, options.split(",")):
        _check_option(*option.split("="))
    if needs_tables(game, spec):
        raise PalamedesError(
            _("{game} is not solved on this server, so perfect play is not available.").format(
                game=game.id
            )
        )


def _check_option(name: str, value: str) -> None:
    if name in NAME_OPTIONS:
        return
    if name not in LARGEST_VALUES:
        raise PalamedesError(
            _("The option {name} is not allowed on this server.").format(name=name)
        )
    try:
        is_low = float(value) <= LARGEST_VALUES[name]
    except ValueError:
        is_low = False
    if not is_low:
        text = _("{name} can be at most {most} on this server (got {value}).")
        raise PalamedesError(text.format(name=name, most=LARGEST_VALUES[name], value=value))


def _refusal(spec: str) -> PalamedesError:
    text = _("{spec}: only built-in levels and engines can play here, for example mcts:nodes=500.")
    return PalamedesError(text.format(spec=spec[:40]))
