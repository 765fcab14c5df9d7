"""Since when the player to move has seen the board, if they are connected to other processes."""

import asyncio
from contextlib import suppress
from math import inf
from time import monotonic

from palamedes.ui.web.live.audience import GameListener
from palamedes.ui.web.live.line import Line
from palamedes.ui.web.store import StoredGame

LATEST = 5.0  # seconds for what is on the way when time is up; a dead process is known by then


class FirstSight:
    """A new board costs its player no time before it is shown on one of their connections.

    That holds for the connections they had when it was saved, and as long as they have one: a
    player who is away pays. It does not hold if one of them was in this process: the board was
    shown there at once.
    """

    def __init__(self, stored: StoredGame) -> None:
        self._stored = stored
        self._listeners: list[GameListener] = []  # also those that may still say what they showed
        self._ply = 0
        self._lines: list[Line] = []  # which the board had to reach first

    def begin(self) -> None:
        """The board is new and saved; nobody has seen it."""
        self._forget_ended()
        self._ply = len(self._stored.match.turns)
        self._lines = [each.line for each in self._listeners if self._is_to_move(each)]
        if any(line.shown_since(self._ply) < inf for line in self._lines):
            self._lines = []

    def add(self, listener: GameListener) -> None:
        """A player connects."""
        self._forget_ended()
        self._listeners.append(listener)
        if self._is_to_move(listener) and monotonic() < self._end:
            self._lines.append(listener.line)

    def _forget_ended(self) -> None:
        self._listeners = [each for each in self._listeners if monotonic() < each.line.end]

    def _is_to_move(self, listener: GameListener) -> bool:
        return self._stored.match.position.turn in self._stored.players_of(listener.visitor)

    async def catch_up(self) -> None:
        """Hear all that the player to move has said by now, unless it takes too long."""
        lines = [each.line for each in self._listeners if self._is_to_move(each)]
        with suppress(TimeoutError):
            async with asyncio.timeout(LATEST):
                await asyncio.gather(*(line.catch_up() for line in lines))

    @property
    def _end(self) -> float:
        """When the last connection ended."""
        return max((line.end for line in self._lines), default=-inf)

    @property
    def seconds(self) -> float:
        """How long the player to move has seen the board; inf if nothing is forgiven."""
        if self._ply != len(self._stored.match.turns):
            return inf  # moves were taken back: the board is an old one
        shown = [line.shown_since(self._ply) for line in self._lines]
        return max(0.0, monotonic() - min([self._end, *shown]))
