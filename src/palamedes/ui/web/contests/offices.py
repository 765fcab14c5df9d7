"""Everything about tournaments that runs while the server does."""

from pathlib import Path

from fastapi import HTTPException, Request

from palamedes.core.language import _
from palamedes.ui.web.contests.engines import Line
from palamedes.ui.web.contests.people import Umpire
from palamedes.ui.web.contests.reports import Reports
from palamedes.ui.web.rooms import Hall
from palamedes.ui.web.safety import Rate
from palamedes.ui.web.store.contests import Contest, Contests


class Offices:
    """Where tournaments are kept, played and told of."""

    def __init__(self, hall: Hall, folder: Path) -> None:
        self.store = Contests(hall.store.engine)
        self.line = Line(hall, self.store, folder)
        self.umpire = Umpire(hall, self.store)
        self.reports = Reports()
        self.makings = Rate(burst=12, per_second=1 / 30)  # of tournaments, for each address
        self.writings = Rate(burst=20, per_second=0.5)  # of reports
        self.replays = Rate(burst=60, per_second=5)

    async def resume(self) -> None:
        """Go on with what was going on when the server ended."""
        await self.umpire.resume()

    async def close(self) -> None:
        self.umpire.close()
        await self.line.close()


def offices_of(request: Request) -> Offices:
    offices: Offices = request.app.state.contests
    return offices


async def find_contest(contest_id: str, request: Request, kind: str | None = None) -> Contest:
    """The tournament with this id, of this kind if one is asked for."""
    hall: Hall = request.app.state.hall
    contest: Contest | None = await hall.on_disk(offices_of(request).store.load, contest_id)
    if contest is None or kind not in (None, contest.kind):
        raise HTTPException(404, _("there is no such tournament"))
    return contest
