"""Everybody who is connected to a game: its players and those who watch."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from palamedes.ui.session import Scene
from palamedes.ui.web.messages.base import ErrorMessage, ServerMessage

log = logging.getLogger(__name__)
# Hundreds of pages that watch a game which changes all the time would otherwise keep the server
# from all other games.
PAUSE_PER_LISTENER = 0.0005  # seconds after a scene

View = tuple[str, tuple[int, ...]]  # language, and the sides one plays: a scene depends on both


class GameListener(Protocol):
    """A connection that shows a game to a visitor."""

    @property
    def visitor(self) -> str: ...

    @property
    def address(self) -> str: ...

    def show(self, scene: Scene, written: dict[View, str]) -> None:
        """Show a scene; `written` has it as JSON for the views of others, and is added to."""

    def send_text(self, text: str) -> None: ...

    async def disconnect(self, reason: str, code: int) -> None: ...


class Audience:
    """The connections to one game. An error of one does not keep the others from being served."""

    def __init__(self, game_id: str) -> None:
        self._game_id = game_id
        self._listeners: set[GameListener] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def __iter__(self) -> Iterator[GameListener]:
        return iter(list(self._listeners))

    @property
    def pause(self) -> float:
        """Seconds to wait after a scene before the next one."""
        return len(self) * PAUSE_PER_LISTENER

    def add(self, listener: GameListener) -> None:
        self._listeners.add(listener)

    def discard(self, listener: GameListener) -> None:
        self._listeners.discard(listener)

    def send(self, message: ServerMessage) -> None:
        """Send a message to everybody."""
        text = message.to_json()
        for listener in self:
            with self._logged_errors():
                listener.send_text(text)

    def show(self, scene: Scene, listeners: Iterable[GameListener] | None = None) -> None:
        """Show a scene to everybody, or to some. An error is reported to those it concerns."""
        written: dict[View, str] = {}
        for listener in self if listeners is None else listeners:
            with self._logged_errors():
                _show_to(listener, scene, written)

    async def disconnect(self, reason: str, code: int) -> None:
        for listener in self:
            await listener.disconnect(reason, code)

    @contextmanager
    def _logged_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            log.exception("game %s: unexpected error", self._game_id)


def _show_to(listener: GameListener, scene: Scene, written: dict[View, str]) -> None:
    """Show a scene to one listener, or else an error message, and raise the error."""
    try:
        listener.show(scene, written)
    except Exception as error:
        listener.send_text(ErrorMessage.about(error).to_json())
        raise
