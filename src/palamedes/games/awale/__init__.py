"""Awalé with seeds of three colours, on a circle of sixteen holes."""

from palamedes.core.game import Family, Game
from palamedes.core.history import HistoryRules
from palamedes.core.language import N_
from palamedes.games.awale.board import AwaleView
from palamedes.games.awale.evaluate import EVALUATIONS
from palamedes.games.awale.rules import AwaleState

TITLE = N_("Awalé")
RULES = N_(
    "Sixteen holes form a circle. Player 1 owns the odd ones, player 2 the even ones. Each starts "
    "with two red, two blue and two transparent seeds. The players sow in turn from a hole of "
    "their own, clockwise, one seed a hole; the hole they sow from is skipped. R sows its red "
    "seeds into every hole that follows. B sows its blue seeds into the holes of the opponent "
    "only. TR and TB sow its transparent seeds first, and then the red ones (TR) or the blue ones "
    "(TB), all in the way of red or of blue. Seeds keep their colour. If the hole of the last seed "
    "then holds two or three seeds of any colours, the player takes them, and goes on so with the "
    "hole before it, whoever owns it. A player who leaves the opponent without a seed takes all "
    "that are left. The game ends when a player has 49 seeds or more, when fewer than 10 are left "
    "on the board, which nobody takes, or after 400 moves. Who has taken more seeds wins."
)
HISTORY = HistoryRules(plies=400, points=True)
# The original player has 1.9 s per move; depth 5 takes a small part of that.
LEVELS = {
    "easy": "random",
    "medium": "best:eval=formula",
    "hard": "alphabeta:depth=5,eval=formula",
    "master": "alphabeta:time=1",
}
SCALE = 2800.0  # fitted to games of alpha-beta against itself

AWALE = Family.of(
    Game(
        name="awale",
        title=TITLE,
        rules=RULES,
        start=AwaleState(),
        view=AwaleView(),
        history=HISTORY,
        evaluations=EVALUATIONS,
        levels=LEVELS,
        scale=SCALE,
        originals=("easy", "medium", "hard", "formula"),
    )
)
