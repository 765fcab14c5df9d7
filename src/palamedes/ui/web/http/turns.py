"""Turns for requests: however many come at once, games need not wait for all of them."""

import asyncio
from collections import deque

AT_ONCE = 1  # requests that begin in one round of the event loop


class Turns:
    """Lets few requests begin in each round of the event loop, addresses in turns.

    Otherwise all that have arrived begin in the same round, and a move, which takes several rounds
    to be saved and shown, waits for such a crowd each time. All methods are called in the loop.
    """

    def __init__(self) -> None:
        self._left = AT_ONCE  # that may still begin in this round
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._is_planned = False

    async def wait(self, address: str) -> None:
        """Return when it is the turn of a request from this address."""
        self._plan()
        if self._left and not self._waiting:
            self._left -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_soon(self._begin_round)

    def _begin_round(self) -> None:
        self._is_planned, self._left = False, AT_ONCE
        while self._left and self._waiting:
            address = next(iter(self._waiting))
            queue = self._waiting.pop(address)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue  # behind all others
            if not turn.done():
                turn.set_result(None)
                self._left -= 1
        if self._left < AT_ONCE:
            self._plan()
