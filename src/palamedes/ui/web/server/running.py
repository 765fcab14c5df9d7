"""The services that run while the server does: started, kept in order, and closed again."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from palamedes.core.files import data_folder
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.ui.web.features.accounts.service import open_accounts
from palamedes.ui.web.features.campaign.routes import note_completed_challenges
from palamedes.ui.web.features.explorer import Explorer
from palamedes.ui.web.features.laboratory.routes import Laboratory
from palamedes.ui.web.features.puzzles.sets import all_sets
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.http.services import Services
from palamedes.ui.web.live.documents import catalogue
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import GameStore
from palamedes.ui.web.store.openings import OpeningStore
from palamedes.ui.web.store.progress import ProgressStore

log = logging.getLogger(__name__)
IDLE = 60.0  # seconds between two looks for games that nobody plays or watches


@asynccontextmanager
async def running_services(
    services: Services, store: GameStore, engines: int
) -> AsyncIterator[None]:
    """Start everything, and close it in the opposite order."""
    server = services.add(GameServer(store, engines))
    accounts = services.add(await open_accounts(server))
    services.add(accounts.logins)
    tournaments = services.add(Tournaments(server, data_folder() / "tournaments"))
    await tournaments.resume()
    explorer = services.add(Explorer(OpeningStore(store.engine)))
    laboratory = services.add(Laboratory())
    progress = services.add(ProgressStore(store.engine))
    await note_completed_challenges(server, progress)
    chores = [
        asyncio.create_task(_close_idle_games(server)),
        asyncio.create_task(asyncio.to_thread(_warm_up)),
    ]
    yield
    for chore in chores:
        chore.cancel()
        with suppress(asyncio.CancelledError):
            await chore
    explorer.close()
    await tournaments.close()
    accounts.close()
    laboratory.close()
    await server.close()


async def _close_idle_games(server: GameServer) -> None:
    while True:
        await asyncio.sleep(IDLE)
        try:
            await server.close_idle()
        except Exception:
            log.exception("closing idle games")


def _warm_up() -> None:
    """Load the rules of all games, so that nobody waits for them at the first page or move.

    What is loaded then stays: the garbage collector need not look at it again.
    """
    catalogue(GAMES)
    for family in GAMES:
        start = Position.start(family.make(family.variants[0]))
        after = start.play(start.codes[0])
        after.board()
        after.state.progress()
    all_sets()
    gc.collect()
    gc.freeze()
