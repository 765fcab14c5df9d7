"""Limits on addresses, counted across processes: each tells the others what was used at it.

To ask the database about every request would take longer than to answer most of them. So somebody
who spreads requests over all processes can use a limit once at each, but only within a second.
"""

import asyncio
from dataclasses import fields

from palamedes.ui.web.http.limits import RateLimit, VisitorLimits
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.processes.others import OtherProcesses

INTERVAL = 1.0  # seconds
MOST_REPORTED = 500  # addresses of a limit, those that have used most


class LimitReports:
    """Sends such reports, and counts what others report."""

    def __init__(self, others: OtherProcesses, limits: VisitorLimits) -> None:
        self._others, self._connections = others, limits.connections
        values = {each.name: getattr(limits, each.name) for each in fields(limits)}
        self._limits = {name: one for name, one in values.items() if isinstance(one, RateLimit)}
        if others.process is not None:
            for limit in self._limits.values():
                limit.is_shared = True
        others.on("used", self._hear)
        others.on_gone(self._forget)

    async def send_regularly(self) -> None:
        while self._others.process is not None:
            await asyncio.sleep(INTERVAL)
            await self.send()

    async def send(self) -> None:
        """Tell the others what was used since the last report."""
        used = {name: limit.take_used(MOST_REPORTED) for name, limit in self._limits.items()}
        open_now = self._connections.own(MOST_REPORTED)
        await self._others.mention("used", limits=used, connections=open_now)

    async def _hear(self, message: Message) -> None:
        for name, used in message["limits"].items():
            if limit := self._limits.get(name):
                for key, cost in used.items():
                    limit.charge_elsewhere(key, cost)
        self._connections.note_others(message["from"], message["connections"])

    async def _forget(self, process: str) -> None:
        self._connections.note_others(process, {})
