"""The tables of the database."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """All tables."""


class GameRow(Base):
    """A game, all but its moves. Who may play it is known by the hashes of their tokens."""

    __tablename__ = "games"

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
    total: Mapped[float | None]
    increment: Mapped[float | None]
    winner: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(String(40))
    detail: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    moves: Mapped[list["MoveRow"]] = relationship(
        order_by="MoveRow.ply", cascade="all, delete-orphan", lazy="selectin"
    )


class MoveRow(Base):
    """A move, with the position it was made in."""

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
