"""What the routes about people need while the server runs."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fastapi import HTTPException, Request, Response

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.people.passwords import Passwords
from palamedes.ui.web.rooms import Hall
from palamedes.ui.web.safety import Rate
from palamedes.ui.web.store import Kept
from palamedes.ui.web.store.belongings import Belongings
from palamedes.ui.web.store.history import History
from palamedes.ui.web.store.people import LASTING, Account, People
from palamedes.ui.web.store.ratings import Ratings
from palamedes.ui.web.visitors import (
    Login,
    Logins,
    Visitor,
    give_token,
    hash_of,
    new_token,
    token_of,
    visitor_at,
)

HOUR = 3600


@dataclass
class Rates:
    """How often something may be asked for. A whole class may sit behind one address."""

    creations: Rate = field(default_factory=lambda: Rate(burst=40, per_second=40 / HOUR))
    addresses: Rate = field(default_factory=lambda: Rate(burst=40, per_second=0.2))
    # By name and address: a stranger must not use up the tries of whose name he knows.
    names: Rate = field(default_factory=lambda: Rate(burst=8, per_second=1 / 30))
    everywhere: Rate = field(default_factory=lambda: Rate(burst=100, per_second=1))  # by name
    exports: Rate = field(default_factory=lambda: Rate(burst=3, per_second=1 / 60))


class Desk:
    """Everything that is known of people."""

    def __init__(self, hall: Hall, logins: Logins) -> None:
        self.hall, self.logins = hall, logins
        engine = hall.store.engine
        self.people, self.belongings = People(engine), Belongings(engine)
        self.ratings, self.history = Ratings(engine), History(engine)
        self.passwords, self.rates = Passwords(), Rates()
        self.beginning = asyncio.Lock()  # of rated games, of which one may have only so many

    async def rate(self, kept: Kept) -> None:
        """A game is over."""
        if kept.rated:
            await self.hall.on_disk(self.ratings.rate, kept)

    async def enter(self, account: Account, request: Request, response: Response) -> bool:
        """Log somebody in, by a token that nobody has seen; False if the account is no more, or
        has another password by now.

        Who was nobody brings along what he had. Who was somebody else is that no more.
        """
        before, token = visitor_at(request), new_token()
        begin = self.people.begin_login
        hashed = hash_of(token)
        # In memory first: whoever ends all logins on disk, and then in memory, ends this one too.
        self.logins.begin(Login(hashed, account.visitor, datetime.now(UTC) + LASTING))
        try:
            ended = await self.hall.on_disk(begin, hashed, account, browser_of(request))
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
            await self.hand_over(before.owner, account.owner)
        give_token(response, token, request.url.scheme == "https")
        return True

    async def end_login(self, hashed: str) -> None:
        self.logins.end(hashed)
        await self.hall.on_disk(self.people.end_login, hashed)

    async def hand_over(self, old: str, new: str) -> None:
        await self.hall.on_disk(self.belongings.hand_over, old, new)
        self.hall.hand_over(old, new)

    def close(self) -> None:
        self.passwords.close()


async def open_desk(hall: Hall) -> Desk:
    """The desk of a server that starts: who was logged in still is, and every game counts."""
    known = await hall.on_disk(People(hall.store.engine).all_logins)
    desk = Desk(hall, Logins(known))
    hall.end_listeners.append(desk.rate)
    for game_id in await hall.on_disk(desk.ratings.forgotten):
        with suppress(PalamedesError):  # of a game that is here no longer
            await desk.rate(await hall.on_disk(hall.store.load, game_id))
    return desk


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.people
    return desk


def somebody(request: Request) -> Visitor:
    """Who asks, if logged in; HTTPException otherwise."""
    visitor = visitor_at(request)
    if visitor.account is None:
        raise HTTPException(401, _("you are not logged in"))
    return visitor


BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")  # the first that a browser says is it
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
CALLED = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}


def browser_of(request: Request) -> str:
    """What to call a browser in the list of logins; no more is kept of what it says."""
    said = request.headers.get("user-agent", "")[:400]
    words = [next((word for word in known if word in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(CALLED.get(word, word) for word in words if word)
