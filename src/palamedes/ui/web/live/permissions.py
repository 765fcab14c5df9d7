"""Which requests a game allows: challenges, tournaments and rated games allow fewer."""

from palamedes.campaign import find_game_challenge
from palamedes.core.language import N_
from palamedes.ui.web.store import StoredGame

NOT_IN_A_CHALLENGE = ("draw", "pause", "move now", "rematch")
# A takeback gives time back: two players, or one who came twice, could hold a round up for ever.
NOT_IN_A_TOURNAMENT = ("rematch", "claim", "undo", "hint", "pause", "move now")
NOT_IN_A_RATED_GAME = ("undo", "hint", "pause", "move now")  # ratings would mean nothing


def forbidden_requests(stored: StoredGame, tournament_id: str = "") -> tuple[str, ...]:
    """The types of requests that a challenge or a tournament game refuses from the start."""
    in_tournament = NOT_IN_A_TOURNAMENT if tournament_id else ()
    challenge = find_game_challenge(stored.challenge)
    if challenge is None:
        return in_tournament
    helps = {"hint": challenge.hints, "undo": challenge.undo}
    refused = (kind for kind, is_allowed in helps.items() if not is_allowed)
    return (*NOT_IN_A_CHALLENGE, *refused, *in_tournament)


def shows_thinking(stored: StoredGame) -> bool:
    """Whether everybody may see what an engine thinks while the game goes on.

    Its expected moves are as good as a hint, so it keeps them to itself where hints are refused.
    """
    return stored.match.result is not None or "hint" not in refusals(stored, "")


def refusals(stored: StoredGame, tournament_id: str) -> dict[str, str]:
    """Why a game refuses some types of requests, by type: texts for `_`."""
    in_rated_game = [*NOT_IN_A_RATED_GAME] if stored.rated else []
    if stored.rated and stored.has_engine:
        in_rated_game.append("draw")  # an engine accepts draws too easily for a rated game
    in_challenge = N_("This challenge does not allow that.")
    reason = in_challenge if stored.challenge else N_("Not possible in a tournament game.")
    return {
        **dict.fromkeys(in_rated_game, N_("Not possible in a rated game.")),
        **dict.fromkeys(forbidden_requests(stored, tournament_id), reason),
    }
