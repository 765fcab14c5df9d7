"""What a bot has done on a server: one line an event, with its time."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock

LONGEST = 500  # characters of a line


class EventLog:
    """Gives every event as a line to `write`, from any thread."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._lock = write, Lock()

    def note(self, event: str, **facts: object) -> None:
        """Note an event with facts, such as `over game=abc result=win`."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        words = [event, *(f"{name}={_printable(str(value))}" for name, value in facts.items())]
        with self._lock:
            self._write(f"{now} {' '.join(words)}"[:LONGEST])


def _printable(text: str) -> str:
    """A text without control characters and line ends: names and errors come from elsewhere."""
    plain = "".join(each if each.isprintable() else " " for each in text)
    return f'"{plain}"' if " " in plain or not plain else plain
