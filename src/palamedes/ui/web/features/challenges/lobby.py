"""The lobby: keeps everybody who has it open informed.

All it shows is in the database, except who is there. It is read once for all, at every change that
this process knows of and every few seconds, as others may change it too. As often they tell each
other who is there.
"""

import asyncio
from collections.abc import Set
from contextlib import suppress
from time import monotonic
from typing import Protocol

from palamedes.core.language import set_language
from palamedes.ui.web.features.challenges.lobby_view import LobbyView
from palamedes.ui.web.http.chores import errors_logged
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.presence import Presence
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.challenges import ChallengeStore
from palamedes.ui.web.store.lobby import LobbySnapshot, LobbyStore

INTERVAL = 3.0  # seconds after which the database is read again, without a change
SHORTEST = 0.2  # seconds between two looks: many changes at once are shown together
PAUSE_PER_LISTENER = 0.002  # seconds more, so that a crowd takes no time from games
STAY = 4.0  # seconds after which the challenges of those who are there are put off


class LobbyListener(Protocol):
    """A connection that shows the lobby to a visitor."""

    language: str

    @property
    def visitor(self) -> Visitor: ...

    def show(self, shared: str, own: str) -> None:
        """Show what everybody may see, and what concerns the visitor alone."""


class Lobby:
    """Shows the lobby to its listeners. All methods are called in the event loop."""

    def __init__(self, server: GameServer) -> None:
        self.presence = Presence()
        self._server = server
        self._store = LobbyStore(server.store.engine)
        self._challenges = ChallengeStore(server.store.engine)
        self._listeners: set[LobbyListener] = set()
        self._woken = asyncio.Event()
        self._stayed = 0.0  # when challenges were last put off
        self._task = asyncio.create_task(self._run())
        self._telling = asyncio.create_task(self._tell_regularly())
        server.on_end(self._note_end)
        server.others.on("present", self._hear)
        server.others.on_gone(self._forget)

    def wake(self) -> None:
        """Look at the database again: something may have changed."""
        self._woken.set()

    def enter(self, listener: LobbyListener) -> None:
        self._listeners.add(listener)
        self.wake()

    def leave(self, listener: LobbyListener) -> None:
        self._listeners.discard(listener)
        self.wake()

    async def close(self) -> None:
        for task in (self._task, self._telling):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _tell_regularly(self) -> None:
        """Tell other processes who is connected through this one."""
        others, told = self._server.others, False
        while others.process is not None:
            visitors = self.presence.here()
            if visitors or told:
                await others.mention("present", visitors=visitors)
            told = bool(visitors)
            await asyncio.sleep(INTERVAL)

    async def _hear(self, message: Message) -> None:
        visitors = [Visitor(*each) for each in message["visitors"]]
        self.presence.note_others(message["from"], visitors)

    async def _forget(self, process: str) -> None:
        self.presence.note_others(process, [])

    async def _note_end(self, stored: StoredGame) -> None:
        if stored.is_public:
            self.wake()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), INTERVAL if self._listeners else None)
            self._woken.clear()
            with errors_logged("the lobby"):
                await self._look()
            await asyncio.sleep(SHORTEST + PAUSE_PER_LISTENER * len(self._listeners))

    async def _look(self) -> None:
        if not self._listeners:
            return
        present = self.presence.now()
        found = await self._server.reading(None, self._store.snapshot, present.owners)
        await self._let_stay(found, present.owners)
        view = LobbyView(found, present)
        for listener in list(self._listeners):
            set_language(listener.language)
            visitor = listener.visitor
            listener.show(view.shared(visitor), view.of(visitor).to_json())
            await asyncio.sleep(0)  # games go first

    async def _let_stay(self, found: LobbySnapshot, here: Set[str]) -> None:
        """Put off the end of the challenges of those who are still there."""
        if monotonic() - self._stayed < STAY:
            return
        self._stayed = monotonic()
        challengers = {each.challenger.owner for each in found.challenges if each.is_in_lobby}
        if waiting := challengers & here:
            await self._server.on_disk(self._challenges.stay, waiting)
