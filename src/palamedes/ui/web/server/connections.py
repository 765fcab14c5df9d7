"""Open connections: how many there may be, and how long a visitor may take.

A visitor who opens connections and sends nothing would otherwise take them from everybody else.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

from palamedes.ui.web.http.limits import RateLimit, counted_address

LONGEST_WAIT = 15.0  # seconds for a request to arrive, or for any part of an answer to be read
CHECKS = 15  # in the longest wait
# What a visitor may send, in bytes. Who sends more is read from after a pause.
BURST_OF_CONNECTION, RATE_OF_CONNECTION = 128 * 1024, 64 * 1024
BURST_OF_ADDRESS, RATE_OF_ADDRESS = 4 * 1024 * 1024, 256 * 1024
SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 5.0  # seconds
NEW_OF_ADDRESS = 600  # connections at once; then a tenth of it per second


class OpenConnections:
    """All connections, by their transport: it stays when a connection becomes a WebSocket.

    A connection waits while it is the visitor's turn: to send a request to its end, or to read on.
    If there are too many, the one that has waited longest makes room for a new one. One that waits
    for too long is closed in any case. All methods are called in the event loop.
    """

    def __init__(
        self,
        most: int,
        most_of_address: int,
        is_unlimited: Callable[[str], bool] = lambda _host: False,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        """`is_unlimited` says whether a host may use all connections, as a proxy may."""
        self._most, self._most_of_address = most, most_of_address
        self._is_unlimited, self._longest_wait = is_unlimited, longest_wait
        self._addresses: dict[asyncio.Transport, str] = {}
        self._counts: Counter[str] = Counter()
        # Since when they wait, and how much was unsent then; the longest wait comes first.
        self._waiting: dict[asyncio.Transport, tuple[float, int]] = {}
        self._next_check: asyncio.TimerHandle | None = None
        self._bytes_of_connection = RateLimit(BURST_OF_CONNECTION, RATE_OF_CONNECTION)
        self._bytes_of_address = RateLimit(BURST_OF_ADDRESS, RATE_OF_ADDRESS)
        new = max(NEW_OF_ADDRESS, most_of_address)
        self._new_of_address = RateLimit(new, new / 10)

    @property
    def size(self) -> int:
        return len(self._addresses)

    def enter(self, transport: asyncio.Transport, host: str) -> bool:
        """Count a new connection, which waits for a request; False if there are too many."""
        address, is_limited = counted_address(host), not self._is_unlimited(host)
        if is_limited and not self._new_of_address.allows(address):
            return False
        if is_limited and self._counts[address] >= self._most_of_address:
            mine = (each for each in self._waiting if self._addresses[each] == address)
            has_room = self._close(next(mine, None))
        else:
            has_room = self.size < self._most or self._close(next(iter(self._waiting), None))
        if has_room:
            self._addresses[transport] = address
            self._counts[address] += 1
            self.wait(transport)
        return has_room

    def leave(self, transport: asyncio.Transport) -> None:
        """Count a connection no longer; it does not matter how often this is called."""
        self.stop_waiting(transport)
        self._bytes_of_connection.forget(str(id(transport)))  # the next one may get the same id
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def receive(self, transport: asyncio.Transport, host: str, size: int) -> None:
        """Count what a visitor sends; if it is too much, read on after a pause."""
        if self._is_unlimited(host):
            return
        pause = max(
            self._bytes_of_connection.pay(str(id(transport)), size),
            self._bytes_of_address.pay(counted_address(host), size),
        )
        if pause:
            pause = min(max(pause, SHORTEST_PAUSE), LONGEST_PAUSE)
            transport.pause_reading()
            asyncio.get_running_loop().call_later(pause, self._read_on, transport)

    def _read_on(self, transport: asyncio.Transport) -> None:
        if transport in self._addresses and not transport.is_closing():
            transport.resume_reading()

    def wait(self, transport: asyncio.Transport) -> None:
        """It is the visitor's turn, since now unless it was before."""
        if transport not in self._addresses or transport in self._waiting:
            return
        now = asyncio.get_running_loop().time()
        self._waiting[transport] = (now, transport.get_write_buffer_size())
        self._plan_check()

    def stop_waiting(self, transport: asyncio.Transport) -> None:
        """It is the server's turn."""
        self._waiting.pop(transport, None)

    def _close(self, transport: asyncio.Transport | None) -> bool:
        """Close a connection at once, whatever is still unsent; False if there is none."""
        if transport is None:
            return False
        self.leave(transport)
        transport.abort()
        return True

    def _plan_check(self) -> None:
        if self._next_check is None and self._waiting:
            pause = self._longest_wait / CHECKS
            self._next_check = asyncio.get_running_loop().call_later(pause, self._check)

    def _check(self) -> None:
        """Close connections that have waited for too long."""
        self._next_check = None
        latest = asyncio.get_running_loop().time() - self._longest_wait
        for transport, (since, unsent) in list(self._waiting.items()):
            if since > latest:
                break
            if 0 < transport.get_write_buffer_size() < unsent:  # a slow visitor who reads on
                self.stop_waiting(transport)
                self.wait(transport)
            else:
                self._close(transport)
        self._plan_check()
