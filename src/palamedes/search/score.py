"""What a score means, in every search.

A score is an integer for the side to move. A game won now is WON, a win in n plies WON - n, a loss
in n plies n - WON, a draw or an even position 0. Evaluations lie strictly within +-ESTIMATE, so
that proven and estimated scores can never be mistaken for each other. ESTIMATE itself is a proven
win in a number of plies that nobody knows, and -ESTIMATE such a loss.

An evaluation is a NamedTuple decorated with `compiled`: its fields are the weights, its method
`score(state, last)` the estimate for the side to move, `last` being the move that led to `state`
(NO_MOVE at the start of a game).
"""

from palamedes.core.kernel import part
from palamedes.core.language import _, ngettext
from palamedes.core.probe import UNKNOWN, Truth
from palamedes.core.rules import LOSS, WIN

WON = 1_000_000
DEEPEST = 200  # plies that a search can look ahead
ESTIMATE = WON - 1000  # no proven win is further away, by a search and a table together


@part
def final_score(outcome, ply):
    """The score of a finished game, `ply` plies after the position the score is for."""
    if outcome == WIN:
        return WON - ply
    return ply - WON if outcome == LOSS else 0


@part
def table_score(byte, ply):
    """The score of a byte of a table, `ply` plies after the position the score is for."""
    if byte == 0:
        return 0
    end = ply + byte - 1
    return end - WON if byte & 1 else WON - end


def truth_score(truth: Truth, earlier: int = 0) -> int:
    """The score of an exact value, or of the same seen from so many plies earlier in the game."""
    if truth.plies == UNKNOWN:
        score = ESTIMATE if truth.outcome == WIN else -ESTIMATE
    else:
        score = int(final_score(truth.outcome, truth.plies + earlier))
    return -score if earlier % 2 else score


def plies_to_win(score: int) -> int | None:
    """The plies in which the side to move wins, None if that is not proven or not known."""
    return WON - score if score > ESTIMATE else None


def plies_to_loss(score: int) -> int | None:
    """The plies in which the side to move loses, None if that is not proven or not known."""
    return WON + score if score < -ESTIMATE else None


def chance(score: int, scale: float) -> float:
    """The share of the point that the side to move can expect; 1 for a proven win.

    An estimate of `scale` means three points in four, one of twice `scale` nine in ten.
    """
    if abs(score) >= ESTIMATE:
        return float(score > 0)
    return 1 / (1 + 3 ** max(-30.0, min(-score / scale, 30.0)))


def score_text(score: int, is_true: bool = False) -> str:
    """A score as people read it: `win in 5 plies`, `loss in 2 plies`, or the signed estimate.

    An exact 0 (`is_true`) is a `draw`.
    """
    if (plies := plies_to_win(score)) is not None:
        return ngettext("win in {plies} ply", "win in {plies} plies", plies).format(plies=plies)
    if (plies := plies_to_loss(score)) is not None:
        return ngettext("loss in {plies} ply", "loss in {plies} plies", plies).format(plies=plies)
    if abs(score) == ESTIMATE:
        return _("win") if score > 0 else _("loss")
    return _("draw") if is_true and score == 0 else f"{score:+d}"
