"""Nine men's morris: three men in a row are a mill, and take an enemy man."""

from palamedes.core.game import Family, Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_
from palamedes.games.morris.board import MorrisView
from palamedes.games.morris.evaluate import EVALUATIONS
from palamedes.games.morris.guide import GUIDE
from palamedes.games.morris.layers import MorrisLayers
from palamedes.games.morris.lesson import LESSON
from palamedes.games.morris.rules import MorrisState, possible_codes

TITLE = N_("Nine men's morris")
RULES = N_(
    "Each player has nine men. Take turns placing them on empty points. Once all men "
    "are placed, take turns moving one of your men along a line to the next point, if "
    "it is empty; when you have only three men left, you may move one of them to any "
    "empty point. Three men of one player in a line form a mill. Whenever you close a "
    "mill, by placing or by moving a man, you remove one of your opponent's men from "
    "the board; only one, even if you close two mills at once. Men in a mill are safe, "
    "unless all of that player's men are in mills. You lose if you have fewer than "
    "three men left, counting those in hand, or if you cannot move."
)
HISTORY = HistoryRules(repetition=3, quiet=200)
LEVELS = {
    "easy": "alphabeta:depth=3,eval=naive",
    "medium": "alphabeta:depth=4,eval=advanced",
    "hard": "alphabeta:depth=5,eval=expert",
    "master": "alphabeta:time=1,tables=1,book=1",
    "perfect": "perfect",
}
SCALE = 40.0  # fitted to games of alpha-beta against itself

MORRIS = Family.of(
    Game(
        name="morris",
        title=TITLE,
        rules=RULES,
        start=MorrisState(),
        view=MorrisView(),
        history=HISTORY,
        evaluations=EVALUATIONS,
        levels=LEVELS,
        layers=MorrisLayers(),
        possible_codes=possible_codes,
        scale=SCALE,
        originals=("easy", "medium", "hard", "naive", "advanced", "expert"),
        lesson=LESSON,
        guide=GUIDE,
    )
)
