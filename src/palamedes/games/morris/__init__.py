"""Nine men's morris: three men in a row are a mill, and take an enemy man."""

from palamedes.core.game import Family, Game
from palamedes.core.history import HistoryRules
from palamedes.core.language import N_
from palamedes.games.morris.board import MorrisView
from palamedes.games.morris.evaluate import EVALUATIONS
from palamedes.games.morris.layers import MorrisLayers
from palamedes.games.morris.rules import MorrisState

TITLE = N_("Nine men's morris")
RULES = N_(
    "Two players have nine men each. First they place them in turn on empty points. Then they move "
    "one of their men in turn along a line to the next point, if it is empty; a player with only "
    "three men left may move one of them to any empty point. Three men of one player on a line are "
    "a mill. Who closes a mill, in whatever way, takes one enemy man off the board, one only even "
    "when two mills close at once. Men that stand in a mill are safe, unless all enemy men do. Who "
    "has fewer than three men left, on the board and in hand together, or cannot move, loses."
)
HISTORY = HistoryRules(repetition=3, quiet=200)
LEVELS = {
    "easy": "alphabeta:depth=3,eval=naive",
    "medium": "alphabeta:depth=4,eval=advanced",
    "hard": "alphabeta:depth=5,eval=expert",
    "master": "alphabeta:time=1,tables=1",
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
        scale=SCALE,
        originals=("easy", "medium", "hard", "naive", "advanced", "expert"),
    )
)
