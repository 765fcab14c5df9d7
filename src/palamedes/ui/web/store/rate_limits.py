"""Rate limits that hold across processes: what is left of each, in a row. PostgreSQL only."""

import hashlib
from datetime import timedelta

from sqlalchemy import Engine, delete, extract, func, literal
from sqlalchemy.dialects.postgresql import insert

from palamedes.ui.web.store.models import RateLimitRow
from palamedes.ui.web.store.transactions import transaction

KEPT = timedelta(hours=2)  # longer than any limit takes to be whole again


class RateLimitStore:
    """Counts requests; every method is one statement."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def allows(self, name: str, key: str, burst: float, per_second: float) -> bool:
        """Whether a limit allows one more request; if so, it is counted.

        The key may be an address or a name, so only a hash of it is stored.
        """
        now, hashed = func.clock_timestamp(), _hash(name, key)
        passed = extract("epoch", now - RateLimitRow.changed)
        left = func.least(literal(burst), RateLimitRow.left + per_second * passed)
        first = insert(RateLimitRow).values(key=hashed, left=burst - 1, changed=now)
        counted = first.on_conflict_do_update(
            index_elements=[RateLimitRow.key],
            set_={"left": left - 1, "changed": now},
            where=left >= 1,
        )
        with transaction(self._engine) as session:
            return session.execute(counted.returning(RateLimitRow.key)).first() is not None

    def forget(self) -> None:
        """Delete what is whole again."""
        old = RateLimitRow.changed < func.clock_timestamp() - KEPT
        with transaction(self._engine) as session:
            session.execute(delete(RateLimitRow).where(old))


def _hash(name: str, key: str) -> str:
    return hashlib.sha256(f"{name}\n{key}".encode()).hexdigest()
