"""Games played for a challenge of the campaign: how they start, and who has completed it."""

from datetime import UTC, datetime

from palamedes.campaign import GameChallenge, chapter_of, find_game_challenge
from palamedes.core.history_rules import Result
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.stored_game import Owner, Side, new_match


def begin_challenge(challenge: GameChallenge, visitor: Visitor, name: str) -> StoredGame:
    """A new game against the opponent of a chapter."""
    game, opponent = find_game(challenge.game), chapter_of(challenge).opponent
    person = Side(name=visitor.name or name, owner=visitor.owner, is_bot=visitor.is_bot)
    engine = Side(opponent.spec(game), _(opponent.name))
    return StoredGame(
        new_id(),
        new_match(Position.start(game)),
        (person, engine) if challenge.seat == 0 else (engine, person),
        control=None,
        created=datetime.now(UTC),
        challenge=challenge.id,
    )


def completed_by(challenge_id: str, owners: tuple[Owner, Owner], result: Result | None) -> Owner:
    """The owner who has completed a challenge by a game with this result; None if not completed."""
    challenge = find_game_challenge(challenge_id)
    if challenge is None or not challenge.is_completed_by(result):
        return None
    return owners[challenge.seat]
