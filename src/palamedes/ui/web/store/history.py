"""What somebody has played, and how that went; one transaction each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Engine, func, select

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.models import (
    ChallengeRow,
    EntrantRow,
    GameRow,
    MoveRow,
    PuzzleTryRow,
    RatingRow,
    TournamentRow,
)
from palamedes.ui.web.store.stored_game import StoredGame, from_row
from palamedes.ui.web.store.transactions import transaction


class PlayedGame(NamedTuple):
    """A game of somebody's, without its moves."""

    id: str
    game: str
    names: tuple[str, str]
    specs: tuple[str, str]
    mine: tuple[int, ...]  # where the one who asks sits
    plies: int
    winner: int | None
    reason: str | None  # None while it goes on
    rated: bool
    changed: datetime


class ResultCount(NamedTuple):
    """How often something happened to somebody in games that are over."""

    game: str
    side: int
    opponent: str  # a spec
    winner: int | None
    games: int


class HistoryStore:
    """The past of one owner, from the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def games(self, owner: str, game: str, skipped: int, most: int) -> list[PlayedGame]:
        """Games, of one kind or ("") of all, the newest first."""
        plies = select(func.count()).where(MoveRow.game_id == GameRow.id).scalar_subquery()
        query = select(*_columns(), plies).where(_is_of(owner))
        if game:
            query = query.where(GameRow.game == game)
        query = query.order_by(GameRow.changed.desc(), GameRow.id).offset(skipped).limit(most)
        with transaction(self._engine) as session:
            return [_played(owner, *row) for row in session.execute(query)]

    def numbers(self, owner: str) -> dict[str, int]:
        """How many games there are of each kind."""
        query = select(GameRow.game, func.count()).where(_is_of(owner)).group_by(GameRow.game)
        with transaction(self._engine) as session:
            found = session.execute(query.order_by(GameRow.game))
            return {str(game): int(count) for game, count in found}

    def open_rated(self, owner: str) -> int:
        """How many rated games are not over."""
        query = select(func.count()).select_from(GameRow)
        with transaction(self._engine) as session:
            is_open = (_is_of(owner), GameRow.rated, GameRow.reason.is_(None))
            return session.scalar(query.where(*is_open)) or 0

    def counts(self, owner: str) -> list[ResultCount]:
        """The results of all games against somebody else, summed up."""
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

    # Everything, to be taken away

    def matches(self, owner: str, after: str, most: int) -> list[tuple[str, StoredGame | None]]:
        """Whole games by their ids, which are greater than one; None for what cannot be read."""
        query = select(GameRow).where(_is_of(owner), GameRow.id > after)
        with transaction(self._engine) as session:
            rows = session.scalars(query.order_by(GameRow.id).limit(most)).all()
            return [(row.id, _readable(row)) for row in rows]

    def notes(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """Tries, steps, ratings and tournaments, as JSON can hold them."""
        tables: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
            ("tries", PuzzleTryRow, ("game", "puzzle", "solved", "rated", "tried")),
            ("steps", ChallengeRow, ("step", "done")),
            (
                "ratings",
                RatingRow,
                ("pool", "games", "rating", "deviation", "volatility", "changed", "game_id"),
            ),
            ("tournaments", TournamentRow, ("id", "kind", "game", "title", "settings", "created")),
            ("entries", EntrantRow, ("contest_id", "number", "name", "spec", "withdrawn")),
        )
        with transaction(self._engine) as session:
            return {
                name: [
                    {field: _plain(getattr(row, field)) for field in fields}
                    for row in session.scalars(select(table).where(table.owner == owner))
                ]
                for name, table, fields in tables
            }


def _is_of(owner: str) -> ColumnElement[bool]:
    return (GameRow.first_owner == owner) | (GameRow.second_owner == owner)


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
        GameRow.winner,
        GameRow.reason,
        GameRow.rated,
        GameRow.changed,
    )


def _played(owner: str, *values: Any) -> PlayedGame:
    (game_id, game, *rest, plies) = values
    names, specs, owners = tuple(rest[0:2]), tuple(rest[2:4]), rest[4:6]
    winner, reason, rated, changed = rest[6:]
    mine = tuple(player for player in (0, 1) if owners[player] == owner)
    return PlayedGame(
        game_id, game, names, specs, mine, plies, winner, reason, rated, in_utc(changed)
    )


def _readable(row: GameRow) -> StoredGame | None:
    try:
        return from_row(row)
    except PalamedesError:
        return None


def _plain(value: Any) -> Any:
    return in_utc(value).isoformat() if isinstance(value, datetime) else value
