"""Challenges between players as JSON documents, and the games they become."""

from datetime import UTC, datetime
from secrets import randbelow

from palamedes.core.language import N_, _
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.web.features.accounts.history import game_title
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.challenges import Contender, PlayerChallenge
from palamedes.ui.web.store.stored_game import Side, new_match

DECLINED = {  # by its reason
    "": N_("{player} declined your challenge."),
    "busy": N_("{player} is busy. Try again later."),
    "game": N_("{player} does not play this game."),
    "clock": N_("{player} does not play with this clock."),
    "strength": N_("{player} plays against opponents of another strength."),
}
OUTCOMES = {  # by its state
    "expired": N_("The challenge was not answered in time."),
    "cancelled": N_("The challenge was cancelled."),
}


def challenge_document(challenge: PlayerChallenge, visitor: Visitor) -> Document:
    """A challenge as one visitor sees it."""
    control = challenge.control
    return {
        "id": challenge.id,
        "state": challenge.state,
        "game": challenge.game,
        "title": game_title(challenge.game),
        "challenger": _contender_document(challenge.challenger, visitor),
        "opponent": challenge.opponent and _contender_document(challenge.opponent, visitor),
        "clock": control and {"total": control.total, "increment": control.increment},
        "first": challenge.first,
        "rated": challenge.rated,
        "strength": list(challenge.strength),
        "lobby": challenge.is_in_lobby,
        "created": challenge.created.isoformat(),
        "ends": challenge.ends.isoformat(),
        "reason": challenge.reason,
        "message": _message(challenge),
        "game_id": challenge.game_id,
    }


def _contender_document(contender: Contender, visitor: Visitor) -> Document:
    rating = contender.rating
    return {
        "name": contender.name,
        "bot": contender.is_bot,
        "rating": None if rating is None else round(rating),
        "you": contender.owner == visitor.owner,
    }


def _message(challenge: PlayerChallenge) -> str:
    """What to tell the challenger; empty while there is nothing to tell."""
    if challenge.state == "declined" and challenge.opponent is not None:
        return _(DECLINED[challenge.reason]).format(player=challenge.opponent.name)
    return _(OUTCOMES[challenge.state]) if challenge.state in OUTCOMES else ""


def game_of(challenge: PlayerChallenge, opponent: Visitor) -> StoredGame:
    """The game that begins when an opponent accepts."""
    challenger = challenge.challenger
    sides = (
        Side(name=challenger.name, owner=challenger.owner, is_bot=challenger.is_bot),
        Side(name=opponent.name, owner=opponent.owner, is_bot=opponent.is_bot),
    )
    is_random = challenge.first == "random"
    if challenge.first == "opponent" or (is_random and randbelow(2)):
        sides = sides[::-1]
    return StoredGame(
        new_id(),
        new_match(Position.start(find_game(challenge.game))),
        sides,
        challenge.control,
        datetime.now(UTC),
        challenge.rated,
        is_public=challenge.is_in_lobby,
    )
