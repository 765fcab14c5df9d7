"""Turns for requests: however many come at once, games need not wait for all of them."""

import asyncio
from collections import deque


class Turns:
    """Lets one request begin in each round of the event loop, addresses in turns.

    Otherwise all that have arrived begin in the same round, and a move, which takes several rounds
    to be saved and shown, waits for such a crowd each time. All methods are called in the loop.
    """

    def __init__(self) -> None:
        self._is_taken = False  # whether a request has begun in this round
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._is_planned = False

    async def wait(self, address: str) -> None:
        """Return when it is the turn of a request from this address."""
        self._plan()
        if not self._is_taken and not self._waiting:
            self._is_taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_soon(self._begin_round)

    def _begin_round(self) -> None:
        self._is_planned = self._is_taken = False
        while not self._is_taken and self._waiting:
            address = next(iter(self._waiting))
            queue = self._waiting.pop(address)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue  # behind all others
            if not turn.done():
                turn.set_result(None)
                self._is_taken = True
        if self._is_taken:
            self._plan()
