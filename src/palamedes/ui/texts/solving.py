"""What solving a game costs and finds, in words."""

from math import ceil
from typing import TYPE_CHECKING

from palamedes.core.cores import usable_cores
from palamedes.core.game import Game
from palamedes.core.language import N_, _, ngettext
from palamedes.core.position import Position
from palamedes.solver.exact_values import ExactValues
from palamedes.solver.tablebase import Tablebase, choose_layers
from palamedes.ui.texts.sizes import size_text

if TYPE_CHECKING:
    from palamedes.library.solving import Solution

# Rough: solving starts with compiling, and a core then solves about a million positions a second.
# A position takes at most a byte on disk.
COMPILING = 15.0  # seconds
POSITIONS = 1e6  # per second and core
VALUES = {
    "win": N_("the first player wins"),
    "loss": N_("the second player wins"),
    "draw": N_("a draw"),
}


def value_sentences(solution: "Solution") -> list[str]:
    """What the start of a game is worth and, if it is decided, how long the game lasts."""
    known = _("unknown until all tables are built (--all)")
    if solution.value:
        known = _(VALUES[solution.value])
    sentences = [_("With perfect play: {value}.").format(value=known)]
    if solution.plies:
        sentences.append(_("The game then lasts {plies} plies.").format(plies=solution.plies))
    return sentences


def cost_text(solution: "Solution") -> str:
    """What solving the game has cost."""
    text = _("{size} on disk, solved in {seconds:.1f} s")
    return text.format(size=size_text(solution.bytes), seconds=solution.seconds)


def unknown_sentence(position: Position) -> str:
    """Which tables the exact value of a position needs; empty where others are no help.

    Positions before the first of the tables, those while men are placed, need all of them.
    """
    game = position.game
    reached = () if game.layers is None else game.layers.reached(position.state)
    if not reached or position.result is not None:
        return ""
    if ExactValues(game).reaches(position.play(position.codes[0]).state):
        return ""
    text = _(
        "Exact values here need all tables. Build them with: palamedes solve {game} --all ({cost})"
    )
    return text.format(game=game.id, cost=solving_cost(game, every=True))


def solving_cost(game: Game, men: str | None = None, every: bool = False) -> str:
    """The time, memory and disk space that missing tables take: up to `men`, all, or the usual."""
    tables = Tablebase(game)
    wanted = choose_layers(tables, men, every)
    layers = [layer for group in tables.missing(wanted) for layer in group]
    positions = sum(int(tables.layers.space(layer).size()) for layer in layers)
    seconds = COMPILING + positions / POSITIONS / usable_cores()
    text = _("{time}, {memory} of memory, at most {disk} on disk")
    memory = size_text(tables.memory_needed(wanted))
    return text.format(time=_about(seconds), memory=memory, disk=size_text(positions))


def _about(seconds: float) -> str:
    if seconds < 60:
        return _("less than a minute")
    minutes = ceil(seconds / 60)
    return ngettext("about {count} minute", "about {count} minutes", minutes).format(count=minutes)
