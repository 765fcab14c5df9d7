"""Teeko: four pieces each, in a line or in a square."""

from palamedes.core.drops import DropLayers
from palamedes.core.game import Family, Game, State
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_
from palamedes.games.teeko.board import TeekoView
from palamedes.games.teeko.evaluate import EVALUATIONS
from palamedes.games.teeko.guide import GUIDE
from palamedes.games.teeko.lesson import LESSON
from palamedes.games.teeko.rules import (
    IMAGES,
    MEN,
    TeekoAdvancedState,
    TeekoState,
    possible_codes,
)

TITLE = N_("Teeko")
ADVANCED_TITLE = N_("Advanced Teeko")
RULES = N_(
    "Each player has four pieces. Take turns placing them on empty squares. Once all "
    "eight are on the board, take turns moving one of your pieces to an adjacent empty "
    "square, in any of the eight directions, without jumping. The first player to get "
    "all four pieces on adjacent squares in a line (row, column or diagonal) or in a 2 "
    "x 2 square wins."
)
ADVANCED_RULES = N_(
    "Each player has four pieces. Take turns placing them on empty squares. Once all "
    "eight are on the board, take turns moving one of your pieces to an adjacent empty "
    "square, in any of the eight directions, without jumping. The first player to get "
    "all four pieces on adjacent squares in a line (row, column or diagonal) or on the "
    "corners of a square of any size (with sides along the rows and columns) wins."
)
HISTORY = HistoryRules(repetition=3)
LEVELS = {
    "easy": "random",
    "medium": "minimax:depth=2,eval=original",
    "hard": "alphabeta:depth=5,eval=original",
    "master": "alphabeta:time=1,tables=1,book=1",
    "perfect": "perfect",
}
SCALE = 140.0  # fitted to games of alpha-beta against itself


def _variant(variant: str, title: str, rules: str, state: State) -> Game:
    return Game(
        name="teeko",
        variant=variant,
        title=title,
        rules=rules,
        start=state(),
        view=TeekoView(state),
        history=HISTORY,
        evaluations=EVALUATIONS,
        levels=LEVELS,
        layers=DropLayers(state(), MEN, IMAGES, wins_are_stored=False),
        possible_codes=possible_codes,
        scale=SCALE,
        originals=("easy", "medium", "hard", "original"),
        evaluation_aliases={"seed": "original"},
        lesson=LESSON,
        guide=GUIDE,
    )


TEEKO = Family.of(
    _variant("", TITLE, RULES, TeekoState),
    _variant("advanced", ADVANCED_TITLE, ADVANCED_RULES, TeekoAdvancedState),
)
