"""What all live games share."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import perf_counter

from palamedes.cluster.connection import Cluster
from palamedes.cluster.far_desk import offer_desks
from palamedes.ui.web.http.measures import OF_SAVES, Durations
from palamedes.ui.web.live.engine_queue import EngineQueue
from palamedes.ui.web.store import GameChanges, GameStore, StoredGame
from palamedes.ui.web.store.clocks import StoredClock
from palamedes.ui.web.store.database_thread import DatabaseThread
from palamedes.ui.web.store.leases import Lease, LeaseStore

log = logging.getLogger(__name__)
EndListener = Callable[[StoredGame], Awaitable[None]]


@dataclass
class Resources:
    """The database, the engines, and who wants to know that a game has ended."""

    store: GameStore
    database: DatabaseThread
    engines: EngineQueue  # for opponents, which must not wait for analyses
    analysis_engines: EngineQueue
    leases: LeaseStore | None = None  # where there are several processes
    cluster: Cluster | None = None  # on which engines think
    saves: Durations = field(default_factory=lambda: Durations(OF_SAVES))
    saved_moves: int = 0
    end_listeners: list[EndListener] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.cluster is not None:
            offer_desks(self.cluster, False, self.engines.use_far)
            offer_desks(self.cluster, True, self.analysis_engines.use_far)

    async def save(self, changes: GameChanges) -> None:
        """Write what has changed of a game."""
        began = perf_counter()
        await self.database.run(self.store.write, changes)
        self.saves.note(perf_counter() - began)
        self.saved_moves += len(changes.moves)

    async def note_clock(self, game_id: str, lease: Lease, clock: StoredClock | None) -> None:
        """Store that a clock has begun to run, or to stand still."""
        if self.leases is not None:
            await self.database.run(self.leases.note_clock, game_id, lease, clock)

    async def announce_end(self, stored: StoredGame) -> None:
        """Call all listeners for a finished game; an error in one does not stop the others."""
        for listener in self.end_listeners:
            try:
                await listener(stored)
            except Exception:
                log.exception("the end of game %s", stored.id)
