"""Greetings between the players of a game, in the database; every method is one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, get_args

from sqlalchemy import Engine, func, select

from palamedes.ui.web.store.models import GreetingRow
from palamedes.ui.web.store.transactions import transaction

# The pages know the words for each. There is no free text, so there is nothing to moderate.
Greeting = Literal["hello", "luck", "nice", "oops", "thanks", "played", "bye"]
GREETINGS: tuple[Greeting, ...] = get_args(Greeting)

MOST_IN_GAME = 30  # per player
MOST_AT_ONCE, AT_ONCE = 4, timedelta(seconds=30)  # per person, in all games


class SentGreeting(NamedTuple):
    """A greeting, and the player who has sent it."""

    player: int
    greeting: Greeting


class GreetingStore:
    """Greetings in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, game_id: str, owner: str, player: int, greeting: Greeting) -> bool:
        """Store a greeting; False if its sender has sent too many."""
        now = datetime.now(UTC)
        own = select(func.count()).where(GreetingRow.owner == owner)
        lately = own.where(GreetingRow.sent > now - AT_ONCE)
        in_game = own.where(GreetingRow.game_id == game_id)
        with transaction(self._engine) as session:
            if (session.scalar(lately) or 0) >= MOST_AT_ONCE:
                return False
            if (session.scalar(in_game) or 0) >= MOST_IN_GAME:
                return False
            values = {"owner": owner, "player": player, "greeting": greeting}
            session.add(GreetingRow(game_id=game_id, sent=now, **values))
            return True

    def in_game(self, game_id: str) -> Sequence[SentGreeting]:
        """The greetings of a game, the oldest first."""
        query = select(GreetingRow).where(GreetingRow.game_id == game_id).order_by(GreetingRow.id)
        with transaction(self._engine) as session:
            return [
                SentGreeting(row.player, row.greeting)  # type: ignore[arg-type]
                for row in session.scalars(query)
            ]
