"""The accounts service: logging in, rating games, and the stores of an owner's data."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fastapi import HTTPException, Request, Response

from palamedes.core.language import _
from palamedes.ui.web.features.accounts.known_browsers import marked_token
from palamedes.ui.web.features.accounts.passwords import Passwords
from palamedes.ui.web.http.bot_tokens import ActiveBotTokens, bot_token_of
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.tokens import hash_token
from palamedes.ui.web.http.visitors import (
    ActiveLogins,
    current_visitor,
    set_token_cookie,
    token_of,
)
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.resources import EndListener
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.store import StoredGame, UnreadableError
from palamedes.ui.web.store.account_resets import AccountResets
from palamedes.ui.web.store.accounts import LOGIN_LIFETIME, Account, AccountStore, Login, Visitor
from palamedes.ui.web.store.bots import BotStore
from palamedes.ui.web.store.history import HistoryStore
from palamedes.ui.web.store.ownership import OwnershipStore
from palamedes.ui.web.store.ratings import RatingStore

HOUR = 3600


@dataclass
class AccountLimits:
    """Rate limits. They are generous per address: a whole class may share one."""

    new_accounts: RateLimit = field(
        default_factory=lambda: RateLimit(burst=40, per_second=40 / HOUR)
    )
    logins_by_address: RateLimit = field(
        default_factory=lambda: RateLimit(burst=40, per_second=0.2)
    )
    # With the address: a stranger who knows a name must not use up the tries of its owner.
    logins_by_name_and_address: RateLimit = field(
        default_factory=lambda: RateLimit(burst=8, per_second=1 / 30)
    )
    logins_by_name: RateLimit = field(default_factory=lambda: RateLimit(burst=100, per_second=1))
    exports: RateLimit = field(default_factory=lambda: RateLimit(burst=3, per_second=1 / 60))


class Accounts:
    """Accounts, with their logins, passwords, ratings and history."""

    def __init__(
        self, server: GameServer, logins: ActiveLogins, bot_tokens: ActiveBotTokens
    ) -> None:
        self.server, self.logins, self.bot_tokens = server, logins, bot_tokens
        engine = server.store.engine
        self.bots, self.resets = BotStore(engine), AccountResets(engine)
        self.store, self.ownership = AccountStore(engine), OwnershipStore(engine)
        self.ratings, self.history = RatingStore(engine), HistoryStore(engine)
        self.passwords, self.limits = Passwords(), AccountLimits()
        server.others.on("account", self._hear)

    async def allows(self, name: str, key: str) -> bool:
        """Whether a limit of this name allows one more request, counted across all processes."""
        return await self.server.shared_limits.allows(name, getattr(self.limits, name), key)

    async def rate(self, stored: StoredGame) -> None:
        """Count a finished game for the ratings of its players, if it is rated."""
        if stored.rated:
            async with self.server.others.alone("rating games"):
                await self.server.on_disk(self.ratings.rate, stored)

    async def log_in(self, account: Account, request: Request, response: Response) -> bool:
        """Log a visitor in, with a new token.

        An anonymous visitor's games move to the account; a login to another account ends. False
        if the account was deleted or its password changed meanwhile.
        """
        before, token = current_visitor(request), marked_token(account.password)
        begin = self.store.begin_login
        token_hash = hash_token(token)
        # In memory first: a request that ends all logins in the database and then in memory ends
        # this one too.
        self.logins.begin(Login(token_hash, account.visitor, datetime.now(UTC) + LOGIN_LIFETIME))
        try:
            ended = await self.server.on_disk(begin, token_hash, account, browser_name(request))
        except BaseException:
            self.logins.end(token_hash)
            raise
        if ended is None:
            self.logins.end(token_hash)
            return False
        for old in ended:
            self.logins.end(old)
        if ended:
            await self.tell_others(account.id)
        if before.account is not None:
            await self.end_login(hash_token(token_of(request) or ""))
        elif before.owner:
            await self.change_owner(before.owner, account.owner)
        set_token_cookie(request, response, token)
        return True

    async def end_login(self, token_hash: str) -> None:
        visitor = self.logins.find(token_hash)
        self.logins.end(token_hash)
        await self.server.on_disk(self.store.end_login, token_hash)
        if visitor is not None and visitor.account is not None:
            await self.tell_others(visitor.account)

    async def end_all(self, account: int) -> None:
        """End all logins and bot tokens of an account."""
        for store in (self.store.end_logins, self.bots.end_tokens):
            await self.server.on_disk(store, account)
        self.forget_tokens(account)
        await self.tell_others(account)

    def forget_tokens(self, account: int) -> None:
        """Let no token of an account be of use any more."""
        self.logins.end_all(account)
        self.bot_tokens.end_all(account)

    async def notice_resets(self) -> None:
        """Let the logins and tokens of accounts end whose passwords a command has changed."""
        if not (waiting := await self.server.reading(None, self.resets.waiting)):
            return
        for account in set(waiting.values()):  # those that began since then stay
            await self.read_again(account)
            await self.tell_others(account)
        await self.server.on_disk(self.resets.forget, list(waiting))

    async def read_again(self, account: int) -> None:
        """Let those logins and tokens of an account end that the database has no longer."""
        reading = self.server.reading
        logins = await reading(None, self.store.logins_of, account)
        self.logins.end_all_but(account, {login.token_hash for login in logins})
        tokens = await reading(None, self.bots.tokens_of, account)
        self.bot_tokens.end_all_but(account, {token.token_hash for token in tokens})
        if known := await reading(None, self.store.account_with, account):
            self.logins.change(known.visitor)

    async def tell_others(self, account: int | None) -> None:
        """Tell the other processes that logins or tokens of an account have changed."""
        await self.server.others.tell("account", account=account)

    async def _hear(self, message: Message) -> None:
        await self.read_again(message["account"])

    async def change_owner(self, old: str, new: str) -> None:
        await self.server.on_disk(self.ownership.change_owner, old, new)
        await self.server.change_owner(old, new)

    def close(self) -> None:
        self.passwords.close()


async def open_accounts(server: GameServer) -> Accounts:
    """Load the logins from the database, and count games that were not counted yet."""
    logins = await server.on_disk(AccountStore(server.store.engine).all_logins)  # ends some
    tokens = await server.reading(None, BotStore(server.store.engine).all_tokens)
    accounts = Accounts(server, ActiveLogins(logins), ActiveBotTokens(tokens))
    await _count_games(server, accounts.ratings.uncounted_games, accounts.rate)
    adaptive = server.adaptive
    await _count_games(server, adaptive.profiles.uncounted_games, adaptive.count)
    return accounts


async def _count_games(
    server: GameServer, uncounted: Callable[[], list[str]], count: EndListener
) -> None:
    """Count the games that ended just when a process did, and from now on every game."""
    server.on_end(count)

    async def count_missed(_process: str = "") -> None:
        for game_id in await server.reading(None, uncounted):
            with suppress(UnreadableError):
                if stored := await server.find_stored(game_id):
                    await count(stored)

    server.others.on_gone(count_missed)
    await count_missed()


def accounts_of(request: Request) -> Accounts:
    return service(request, Accounts)


def logged_in_visitor(request: Request) -> Visitor:
    """The visitor behind a request; HTTP error 401 if not logged in.

    A bot token is no login: it lets a program play, but not change the account.
    """
    if bot_token_of(request) is not None:
        raise HTTPException(403, _("A bot token cannot do this. Log in instead."))
    visitor = current_visitor(request)
    if visitor.account is None:
        raise HTTPException(401, _("You are not logged in."))
    return visitor


BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")  # Edge also contains "Chrome", and so on
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
DISPLAY_NAMES = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}


def browser_name(request: Request) -> str:
    """The browser's name in the list of logins; the full user agent is not stored."""
    user_agent = request.headers.get("user-agent", "")[:400]
    found = [
        next((name for name in names if name in user_agent), "") for names in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(DISPLAY_NAMES.get(name, name) for name in found if name)
