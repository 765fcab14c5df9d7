"""What the adaptive player knows of its opponents; every method is one transaction."""

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Engine, or_, select
from sqlalchemy.orm import Session, lazyload

from palamedes.core.game import Game
from palamedes.core.glicko import Glicko
from palamedes.players.adaptive import ADAPTIVE, after_game, newcomer
from palamedes.ui.web.store.models import AdaptiveProfileRow, GameRow, MoveRow
from palamedes.ui.web.store.ratings import LOOKBACK, current_rating, last_rating
from palamedes.ui.web.store.transactions import transaction


class AdaptiveEnd(NamedTuple):
    """The end of a game against the adaptive player."""

    game_id: str
    game: Game
    person: int  # the side of its opponent
    strength: float  # that it has played with
    points: float | None  # of the opponent; None if the game says nothing about a person


class AdaptiveProfiles:
    """The profiles in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def known(self, owner: str, game: Game) -> Glicko:
        """What is known of an owner in a game; of a newcomer, what is assumed."""
        with transaction(self._engine) as session:
            return _known(session, owner, game)

    def note(self, end: AdaptiveEnd) -> None:
        """Note how strong it has played in a game, and count the game for the person, once.

        A game that was taken back and ended again has another strength, but counts no more.
        """
        with transaction(self._engine) as session:
            row = session.get(
                GameRow, end.game_id, options=[lazyload(GameRow.moves)], with_for_update=True
            )
            if row is None:  # deleted meanwhile
                return
            is_counted, row.strength = row.strength is not None, end.strength
            owner = (row.first_owner, row.second_owner)[end.person]
            if owner is not None and end.points is not None and not is_counted:
                _count(session, owner, end, end.points)

    def uncounted_games(self) -> list[str]:
        """Finished games that were never counted, because the server ended just then."""
        specs = GameRow.first_spec, GameRow.second_spec
        is_adaptive = or_(*(spec.startswith(f"{ADAPTIVE}:") for spec in specs))
        has_begun = select(MoveRow.ply).where(MoveRow.game_id == GameRow.id, MoveRow.ply == 1)
        is_over = (GameRow.reason.is_not(None), GameRow.changed > datetime.now(UTC) - LOOKBACK)
        query = select(GameRow.id).where(
            is_adaptive, *is_over, GameRow.strength.is_(None), has_begun.exists()
        )
        with transaction(self._engine) as session:
            return list(session.scalars(query))


def _known(session: Session, owner: str, game: Game) -> Glicko:
    """The account's rating or the profile: the more certain one, so that no result is lost."""
    rows = last_rating(session, owner, game.id), session.get(AdaptiveProfileRow, (owner, game.id))
    known = [current_rating(row) for row in rows if row is not None]
    return min(known, key=lambda each: each.deviation) if known else newcomer(game)


def _count(session: Session, owner: str, end: AdaptiveEnd, points: float) -> None:
    after = after_game(_known(session, owner, end.game), end.strength, points)
    row = session.get(AdaptiveProfileRow, (owner, end.game.id))
    games = 1 if row is None else row.games + 1
    session.merge(
        AdaptiveProfileRow(
            owner=owner,
            pool=end.game.id,
            games=games,
            changed=datetime.now(UTC),
            **after._asdict(),
        )
    )
