"""Transactions, as every part of the store makes them."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


class StoreError(PalamedesError):
    """The database cannot do now what it is asked for: it is locked, full, or away."""


class TakenError(StoreError):
    """What is to be kept does not go together with what is kept, such as a name of two people."""


@contextmanager
def checked() -> Iterator[None]:
    """Whatever the database complains of is a StoreError."""
    try:
        yield
    except DBAPIError as error:
        text = _("The database is not available right now: {reason}")
        kind = TakenError if isinstance(error, IntegrityError) else StoreError
        raise kind(text.format(reason=str(error.orig).partition("\n")[0])) from error


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """Everything that is done in here is kept, or nothing of it; StoreError if it cannot be."""
    with checked(), Session(engine) as session, session.begin():
        yield session
