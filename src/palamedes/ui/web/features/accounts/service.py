"""What the routes about people need while the server runs."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fastapi import HTTPException, Request, Response

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features.accounts.passwords import Passwords
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.visitors import (
    ActiveLogins,
    give_token,
    hash_of,
    new_token,
    token_of,
    visitor_at,
)
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.accounts import LASTING, Account, AccountStore, Login, Visitor
from palamedes.ui.web.store.history import HistoryStore
from palamedes.ui.web.store.ownership import OwnershipStore
from palamedes.ui.web.store.ratings import RatingStore

HOUR = 3600


@dataclass
class AccountLimits:
    """How often something may be asked for. A whole class may sit behind one address."""

    creations: RateLimit = field(default_factory=lambda: RateLimit(burst=40, per_second=40 / HOUR))
    addresses: RateLimit = field(default_factory=lambda: RateLimit(burst=40, per_second=0.2))
    # By name and address: a stranger must not use up the tries of whose name he knows.
    names: RateLimit = field(default_factory=lambda: RateLimit(burst=8, per_second=1 / 30))
    everywhere: RateLimit = field(
        default_factory=lambda: RateLimit(burst=100, per_second=1)
    )  # by name
    exports: RateLimit = field(default_factory=lambda: RateLimit(burst=3, per_second=1 / 60))


class Accounts:
    """Everything that is known of people."""

    def __init__(self, server: GameServer, logins: ActiveLogins) -> None:
        self.server, self.logins = server, logins
        engine = server.store.engine
        self.store, self.ownership = AccountStore(engine), OwnershipStore(engine)
        self.ratings, self.history = RatingStore(engine), HistoryStore(engine)
        self.passwords, self.limits = Passwords(), AccountLimits()

    async def rate(self, stored: StoredGame) -> None:
        """A game is over."""
        if stored.rated:
            await self.server.on_disk(self.ratings.rate, stored)

    async def enter(self, account: Account, request: Request, response: Response) -> bool:
        """Log somebody in, by a token that nobody has seen; False if the account is no more, or
        has another password by now.

        Who was nobody brings along what he had. Who was somebody else is that no more.
        """
        before, token = visitor_at(request), new_token()
        begin = self.store.begin_login
        hashed = hash_of(token)
        # In memory first: whoever ends all logins on disk, and then in memory, ends this one too.
        self.logins.begin(Login(hashed, account.visitor, datetime.now(UTC) + LASTING))
        try:
            ended = await self.server.on_disk(begin, hashed, account, browser_of(request))
        except BaseException:
            self.logins.end(hashed)
            raise
        if ended is None:
            self.logins.end(hashed)
            return False
        for old in ended:
            self.logins.end(old)
        if before.account is not None:
            await self.end_login(hash_of(token_of(request) or ""))
        elif before.owner:
            await self.change_owner(before.owner, account.owner)
        give_token(response, token, request.url.scheme == "https")
        return True

    async def end_login(self, hashed: str) -> None:
        self.logins.end(hashed)
        await self.server.on_disk(self.store.end_login, hashed)

    async def change_owner(self, old: str, new: str) -> None:
        await self.server.on_disk(self.ownership.change_owner, old, new)
        self.server.change_owner(old, new)

    def close(self) -> None:
        self.passwords.close()


async def open_accounts(server: GameServer) -> Accounts:
    """The desk of a server that starts: who was logged in still is, and every game counts."""
    known = await server.on_disk(AccountStore(server.store.engine).all_logins)
    accounts = Accounts(server, ActiveLogins(known))
    server.on_end(accounts.rate)
    for game_id in await server.on_disk(accounts.ratings.forgotten):
        with suppress(PalamedesError):  # of a game that is here no longer
            await accounts.rate(await server.on_disk(server.store.load, game_id))
    return accounts


def accounts_of(request: Request) -> Accounts:
    return service(request, Accounts)


def somebody(request: Request) -> Visitor:
    """Who asks, if logged in; HTTPException otherwise."""
    visitor = visitor_at(request)
    if visitor.account is None:
        raise HTTPException(401, _("You are not logged in."))
    return visitor


BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")  # the first that a browser says is it
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
CALLED = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}


def browser_of(request: Request) -> str:
    """What to call a browser in the list of logins; no more is kept of what it says."""
    said = request.headers.get("user-agent", "")[:400]
    words = [next((word for word in known if word in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(CALLED.get(word, word) for word in words if word)
