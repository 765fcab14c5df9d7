"""Games that are played for a challenge of the campaign: what their rules are, how they begin."""

from datetime import UTC, datetime

from palamedes.campaign import GameChallenge, chapter_of, find_game_challenge
from palamedes.core.history import Result
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.session import HUMAN
from palamedes.ui.web.http.visitors import Visitor, new_id
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.stored_game import Owner

NEVER = ("draw", "pause", "move now", "rematch")  # in a challenge


def forbidden(stored: StoredGame) -> tuple[str, ...]:
    """What nobody may ask for in a game, because the challenge says so."""
    challenge = find_game_challenge(stored.challenge)
    if challenge is None:
        return ()
    helps = {"hint": challenge.hints, "undo": challenge.undo}
    return *NEVER, *(kind for kind, is_allowed in helps.items() if not is_allowed)


def begin_challenge(challenge: GameChallenge, visitor: Visitor, name: str) -> StoredGame:
    """A new game against the opponent of a chapter."""
    opponent = chapter_of(challenge).opponent
    stored = StoredGame(
        new_id(),
        Match.of(find_game(challenge.game)),
        specs=(HUMAN, opponent.spec),
        names=(visitor.name or name, _(opponent.name)),
        owners=(visitor.owner, None),
        control=None,
        created=datetime.now(UTC),
        challenge=challenge.id,
    )
    if challenge.seat == 1:
        stored.specs, stored.names = stored.specs[::-1], stored.names[::-1]
        stored.owners = stored.owners[::-1]
    return stored


def winner_of(challenge_id: str, owners: tuple[Owner, Owner], result: Result | None) -> Owner:
    """The owner who has met a challenge by a game that ended so, if somebody has."""
    challenge = find_game_challenge(challenge_id)
    if challenge is None or not challenge.is_completed_by(result):
        return None
    return owners[challenge.seat]
