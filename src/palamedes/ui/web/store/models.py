"""The tables of the database."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base of all tables."""


def _partial(name: str, column: str, where: str, unique: bool = False) -> Index:
    """An index of those rows only that fulfil a condition; in SQLite truth is 1."""
    sqlite_where = text(where.replace("public", "public = 1"))
    return Index(
        name, column, unique=unique, sqlite_where=sqlite_where, postgresql_where=text(where)
    )


class GameRow(Base):
    """A game without its moves. The owners may move; http/visitors.py says what an owner is."""

    __tablename__ = "games"
    __table_args__ = (_partial("games_to_watch", "changed", "public AND reason IS NULL"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(80), index=True)
    start: Mapped[str] = mapped_column(Text)
    history: Mapped[dict[str, Any]] = mapped_column(JSON)
    first_spec: Mapped[str] = mapped_column(String(80))
    second_spec: Mapped[str] = mapped_column(String(80))
    first_name: Mapped[str] = mapped_column(String(80))
    second_name: Mapped[str] = mapped_column(String(80))
    first_owner: Mapped[str | None] = mapped_column(String(64), index=True)
    second_owner: Mapped[str | None] = mapped_column(String(64), index=True)
    first_bot: Mapped[bool] = mapped_column(server_default=false())
    second_bot: Mapped[bool] = mapped_column(server_default=false())
    rated: Mapped[bool] = mapped_column(server_default=false())
    public: Mapped[bool] = mapped_column(server_default=false())  # whether strangers may find it
    step: Mapped[str] = mapped_column(String(40), server_default="")  # the id of its challenge
    rematch: Mapped[str] = mapped_column(String(16), server_default="")  # the id of the next game
    strength: Mapped[float | None]  # that the adaptive player has played with
    total: Mapped[float | None]
    increment: Mapped[float | None]
    winner: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(String(40))
    detail: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    # With several processes (store/leases.py): who has the game, and its clock as last seen.
    process: Mapped[str | None] = mapped_column(String(16), index=True)
    epoch: Mapped[int] = mapped_column(server_default="0")
    clock_spent: Mapped[float | None]
    clock_left: Mapped[float | None]
    clock_read: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    moves: Mapped[list["MoveRow"]] = relationship(
        order_by="MoveRow.ply", cascade="all, delete-orphan", lazy="selectin"
    )


class MoveRow(Base):
    """A move, with the position it was played in."""

    __tablename__ = "moves"
    __table_args__ = (Index("moves_by_position", "position"),)

    game_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[str] = mapped_column(String(400))
    move: Mapped[str] = mapped_column(String(40))
    seconds: Mapped[float | None]
    depth: Mapped[int | None]
    nodes: Mapped[int | None] = mapped_column(BigInteger)
    score: Mapped[int | None]


class AccountRow(Base):
    """A name with a password. `owner` is the key to what belongs to it; it is not a token."""

    __tablename__ = "accounts"
    __table_args__ = {"sqlite_autoincrement": True}  # the id of a deleted account is not reused

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(80), unique=True)  # the name without upper case
    skeleton: Mapped[str] = mapped_column(String(80), server_default="", index=True)  # of its looks
    password: Mapped[str] = mapped_column(String(200))
    owner: Mapped[str] = mapped_column(String(64), unique=True)
    bot: Mapped[bool] = mapped_column(server_default=false())  # a program plays under this name
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class LoginRow(Base):
    """A logged-in browser; `token` is the hash of its token."""

    __tablename__ = "logins"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    browser: Mapped[str] = mapped_column(String(200))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class BotTokenRow(Base):
    """A key with which a program plays for a bot account; `token` is its hash."""

    __tablename__ = "bot_tokens"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    label: Mapped[str] = mapped_column(String(40))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PlayerChallengeRow(Base):
    """A game that one player offers another; without an opponent, anybody may accept."""

    __tablename__ = "challenges"
    __table_args__ = (
        _partial(
            "one_in_the_lobby",
            "challenger",
            "lobby_until IS NOT NULL AND state = 'open'",
            unique=True,
        ),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    challenger: Mapped[str] = mapped_column(String(64), index=True)  # owners
    opponent: Mapped[str | None] = mapped_column(String(64), index=True)
    game: Mapped[str] = mapped_column(String(80))
    total: Mapped[float | None]
    increment: Mapped[float | None]
    first: Mapped[str] = mapped_column(String(10))  # challenger, opponent, random
    rated: Mapped[bool]
    lowest: Mapped[int | None]  # ratings of those who may accept it
    highest: Mapped[int | None]
    # In the lobby `ends` is put off while the challenger stays, up to this time.
    lobby_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    state: Mapped[str] = mapped_column(String(10))  # open, accepted, declined, cancelled
    reason: Mapped[str] = mapped_column(String(10))  # why it was declined
    game_id: Mapped[str] = mapped_column(String(16))  # once it is accepted
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    ends: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class BlockRow(Base):
    """An owner who wants nothing to do with another."""

    __tablename__ = "blocks"
    __table_args__ = (UniqueConstraint("owner", "blocked"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    blocked: Mapped[str] = mapped_column(String(64), index=True)  # an owner, too
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class GreetingRow(Base):
    """One of our greetings that a player has sent to the opponent in a game."""

    __tablename__ = "greetings"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    owner: Mapped[str] = mapped_column(String(64), index=True)
    player: Mapped[int]  # the side of the owner
    greeting: Mapped[str] = mapped_column(String(20))
    sent: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class RatingRow(Base):
    """An owner's rating after `games` rated games, or puzzles, of a pool."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ratings_of_pool", "pool", "owner"),)

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    pool: Mapped[str] = mapped_column(String(80), primary_key=True)
    games: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    game_id: Mapped[str | None] = mapped_column(String(16), index=True)  # to rate no game twice


class AdaptiveProfileRow(Base):
    """What the adaptive player knows of an owner after `games` games of a pool."""

    __tablename__ = "adaptive_profiles"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    pool: Mapped[str] = mapped_column(String(80), primary_key=True)
    games: Mapped[int]
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PuzzleTryRow(Base):
    """An owner's first answer to a puzzle, or the first right one after it."""

    __tablename__ = "puzzle_tries"
    __table_args__ = (Index("puzzle_tries_of_owner", "owner", "game"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(80))  # without the variant
    puzzle: Mapped[str] = mapped_column(String(64))  # the id of the puzzle
    solved: Mapped[bool]
    rated: Mapped[bool]
    tried: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class ChallengeRow(Base):
    """A challenge of the campaign that an owner has completed; `step` is its id."""

    __tablename__ = "steps"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    step: Mapped[str] = mapped_column(String(80), primary_key=True)
    done: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class LessonStepRow(Base):
    """A step of a lesson that an owner has completed."""

    __tablename__ = "lesson_steps"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(80), primary_key=True)  # without the variant
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    done: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class TournamentRow(Base):
    """A tournament of engines or of people."""

    __tablename__ = "contests"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))  # engines, people
    game: Mapped[str] = mapped_column(String(80))
    title: Mapped[str] = mapped_column(String(80))
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(10))  # open, running, over, stopped
    owner: Mapped[str] = mapped_column(String(64), index=True)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    process: Mapped[str | None] = mapped_column(String(16))  # that plays it, if engines do


class EntrantRow(Base):
    """An entrant of a tournament: an engine with its spec, or a person with an owner."""

    __tablename__ = "entrants"

    contest_id: Mapped[str] = mapped_column(
        ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(80))
    spec: Mapped[str] = mapped_column(String(200), default="")
    owner: Mapped[str | None] = mapped_column(String(64), index=True)
    withdrawn: Mapped[bool] = mapped_column(default=False)
    expelled: Mapped[bool] = mapped_column(default=False)  # removed by the organiser


class PairingRow(Base):
    """Two people who meet in a round; without a second it is a bye."""

    __tablename__ = "pairings"

    contest_id: Mapped[str] = mapped_column(
        ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True
    )
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    board: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first: Mapped[int]  # numbers of entrants
    second: Mapped[int | None]
    game_id: Mapped[str | None] = mapped_column(
        ForeignKey("games.id", ondelete="SET NULL"), index=True
    )
    points: Mapped[float | None]  # of the first; null until the game is over


class HeartbeatRow(Base):
    """What the health check wrote last; the padding fills a page of the database."""

    __tablename__ = "heartbeats"

    id: Mapped[int] = mapped_column(primary_key=True)
    written: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    padding: Mapped[str] = mapped_column(Text)


class ClosedClockRow(Base):
    """The clock of a game when the server ended: the next one lets it run on from there."""

    __tablename__ = "closed_clocks"

    game_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    spent: Mapped[float]  # seconds on the move to come
    left: Mapped[float | None]  # seconds until the player to move runs out of time


class AccountResetRow(Base):
    """An account whose logins were ended by a command: a running server has yet to notice."""

    __tablename__ = "account_resets"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]


class ProcessRow(Base):
    """A process that serves this database, and its last heartbeat."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    seen: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class ProcessMessageRow(Base):
    """What one process has to say to another, until that one has read it."""

    __tablename__ = "process_messages"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    process: Mapped[str] = mapped_column(String(16), index=True)
    body: Mapped[str] = mapped_column(Text)


class RateLimitRow(Base):
    """What a visitor may still do, for a limit that holds across processes; `key` is a hash."""

    __tablename__ = "rate_limits"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    left: Mapped[float]
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
