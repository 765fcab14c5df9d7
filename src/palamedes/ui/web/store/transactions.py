"""Transactions, and the errors they raise."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


class StoreError(PalamedesError):
    """The database cannot read or write now: it is locked, full, or unreachable."""


class ConflictError(StoreError):
    """A row contradicts another one, such as a second account with the same name."""


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn errors of the database into StoreError."""
    try:
        yield
    except DBAPIError as error:
        text = _("The database is not available right now: {reason}")
        kind = ConflictError if isinstance(error, IntegrityError) else StoreError
        raise kind(text.format(reason=str(error.orig).partition("\n")[0])) from error


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """A transaction: all of it is written, or nothing and StoreError is raised."""
    with store_errors(), Session(engine) as session, session.begin():
        yield session
