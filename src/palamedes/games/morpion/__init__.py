"""Morpion: tic-tac-toe with as many pieces as a line has squares; once placed, they move."""

from functools import partial

from palamedes.core.drops import DropLayers
from palamedes.core.game import Family, Game
from palamedes.core.grid import square_symmetries
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_
from palamedes.games.morpion.board import MorpionView
from palamedes.games.morpion.evaluate import EVALUATIONS
from palamedes.games.morpion.guide import GUIDE
from palamedes.games.morpion.lesson import LESSON
from palamedes.games.morpion.rules import (
    Morpion3State,
    Morpion4BeginnerState,
    Morpion4State,
    Morpion5BeginnerState,
    Morpion5State,
    Morpion6BeginnerState,
    Morpion6State,
    possible_codes,
)

RULES = N_(
    "Each player has as many pieces as a row of the board has squares: three on the 3 "
    "x 3 board. Take turns placing them on empty squares. Once all your pieces are on "
    "the board, move one of them to any empty square on each turn. Whoever gets all "
    "their pieces in one row, one column or one of the two main diagonals wins."
)
BEGINNER_RULES = N_(
    "Each player has as many pieces as a row of the board has squares: four on the 4 x "
    "4 board. Take turns placing them on empty squares. Once all your pieces are on "
    "the board, move one of them to any empty square on each turn. In this beginner's "
    "version, all pieces but one are enough: whoever gets that many in one row, one "
    "column or one of the two main diagonals, side by side or not, wins."
)
VARIANTS = {
    "": (N_("Morpion"), Morpion3State),
    "4": (N_("Morpion 4 x 4"), Morpion4State),
    "5": (N_("Morpion 5 x 5"), Morpion5State),
    "6": (N_("Morpion 6 x 6"), Morpion6State),
    "4,beginner": (N_("Morpion 4 x 4 for beginners"), Morpion4BeginnerState),
    "5,beginner": (N_("Morpion 5 x 5 for beginners"), Morpion5BeginnerState),
    "6,beginner": (N_("Morpion 6 x 6 for beginners"), Morpion6BeginnerState),
}
LARGEST_SOLVED = 5  # 6 x 6 has 10^12 positions
HISTORY = HistoryRules(repetition=3)
LEVELS = {
    "easy": "random",
    "medium": "best:eval=cubes",
    "hard": "alphabeta:depth=4,eval=open",
    "master": "alphabeta:time=1",
}
SOLVED_LEVELS = {**LEVELS, "master": "alphabeta:time=1,tables=1", "perfect": "perfect"}


def _variant(variant: str) -> Game:
    title, state = VARIANTS[variant]
    size = state.SIZE
    can_be_solved = size <= LARGEST_SOLVED
    return Game(
        name="morpion",
        variant=variant,
        title=title,
        rules=BEGINNER_RULES if variant.endswith("beginner") else RULES,
        start=state(),
        view=MorpionView(state),
        history=HISTORY,
        evaluations=EVALUATIONS,
        levels=SOLVED_LEVELS if can_be_solved else LEVELS,
        layers=DropLayers(state(), size, square_symmetries(size)) if can_be_solved else None,
        possible_codes=partial(possible_codes, size),
        originals=("easy", "medium", "hard", "cubes", "trivial", "open"),
        evaluation_aliases={"g": "cubes"},
        lesson=LESSON,
        guide=GUIDE,
    )


MORPION = Family.of(*map(_variant, VARIANTS), aliases={"3": ""})
