"""What there is to see in the lobby, read in one transaction for all who are there."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Engine, and_, func, or_, select
from sqlalchemy.orm import Session

from palamedes.ui.web.store.challenges import PlayerChallenge, is_open, select_challenges
from palamedes.ui.web.store.models import (
    AccountRow,
    BlockRow,
    GameRow,
    MoveRow,
    PlayerChallengeRow,
    RatingRow,
)
from palamedes.ui.web.store.ratings import last_ratings
from palamedes.ui.web.store.transactions import transaction

MOST_GAMES = 20
STILL = timedelta(minutes=10)  # after which a game without a move is not shown any more


class RunningGame(NamedTuple):
    """A public game in progress."""

    id: str
    game: str
    names: tuple[str, str]
    owners: tuple[str, str]
    bots: tuple[bool, bool]
    plies: int
    rated: bool


class LobbySnapshot(NamedTuple):
    """The lobby at one moment.

    players: the names of the accounts that play public games, by owner
    apart: pairs of owners of whom one has blocked the other, in both orders
    ratings: of those who are there, by owner and game, where a challenge asks for a strength
    """

    challenges: list[PlayerChallenge]
    games: list[RunningGame]
    players: dict[str, str]
    apart: frozenset[tuple[str, str]]
    ratings: dict[tuple[str, str], float]


class LobbyStore:
    """The lobby in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def snapshot(self, here: Collection[str]) -> LobbySnapshot:
        """What there is to see for the owners who are there."""
        concerned = or_(
            PlayerChallengeRow.lobby_until.is_not(None), PlayerChallengeRow.opponent.in_(here)
        )
        with transaction(self._engine) as session:
            challenges = select_challenges(session, and_(is_open(), concerned))
            games = _running_games(session)
            return LobbySnapshot(
                challenges,
                games,
                _accounts(session, {owner for game in games for owner in game.owners}),
                _apart(session, here),
                _ratings(session, here, challenges),
            )


def _running_games(session: Session) -> list[RunningGame]:
    plies = select(func.count()).where(MoveRow.game_id == GameRow.id).scalar_subquery()
    query = (
        select(
            *(GameRow.id, GameRow.game, GameRow.first_name, GameRow.second_name),
            *(GameRow.first_owner, GameRow.second_owner, GameRow.first_bot, GameRow.second_bot),
            *(plies, GameRow.rated),
        )
        .where(
            GameRow.public,
            GameRow.reason.is_(None),
            GameRow.changed > datetime.now(UTC) - STILL,
        )
        .order_by(GameRow.changed.desc())
        .limit(MOST_GAMES)
    )
    return [
        RunningGame(row[0], row[1], row[2:4], (row[4] or "", row[5] or ""), row[6:8], *row[8:])
        for row in map(tuple, session.execute(query))
    ]


def _accounts(session: Session, owners: Collection[str]) -> dict[str, str]:
    query = select(AccountRow.owner, AccountRow.name).where(AccountRow.owner.in_(owners))
    return {owner: str(name) for owner, name in session.execute(query)}


def _apart(session: Session, here: Collection[str]) -> frozenset[tuple[str, str]]:
    concerned = or_(BlockRow.owner.in_(here), BlockRow.blocked.in_(here))
    found = session.execute(select(BlockRow.owner, BlockRow.blocked).where(concerned)).all()
    return frozenset(pair for one, other in found for pair in ((one, other), (other, one)))


def _ratings(
    session: Session, here: Collection[str], challenges: list[PlayerChallenge]
) -> dict[tuple[str, str], float]:
    games = {challenge.game for challenge in challenges if any(challenge.strength)}
    last = last_ratings(RatingRow.owner.in_(here), RatingRow.pool.in_(games))
    return {(row.owner, row.pool): row.rating for row in session.scalars(last)}
