"""The server's log: warnings and errors, of each kind only a few a minute.

A visitor who causes the same error again and again must not fill the disk.
"""

import logging
from dataclasses import dataclass
from time import monotonic

MOST = 10  # lines of one kind a minute
MINUTE = 60.0  # seconds
LONGEST_QUOTE = 100  # characters
LEFT_OUT = "%d more lines were left out that were like: %s"
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def start_log() -> None:
    """Write what all loggers say to stderr, unless logging is configured already."""
    logging.basicConfig(level=logging.WARNING, format=FORMAT, handlers=[ThrottledHandler()])


@dataclass
class _Kind:
    """The lines that one line of code has logged."""

    first: str
    level: int
    since: float  # when its minute began
    count: int = 0


class ThrottledHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes some lines of each kind a minute, and then how many were left out."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__()
        self._most = most
        self._kinds: dict[tuple[str, str, int], _Kind] = {}

    def emit(self, record: logging.LogRecord) -> None:
        now = monotonic()
        self._summarise(now - MINUTE)
        key = (record.name, record.pathname, record.lineno)
        if key not in self._kinds:
            first = record.getMessage().partition("\n")[0][:LONGEST_QUOTE]
            self._kinds[key] = _Kind(first, record.levelno, now)
        self._kinds[key].count += 1
        if self._kinds[key].count <= self._most:
            super().emit(record)

    def close(self) -> None:
        self._summarise(monotonic())
        super().close()

    def _summarise(self, latest: float) -> None:
        """Tell what was left out of the kinds whose minute began until then, and forget them."""
        for (name, path, number), kind in list(self._kinds.items()):
            if kind.since > latest:
                continue
            del self._kinds[name, path, number]
            if kind.count > self._most:
                values = (kind.count - self._most, kind.first)
                super().emit(
                    logging.LogRecord(name, kind.level, path, number, LEFT_OUT, values, None)
                )
