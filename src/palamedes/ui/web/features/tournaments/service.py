"""The tournaments service, and how routes find a tournament."""

from pathlib import Path

from fastapi import HTTPException, Request

from palamedes.core.language import _
from palamedes.ui.web.features.tournaments.engines import EngineTournaments
from palamedes.ui.web.features.tournaments.entry_limit import EntryLimit
from palamedes.ui.web.features.tournaments.people import PeopleTournaments
from palamedes.ui.web.features.tournaments.reports import Reports
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.tournaments import Tournament, TournamentStore


class Tournaments:
    """Stores, plays and reports tournaments."""

    def __init__(self, server: GameServer, folder: Path) -> None:
        self.store = TournamentStore(server.store.engine)
        self.engines = EngineTournaments(server, self.store, folder)
        self.people = PeopleTournaments(server, self.store)
        self.reports = Reports(server)
        self.creation_limit = RateLimit(burst=12, per_second=1 / 30)  # by address, like the others
        self.joins_by_address = RateLimit(burst=80, per_second=0.2)  # a class joins at once
        self.joins_by_visitor = RateLimit(burst=10, per_second=1 / 30)
        self.entries = EntryLimit()
        self.report_limit = RateLimit(burst=20, per_second=0.5)
        self.replay_limit = RateLimit(burst=60, per_second=5)

    async def resume(self) -> None:
        """Continue the tournaments that were running when the server ended."""
        await self.people.resume()

    async def close(self) -> None:
        self.people.close()
        await self.engines.close()


def tournaments_of(request: Request) -> Tournaments:
    return service(request, Tournaments)


async def find_tournament(
    tournament_id: str, request: Request, kind: str | None = None
) -> Tournament:
    """The tournament with this id, and of this kind if given; HTTP error 404 if not found."""
    server, tournaments = service(request, GameServer), tournaments_of(request)
    tournament = await server.reading(request, tournaments.store.load, tournament_id)
    if tournament is None or kind not in (None, tournament.kind):
        raise HTTPException(404, _("Tournament not found."))
    if tournament.owner == current_visitor(request).owner:
        tournaments.entries.note_organiser(tournament.id, address_of(request))
    return tournament
