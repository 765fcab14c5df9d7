"""Starts the services of the server, and closes them when it ends."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic

from starlette.requests import HTTPConnection

from palamedes.cluster.connection import Cluster
from palamedes.core.files import data_folder
from palamedes.games import GAMES
from palamedes.ui.web.features.accounts.service import Accounts, open_accounts
from palamedes.ui.web.features.campaign.routes import note_completed_challenges
from palamedes.ui.web.features.challenges.lobby import Lobby
from palamedes.ui.web.features.explorer import Explorer
from palamedes.ui.web.features.laboratory.routes import Laboratory
from palamedes.ui.web.features.puzzles.sets import all_sets
from palamedes.ui.web.features.puzzles.shared_answers import SharedAnswers
from palamedes.ui.web.features.tournaments.service import Tournaments
from palamedes.ui.web.http.chores import errors_logged, repeat
from palamedes.ui.web.http.limits import VisitorLimits
from palamedes.ui.web.http.services import Services
from palamedes.ui.web.http.token_lookup import TokenLookup
from palamedes.ui.web.live.compiler import Compiler
from palamedes.ui.web.live.documents import catalogue
from palamedes.ui.web.live.forwarded import ForwardedLines
from palamedes.ui.web.live.forwarding import Forwarding
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.table_builder import TableBuilder
from palamedes.ui.web.processes.limit_reports import LimitReports
from palamedes.ui.web.processes.membership import Membership
from palamedes.ui.web.store import GameStore
from palamedes.ui.web.store.accounts import Login, Visitor
from palamedes.ui.web.store.lessons import LessonStore
from palamedes.ui.web.store.openings import OpeningStore
from palamedes.ui.web.store.progress import ProgressStore

IDLE_CHECK_INTERVAL = 60.0  # seconds between two searches for games to close
CLOCK_INTERVAL = 5.0  # seconds between two searches for closed games in which time is up
LOCK_INTERVAL = 5.0  # seconds
RESET_INTERVAL = 5.0  # seconds between two searches for passwords that a command has changed
INSPECTION_INTERVAL = 60.0  # seconds at least


@asynccontextmanager
async def running_services(
    services: Services,
    store: GameStore,
    engines: int,
    compiler: Compiler | None,
    cluster: Cluster | None,
) -> AsyncIterator[None]:
    """Start all services, and close them in the opposite order."""
    membership = await _enter(store)
    server = services.add(GameServer(store, engines, compiler, membership, cluster))
    services.add(Forwarding(membership))
    if membership is not None:
        services.add(ForwardedLines(server, services.find(VisitorLimits), membership))
    await server.restore_clocks()
    accounts = services.add(await open_accounts(server))
    services.add(accounts.logins)
    services.add(accounts.bot_tokens)
    services.add(_token_lookup(accounts, server))
    tournaments = services.add(Tournaments(server, data_folder() / "tournaments"))
    await tournaments.resume()
    explorer = services.add(Explorer(OpeningStore(store.engine)))
    lobby = services.add(Lobby(server))
    laboratory = services.add(Laboratory(cluster))
    progress = services.add(ProgressStore(store.engine))
    services.add(SharedAnswers())
    services.add(LessonStore(store.engine))
    await note_completed_challenges(server, progress)
    tables = services.find(TableBuilder)
    reports = LimitReports(server.others, services.find(VisitorLimits))
    async with _chores(server, accounts, store, tables, reports):
        if compiler is not None:
            compiler.start(GAMES)
        tables.start_all()
        if cluster is not None:
            cluster.start()
        yield
    explorer.close()
    await lobby.close()
    await tournaments.close()
    accounts.close()
    laboratory.close()
    tables.close()
    await server.close()
    if cluster is not None:
        cluster.close()


async def _enter(store: GameStore) -> Membership | None:
    """Join the other processes; None with SQLite, which has one."""
    if store.engine.dialect.name != "postgresql":
        return None
    membership = Membership(store.engine)
    await membership.enter()
    return membership


def _token_lookup(accounts: Accounts, server: GameServer) -> TokenLookup:
    async def login(visitor: HTTPConnection, token_hash: str) -> Login | None:
        return await server.reading(visitor, accounts.store.login_with, token_hash)

    async def bot(visitor: HTTPConnection, token_hash: str) -> Visitor | None:
        return await server.reading(visitor, accounts.bots.bot_with, token_hash)

    has_others = server.others.process is not None
    return TokenLookup(accounts.logins, accounts.bot_tokens, login, bot, has_others)


@asynccontextmanager
async def _chores(
    server: GameServer,
    accounts: Accounts,
    store: GameStore,
    tables: TableBuilder,
    reports: LimitReports,
) -> AsyncIterator[None]:
    """What is done beside answering, again and again."""

    async def end_run_out_games() -> None:
        await server.claim_running()
        await server.end_run_out()

    async def renew_lock() -> None:  # even if the connection that took it breaks
        await asyncio.to_thread(store.renew_lock)

    chores = [
        repeat("closing idle games", IDLE_CHECK_INTERVAL, server.close_idle),
        repeat("ending games in which time is up", CLOCK_INTERVAL, end_run_out_games),
        repeat("noticing new passwords", RESET_INTERVAL, accounts.notice_resets),
        repeat("renewing the lock on the database", LOCK_INTERVAL, renew_lock),
        _inspect_database(store),
        reports.send_regularly(),
        asyncio.to_thread(_warm_up, tables),
    ]
    tasks = [asyncio.create_task(chore) for chore in chores]
    yield
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _inspect_database(store: GameStore) -> None:
    """Look for damage now and then: seldom enough to take at most a hundredth of the time."""
    while True:
        began = monotonic()
        with errors_logged("inspecting the database"):
            await asyncio.to_thread(store.inspect)
        await asyncio.sleep(max(INSPECTION_INTERVAL, 100 * (monotonic() - began)))


def _warm_up(tables: TableBuilder) -> None:
    """Load what the first pages need.

    What is loaded by then stays loaded: `gc.freeze` makes the garbage collector skip it.
    """
    catalogue(GAMES, tables.builds_at_first_need)
    all_sets()
    gc.collect()
    gc.freeze()
