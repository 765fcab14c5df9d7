"""Which requests a game allows: challenges, tournaments and rated games allow fewer."""

from palamedes.campaign import find_game_challenge
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.store import StoredGame

NOT_IN_A_CHALLENGE = ("draw", "pause", "move now", "rematch")
NOT_IN_A_RATED_GAME = ("undo", "hint", "pause", "move now")  # ratings would mean nothing


def forbidden_requests(stored: StoredGame, tournament_id: str = "") -> tuple[str, ...]:
    """The types of requests that a challenge or a tournament game refuses from the start."""
    in_tournament = ("rematch",) if tournament_id else ()
    challenge = find_game_challenge(stored.challenge)
    if challenge is None:
        return in_tournament
    helps = {"hint": challenge.hints, "undo": challenge.undo}
    refused = (kind for kind, is_allowed in helps.items() if not is_allowed)
    return (*NOT_IN_A_CHALLENGE, *refused, *in_tournament)


def check_allowed(kind: str, stored: StoredGame, tournament_id: str) -> None:
    """Raises PalamedesError if this type of request is not allowed in a game."""
    if kind in forbidden_requests(stored, tournament_id):
        in_challenge = _("This challenge does not allow that.")
        raise PalamedesError(
            in_challenge if stored.challenge else _("Not possible in a tournament game.")
        )
    if not stored.rated:
        return
    # An engine accepts draws too easily for a rated game.
    if kind in NOT_IN_A_RATED_GAME or (kind == "draw" and stored.has_engine):
        raise PalamedesError(_("Not possible in a rated game."))
