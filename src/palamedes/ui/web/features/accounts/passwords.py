"""Passwords: stored as slow salted hashes (scrypt), and compared in constant time."""

import hashlib
import secrets
from base64 import b64decode, b64encode
from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features.accounts.weak_passwords import is_easy_to_guess
from palamedes.ui.web.http.fair_threads import FairThreads

SHORTEST, LONGEST = 8, 200
MOST_WAITING = 20  # per address; each takes a fifth of a second, so the last would wait for 4 s
LENGTH = 32  # bytes of a hash


class Cost(NamedTuple):
    """The parameters of scrypt; a hash takes about 128 * n * r bytes of memory."""

    n: int = 2**15
    r: int = 8
    p: int = 1


COST = Cost()


class Passwords:
    """Hashes passwords in its own thread, one at a time, so that logins cannot fill the memory."""

    def __init__(self, cost: Cost = COST) -> None:
        self._cost = cost
        self._thread = FairThreads(1, "passwords", MOST_WAITING)
        self._dummy_hash = _encode(cost, secrets.token_bytes(16), secrets.token_bytes(LENGTH))

    async def hash_password(self, password: str, address: str = "") -> str:
        """The hash of a password, with its salt and cost, as text.

        Addresses take turns; BusyError if too many requests of this one are waiting.
        """
        return await self._thread.run(address, password_hash, password, self._cost)

    async def is_correct(self, password: str, stored: str | None, address: str = "") -> bool:
        """Whether a password matches a stored hash; without one, False after the same time."""
        cost, salt, expected = _decode(stored or self._dummy_hash)
        result = await self._thread.run(address, _hash, password, salt, cost)
        return secrets.compare_digest(result, expected) and stored is not None

    def close(self) -> None:
        self._thread.close()


def check_password(password: str, name: str) -> None:
    """Raises PalamedesError if a password is too short, too long or too easy for an account."""
    if not SHORTEST <= len(password) <= LONGEST:
        sentence = _("A password must have {shortest} to {longest} characters.")
        raise PalamedesError(sentence.format(shortest=SHORTEST, longest=LONGEST))
    if is_easy_to_guess(password, name):
        raise PalamedesError(_("This password is too easy to guess. Please choose another one."))


def password_hash(password: str, cost: Cost = COST) -> str:
    """The hash of a password, with its salt and cost, as text. This takes a fifth of a second."""
    salt = secrets.token_bytes(16)
    return _encode(cost, salt, _hash(password, salt, cost))


def _hash(password: str, salt: bytes, cost: Cost) -> bytes:
    memory = 2 * 128 * cost.n * cost.r
    return hashlib.scrypt(
        password.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=memory, dklen=LENGTH
    )


def _encode(cost: Cost, salt: bytes, digest: bytes) -> str:
    parts = ["scrypt", *map(str, cost), b64encode(salt).decode(), b64encode(digest).decode()]
    return "$".join(parts)


def _decode(stored: str) -> tuple[Cost, bytes, bytes]:
    _kind, n, r, p, salt, digest = stored.split("$")
    return Cost(int(n), int(r), int(p)), b64decode(salt), b64decode(digest)
