"""Who may accept a challenge: by account, by strength, and by kind of player."""

from collections.abc import Iterable

from palamedes.core.glicko import Glicko
from palamedes.core.language import _
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.challenges import Contender, PlayerChallenge, Strength

USUAL = Glicko().rating  # of an account without a rated game
Refusal = tuple[int, str]  # an HTTP status and a sentence


def refusal(challenge: PlayerChallenge, visitor: Visitor, rating: float | None) -> Refusal | None:
    """Why a visitor with a rating in its game cannot accept a challenge; None if possible."""
    if not challenge.is_offered_to(visitor.owner):
        return 403, _("You cannot accept your own challenge.")
    if challenge.is_in_lobby and visitor.is_bot:
        return 403, _("Bots cannot accept challenges in the lobby.")
    if challenge.rated and visitor.account is None:
        return 401, _("This game is rated. Log in to join it.")
    if not any(challenge.strength):
        return None
    if visitor.account is None:
        return 401, _("This challenge asks for a rating. Log in to accept it.")
    if not challenge.strength.admits(USUAL if rating is None else rating):
        return 403, _strength_sentence(challenge.strength)
    return None


def _strength_sentence(strength: Strength) -> str:
    lowest, highest = strength
    if highest is None:
        return _("This challenge is for ratings from {lowest}.").format(lowest=lowest)
    if lowest is None:
        return _("This challenge is for ratings up to {highest}.").format(highest=highest)
    sentence = _("This challenge is for ratings from {lowest} to {highest}.")
    return sentence.format(lowest=lowest, highest=highest)


def matches(
    wanted: PlayerChallenge,
    there: Iterable[PlayerChallenge],
    visitor: Visitor,
    rating: float | None,
) -> list[PlayerChallenge]:
    """The challenges in the lobby that offer what a visitor with a rating wants to offer."""
    return [
        each
        for each in there
        if _terms(each) == _terms(wanted)
        and each.first == "random"
        and _admits(wanted.strength, each.challenger)
        and refusal(each, visitor, rating) is None
    ]


def _terms(challenge: PlayerChallenge) -> tuple[object, ...]:
    return (
        challenge.is_in_lobby,
        challenge.game,
        challenge.control,
        challenge.rated,
        challenge.first,
    )


def _admits(strength: Strength, contender: Contender) -> bool:
    """Whether a strength admits a contender; guests, who have no name, are admitted by any only."""
    rating = USUAL if contender.rating is None else contender.rating
    return not any(strength) or (bool(contender.name) and strength.admits(rating))
