"""Accounts and logins in the database; every method is one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.orm import Session

from palamedes.ui.web.store.look_alikes import skeleton
from palamedes.ui.web.store.models import AccountRow, LoginRow
from palamedes.ui.web.store.transactions import ConflictError, transaction

LOGIN_LIFETIME = timedelta(days=90)
MOST_LOGINS = 20  # per account; one more ends the oldest


class Visitor(NamedTuple):
    """The person or program behind a request.

    owner: the key to everything that belongs to this visitor; "" without a cookie
    account: the id of the account; None if not logged in
    name: of the account
    is_bot: whether it is a bot account
    """

    owner: str
    account: int | None = None
    name: str = ""
    is_bot: bool = False


class Login(NamedTuple):
    """A logged-in browser, known by the hash of its token."""

    token_hash: str
    visitor: Visitor
    ends: datetime


class Account(NamedTuple):
    """A name with a password, of which only the hash is stored."""

    id: int
    name: str
    password: str
    owner: str
    created: datetime
    is_bot: bool = False

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.owner, self.id, self.name, self.is_bot)


class StoredLogin(NamedTuple):
    """A login in the list that its owner sees; the hash itself is not shown."""

    token_hash: str
    browser: str
    created: datetime


class AccountStore:
    """Accounts and logins in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Accounts

    def create(self, name: str, folded: str, password: str, owner: str) -> Account | None:
        """Create an account; None if the name, or one that looks like it, is taken."""
        row = AccountRow(
            name=name,
            folded=folded,
            skeleton=skeleton(name),
            password=password,
            owner=owner,
            bot=False,
            created=datetime.now(UTC),
        )
        try:
            with transaction(self._engine) as session:
                if _owners_named_like(session, row.skeleton):
                    return None
                session.add(row)
                session.flush()
                return _account(row)
        except ConflictError:
            return None

    def account_named(self, folded: str) -> Account | None:
        """The account with this name, as `fold` writes it; None if not found."""
        with transaction(self._engine) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.folded == folded))
            return None if row is None else _account(row)

    def owners_named_like(self, looks: str) -> set[str]:
        """The owners of all accounts whose names look like this, as `skeleton` writes it."""
        with transaction(self._engine) as session:
            return _owners_named_like(session, looks)

    def account_of(self, owner: str) -> Account | None:
        """The account of an owner; None if not found."""
        with transaction(self._engine) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.owner == owner))
            return None if row is None else _account(row)

    def account_with(self, number: int) -> Account | None:
        """The account with this id; None if not found."""
        with transaction(self._engine) as session:
            row = session.get(AccountRow, number)
            return None if row is None else _account(row)

    def change_password(self, account: int, password: str) -> None:
        statement = update(AccountRow).where(AccountRow.id == account)
        with transaction(self._engine) as session:
            session.execute(statement.values(password=password))

    # Logins

    def begin_login(self, token_hash: str, account: Account, browser: str) -> list[str] | None:
        """Store a login, and return the hashes of the old logins that it ends.

        None if the account was deleted or its password changed since it was checked.
        """
        with transaction(self._engine) as session:
            row = session.get(AccountRow, account.id, with_for_update=True)
            if row is None or row.password != account.password:
                return None
            _end_expired(session)
            query = select(LoginRow.token).where(LoginRow.account_id == account.id)
            hashes = session.scalars(query.order_by(LoginRow.created.desc())).all()
            ended = list(hashes[MOST_LOGINS - 1 :])
            session.execute(delete(LoginRow).where(LoginRow.token.in_(ended)))
            values = {"token": token_hash, "account_id": account.id, "browser": browser}
            session.execute(insert(LoginRow).values(**values, created=datetime.now(UTC)))
            return ended

    def end_login(self, token_hash: str) -> None:
        with transaction(self._engine) as session:
            session.execute(delete(LoginRow).where(LoginRow.token == token_hash))

    def end_logins(self, account: int) -> None:
        with transaction(self._engine) as session:
            session.execute(delete(LoginRow).where(LoginRow.account_id == account))

    def logins_of(self, account: int) -> Sequence[StoredLogin]:
        """The logins of an account that have not expired, the newest first."""
        since = datetime.now(UTC) - LOGIN_LIFETIME
        query = select(LoginRow).where(LoginRow.account_id == account, LoginRow.created >= since)
        with transaction(self._engine) as session:
            rows = session.scalars(query.order_by(LoginRow.created.desc()))
            return [StoredLogin(row.token, row.browser, in_utc(row.created)) for row in rows]

    def login_with(self, token_hash: str) -> Login | None:
        """A login by the hash of its token; None if not found."""
        query = select(LoginRow, AccountRow).join(AccountRow, AccountRow.id == LoginRow.account_id)
        with transaction(self._engine) as session:
            found = session.execute(query.where(LoginRow.token == token_hash)).first()
            return None if found is None else _login(*found)

    def all_logins(self) -> list[Login]:
        """All logins that have not expired; expired ones are deleted."""
        with transaction(self._engine) as session:
            _end_expired(session)
            found = session.execute(
                select(LoginRow, AccountRow).join(AccountRow, AccountRow.id == LoginRow.account_id)
            )
            return [_login(*each) for each in found]


def _owners_named_like(session: Session, looks: str) -> set[str]:
    return set(session.scalars(select(AccountRow.owner).where(AccountRow.skeleton == looks)))


def _end_expired(session: Session) -> None:
    since = datetime.now(UTC) - LOGIN_LIFETIME
    session.execute(delete(LoginRow).where(LoginRow.created < since))


def _login(row: LoginRow, account: AccountRow) -> Login:
    return Login(row.token, _account(account).visitor, in_utc(row.created) + LOGIN_LIFETIME)


def _account(row: AccountRow) -> Account:
    created = in_utc(row.created)
    return Account(row.id, row.name, row.password, row.owner, created, row.bot)


def in_utc(time: datetime) -> datetime:
    """The same time in UTC: SQLite drops the time zone, PostgreSQL may return another one."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
