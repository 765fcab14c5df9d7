"""The past games and results of one owner; every method is one transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Engine, and_, func, not_, or_, select
from sqlalchemy.orm import Session

from palamedes.ui.session import HUMAN
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.models import (
    AdaptiveProfileRow,
    ChallengeRow,
    EntrantRow,
    GameRow,
    GreetingRow,
    LessonStepRow,
    MoveRow,
    PlayerChallengeRow,
    PuzzleTryRow,
    RatingRow,
    TournamentRow,
)
from palamedes.ui.web.store.transactions import transaction


class PlayedGame(NamedTuple):
    """A game of an owner, without its moves."""

    id: str
    game: str
    names: tuple[str, str]
    specs: tuple[str, str]
    bots: tuple[bool, bool]  # whether bot accounts play
    own_sides: tuple[int, ...]  # the sides that the owner plays
    plies: int
    winner: int | None
    reason: str | None  # None while the game is in progress
    rated: bool
    changed: datetime


class GameFilter(NamedTuple):
    """Which games of an owner are listed; "" stands for all."""

    game: str = ""  # its id
    result: Literal["", "won", "lost", "drawn", "unfinished"] = ""  # for the owner
    opponent: Literal["", "computer", "person", "here"] = ""  # here: both sides are the owner's
    only_public: bool = False


class ResultCount(NamedTuple):
    """How many finished games of an owner had the same game, side, opponent and winner."""

    game: str
    side: int  # of the owner
    opponent: str  # a spec
    winner: int | None
    games: int


class HistoryStore:
    """Past games in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def games(self, owner: str, wanted: GameFilter, skipped: int, most: int) -> list[PlayedGame]:
        """The games that pass a filter, the newest first."""
        plies = select(func.count()).where(MoveRow.game_id == GameRow.id).scalar_subquery()
        query = select(*_columns(), plies).where(*_conditions(owner, wanted))
        query = query.order_by(GameRow.changed.desc(), GameRow.id).offset(skipped).limit(most)
        with transaction(self._engine) as session:
            return [_played(owner, *row) for row in session.execute(query)]

    def count(self, owner: str, wanted: GameFilter) -> int:
        """The number of games that pass a filter."""
        query = select(func.count()).select_from(GameRow).where(*_conditions(owner, wanted))
        with transaction(self._engine) as session:
            return session.scalar(query) or 0

    def games_by_kind(self, owner: str, only_public: bool = False) -> dict[str, int]:
        """The number of games of each kind."""
        conditions = _conditions(owner, GameFilter(only_public=only_public))
        query = select(GameRow.game, func.count()).where(*conditions).group_by(GameRow.game)
        with transaction(self._engine) as session:
            found = session.execute(query.order_by(GameRow.game))
            return {str(game): int(count) for game, count in found}

    def unfinished_rated_games(self, owner: str) -> int:
        """The number of rated games in progress in which the owner is waited for.

        Games that wait for the opponent's move are not held against anybody.
        """
        query = select(func.count()).select_from(GameRow)
        with transaction(self._engine) as session:
            is_open = (_is_waited_for(owner), GameRow.rated, GameRow.reason.is_(None))
            return session.scalar(query.where(*is_open)) or 0

    def result_counts(self, owner: str) -> list[ResultCount]:
        """The results of all finished games against an engine or another person."""
        found: list[ResultCount] = []
        with transaction(self._engine) as session:
            for side, seat, other, spec in (
                (0, GameRow.first_owner, GameRow.second_owner, GameRow.second_spec),
                (1, GameRow.second_owner, GameRow.first_owner, GameRow.first_spec),
            ):
                keys = (GameRow.game, spec, GameRow.winner)
                query = select(*keys, func.count()).where(
                    seat == owner,
                    other.is_distinct_from(owner),
                    GameRow.reason.is_not(None),
                )
                for game, opponent, winner, count in session.execute(query.group_by(*keys)):
                    found.append(ResultCount(game, side, opponent, winner, count))
        return found

    # For the export of all data

    def game_ids(self, owner: str, after: str, most: int) -> list[str]:
        """The ids of up to `most` games, in their order: those greater than `after`."""
        query = select(GameRow.id).where(_is_player(owner), GameRow.id > after)
        with transaction(self._engine) as session:
            return list(session.scalars(query.order_by(GameRow.id).limit(most)))

    def other_rows(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """All other rows of an owner, by their kind, as JSON."""
        tables: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
            ("tries", PuzzleTryRow, ("game", "puzzle", "solved", "rated", "tried")),
            ("steps", ChallengeRow, ("step", "done")),
            ("lessons", LessonStepRow, ("game", "number", "done")),
            (
                "ratings",
                RatingRow,
                ("pool", "games", "rating", "deviation", "volatility", "changed", "game_id"),
            ),
            (
                "adaptive",
                AdaptiveProfileRow,
                ("pool", "games", "rating", "deviation", "volatility", "changed"),
            ),
            ("tournaments", TournamentRow, ("id", "kind", "game", "title", "settings", "created")),
            ("entries", EntrantRow, ("contest_id", "number", "name", "spec", "withdrawn")),
            ("greetings", GreetingRow, ("game_id", "player", "greeting", "sent")),
        )
        with transaction(self._engine) as session:
            found = {
                name: [
                    {field: _to_json(getattr(row, field)) for field in fields}
                    for row in session.scalars(select(table).where(table.owner == owner))
                ]
                for name, table, fields in tables
            }
            return {**found, "challenges": _challenges(session, owner)}


def _challenges(session: Session, owner: str) -> list[dict[str, Any]]:
    """The challenges that an owner has made to others, as JSON."""
    fields = (
        *("id", "game", "total", "increment", "first", "rated", "lowest", "highest"),
        *("state", "game_id", "created", "ends"),
    )
    query = select(PlayerChallengeRow).where(PlayerChallengeRow.challenger == owner)
    return [
        {field: _to_json(getattr(row, field)) for field in fields} for row in session.scalars(query)
    ]


def _is_player(owner: str) -> ColumnElement[bool]:
    return (GameRow.first_owner == owner) | (GameRow.second_owner == owner)


def _is_waited_for(owner: str) -> ColumnElement[bool]:
    """Whether it is an owner's turn, or nobody else's: against an engine or a free side.

    Rated games start with the first player, and the turns alternate.
    """
    plies = select(func.count()).where(MoveRow.game_id == GameRow.id).scalar_subquery()
    first, second = (
        and_(seat == owner, or_(other.is_(None), plies % 2 == player))
        for player, seat, other in (
            (0, GameRow.first_owner, GameRow.second_owner),
            (1, GameRow.second_owner, GameRow.first_owner),
        )
    )
    return or_(first, second)


def _conditions(owner: str, wanted: GameFilter) -> list[ColumnElement[bool]]:
    """What a game must fulfil to pass a filter."""
    conditions = [_is_player(owner)]
    if wanted.only_public:
        conditions.append(and_(GameRow.public))
    if wanted.game:
        conditions.append(GameRow.game == wanted.game)
    if wanted.result:
        conditions.append(_has_result(owner, wanted.result))
    if wanted.opponent:
        conditions.append(_has_opponent(owner, wanted.opponent))
    return conditions


def _has_result(owner: str, result: str) -> ColumnElement[bool]:
    if result == "unfinished":
        return GameRow.reason.is_(None)
    if result == "drawn":
        return and_(GameRow.reason.is_not(None), GameRow.winner.is_(None))
    won, lost = (0, 1) if result == "won" else (1, 0)
    is_first = and_(GameRow.first_owner == owner, GameRow.winner == won)
    is_second = and_(GameRow.second_owner == owner, GameRow.winner == lost)
    # Neither wins or loses a game of both sides.
    return and_(or_(is_first, is_second), not_(_is_shared(owner)))


def _has_opponent(owner: str, opponent: str) -> ColumnElement[bool]:
    are_people = and_(GameRow.first_spec == HUMAN, GameRow.second_spec == HUMAN)
    if opponent == "computer":
        return not_(are_people)
    return _is_shared(owner) if opponent == "here" else and_(are_people, not_(_is_shared(owner)))


def _is_shared(owner: str) -> ColumnElement[bool]:
    """Whether an owner plays both sides; a side that is still free counts as another person's."""
    first, second = (
        func.coalesce(side, "") == owner for side in (GameRow.first_owner, GameRow.second_owner)
    )
    return and_(first, second)


def _columns() -> Sequence[Any]:
    return (
        GameRow.id,
        GameRow.game,
        GameRow.first_name,
        GameRow.second_name,
        GameRow.first_spec,
        GameRow.second_spec,
        GameRow.first_owner,
        GameRow.second_owner,
        GameRow.first_bot,
        GameRow.second_bot,
        GameRow.winner,
        GameRow.reason,
        GameRow.rated,
        GameRow.changed,
    )


def _played(owner: str, *values: Any) -> PlayedGame:
    (game_id, game, *rest, plies) = values
    names, specs, owners = tuple(rest[0:2]), tuple(rest[2:4]), rest[4:6]
    bots = (bool(rest[6]), bool(rest[7]))
    winner, reason, rated, changed = rest[8:]
    own_sides = tuple(player for player in (0, 1) if owners[player] == owner)
    return PlayedGame(
        game_id, game, names, specs, bots, own_sides, plies, winner, reason, rated, in_utc(changed)
    )


def _to_json(value: Any) -> Any:
    return in_utc(value).isoformat() if isinstance(value, datetime) else value
