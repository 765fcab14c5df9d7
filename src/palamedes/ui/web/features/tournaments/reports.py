"""Reports of engine tournaments as HTML pages, and their content security policy."""

import asyncio
import base64
import hashlib
import re
from collections import OrderedDict

from palamedes.core.language import language
from palamedes.ui.report.page import report
from palamedes.ui.web.features.tournaments.engines import JournalView

CACHE_SIZE = 4  # reports in memory


class Reports:
    """Makes reports on request, one at a time, and caches the last ones."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, int, str], str] = OrderedDict()
        self._lock = asyncio.Lock()

    async def find(self, tournament_id: str, view: JournalView) -> str:
        """The report of a tournament in the current language, as HTML."""
        key = (tournament_id, view.size, language())
        async with self._lock:
            if key not in self._cache:
                self._cache[key] = await asyncio.to_thread(report, view.plan, view.played)
                if len(self._cache) > CACHE_SIZE:
                    self._cache.popitem(last=False)
            return self._cache[key]


def security_policy(html: str) -> str:
    """The policy of a report: it may only use its own script and style sheet, given by hashes.

    It also runs in a sandbox, with no access to our other pages.
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
