"""Tournaments of engines: a separate process plays one at a time, the others wait in a queue.

The process writes the games to a journal on disk, and the server only reads it. So a tournament
resumes when the server is started again, and a long one makes way for those of other addresses.
"""

import asyncio
import logging
from collections import OrderedDict, defaultdict
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import read_journal
from palamedes.arena.plan import Entrant, GameTerms, Plan
from palamedes.arena.standings import Standings, standings
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.plugins import handed_over
from palamedes.games import find_game
from palamedes.ui.web.features.tournaments.playing_order import PlayingOrder
from palamedes.ui.web.features.tournaments.process import play_at_low_priority
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.store.tournaments import (
    OPEN,
    OVER,
    STOPPED,
    Tournament,
    TournamentStore,
)

log = logging.getLogger(__name__)
LONGEST_TOURNAMENT = 3600.0  # seconds
FAIR_SHARE = 30.0  # seconds, after which another address has its turn when a game is over
POLL_INTERVAL = 0.1  # seconds between two checks of the process
LOOK_AROUND = 5.0  # seconds between two looks for tournaments of other processes that have ended
RETRY = 5.0  # seconds until the next try after an error
MOST_WAITING = 50  # tournaments
MOST_OF_ADDRESS = 4
NICENESS = 10  # games between people and other programs go first
CACHE_SIZE = 8  # journals in memory
SPAWN = get_context("spawn")  # forking a process with threads can hang


class JournalView(NamedTuple):
    """A tournament as read from its journal."""

    plan: Plan
    played: list[FinishedGame]
    standings: Standings
    size: int  # of the journal when it was read


class QueueFullError(PalamedesError):
    """Too many tournaments are waiting."""


class EngineTournaments:
    """The queue of tournaments, and the one that is being played."""

    def __init__(self, server: GameServer, store: TournamentStore, folder: Path) -> None:
        self._server, self._store, self._folder = server, store, folder
        self._woken = asyncio.Event()
        self._process: SpawnProcess | None = None
        self._running_id = ""  # of the tournament that is being played
        self._is_stopped = False  # whether that one is to end at once
        self._order = PlayingOrder()
        self._seconds: defaultdict[str, float] = defaultdict(float)  # of playing, by tournament
        self._enqueuing = asyncio.Lock()
        self._views: OrderedDict[str, JournalView] = OrderedDict()
        self._others = server.others
        self._others.on("stopped", self._hear_stopped)
        self._task = asyncio.create_task(self._run())

    async def enqueue(self, tournament: Tournament, address: str) -> None:
        """Store a new tournament and queue it; raises QueueFullError if too many are waiting."""
        async with self._enqueuing:
            waiting = await self._server.reading(None, self._store.engine_queue)
            own = sum(self._order.address_of(each) == address for each in waiting)
            if len(waiting) >= MOST_WAITING or own >= MOST_OF_ADDRESS:
                raise QueueFullError(
                    _("Too many tournaments are waiting to be played. Please try again later.")
                )
            await self._server.on_disk(self._store.add, tournament)
            self._order.add(tournament.id, address, waiting)
        self._woken.set()

    async def stop(self, tournament_id: str) -> None:
        """End a tournament, whether it is waiting or being played; its games so far stay."""
        await self._server.on_disk(self._store.set_state, tournament_id, STOPPED)
        self._is_stopped |= self._running_id == tournament_id
        await self._others.tell("stopped", tournament=tournament_id, deleted=False)

    async def _hear_stopped(self, message: Message) -> None:
        tournament_id = message["tournament"]
        self._is_stopped |= self._running_id == tournament_id
        if message["deleted"]:
            await self._forget(tournament_id)

    async def delete_owned(self, owner: str) -> None:
        """Delete an owner's tournaments with their games."""
        for tournament_id in await self._server.on_disk(self._store.delete_owned, owner):
            await self._others.tell("stopped", tournament=tournament_id, deleted=True)
            await self._forget(tournament_id)

    async def _forget(self, tournament_id: str) -> None:
        """Stop a tournament that was deleted, and delete its games."""
        self._is_stopped |= self._running_id == tournament_id
        while self._running_id == tournament_id:
            await asyncio.sleep(POLL_INTERVAL)
        self._views.pop(tournament_id, None)
        self._journal(tournament_id).unlink(missing_ok=True)

    async def queue_position(self, tournament_id: str) -> int:
        """The number of tournaments before this one in the queue."""
        waiting = await self._server.reading(None, self._store.engine_queue)
        order = self._order.sort(waiting)
        order.sort(key=lambda each: each != self._running_id)  # that one comes first
        return order.index(tournament_id) if tournament_id in order else 0

    async def _next_id(self) -> str:
        """The tournament whose turn it is; "" if there is none."""
        waiting = await self._server.reading(None, self._store.claimable, self._others.process)
        return next(iter(self._order.sort(waiting)), "")

    async def close(self) -> None:
        """End the process; its tournament resumes when the server starts again."""
        self._task.cancel()
        if self._process is not None:
            self._process.terminate()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                if tournament_id := await self._next_id():
                    await self._play(tournament_id)
                else:
                    await self._wait_for_work()
            except Exception:  # the rest of the queue must not wait for ever
                log.exception("a tournament of engines")
                await asyncio.sleep(RETRY)

    async def _wait_for_work(self) -> None:
        """Wait for a new tournament, or for one of a process that has ended."""
        with suppress(TimeoutError):
            has_others = self._others.process is not None
            await asyncio.wait_for(self._woken.wait(), LOOK_AROUND if has_others else None)

    async def _play(self, tournament_id: str) -> None:
        """Play a tournament until its turn is over, unless it has been stopped."""
        self._running_id, self._is_stopped = tournament_id, False
        self._order.note_turn(tournament_id)
        try:
            claim = self._store.claim
            if not await self._server.on_disk(claim, tournament_id, self._others.process):
                return
            tournament = await self._server.reading(None, self._store.load, tournament_id)
            state = STOPPED if tournament is None else await self._run_process(tournament)
        finally:
            self._process, self._running_id = None, ""
        await self._server.on_disk(self._store.set_state, tournament_id, state)
        if state != OPEN:
            self._seconds.pop(tournament_id, None)

    async def _run_process(self, tournament: Tournament) -> str:
        """Play a tournament in a process; its state after that, OPEN if it made way for another."""
        try:
            plan = plan_of(tournament)
        except PalamedesError:  # the game no longer exists
            return STOPPED
        cluster = self._server.resources.cluster
        address = "" if cluster is None else cluster.address
        arguments = self._journal(tournament.id), plan, NICENESS, handed_over(), address
        self._process = process = SPAWN.Process(
            target=play_at_low_priority, args=arguments, daemon=True
        )
        process.start()
        began = monotonic()
        try:
            makes_way = await self._watch(process, tournament.id)
        finally:
            process.terminate()
            self._seconds[tournament.id] += monotonic() - began
        await asyncio.to_thread(process.join)
        if process.exitcode == 0:
            return OVER
        return OPEN if makes_way else STOPPED

    async def _watch(self, process: SpawnProcess, tournament_id: str) -> bool:
        """Wait for the end of a process; True as soon as it should make way for another address.

        It does so right after a game, so that no game has to be played twice.
        """
        began, size, journal = monotonic(), 0, self._journal(tournament_id)
        ends = began + LONGEST_TOURNAMENT - self._seconds[tournament_id]
        while process.is_alive() and monotonic() < ends and not self._is_stopped:
            await asyncio.sleep(POLL_INTERVAL)
            before, size = size, _size(journal)
            if size > before and monotonic() - began > FAIR_SHARE:
                next_address = self._order.address_of(await self._next_id())
                if next_address != self._order.address_of(tournament_id):
                    return True
        return False

    def _journal(self, tournament_id: str) -> Path:
        return self._folder / f"web-{tournament_id}.jsonl"

    # Reading

    async def view_of(self, tournament: Tournament, visitor: HTTPConnection) -> JournalView:
        """The tournament as it stands now, read for a visitor."""
        before, journal = self._views.get(tournament.id), self._journal(tournament.id)
        view = await self._server.reading(visitor, _read_view, journal, tournament, before)
        self._views[tournament.id] = view
        self._views.move_to_end(tournament.id)
        if len(self._views) > CACHE_SIZE:
            self._views.popitem(last=False)
        return view


def plan_of(tournament: Tournament) -> Plan:
    """The tournament as a plan for the arena."""
    settings = tournament.settings
    return Plan(
        tournament.game,
        tuple(Entrant(entry.name, entry.spec) for entry in tournament.entries),
        GameTerms(find_game(tournament.game).history, move=settings["seconds"]),
        games=settings["games"],
        openings=settings["openings"],
        seed=settings["seed"],
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _read_view(path: Path, tournament: Tournament, before: JournalView | None) -> JournalView:
    """The contents of a journal; the view from `before` if it has not grown since."""
    size = _size(path)
    if before is not None and before.size == size:
        return before
    try:
        plan, played, _whole = read_journal(path)
    except PalamedesError:  # not begun yet, or deleted
        plan, played = plan_of(tournament), []
    return JournalView(plan, played, standings(plan, played), size)
