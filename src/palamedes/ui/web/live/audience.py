"""Everybody who is connected to a game: its players and those who watch."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from palamedes.ui.session import Scene
from palamedes.ui.web.live.line import Line
from palamedes.ui.web.live.scenes import SceneTexts
from palamedes.ui.web.messages.base import ErrorMessage, ServerMessage
from palamedes.ui.web.store import StoredGame

log = logging.getLogger(__name__)
# Hundreds of pages that watch a game which changes all the time would otherwise keep the server
# from all other games.
PAUSE_PER_LISTENER = 0.0005  # seconds after a scene
LARGE = 10  # listeners


class GameListener(Protocol):
    """A connection that shows a game to a visitor."""

    @property
    def visitor(self) -> str: ...

    @property
    def address(self) -> str: ...

    def show(self, scene: SceneTexts, is_for_all: bool) -> None:
        """Show a scene: what has changed since the last one that all were shown, or all of it."""

    def send_text(self, text: str) -> None: ...

    @property
    def line(self) -> Line: ...

    async def disconnect(self, reason: str, code: int) -> None: ...


class Audience:
    """The connections to one game. An error of one does not keep the others from being served."""

    def __init__(self, game_id: str) -> None:
        self._game_id = game_id
        self._listeners: set[GameListener] = set()
        self._last: SceneTexts | None = None  # that was shown to everybody

    def __len__(self) -> int:
        return len(self._listeners)

    def __iter__(self) -> Iterator[GameListener]:
        return iter(list(self._listeners))

    @property
    def is_large(self) -> bool:
        """Whether a scene costs so much that the next one should wait."""
        return len(self) > LARGE

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
        self.send_text(message.to_json())

    def send_text(self, text: str) -> None:
        for listener in self:
            with self._logged_errors():
                listener.send_text(text)

    def show(self, scene: Scene, stored: StoredGame) -> None:
        """Show a scene of a game to everybody. An error is reported to those it concerns."""
        texts = SceneTexts(scene, stored, self._number + 1, self._last)
        for listener in self:
            with self._logged_errors():
                _show_to(listener, texts, is_for_all=True)
        texts.forget_before()
        self._last = texts

    def show_to(self, listener: GameListener, scene: Scene, stored: StoredGame) -> None:
        """The same for one of them."""
        with self._logged_errors():
            _show_to(listener, SceneTexts(scene, stored, self._number), is_for_all=False)

    @property
    def _number(self) -> int:
        """Of the last scene that was shown to everybody."""
        return 0 if self._last is None else self._last.number

    async def disconnect(self, reason: str, code: int) -> None:
        for listener in self:
            await listener.disconnect(reason, code)

    @contextmanager
    def _logged_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            log.exception("game %s: unexpected error", self._game_id)


def _show_to(listener: GameListener, scene: SceneTexts, is_for_all: bool) -> None:
    """Show a scene to one listener, or else an error message, and raise the error."""
    try:
        listener.show(scene, is_for_all)
    except Exception as error:
        listener.send_text(ErrorMessage.about(error).to_json())
        raise
