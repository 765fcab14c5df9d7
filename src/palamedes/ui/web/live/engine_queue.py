"""Engines for many games: a few think at once, each at a desk, all others wait in a queue.

Nobody can hold up the others: games of people come before games that engines play for show, and
among equals those come first whose address, and then whose owner, was served the longest ago.

While a cluster has workers, engines think at desks there. What a worker cannot do yet, or did not
finish, is thought about again: here at last.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from threading import Event, Lock
from time import monotonic
from typing import TypeVar

from palamedes.cluster.connection import LostError
from palamedes.cluster.jobs import NotReadyError
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import AT_ONCE, FREE, Allowance, Choice, Player
from palamedes.players.desk import Desk
from palamedes.search.analysis import Analysis, Engine, Limits, Report
from palamedes.ui.web.live.compiler import Compiler

FAIR_SHARE = 1.5  # seconds of analysis, after which others in the queue have their turn
MOST_REMEMBERED = 10_000  # addresses and owners served last
Done = TypeVar("Done")


@dataclass(frozen=True)
class Client:
    """For whom an engine thinks. `is_show`: only engines play, and somebody watches."""

    address: str = ""
    owner: str = ""
    is_show: bool = False


class Ticket:
    """A place in the queue, and later a desk. `stop` makes the engine there move soon."""

    def __init__(self, client: Client, stop: Callable[[], None] | None = None) -> None:
        self.client, self.stop = client, stop
        self.desk: Desk | None = None
        self.needs_home = False  # whether only a desk of this process will do
        self.called = Event()  # when there is a desk, or the wait is over for another reason


class EngineQueue:
    """A number of desks, given to one client after the other."""

    def __init__(self, desks: int, compiler: Compiler | None = None) -> None:
        self.compiler = compiler
        self._free = [Desk() for _desk in range(desks)]
        self._home = frozenset(self._free)
        self._far: frozenset[Desk] = frozenset()  # on a cluster
        self._waiting: list[Ticket] = []  # in the order of the requests
        self._thinking: list[Ticket] = []
        self._turns = count(1)
        self._last_turns: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = Lock()
        self._is_closed = False

    @property
    def desks(self) -> int:
        """The number of engines that may think at once."""
        return len(self._far or self._home)

    @property
    def busy(self) -> int:
        """The number of engines that think."""
        return len(self._thinking)

    @property
    def waiting(self) -> int:
        """The number of requests in the queue."""
        return len(self._waiting)

    def use_far(self, desks: Sequence[Desk]) -> None:
        """From now on, use these desks on a cluster; without any, those of this process."""
        with self._lock:
            new = [desk for desk in desks if desk not in self._far]
            self._far = frozenset(desks)
            self._free = [desk for desk in self._free if self._exists(desk)] + new
            self._share_out()

    def _exists(self, desk: Desk) -> bool:
        return desk in self._home or desk in self._far

    @contextmanager
    def desk(self, ticket: Ticket) -> Iterator[Desk]:
        """Wait for a desk; raises PalamedesError if the wait is cancelled or the queue closed."""
        desk = self._take(ticket)
        try:
            yield desk
        finally:
            with self._lock:
                self._thinking.remove(ticket)
                if self._exists(desk):
                    self._free.append(desk)
                self._share_out()

    def think(self, ticket: Ticket, work: Callable[[Desk], Done]) -> Done:
        """Call `work` with a desk: with another one if a worker is lost, and at last with ours."""
        for needs_home in (False, False, True):
            ticket.needs_home = needs_home
            with suppress(LostError, NotReadyError), self.desk(ticket) as desk:
                return work(desk)
        raise AssertionError("a desk of this process was lost")

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

    def _take(self, ticket: Ticket) -> Desk:
        ticket.desk = None
        ticket.called.clear()
        with self._lock:
            if self._is_closed:
                ticket.called.set()
            else:
                self._waiting.append(ticket)
                self._share_out()
        ticket.called.wait()
        if ticket.desk is None:
            raise PalamedesError(_("Cancelled."))
        return ticket.desk

    def _share_out(self) -> None:
        """Give free desks to those who come first. Holds the lock."""
        while (found := self._next()) is not None:
            ticket, desk = found
            ticket.desk = desk
            self._waiting.remove(ticket)
            self._free.remove(desk)
            self._thinking.append(ticket)
            self._note_turn(ticket.client)
            ticket.called.set()
        if not all(ticket.client.is_show for ticket in self._waiting):
            self._stop_a_show()

    def _next(self) -> tuple[Ticket, Desk] | None:
        """Who comes first of those for whom a desk is free, and that desk."""
        home = next((desk for desk in reversed(self._free) if desk in self._home), None)
        far = next((desk for desk in self._free if desk in self._far), None)
        usual = far if self._far else home
        desks = {True: home, False: usual}  # by whether only one of this process will do
        waiting = [each for each in self._waiting if desks[each.needs_home] is not None]
        if not waiting:
            return None
        ticket = min(waiting, key=self._order)
        desk = desks[ticket.needs_home]
        return None if desk is None else (ticket, desk)

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
        """Somebody who plays waits: a show that has a desk moves at once."""
        for ticket in self._thinking:
            if ticket.client.is_show and ticket.stop is not None:
                ticket.stop()
                return


def _keys(client: Client) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("address", client.address), ("owner", client.owner)


class QueuedPlayer(Player):
    """A player that waits for a desk before it thinks."""

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

        def prepare_at(desk: Desk) -> None:
            desk.player(self._game, self._spec).prepare(match, seat)

        self._queue.think(Ticket(self._client()), prepare_at)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        self._is_stopped = False
        began = monotonic()

        def choose_at(desk: Desk) -> Choice:
            left = allowance.after(monotonic() - began, match.position.turn)
            player = self._player = desk.player(self._game, self._spec)
            player.report = self.report
            try:
                return player.choose(match, AT_ONCE if self._is_stopped else left)
            finally:
                self._player, player.report = None, None

        return self._queue.think(Ticket(self._client(), self.stop), choose_at)

    def stop(self) -> None:
        self._is_stopped = True
        if (player := self._player) is not None:
            player.stop()


class QueuedEngine:
    """An engine for analysis that waits for a desk, and stops early when others are waiting."""

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

        first_began: list[float] = []  # when the first worker began that is lost by now

        def analyse_at(desk: Desk) -> Analysis:
            engine = self._engine = desk.engine(self._game, self._spec)
            began = monotonic()
            first_began.append(began)

            def report_and_share(found: Analysis) -> None:
                if report is not None:
                    report(found)
                has_had_its_share = self._queue.waiting and monotonic() - began > FAIR_SHARE
                if self._is_stopped or has_had_its_share:
                    engine.stop()

            try:
                left = limits.after(began - first_began[0])
                return engine.analyse(match, left, lines, report_and_share)
            finally:
                self._engine = None

        return self._queue.think(self._ticket, analyse_at)

    def stop(self) -> None:
        self._is_stopped = True  # an engine that is still compiling does not hear it
        self._queue.cancel(self._ticket)
        if (engine := self._engine) is not None:
            engine.stop()
