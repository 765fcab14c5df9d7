"""Engines for many games: a few think at once, all others wait in a queue.

An engine cannot search two positions at the same time, so each slot has engines of its own. They
have tables in memory, so a slot keeps only the last few.

Nobody can hold up the others: games of people come before games that engines play for show, and
among equals those come first whose address, and then whose owner, was served the longest ago.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from threading import Event, Lock
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
MOST_REMEMBERED = 10_000  # addresses and owners served last
Made = TypeVar("Made")


@dataclass(frozen=True)
class Client:
    """For whom an engine thinks. `is_show`: only engines play, and somebody watches."""

    address: str = ""
    owner: str = ""
    is_show: bool = False


class Ticket:
    """A place in the queue, and later a slot. `stop` makes the engine in the slot move soon."""

    def __init__(self, client: Client, stop: Callable[[], None] | None = None) -> None:
        self.client, self.stop = client, stop
        self.slot: EngineSlot | None = None
        self.called = Event()  # when there is a slot, or the wait is over for another reason


class EngineSlot:
    """A place for one engine to think, with the engines used last."""

    def __init__(self) -> None:
        # A queue is for opponents or for analyses, so one of the two stays empty.
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._engines: OrderedDict[str, Engine] = OrderedDict()

    def player(self, game: Game, spec: str) -> Player:
        return _find(self._players, f"{game.id} {spec}", lambda: make_player(game, spec))

    def engine(self, game: Game, spec: str) -> Engine:
        return _find(self._engines, f"{game.id} {spec}", lambda: make_engine(game, spec))


def _find(kept: OrderedDict[str, Made], key: str, make: Callable[[], Made]) -> Made:
    """What is kept under a key, or else newly made; it counts as used last."""
    if key not in kept:
        kept[key] = make()
        if len(kept) > MOST_ENGINES:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


class EngineQueue:
    """A number of slots, given to one client after the other."""

    def __init__(self, slots: int, compiler: Compiler | None = None) -> None:
        self.slots = slots
        self.compiler = compiler
        self._free = [EngineSlot() for _slot in range(slots)]
        self._waiting: list[Ticket] = []  # in the order of the requests
        self._thinking: list[Ticket] = []
        self._turns = count(1)
        self._last_turns: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = Lock()
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
    def slot(self, ticket: Ticket) -> Iterator[EngineSlot]:
        """Wait for a slot; raises PalamedesError if the wait is cancelled or the queue closed."""
        slot = self._take(ticket)
        try:
            yield slot
        finally:
            with self._lock:
                self._thinking.remove(ticket)
                self._free.append(slot)
                self._share_out()

    def cancel(self, ticket: Ticket) -> None:
        """End a wait. A ticket that is not waiting stays as it is."""
        with self._lock:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                ticket.called.set()

    def close(self) -> None:
        """End all waits."""
        with self._lock:
            self._is_closed = True
            for ticket in self._waiting:
                ticket.called.set()
            self._waiting.clear()

    def _take(self, ticket: Ticket) -> EngineSlot:
        with self._lock:
            if self._is_closed:
                ticket.called.set()
            else:
                self._waiting.append(ticket)
                self._share_out()
        ticket.called.wait()
        if ticket.slot is None:
            raise PalamedesError(_("Cancelled."))
        return ticket.slot

    def _share_out(self) -> None:
        """Give free slots to those who come first. Holds the lock."""
        while self._free and self._waiting:
            ticket = min(self._waiting, key=self._order)
            self._waiting.remove(ticket)
            self._thinking.append(ticket)
            self._note_turn(ticket.client)
            ticket.slot = self._free.pop()
            ticket.called.set()
        if not all(ticket.client.is_show for ticket in self._waiting):
            self._stop_a_show()

    def _order(self, ticket: Ticket) -> tuple[int, ...]:
        """The smallest comes first; of equal ones, the one that has waited longest."""
        client = ticket.client
        last_turns = [self._last_turns.get(key, 0) for key in _keys(client)]
        return client.is_show, *last_turns

    def _note_turn(self, client: Client) -> None:
        turn = next(self._turns)
        for key in _keys(client):
            self._last_turns[key] = turn
            self._last_turns.move_to_end(key)
        while len(self._last_turns) > MOST_REMEMBERED:
            self._last_turns.popitem(last=False)

    def _stop_a_show(self) -> None:
        """Somebody who plays waits: a show that holds a slot moves at once."""
        for ticket in self._thinking:
            if ticket.client.is_show and ticket.stop is not None:
                ticket.stop()
                return


def _keys(client: Client) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("address", client.address), ("owner", client.owner)


class QueuedPlayer(Player):
    """A player that waits for a slot before it thinks."""

    def __init__(
        self, queue: EngineQueue, game: Game, spec: str, client: Callable[[], Client]
    ) -> None:
        """`client` tells for whom it thinks at the moment."""
        self._queue, self._game, self._spec, self._client = queue, game, spec, client
        self._player: Player | None = None
        self._is_stopped = False

    def prepare(self, match: Match, seat: int) -> None:
        if self._queue.compiler is not None:
            self._queue.compiler.prepare_player(self._game, self._spec)
        with self._queue.slot(Ticket(self._client())) as slot:
            slot.player(self._game, self._spec).prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        self._is_stopped = False
        with self._queue.slot(Ticket(self._client(), self.stop)) as slot:
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

    def __init__(self, queue: EngineQueue, game: Game, spec: str, client: Client) -> None:
        self._queue, self._game, self._spec, self._client = queue, game, spec, client
        self._engine: Engine | None = None
        self._ticket = Ticket(client)
        self._is_stopped = False

    def prepare(self, match: Match) -> None:
        if self._queue.compiler is not None:
            self._queue.compiler.prepare_analysis(self._game)

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        self._ticket, self._is_stopped = Ticket(self._client), False
        self.prepare(match)
        with self._queue.slot(self._ticket) as slot:
            engine = self._engine = slot.engine(self._game, self._spec)
            began = monotonic()

            def report_and_share(found: Analysis) -> None:
                if report is not None:
                    report(found)
                has_had_its_share = self._queue.waiting and monotonic() - began > FAIR_SHARE
                if self._is_stopped or has_had_its_share:
                    engine.stop()

            try:
                return engine.analyse(match, limits, lines, report_and_share)
            finally:
                self._engine = None

    def stop(self) -> None:
        self._is_stopped = True  # an engine that is still compiling does not hear it
        self._queue.cancel(self._ticket)
        if (engine := self._engine) is not None:
            engine.stop()
