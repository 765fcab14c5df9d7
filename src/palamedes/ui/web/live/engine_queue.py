"""Engines for many games: a few think at once, all others wait in line.

An engine cannot look at two matches at the same time, so each place in the pool has engines of its
own, a few at most: they have tables in memory.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic
from typing import TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import FREE, Allowance, Choice, Player, make_engine, make_player
from palamedes.search.analysis import Analysis, Engine, Limits, Report

MOST = 6  # engines that a place keeps
SHARE = 1.5  # seconds of analysis after which others have their turn
AT_ONCE = Allowance(move=0.01)  # for who was told to stop while it stood in line
BEAT = 0.05  # seconds between two looks whether somebody in line has gone
Thing = TypeVar("Thing")


class EngineSlot:
    """Somewhere to think, with the engines used there last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Player | Engine] = OrderedDict()

    def player(self, game: Game, spec: str) -> Player:
        return self._find(f"player {game.id} {spec}", lambda: make_player(game, spec))

    def engine(self, game: Game, spec: str) -> Engine:
        return self._find(f"engine {game.id} {spec}", lambda: make_engine(game, spec))

    def _find(self, key: str, make: Callable[[], Thing]) -> Thing:
        if key not in self._kept:
            self._kept[key] = make()  # type: ignore[assignment]
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]  # type: ignore[return-value]


class EngineQueue:
    """So many places; who finds none waits in line for the next that is free."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._free = [EngineSlot() for _slot in range(slots)]
        self._line: deque[object] = deque()
        self._change = Condition()
        self._is_closed = False

    @property
    def busy(self) -> int:
        """How many think now."""
        return self.slots - len(self._free)

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return len(self._line)

    @contextmanager
    def slot(self, is_called_off: Callable[[], bool] = lambda: False) -> Iterator[EngineSlot]:
        """A place, when it is this one's turn; PalamedesError if it is called off before that."""
        slot = self._take(is_called_off)
        try:
            yield slot
        finally:
            with self._change:
                self._free.append(slot)
                self._change.notify_all()

    def close(self) -> None:
        """Send everybody in line away."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()

    def _take(self, is_called_off: Callable[[], bool]) -> EngineSlot:
        ticket = object()
        with self._change:
            self._line.append(ticket)
            try:
                while not self._free or self._line[0] is not ticket:
                    self._change.wait(BEAT)
                    if self._is_closed or is_called_off():
                        raise PalamedesError(_("Cancelled."))
                return self._free.pop()
            finally:
                self._line.remove(ticket)
                self._change.notify_all()


class QueuedPlayer(Player):
    """A player that thinks in the pool."""

    def __init__(self, queue: EngineQueue, game: Game, spec: str) -> None:
        self._queue, self._game, self._spec = queue, game, spec
        self._player: Player | None = None
        self._is_stopped = False

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        self._is_stopped = False
        with self._queue.slot() as slot:
            player = self._player = slot.player(self._game, self._spec)
            player.report = self.report
            try:
                return player.choose(match, AT_ONCE if self._is_stopped else allowance)
            finally:
                self._player, player.report = None, None

    def stop(self) -> None:
        self._is_stopped = True
        if (player := self._player) is not None:
            player.stop()


class QueuedEngine:
    """An engine for analysis that thinks in the pool, and not for long when others wait."""

    def __init__(self, queue: EngineQueue, game: Game, spec: str) -> None:
        self._queue, self._game, self._spec = queue, game, spec
        self._engine: Engine | None = None
        self._is_stopped = False

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        self._is_stopped = False
        with self._queue.slot(lambda: self._is_stopped) as slot:
            engine = self._engine = slot.engine(self._game, self._spec)
            began = monotonic()

            def hear(found: Analysis) -> None:
                if report is not None:
                    report(found)
                if self._queue.waiting and monotonic() - began > SHARE:
                    engine.stop()

            try:
                return engine.analyse(match, limits, lines, hear)
            finally:
                self._engine = None

    def stop(self) -> None:
        self._is_stopped = True
        if (engine := self._engine) is not None:
            engine.stop()
