"""Bot accounts and their tokens in the database; every method is one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Engine, delete, func, insert, or_, select, update

from palamedes.ui.web.store.accounts import Visitor, in_utc
from palamedes.ui.web.store.models import (
    AccountRow,
    BotTokenRow,
    EntrantRow,
    GameRow,
    RatingRow,
)
from palamedes.ui.web.store.transactions import transaction

MOST_TOKENS = 10  # per account


class StoredBotToken(NamedTuple):
    """A token in the list that its owner sees; the hash itself is not shown."""

    token_hash: str
    label: str
    created: datetime


class BotStore:
    """Bot accounts and their tokens in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def become_bot(self, owner: str) -> bool:
        """Make an account a bot account, for good; False if it has already played.

        So no rating of a person is ever a bot's, nor the other way round.
        """
        has_played = (
            select(GameRow.id).where(
                or_(GameRow.first_owner == owner, GameRow.second_owner == owner)
            ),
            select(RatingRow.owner).where(RatingRow.owner == owner),
            select(EntrantRow.number).where(EntrantRow.owner == owner),
        )
        with transaction(self._engine) as session:
            if any(session.execute(query.limit(1)).first() for query in has_played):
                return False
            session.execute(update(AccountRow).where(AccountRow.owner == owner).values(bot=True))
            return True

    def add_token(self, token_hash: str, account: int, label: str) -> bool:
        """Store a token of a bot account; False if it is none, or has too many."""
        with transaction(self._engine) as session:
            row = session.get(AccountRow, account, with_for_update=True)
            number = select(func.count()).where(BotTokenRow.account_id == account)
            if row is None or not row.bot or session.scalar(number) == MOST_TOKENS:
                return False
            values = {"token": token_hash, "account_id": account, "label": label}
            session.execute(insert(BotTokenRow).values(**values, created=datetime.now(UTC)))
            return True

    def end_token(self, token_hash: str) -> None:
        self._delete(BotTokenRow.token == token_hash)

    def end_tokens(self, account: int) -> None:
        self._delete(BotTokenRow.account_id == account)

    def _delete(self, chosen: Any) -> None:
        with transaction(self._engine) as session:
            session.execute(delete(BotTokenRow).where(chosen))

    def tokens_of(self, account: int) -> Sequence[StoredBotToken]:
        """The tokens of an account, the newest first."""
        query = select(BotTokenRow).where(BotTokenRow.account_id == account)
        with transaction(self._engine) as session:
            rows = session.scalars(query.order_by(BotTokenRow.created.desc()))
            return [StoredBotToken(row.token, row.label, in_utc(row.created)) for row in rows]

    def bot_with(self, token_hash: str) -> Visitor | None:
        """The bot account behind a token, by its hash; None if not found."""
        query = select(AccountRow).join(BotTokenRow, BotTokenRow.account_id == AccountRow.id)
        with transaction(self._engine) as session:
            row = session.scalar(query.where(BotTokenRow.token == token_hash))
            return None if row is None else Visitor(row.owner, row.id, row.name, is_bot=True)

    def all_tokens(self) -> dict[str, Visitor]:
        """The bot account behind each token, by its hash."""
        query = select(BotTokenRow.token, AccountRow.owner, AccountRow.id, AccountRow.name)
        query = query.join(AccountRow, AccountRow.id == BotTokenRow.account_id)
        with transaction(self._engine) as session:
            return {
                token: Visitor(owner, account, name, is_bot=True)
                for token, owner, account, name in session.execute(query)
            }
