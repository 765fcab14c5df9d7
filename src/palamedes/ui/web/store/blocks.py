"""Who has blocked whom, in the database; every method is one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Engine, and_, delete, exists, func, or_, select

from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.models import AccountRow, BlockRow
from palamedes.ui.web.store.transactions import ConflictError, transaction

MOST_BLOCKED = 500  # per owner


class Block(NamedTuple):
    """Somebody whom an owner has blocked."""

    id: int
    name: str  # "" for a guest
    created: datetime


class BlockStore:
    """Blocks in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, owner: str, blocked: str) -> bool:
        """Let an owner block another; False if the owner has blocked too many."""
        number = select(func.count()).where(BlockRow.owner == owner)
        is_known = select(BlockRow.id).where(BlockRow.owner == owner, BlockRow.blocked == blocked)
        try:
            with transaction(self._engine) as session:
                if session.execute(is_known).first() is not None:
                    return True
                if (session.scalar(number) or 0) >= MOST_BLOCKED:
                    return False
                session.add(BlockRow(owner=owner, blocked=blocked, created=datetime.now(UTC)))
        except ConflictError:  # another request has just done the same
            pass
        return True

    def end(self, owner: str, block_id: int) -> bool:
        """End a block of an owner; False if it is not found."""
        chosen = delete(BlockRow).where(BlockRow.id == block_id, BlockRow.owner == owner)
        with transaction(self._engine) as session:
            return session.execute(chosen.returning(BlockRow.id)).first() is not None

    def of(self, owner: str) -> Sequence[Block]:
        """The blocks of an owner, the newest first."""
        query = (
            select(BlockRow.id, AccountRow.name, BlockRow.created)
            .outerjoin(AccountRow, AccountRow.owner == BlockRow.blocked)
            .where(BlockRow.owner == owner)
            .order_by(BlockRow.id.desc())
        )
        with transaction(self._engine) as session:
            found = session.execute(query)
            return [Block(number, name or "", in_utc(created)) for number, name, created in found]

    def are_apart(self, one: str, other: str) -> bool:
        """Whether one of two owners has blocked the other."""
        with transaction(self._engine) as session:
            return bool(session.scalar(select(are_apart(one, other))))


def are_apart(one: Any, other: Any) -> ColumnElement[bool]:
    """Whether one of two owners, texts or columns, has blocked the other."""
    pairs = (
        and_(BlockRow.owner == first, BlockRow.blocked == second)
        for first, second in ((one, other), (other, one))
    )
    return exists().where(or_(*pairs))
