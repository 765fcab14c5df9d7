"""Ultimate tic-tac-toe: nine boards, and each move sends the opponent to one of them."""

from palamedes.core.game import Family, Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_
from palamedes.games.ultimate.board import UltimateView
from palamedes.games.ultimate.evaluate import EVALUATIONS
from palamedes.games.ultimate.guide import GUIDE
from palamedes.games.ultimate.lesson import LESSON
from palamedes.games.ultimate.rules import UltimateState, possible_codes

TITLE = N_("Ultimate tic-tac-toe")
RULES = N_(
    "Nine small tic-tac-toe boards form a large one. Take turns marking an empty cell. "
    "The cell you choose decides where your opponent must play next: a mark in the "
    "upper right cell of a small board sends them to the upper right board. Three "
    "marks in a line (row, column or diagonal) win a small board. A board that is won "
    "or full is closed; a player who is sent there may play in any open board. Whoever "
    "wins three small boards in a line wins the game. It is a draw as soon as neither "
    "player can get such a line any more."
)
HISTORY = HistoryRules()
LEVELS = {
    "easy": "best:eval=ultime",
    "medium": "minimax:depth=3,eval=ultime,error=0.3",
    "hard": "alphabeta:depth=4,eval=difficile",
    "master": "alphabeta:time=1,book=1",
}
SCALE = 80.0  # fitted to games of alpha-beta against itself

ULTIMATE = Family.of(
    Game(
        name="ultimate",
        title=TITLE,
        rules=RULES,
        start=UltimateState(),
        view=UltimateView(),
        history=HISTORY,
        evaluations=EVALUATIONS,
        levels=LEVELS,
        possible_codes=possible_codes,
        scale=SCALE,
        originals=("easy", "medium", "hard", "ultime", "difficile"),
        lesson=LESSON,
        guide=GUIDE,
    )
)
