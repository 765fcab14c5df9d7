"""Limits on what one visitor, or one address, may do."""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from starlette.requests import HTTPConnection

from palamedes.core.errors import PalamedesError


class BusyError(PalamedesError):
    """Too much is asked for at the moment; HTTP status 429."""


def address_of(connection: HTTPConnection) -> str:
    """The address that limits count a visitor by."""
    return counted_address(connection.client.host if connection.client else "")


@lru_cache(maxsize=10_000)
def counted_address(host: str) -> str:
    """The address that limits count a host by: for IPv6 the /64 network, which one visitor owns."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or ip_network(f"{address}/64", strict=False))


class RateLimit:
    """A token bucket for each key: `burst` requests at once, then `per_second`.

    `allows` may refuse a request. `charge` and `pay` count one that is not refused; they empty a
    bucket, and below that by one burst at most.
    """

    def __init__(self, burst: float, per_second: float, keys: int = 10_000) -> None:
        self.burst, self.per_second, self._keys = burst, per_second, keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.is_shared = False  # whether other processes are told what is used here
        self._used: defaultdict[str, float] = defaultdict(float)

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Whether one more request is allowed now; if so, it is counted."""
        left = self._left(key)
        is_allowed = left >= min(cost, max(self.burst, 1.0))
        self._set_left(key, left - is_allowed * cost)
        if self.is_shared and is_allowed:
            self._used[key] += cost
        return is_allowed

    def charge(self, key: str, cost: float) -> None:
        """Count a request whose cost is known only afterwards.

        Nobody owes more than a whole burst, so everybody can come back.
        """
        self.charge_elsewhere(key, cost)
        if self.is_shared:
            self._used[key] += cost

    def charge_elsewhere(self, key: str, cost: float) -> None:
        """Count what another process has reported."""
        self._set_left(key, max(self._left(key) - cost, -self.burst))

    def take_used(self, most: int) -> dict[str, float]:
        """What was used here since the last call, by the keys that have used most."""
        used, self._used = self._used, defaultdict(float)
        return dict(sorted(used.items(), key=lambda each: -each[1])[:most])

    def pay(self, key: str, cost: float = 1.0) -> float:
        """`charge` a request that cannot be refused; the seconds to wait before the next one."""
        self.charge(key, cost)
        return max(0.0, -self._left(key) / self.per_second)

    def forget(self, key: str) -> None:
        """Drop a key that will not come again, or means something else if it does."""
        self._buckets.pop(key, None)

    def _left(self, key: str) -> float:
        left, since = self._buckets.get(key, (self.burst, 0.0))
        return min(self.burst, left + (monotonic() - since) * self.per_second)

    def _set_left(self, key: str, left: float) -> None:
        self._buckets[key] = (left, monotonic())
        self._buckets.move_to_end(key)
        while len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)


class SharedLimits:
    """Rate limits that hold across processes, if there are several."""

    def __init__(self, allows: Callable[[str, str, float, float], Awaitable[bool]] | None) -> None:
        """`allows` asks the database: a name, a key, a burst and a number per second."""
        self._allows = allows

    async def allows(self, name: str, limit: RateLimit, key: str) -> bool:
        """Whether one more request is allowed now; if so, it is counted."""
        if self._allows is None:
            return limit.allows(key)
        return await self._allows(name, key, limit.burst, limit.per_second)


class ConnectionLimit:
    """At most `most` open connections from one address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, int]] = {}  # by process

    @property
    def size(self) -> int:
        return self._counts.total()

    def own(self, most: int) -> dict[str, int]:
        """The connections here, of the addresses that have most."""
        return dict(self._counts.most_common(most))

    def note_others(self, process: str, counts: dict[str, int]) -> None:
        """Remember the connections at another process."""
        self._elsewhere[process] = counts
        if not counts:
            del self._elsewhere[process]

    def enter(self, address: str) -> bool:
        """Count one more connection from an address; False if it already has too many."""
        others = sum(counts.get(address, 0) for counts in self._elsewhere.values())
        if self._counts[address] + others >= self._most:
            return False
        self._counts[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]


@dataclass
class VisitorLimits:
    """The limits on one address."""

    new_games: RateLimit
    puzzle_answers: RateLimit
    questions: RateLimit  # about positions
    reading: RateLimit  # in seconds of a processor
    requests: RateLimit  # of any kind, so that no route is without a limit
    files: RateLimit  # of the pages: scripts, styles and pictures
    messages: RateLimit  # over WebSockets
    connections: ConnectionLimit
