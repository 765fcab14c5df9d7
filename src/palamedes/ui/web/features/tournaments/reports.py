"""The arena's reports of tournaments of engines, and what such a page may do in a browser."""

import asyncio
import base64
import hashlib
import re
from collections import OrderedDict

from palamedes.core.language import language
from palamedes.ui.report.page import report
from palamedes.ui.web.features.tournaments.engines import JournalView

REMEMBERED = 4  # reports that are kept in memory


class Reports:
    """Reports as they are asked for, one at a time; the last ones are not written again."""

    def __init__(self) -> None:
        self._written: OrderedDict[tuple[str, int, str], str] = OrderedDict()
        self._writing = asyncio.Lock()

    async def find(self, tournament_id: str, seen: JournalView) -> str:
        """The report of a tournament in the language spoken now: an HTML document."""
        key = (tournament_id, seen.size, language())
        async with self._writing:
            if key not in self._written:
                self._written[key] = await asyncio.to_thread(report, seen.plan, seen.played)
                if len(self._written) > REMEMBERED:
                    self._written.popitem(last=False)
            return self._written[key]


def policy(html: str) -> str:
    """What the report may do: nothing but its one script and its one style sheet, by their hashes.

    It is put into a sandbox besides, where it is a stranger to all pages of ours.
    """
    style, script = (
        _hash(re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.S)[-1]) for tag in ("style", "script")
    )
    return (
        f"sandbox allow-scripts; default-src 'none'; style-src {style}; script-src {script}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
