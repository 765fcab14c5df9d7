"""Passwords: kept as slow salted hashes (scrypt), compared in the same time whatever is wrong."""

import asyncio
import hashlib
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

SHORTEST, LONGEST = 8, 200
MOST_WAITING = 20  # each costs a fifth of a second: who comes then would wait for long
LENGTH = 32  # bytes of a hash

Found = TypeVar("Found")


class Cost(NamedTuple):
    """How slow a hash is: about 128 * n * r bytes of memory."""

    n: int = 2**15
    r: int = 8
    p: int = 1


COST = Cost()


class BusyError(PalamedesError):
    """Too many passwords wait to be looked at."""


class Passwords:
    """Hashing in a thread of its own, one password at a time: log-ins cannot eat the memory."""

    def __init__(self, cost: Cost = COST) -> None:
        self._cost = cost
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self._nobody = _written(cost, secrets.token_bytes(16), secrets.token_bytes(LENGTH))

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        salt = secrets.token_bytes(16)
        found = await self._run(lambda: _hash(password, salt, self._cost))
        return _written(self._cost, salt, found)

    async def is_right(self, password: str, stored: str | None) -> bool:
        """Whether this is the password of which something is kept; nobody's takes as long."""
        cost, salt, wanted = _read(stored or self._nobody)
        found = await self._run(lambda: _hash(password, salt, cost))
        return secrets.compare_digest(found, wanted) and stored is not None

    async def _run(self, work: Callable[[], Found]) -> Found:
        if self._waiting >= MOST_WAITING:
            raise BusyError(_("Too many people are logging in. Please wait a moment."))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)


def check_password(password: str) -> None:
    """PalamedesError if nobody should have such a password."""
    if not SHORTEST <= len(password) <= LONGEST:
        sentence = _("A password must have {shortest} to {longest} characters.")
        raise PalamedesError(sentence.format(shortest=SHORTEST, longest=LONGEST))


def _hash(password: str, salt: bytes, cost: Cost) -> bytes:
    memory = 2 * 128 * cost.n * cost.r
    return hashlib.scrypt(
        password.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=memory, dklen=LENGTH
    )


def _written(cost: Cost, salt: bytes, hashed: bytes) -> str:
    parts = ["scrypt", *map(str, cost), b64encode(salt).decode(), b64encode(hashed).decode()]
    return "$".join(parts)


def _read(stored: str) -> tuple[Cost, bytes, bytes]:
    _kind, n, r, p, salt, hashed = stored.split("$")
    return Cost(int(n), int(r), int(p)), b64decode(salt), b64decode(hashed)
