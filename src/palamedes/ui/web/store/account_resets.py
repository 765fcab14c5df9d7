"""New passwords given by a command, perhaps while a server runs; every method is one transaction.

The server holds all logins in memory. So a reset leaves a row, by which it notices.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Engine, delete, func, insert, select, update

from palamedes.ui.web.store.models import AccountResetRow, AccountRow, BotTokenRow, LoginRow
from palamedes.ui.web.store.transactions import transaction


class ResetAccount(NamedTuple):
    """An account that has a new password, and what has ended by that."""

    name: str
    is_bot: bool
    logins: int
    tokens: int


class AccountResets:
    """New passwords for accounts in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def reset(self, folded: str, password: str) -> ResetAccount | None:
        """Change a password, and end all logins and bot tokens; None if there is no such account.

        `folded` is the name as `fold` writes it, `password` the hash.
        """
        with transaction(self._engine) as session:
            query = select(AccountRow).where(AccountRow.folded == folded)
            account = session.scalar(query.with_for_update())
            if account is None:
                return None
            ended = []
            for row in (LoginRow, BotTokenRow):
                chosen = row.account_id == account.id
                ended.append(session.scalar(select(func.count()).where(chosen)) or 0)
                session.execute(delete(row).where(chosen))
            changed = update(AccountRow).where(AccountRow.id == account.id)
            session.execute(changed.values(password=password))
            session.execute(insert(AccountResetRow).values(account_id=account.id))
            return ResetAccount(account.name, account.bot, *ended)

    def waiting(self) -> dict[int, int]:
        """The accounts whose resets the server has yet to notice, by the number of the reset."""
        with transaction(self._engine) as session:
            rows = session.execute(select(AccountResetRow.id, AccountResetRow.account_id))
            return {row.id: row.account_id for row in rows}

    def forget(self, numbers: Collection[int]) -> None:
        """The server has noticed these."""
        with transaction(self._engine) as session:
            session.execute(delete(AccountResetRow).where(AccountResetRow.id.in_(numbers)))
