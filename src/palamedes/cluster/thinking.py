"""What goes on at a desk: what the engine there has found so far, and whether it is to stop."""

from collections.abc import Callable
from dataclasses import dataclass, field

from palamedes.players.desk import Desk
from palamedes.search.analysis import Analysis


@dataclass
class Thinking:
    """One piece of work at a desk. Other threads look at it, and stop it."""

    desk: Desk
    latest: Analysis | None = None
    is_stopped: bool = field(default=False, init=False)
    _stop: Callable[[], None] | None = field(default=None, init=False)

    def begin(self, stop: Callable[[], None]) -> None:
        """An engine begins; `stop` makes it end soon."""
        self._stop = stop

    def note(self, found: Analysis) -> None:
        """The engine has found something. It may not have heard that it is to stop."""
        self.latest = found
        if self.is_stopped:
            self.stop()

    def stop(self) -> None:
        self.is_stopped = True
        if self._stop is not None:
            self._stop()
