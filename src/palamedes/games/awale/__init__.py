"""Awalé with seeds of three colours, on a circle of sixteen holes."""

from palamedes.core.game import Family, Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_
from palamedes.games.awale.board import AwaleView
from palamedes.games.awale.evaluate import EVALUATIONS
from palamedes.games.awale.guide import GUIDE
from palamedes.games.awale.lesson import LESSON
from palamedes.games.awale.rules import AwaleState, possible_codes

TITLE = N_("Awalé")
RULES = N_(
    "Sixteen holes form a circle. Player 1 owns the odd-numbered holes, player 2 the "
    "even-numbered ones. Each hole starts with two red, two blue and two transparent "
    "seeds. On your turn, choose one of your holes and sow seeds from it clockwise, "
    "one per hole, skipping the hole they come from. R sows the red seeds into every "
    "following hole. B sows the blue seeds into your opponent's holes only. TR and TB "
    "sow the transparent seeds first and then, from where those ended, the red seeds "
    "(TR) or the blue seeds (TB); all of them follow the rule for red or for blue. "
    "Seeds keep their colour. If the hole of the last seed now holds two or three "
    "seeds, whatever their colours, you take them all. Then look at the hole before "
    "it, whoever owns it: if it also holds two or three seeds, you take those too, and "
    "so on. If this leaves your opponent without a single seed, you take all the seeds "
    "that remain. The game ends when a player has taken 49 seeds or more, when fewer "
    "than 10 are left on the board (nobody gets those), or after 400 moves. Whoever "
    "has taken more seeds wins; equal scores are a draw."
)
HISTORY = HistoryRules(plies=400, points=True)
# The original player has 1.9 s per move; depth 5 takes a small part of that.
LEVELS = {
    "easy": "random",
    "medium": "best:eval=formula",
    "hard": "alphabeta:depth=5,eval=formula",
    "master": "alphabeta:time=1,book=1",
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
        possible_codes=possible_codes,
        scale=SCALE,
        originals=("easy", "medium", "hard", "formula"),
        lesson=LESSON,
        guide=GUIDE,
    )
)
