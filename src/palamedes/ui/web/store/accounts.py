"""Accounts and the browsers in which somebody has logged in, one transaction each."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.orm import Session

from palamedes.ui.web.store.models import AccountRow, LoginRow
from palamedes.ui.web.store.transactions import TakenError, transaction

LASTING = timedelta(days=90)
MOST_LOGINS = 20  # of one account: the oldest ends then


class Visitor(NamedTuple):
    """Somebody who asks for something.

    owner: what their games belong to; "" for a visitor without a cookie
    """

    owner: str
    account: int | None = None
    name: str = ""  # of the account


class Login(NamedTuple):
    """A browser in which somebody has logged in, by the hash of its token."""

    hashed: str
    visitor: Visitor
    ends: datetime


class Account(NamedTuple):
    """Somebody with a name and a password, of which only a hash is known."""

    id: int
    name: str
    password: str
    owner: str
    created: datetime

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.owner, self.id, self.name)


class StoredLogin(NamedTuple):
    """A login as its owner may see it, but for the hash."""

    hashed: str
    browser: str
    created: datetime


class AccountStore:
    """Accounts and logins in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Accounts

    def create(self, name: str, folded: str, password: str, owner: str) -> Account | None:
        """A new account; None if somebody has this name."""
        now = datetime.now(UTC)
        row = AccountRow(name=name, folded=folded, password=password, owner=owner, created=now)
        try:
            with transaction(self._engine) as session:
                session.add(row)
                session.flush()
                return _account(row)
        except TakenError:
            return None

    def account(self, folded: str) -> Account | None:
        """The account with a name, however that is written."""
        with transaction(self._engine) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.folded == folded))
            return None if row is None else _account(row)

    def account_of(self, owner: str) -> Account | None:
        """The account by which somebody owns things."""
        with transaction(self._engine) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.owner == owner))
            return None if row is None else _account(row)

    def change_password(self, account: int, password: str) -> None:
        statement = update(AccountRow).where(AccountRow.id == account)
        with transaction(self._engine) as session:
            session.execute(statement.values(password=password))

    # Logins

    def begin_login(self, hashed: str, account: Account, browser: str) -> list[str] | None:
        """Keep a login, and say which old ones it ends; None if the account is no more, or has
        another password than the one that was checked."""
        with transaction(self._engine) as session:
            row = session.get(AccountRow, account.id, with_for_update=True)
            if row is None or row.password != account.password:
                return None
            _end_old(session)
            newest = select(LoginRow.token).where(LoginRow.account_id == account.id)
            stored = session.scalars(newest.order_by(LoginRow.created.desc())).all()
            ended = list(stored[MOST_LOGINS - 1 :])
            session.execute(delete(LoginRow).where(LoginRow.token.in_(ended)))
            values = {"token": hashed, "account_id": account.id, "browser": browser}
            session.execute(insert(LoginRow).values(**values, created=datetime.now(UTC)))
            return ended

    def end_login(self, hashed: str) -> None:
        with transaction(self._engine) as session:
            session.execute(delete(LoginRow).where(LoginRow.token == hashed))

    def end_logins(self, account: int) -> None:
        with transaction(self._engine) as session:
            session.execute(delete(LoginRow).where(LoginRow.account_id == account))

    def logins_of(self, account: int) -> Sequence[StoredLogin]:
        """The logins of an account, the newest first."""
        query = select(LoginRow).where(LoginRow.account_id == account)
        with transaction(self._engine) as session:
            _end_old(session)
            rows = session.scalars(query.order_by(LoginRow.created.desc()))
            return [StoredLogin(row.token, row.browser, in_utc(row.created)) for row in rows]

    def all_logins(self) -> list[Login]:
        """Everybody who is logged in; logins that have lasted too long end here."""
        with transaction(self._engine) as session:
            _end_old(session)
            found = session.execute(
                select(LoginRow, AccountRow).join(AccountRow, AccountRow.id == LoginRow.account_id)
            )
            return [
                Login(login.token, _account(row).visitor, in_utc(login.created) + LASTING)
                for login, row in found
            ]


def _end_old(session: Session) -> None:
    since = datetime.now(UTC) - LASTING
    session.execute(delete(LoginRow).where(LoginRow.created < since))


def _account(row: AccountRow) -> Account:
    return Account(row.id, row.name, row.password, row.owner, in_utc(row.created))


def in_utc(time: datetime) -> datetime:
    """A time as it was: SQLite forgets that it is UTC, PostgreSQL may say it in another zone."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
