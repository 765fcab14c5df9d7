"""Reports of engine tournaments as HTML pages, and their content security policy."""

import base64
import hashlib
import re
from collections import OrderedDict

from starlette.requests import HTTPConnection

from palamedes.core.language import language
from palamedes.ui.report.tournament import report
from palamedes.ui.web.features.tournaments.engines import JournalView
from palamedes.ui.web.live.game_server import GameServer

CACHE_SIZE = 4  # reports in memory


class Reports:
    """Makes reports on request, and caches the last ones."""

    def __init__(self, server: GameServer) -> None:
        self._server = server
        self._cache: OrderedDict[tuple[str, int, str], str] = OrderedDict()

    async def find(self, tournament_id: str, view: JournalView, visitor: HTTPConnection) -> str:
        """The report of a tournament in the current language, as HTML."""
        key = (tournament_id, view.size, language())
        if key in self._cache:
            return self._cache[key]
        made = await self._server.reading(visitor, report, view.plan, view.played)
        self._cache[key] = made
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return made


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
