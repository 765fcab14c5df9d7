"""The server's log: warnings and errors, of each kind only a few a minute.

A visitor who causes the same error again and again must not fill the disk.
"""

import json
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Literal

MOST = 10  # lines of one kind a minute
MINUTE = 60.0  # seconds
LONGEST_QUOTE = 100  # characters
LEFT_OUT = "%d more lines were left out that were like: %s"
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

LogFormat = Literal["text", "json"]


def start_log(wanted: LogFormat = "text") -> None:
    """Write what all loggers say to stderr, unless logging is configured already."""
    handler = ThrottledHandler()
    handler.setFormatter(JsonFormatter() if wanted == "json" else logging.Formatter(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.captureWarnings(wanted == "json")  # otherwise Python writes them as text


class JsonFormatter(logging.Formatter):
    """One JSON object a line.

    `time` is in UTC, `event` the sentence that the text log has, and `fields` has the rest: which
    `logger` and line of code (`source`) it comes from, the kind of event (`kind`: the same for all
    sentences that differ in their values only), how many lines were left out, and a `trace`.
    """

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "logger": record.name,
            "source": f"{record.filename}:{record.lineno}",
            "kind": str(record.msg),
        }
        if record.msg == LEFT_OUT and isinstance(record.args, tuple):
            fields["left_out"] = record.args[0]
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        document = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "fields": fields,
        }
        return json.dumps(document, ensure_ascii=False)


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
