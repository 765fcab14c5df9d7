"""Games whose process has ended: another one reads them before their players come back.

Everybody comes back at once. To read one game after the other then would take seconds.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.live.closed_clocks import TO_COME_BACK, ClosedClocks
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.processes.membership import Membership
from palamedes.ui.web.processes.others import OtherProcesses
from palamedes.ui.web.store import GameStore, StoredGame
from palamedes.ui.web.store.leases import LeasedGame
from palamedes.ui.web.store.tournaments import TournamentStore

AT_ONCE = 50  # games that are read together


class LoadedGame(NamedTuple):
    """A game as it was read, its lease if there are several processes, and its tournament or ""."""

    stored: StoredGame
    taken: LeasedGame | None
    tournament_id: str


Batch = asyncio.Task[dict[str, LoadedGame]]


class HandedOver:
    """The games that this process has taken over and nobody has opened yet."""

    def __init__(
        self,
        store: GameStore,
        clocks: ClosedClocks,
        threads: FairThreads,
        others: OtherProcesses,
        membership: Membership | None,
    ) -> None:
        """Without other processes there are none."""
        self._store, self._clocks, self._threads = store, clocks, threads
        self._others, self._membership = others, membership
        self._batches: dict[str, Batch] = {}  # by game
        self._is_closed = False
        if membership is not None:
            membership.on_freed(self.share)
            others.on("free", self._hear)

    async def share(self, games: Sequence[str]) -> None:
        """Let all processes that go on take free games, each as many as the others.

        Returns when they have, or it takes long.
        """
        if self._membership is None:
            return
        others = self._membership.others
        takers = others if self._is_closed else [self._membership.process, *others]
        shares = {taker: list(games[first :: len(takers)]) for first, taker in enumerate(takers)}
        await asyncio.gather(*(self._give(taker, share) for taker, share in shares.items()))

    async def _give(self, process: str, games: list[str]) -> None:
        if process == self._others.process:
            await self._take(games)
        else:
            await self._others.tell("free", process, games=games)

    async def _hear(self, message: Message) -> None:
        if not self._is_closed:
            await self._take(message["games"])

    async def _take(self, games: list[str]) -> None:
        """Take and read games; whoever asks for one of them meanwhile waits for that."""
        batches = []
        for first in range(0, len(games), AT_ONCE):
            together = games[first : first + AT_ONCE]
            batches.append(asyncio.create_task(self._read(together)))
            self._batches |= dict.fromkeys(together, batches[-1])
        asyncio.get_running_loop().call_later(TO_COME_BACK, self.forget, games)
        await asyncio.gather(*batches)

    async def _read(self, games: list[str]) -> dict[str, LoadedGame]:
        try:
            loaded = await self._threads.run("", self._load, games)
        except PalamedesError:  # it is logged; whoever opens a game takes and reads it again
            return {}
        clocks = [game.taken.clock for game in loaded.values() if game.taken is not None]
        self._clocks.restore([clock for clock in clocks if clock is not None])
        return loaded

    def _load(self, games: list[str]) -> dict[str, LoadedGame]:
        assert self._membership is not None
        taken = self._membership.leases.claim(games)
        tournaments = TournamentStore(self._store.engine).of_games(list(taken))
        return {
            stored.id: LoadedGame(stored, taken[stored.id], tournaments.get(stored.id, ""))
            for stored in self._store.load_all(list(taken))
        }

    async def find(self, game_id: str) -> LoadedGame | None:
        """A game that was taken over here, once."""
        batch = self._batches.pop(game_id, None)
        return None if batch is None else (await asyncio.shield(batch)).get(game_id)

    def forget(self, games: Iterable[str]) -> None:
        """Read these games again when somebody opens them."""
        for game_id in games:
            self._batches.pop(game_id, None)

    def forget_all(self) -> None:
        self._batches.clear()

    def close(self) -> None:
        """Take no more games."""
        self._is_closed = True
