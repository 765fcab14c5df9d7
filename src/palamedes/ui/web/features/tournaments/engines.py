"""Tournaments of engines: one is played at a time, by a process of its own; others wait in line.

Its games are in a journal on disk, which everybody else only reads. So a tournament goes on where
it was when the server is started again.
"""

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import read_journal
from palamedes.arena.plan import Entrant, GameTerms, Plan
from palamedes.arena.standings import Standings, standings
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.ui.web.features.tournaments.process import play_modestly
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.tournaments import OVER, RUNNING, STOPPED, Tournament, TournamentStore

log = logging.getLogger(__name__)
LONGEST = 3600.0  # seconds that a tournament may take
PAUSE = 0.1  # seconds between two looks at the process
RETRY = 5.0  # seconds after which it is tried again, when something went wrong
MOST_WAITING = 50  # tournaments of everybody together
MOST_OF_ADDRESS = 4
MODESTY = 10  # how far people's games and other programs go first
REMEMBERED = 8  # journals that are kept in memory, for those who watch
SPAWN = get_context("spawn")  # a fork of a process with threads can hang


class JournalView(NamedTuple):
    """A tournament as its journal tells it."""

    plan: Plan
    played: list[FinishedGame]
    standings: Standings
    size: int  # of the journal that was read


class QueueFullError(PalamedesError):
    """Too many tournaments are waiting."""


class EngineTournaments:
    """The tournaments that wait, and the one that is played."""

    def __init__(self, server: GameServer, store: TournamentStore, folder: Path) -> None:
        self._server, self._store, self._folder = server, store, folder
        self._woken = asyncio.Event()
        self._process: SpawnProcess | None = None
        self._played = ""  # the id of the tournament that is played
        self._is_stopped = False  # whether that is to end at once
        self._makers: dict[str, str] = {}  # the addresses where tournaments come from
        self._entering = asyncio.Lock()
        self._seen: OrderedDict[str, JournalView] = OrderedDict()
        self._reading = asyncio.Lock()
        self._task = asyncio.create_task(self._run())

    async def enter(self, tournament: Tournament, address: str) -> None:
        """A new tournament waits for its turn; LineError if too many do."""
        async with self._entering:
            waiting = await self._server.on_disk(self._store.line)
            makers = {each: self._makers[each] for each in waiting if each in self._makers}
            own = list(makers.values()).count(address)
            if len(waiting) >= MOST_WAITING or own >= MOST_OF_ADDRESS:
                raise QueueFullError(
                    _("Too many tournaments are waiting to be played. Please try again later.")
                )
            await self._server.on_disk(self._store.add, tournament)
            self._makers = {**makers, tournament.id: address}
        self._woken.set()

    async def stop(self, tournament_id: str) -> None:
        """End a tournament, whether it waits or is played; its games so far are kept."""
        await self._server.on_disk(self._store.set_state, tournament_id, STOPPED)
        self._is_stopped |= self._played == tournament_id

    async def give_up(self, owner: str) -> None:
        """Forget the tournaments of somebody, with their games."""
        for tournament_id in await self._server.on_disk(self._store.give_up, owner):
            self._is_stopped |= self._played == tournament_id
            while self._played == tournament_id:
                await asyncio.sleep(PAUSE)
            self._seen.pop(tournament_id, None)
            self._journal(tournament_id).unlink(missing_ok=True)

    async def place(self, tournament_id: str) -> int:
        """How many tournaments are played before this one."""
        waiting = await self._server.on_disk(self._store.line)
        return waiting.index(tournament_id) if tournament_id in waiting else 0

    async def close(self) -> None:
        """The server ends; what is played goes on when it starts again."""
        self._task.cancel()
        if self._process is not None:
            self._process.terminate()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                waiting = await self._server.on_disk(self._store.line)
                if waiting:
                    await self._play(waiting[0])
                else:
                    await self._woken.wait()
            except Exception:  # the others in line are not to wait for ever
                log.exception("a tournament of engines")
                await asyncio.sleep(RETRY)

    async def _play(self, tournament_id: str) -> None:
        """Play a tournament unless it is stopped meanwhile."""
        self._played, self._is_stopped = tournament_id, False
        try:
            if not await self._server.on_disk(self._store.set_state, tournament_id, RUNNING):
                return
            tournament = await self._server.on_disk(self._store.load, tournament_id)
            is_whole = tournament is not None and await self._play_out(tournament)
        finally:
            self._process, self._played = None, ""
        await self._server.on_disk(
            self._store.set_state, tournament_id, OVER if is_whole else STOPPED
        )

    async def _play_out(self, tournament: Tournament) -> bool:
        """Whether all games of a tournament could be played."""
        try:
            arguments = self._journal(tournament.id), plan_of(tournament), MODESTY
        except PalamedesError:  # of a game that is there no more
            return False
        self._process = process = SPAWN.Process(target=play_modestly, args=arguments, daemon=True)
        process.start()
        ends = monotonic() + LONGEST
        while process.is_alive() and monotonic() < ends and not self._is_stopped:
            await asyncio.sleep(PAUSE)
        process.terminate()
        await asyncio.to_thread(process.join)
        return process.exitcode == 0

    def _journal(self, tournament_id: str) -> Path:
        return self._folder / f"web-{tournament_id}.jsonl"

    # For those who watch

    async def look(self, tournament: Tournament) -> JournalView:
        """Where a tournament stands now."""
        async with self._reading:
            before = self._seen.get(tournament.id)
            seen = await asyncio.to_thread(_read, self._journal(tournament.id), tournament, before)
            self._seen[tournament.id] = seen
            self._seen.move_to_end(tournament.id)
            if len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)
            return seen


def plan_of(tournament: Tournament) -> Plan:
    """The tournament as the arena knows it."""
    settings = tournament.settings
    return Plan(
        tournament.game,
        tuple(Entrant(entry.name, entry.spec) for entry in tournament.entries),
        GameTerms(find_game(tournament.game).history, move=settings["seconds"]),
        games=settings["games"],
        openings=settings["openings"],
        seed=settings["seed"],
    )


def _read(path: Path, tournament: Tournament, before: JournalView | None) -> JournalView:
    """What a journal says now; what was read before if nothing has come since."""
    size = path.stat().st_size if path.exists() else 0
    if before is not None and before.size == size:
        return before
    try:
        plan, played, _whole = read_journal(path)
    except PalamedesError:  # not begun yet, or lost
        plan, played = plan_of(tournament), []
    return JournalView(plan, played, standings(plan, played), size)
