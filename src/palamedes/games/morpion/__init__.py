"""Morpion: tic-tac-toe with as many pieces as a line has squares; once placed, they move."""

from palamedes.core.drops import DropLayers
from palamedes.core.game import Family, Game
from palamedes.core.grid import square_symmetries
from palamedes.core.history import HistoryRules
from palamedes.core.language import N_
from palamedes.games.morpion.board import MorpionView
from palamedes.games.morpion.evaluate import EVALUATIONS
from palamedes.games.morpion.rules import (
    Morpion3State,
    Morpion4BeginnerState,
    Morpion4State,
    Morpion5BeginnerState,
    Morpion5State,
    Morpion6BeginnerState,
    Morpion6State,
)

TITLE = N_("Morpion")
RULES = N_(
    "Each player has as many pieces as a row of the board has squares: three on the 3 "
    "x 3 board. Take turns placing them on empty squares. Once all your pieces are on "
    "the board, move one of them to any empty square on each turn. Whoever gets all "
    "their pieces in one row, one column or one of the two main diagonals wins."
)
BEGINNER = N_(
    "Each player has as many pieces as a row of the board has squares: four on the 4 x "
    "4 board. Take turns placing them on empty squares. Once all your pieces are on "
    "the board, move one of them to any empty square on each turn. In this beginner's "
    "version, all pieces but one are enough: whoever gets that many in one row, one "
    "column or one of the two main diagonals, side by side or not, wins."
)
STATES = {
    "": Morpion3State,
    "4": Morpion4State,
    "5": Morpion5State,
    "6": Morpion6State,
    "4,beginner": Morpion4BeginnerState,
    "5,beginner": Morpion5BeginnerState,
    "6,beginner": Morpion6BeginnerState,
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
    state = STATES[variant]
    size = state.SIZE
    can_be_solved = size <= LARGEST_SOLVED
    return Game(
        "morpion",
        variant,
        TITLE,
        BEGINNER if variant.endswith("beginner") else RULES,
        state(),
        MorpionView(state),
        HISTORY,
        EVALUATIONS,
        SOLVED_LEVELS if can_be_solved else LEVELS,
        DropLayers(state(), size, square_symmetries(size)) if can_be_solved else None,
        originals=("easy", "medium", "hard", "cubes", "trivial", "open"),
        evaluation_aliases={"g": "cubes"},
    )


MORPION = Family.of(*map(_variant, STATES), aliases={"3": ""})
