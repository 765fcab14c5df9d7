"""Engines for many games: a few think at once, all others wait in a queue.

An engine cannot search two positions at the same time, so each slot has engines of its own. They
have tables in memory, so a slot keeps only the last few.
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
from palamedes.ui.web.live.compiler import Compiler

MOST_ENGINES = 6  # per slot
FAIR_SHARE = 1.5  # seconds of analysis, after which others in the queue have their turn
AT_ONCE = Allowance(move=0.01)  # for a player that was stopped while it waited
CHECK_INTERVAL = 0.05  # seconds between two checks whether a wait was cancelled
Made = TypeVar("Made")


class EngineSlot:
    """A place for one engine to think, with the engines used last."""

    def __init__(self) -> None:
        self._engines: OrderedDict[str, Player | Engine] = OrderedDict()

    def player(self, game: Game, spec: str) -> Player:
        return self._find(f"player {game.id} {spec}", lambda: make_player(game, spec))

    def engine(self, game: Game, spec: str) -> Engine:
        return self._find(f"engine {game.id} {spec}", lambda: make_engine(game, spec))

    def _find(self, key: str, make: Callable[[], Made]) -> Made:
        if key not in self._engines:
            self._engines[key] = make()  # type: ignore[assignment]
            if len(self._engines) > MOST_ENGINES:
                self._engines.popitem(last=False)
        self._engines.move_to_end(key)
        return self._engines[key]  # type: ignore[return-value]


class EngineQueue:
    """A number of slots, given out in the order of the requests."""

    def __init__(self, slots: int, compiler: Compiler | None = None) -> None:
        self.slots = slots
        self.compiler = compiler
        self._free = [EngineSlot() for _slot in range(slots)]
        self._waiting: deque[object] = deque()
        self._changed = Condition()
        self._is_closed = False

    @property
    def busy(self) -> int:
        """The number of slots in use."""
        return self.slots - len(self._free)

    @property
    def waiting(self) -> int:
        """The number of requests in the queue."""
        return len(self._waiting)

    @contextmanager
    def slot(self, is_cancelled: Callable[[], bool] = lambda: False) -> Iterator[EngineSlot]:
        """Wait for a slot; raises PalamedesError if the wait is cancelled or the queue closed."""
        slot = self._take(is_cancelled)
        try:
            yield slot
        finally:
            with self._changed:
                self._free.append(slot)
                self._changed.notify_all()

    def close(self) -> None:
        """End all waits."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _take(self, is_cancelled: Callable[[], bool]) -> EngineSlot:
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
            try:
                while not self._free or self._waiting[0] is not ticket:
                    self._changed.wait(CHECK_INTERVAL)
                    if self._is_closed or is_cancelled():
                        raise PalamedesError(_("Cancelled."))
                return self._free.pop()
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()


class QueuedPlayer(Player):
    """A player that waits for a slot before it thinks."""

    def __init__(self, queue: EngineQueue, game: Game, spec: str) -> None:
        self._queue, self._game, self._spec = queue, game, spec
        self._player: Player | None = None
        self._is_stopped = False

    def prepare(self, match: Match, seat: int) -> None:
        if self._queue.compiler is not None:
            self._queue.compiler.prepare_player(self._game, self._spec)
        with self._queue.slot() as slot:
            slot.player(self._game, self._spec).prepare(match, seat)

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
    """An engine for analysis that waits for a slot, and stops early when others are waiting."""

    def __init__(self, queue: EngineQueue, game: Game, spec: str) -> None:
        self._queue, self._game, self._spec = queue, game, spec
        self._engine: Engine | None = None
        self._is_stopped = False

    def prepare(self, match: Match) -> None:
        if self._queue.compiler is not None:
            self._queue.compiler.prepare_analysis(self._game)

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        self._is_stopped = False
        self.prepare(match)
        with self._queue.slot(lambda: self._is_stopped) as slot:
            engine = self._engine = slot.engine(self._game, self._spec)
            began = monotonic()

            def report_and_share(found: Analysis) -> None:
                if report is not None:
                    report(found)
                if self._queue.waiting and monotonic() - began > FAIR_SHARE:
                    engine.stop()

            try:
                return engine.analyse(match, limits, lines, report_and_share)
            finally:
                self._engine = None

    def stop(self) -> None:
        self._is_stopped = True
        if (engine := self._engine) is not None:
            engine.stop()
