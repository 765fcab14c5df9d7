"""Transactions, and the errors they raise."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

log = logging.getLogger(__name__)


class StoreError(PalamedesError):
    """The database cannot read or write now: it is locked, full, or unreachable."""


class OutdatedError(StoreError):
    """The database has other moves of a game than the writer believes."""


class UnreadableError(PalamedesError):
    """A stored game or tournament that makes no sense; HTTP status 410."""


class ConflictError(StoreError):
    """A row contradicts another one, such as a second account with the same name."""


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn errors of the database into StoreError."""
    try:
        yield
    except DBAPIError as error:
        kind = ConflictError if isinstance(error, IntegrityError) else StoreError
        if kind is StoreError:  # only the log tells more: the reason may name the database
            log.warning("the database: %s", str(error.orig).partition("\n")[0])
        raise kind(_("The database is not available right now.")) from error


@contextmanager
def driver_errors(kinds: type[Exception]) -> Iterator[None]:
    """The same for the errors of a driver that is used without SQLAlchemy."""
    try:
        yield
    except (kinds, DBAPIError) as error:
        log.warning("the database: %s", str(error).partition("\n")[0])
        raise StoreError(_("The database is not available right now.")) from error


@contextmanager
def readable(name: str, refusal: str) -> Iterator[None]:
    """Turn whatever damaged rows cause into UnreadableError, and log it under a name."""
    try:
        yield
    except StoreError:
        raise
    except (PalamedesError, ValueError, TypeError, LookupError, AttributeError) as error:
        log.warning("%s cannot be read: %r", name, error)
        raise UnreadableError(refusal) from error


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """A transaction: all of it is written, or nothing and StoreError is raised.

    Its rows can still be read afterwards.
    """
    with (
        store_errors(),
        Session(engine, expire_on_commit=False) as session,
        session.begin(),
    ):
        yield session
