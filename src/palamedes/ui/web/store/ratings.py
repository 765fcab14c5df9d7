"""Ratings of accounts, changed by rated games; every method is one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Engine, Select, and_, func, select
from sqlalchemy.orm import Session, aliased

from palamedes.core.glicko import Glicko, rested, update
from palamedes.players.evidence import have_both_moved, is_evidence
from palamedes.players.ladder import level_rating
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.models import (
    AccountRow,
    AdaptiveProfileRow,
    GameRow,
    MoveRow,
    RatingRow,
)
from palamedes.ui.web.store.stored_game import StoredGame
from palamedes.ui.web.store.transactions import transaction

LOOKBACK = timedelta(days=30)  # how far back to look for uncounted games
RATING_PERIOD = timedelta(days=30)  # after each one without a game a rating is less certain
LONGEST_HISTORY = 200  # ratings per pool that are shown


class RatingChange(NamedTuple):
    """A rating after a game and the difference the game made, in whole points."""

    rating: int
    change: int


class Leader(NamedTuple):
    """An account in the ranking of a pool."""

    owner: str
    name: str
    rating: float
    deviation: float
    games: int


class Ranking(NamedTuple):
    """The leaders of a pool, the number of ranked accounts, and the visitor's own place."""

    leaders: list[Leader]
    people: int
    own: Leader | None = None
    place: int = 0


class RatingHistory(NamedTuple):
    """An owner's rating in a pool, with all earlier ratings, the oldest first."""

    pool: str
    rating: float
    deviation: float
    games: int
    ratings: tuple[float, ...]
    changed: datetime


class RatingStore:
    """Ratings in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def rate(self, stored: StoredGame) -> None:
        """Change the ratings of a game's players, if it counts and has not been counted yet."""
        if not counts(stored):
            return
        with transaction(self._engine) as session:
            query = select(RatingRow.owner).where(RatingRow.game_id == stored.id).limit(1)
            if session.scalar(query) is None:
                _rate(session, stored)

    def uncounted_games(self) -> list[str]:
        """Finished rated games that were never counted, because the server ended just then.

        Games before the second move are left out: they did not count in earlier versions.
        """
        has_begun = select(MoveRow.ply).where(MoveRow.game_id == GameRow.id, MoveRow.ply == 1)
        counted = select(RatingRow.owner).where(RatingRow.game_id == GameRow.id).exists()
        is_over = (GameRow.reason.is_not(None), GameRow.changed > datetime.now(UTC) - LOOKBACK)
        query = select(GameRow.id).where(GameRow.rated, *is_over, has_begun.exists(), ~counted)
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def changes(self, stored: StoredGame) -> list[RatingChange | None]:
        """How a game changed the ratings of its two players; None for a player without a change."""
        with transaction(self._engine) as session:
            query = select(RatingRow).where(RatingRow.game_id == stored.id)
            rows = {row.owner: row for row in session.scalars(query)}
            found = [rows.get(owner or "") for owner in stored.owners]
            return [None if row is None else _change(session, row) for row in found]

    def rating(self, owner: str, pool: str) -> float | None:
        """The rating of an owner in a pool; None without one."""
        with transaction(self._engine) as session:
            row = last_rating(session, owner, pool)
            return None if row is None else row.rating

    def histories(self, owner: str) -> list[RatingHistory]:
        """All ratings of an owner, one history per pool."""
        last = (
            select(RatingRow.pool, func.max(RatingRow.games).label("games"))
            .where(RatingRow.owner == owner)
            .group_by(RatingRow.pool)
            .subquery()
        )
        is_shown = RatingRow.games > last.c.games - LONGEST_HISTORY
        query = (
            select(RatingRow)
            .join(last, (RatingRow.pool == last.c.pool) & is_shown)
            .where(RatingRow.owner == owner)
        )
        by_pool: dict[str, list[RatingRow]] = {}
        with transaction(self._engine) as session:
            for row in session.scalars(query.order_by(RatingRow.pool, RatingRow.games)):
                by_pool.setdefault(row.pool, []).append(row)
            return [_history(rows) for rows in by_pool.values()]

    def ranking(
        self, pool: str, most_deviation: float, owner: str, most: int, are_bots: bool = False
    ) -> Ranking:
        """The accounts whose rating deviation is below `most_deviation`, and the owner's place.

        People and bots are ranked apart.
        """
        with transaction(self._engine) as session:
            leaders = _leaders(session, pool, most_deviation, are_bots)
        own = next((each for each in leaders if each.owner == owner), None)
        if own is None:
            return Ranking(leaders[:most], len(leaders))
        place = 1 + sum(each.rating > own.rating for each in leaders)
        return Ranking(leaders[:most], len(leaders), own, place)


def last_ratings(*chosen: ColumnElement[bool]) -> Select[RatingRow]:
    """The newest rating of each owner in each pool, among the ratings that fulfil conditions."""
    last = (
        select(RatingRow.owner, RatingRow.pool, func.max(RatingRow.games).label("games"))
        .where(*chosen)
        .group_by(RatingRow.owner, RatingRow.pool)
        .subquery()
    )
    is_last = and_(
        RatingRow.owner == last.c.owner,
        RatingRow.pool == last.c.pool,
        RatingRow.games == last.c.games,
    )
    return select(RatingRow).join(last, is_last)


def _leaders(session: Session, pool: str, most_deviation: float, are_bots: bool) -> list[Leader]:
    """Every account in a pool whose current deviation is low enough, the best first."""
    query = (
        last_ratings(RatingRow.pool == pool)
        .add_columns(AccountRow.name)
        .join(AccountRow, AccountRow.owner == RatingRow.owner)
        .where(
            RatingRow.deviation < most_deviation,
            AccountRow.bot.is_(are_bots),
        )
        .order_by(RatingRow.rating.desc(), AccountRow.folded)
    )
    leaders = [
        Leader(row.owner, name, row.rating, current_rating(row).deviation, row.games)
        for row, name in session.execute(query)
    ]
    return [leader for leader in leaders if leader.deviation < most_deviation]


def current_rating(row: RatingRow | AdaptiveProfileRow) -> Glicko:
    """The rating as of now: its deviation grows with the time since the last game."""
    periods = (datetime.now(UTC) - in_utc(row.changed)) // RATING_PERIOD
    return rested(Glicko(row.rating, row.deviation, row.volatility), max(periods, 0))


def counts(stored: StoredGame) -> bool:
    """Whether a finished game is evidence for a rating: two players, and both have moved.

    A player who gives up against a level loses even before the first move. Otherwise the side,
    which is drawn by lot, could be drawn again and again.
    """
    match = stored.match
    engines = [seat for seat, side in enumerate(stored.sides) if not side.is_person]
    return (
        stored.rated
        and is_evidence(match, engines)
        and (have_both_moved(match) or _person_lost_to_engine(stored))
        and stored.owners[0] != stored.owners[1]
    )


def _person_lost_to_engine(stored: StoredGame) -> bool:
    winner = stored.match.result and stored.match.result.winner
    return winner is not None and not stored.sides[winner].is_person


def _is_repeated(session: Session, stored: StoredGame) -> bool:
    """Whether a player has already been rated for the same moves against the same level.

    Levels repeat their answers, so a game that was won once could be won again and again. A loss
    counts each time.
    """
    if not stored.has_engine or _person_lost_to_engine(stored):
        return False
    moves = [turn.move for turn in stored.match.turns]
    longer = aliased(MoveRow)
    query = (
        select(GameRow.id)
        .join(RatingRow, RatingRow.game_id == GameRow.id)
        .join(MoveRow, (MoveRow.game_id == GameRow.id) & (MoveRow.ply == len(moves) - 1))
        .outerjoin(longer, (longer.game_id == GameRow.id) & (longer.ply == len(moves)))
        .where(
            RatingRow.owner.in_([owner for owner in stored.owners if owner]),
            RatingRow.pool == stored.match.game.id,
            GameRow.first_spec == stored.sides[0].spec,
            GameRow.second_spec == stored.sides[1].spec,
            MoveRow.move == moves[-1],
            MoveRow.position == stored.match.positions[len(moves) - 1].text,
            longer.ply.is_(None),
        )
    )
    return any(_moves(session, game_id) == moves for game_id in session.scalars(query).all())


def _moves(session: Session, game_id: str) -> list[str]:
    query = select(MoveRow.move).where(MoveRow.game_id == game_id)
    return list(session.scalars(query.order_by(MoveRow.ply)))


def _rate(session: Session, stored: StoredGame) -> None:
    if _is_repeated(session, stored):
        return
    pool = stored.match.game.id
    before = [_rating(session, stored, player) for player in (0, 1)]
    first, second = before
    if first is None or second is None:
        return
    winner = stored.match.result.winner if stored.match.result else None
    for player, (rating, other) in enumerate(((first, second), (second, first))):
        owner = stored.owners[player]
        if not stored.sides[player].is_person or owner is None:
            continue
        points = 0.5 if winner is None else float(winner == player)
        after = update(rating, [(other, points)])
        games = (last_rating(session, owner, pool) or RatingRow(games=0)).games + 1
        session.add(_row(owner, pool, games, after, stored.id))


def _rating(session: Session, stored: StoredGame, player: int) -> Glicko | None:
    """A player's rating before a game; None for a player who cannot have one."""
    pool, side = stored.match.game.id, stored.sides[player]
    owner = side.owner
    if not side.is_person:
        return level_rating(pool, side.spec)
    account = select(AccountRow.id).where(AccountRow.owner == owner)
    if owner is None or session.scalar(account) is None:
        return None
    row = last_rating(session, owner, pool)
    return Glicko() if row is None else current_rating(row)


def last_rating(session: Session, owner: str, pool: str) -> RatingRow | None:
    """The newest rating of an owner in a pool."""
    query = select(RatingRow).where(RatingRow.owner == owner, RatingRow.pool == pool)
    return session.scalar(query.order_by(RatingRow.games.desc()).limit(1))


def _row(owner: str, pool: str, games: int, after: Glicko, game_id: str) -> RatingRow:
    now = datetime.now(UTC)
    values = {"owner": owner, "pool": pool, "games": games, **after._asdict()}
    return RatingRow(**values, changed=now, game_id=game_id)


def _change(session: Session, row: RatingRow) -> RatingChange:
    before = session.get(RatingRow, (row.owner, row.pool, row.games - 1))
    old = Glicko().rating if before is None else before.rating
    return RatingChange(round(row.rating), round(row.rating) - round(old))


def _history(rows: Sequence[RatingRow]) -> RatingHistory:
    last, ratings = rows[-1], tuple(row.rating for row in rows)
    changed = in_utc(last.changed)
    deviation = current_rating(last).deviation
    return RatingHistory(last.pool, last.rating, deviation, last.games, ratings, changed)
