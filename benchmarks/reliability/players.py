"""People who play at the servers, and write down what they send and what they are shown.

    python benchmarks/reliability/players.py LOG --fronts 127.0.0.1:8001 --servers 127.0.0.1:8101

They know nothing of the server but docs/api.md. Each has a browser of its own, which comes back
when its connection breaks or is silent, through any of the fronts. Beside them are spectators, who
look without a network in between; intruders, who try to move for others; and visitors who play
alone and delete everything again. They go on until SIGTERM.
"""

import argparse
import asyncio
import json
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAMES = ("morris", "teeko", "nim:40,40,40", "ultimate", "awale")
BLITZ = {"total": 8, "increment": 0}  # many of these are lost on time
LONG = {"total": 3600, "increment": 1}
SILENCE = 4.0  # seconds after which a connection is given up
LATE = 0.25  # seconds for the smallest answer there is
PAUSE = 0.2  # seconds until the next try
TROUBLE = (OSError, TimeoutError, WebSocketException, ValueError)
Answer = tuple[int, Any]


class Log:
    """One JSON object a line; what is written here survives everything but this machine."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", buffering=1)
        self._name, self._connections = path.stem, 0

    def write(self, kind: str, **values: object) -> None:
        self._file.write(json.dumps({"kind": kind, **values, "at": monotonic()}) + "\n")

    def new_connection(self) -> str:
        self._connections += 1
        return f"{self._name} {self._connections}"


class Servers:
    """Where the servers can be reached: through a network that fails, and directly."""

    def __init__(self, fronts: list[str], direct: list[str], chance: random.Random) -> None:
        self.fronts, self.direct, self._chance = fronts, direct, chance

    def any_front(self) -> str:
        return self._chance.choice(self.fronts)

    def any_direct(self) -> str:
        return self._chance.choice(self.direct)


async def request(
    address: str, path: str, body: object = None, token: str = "", source: str = "127.0.0.1"
) -> Answer:
    """Status and document of an answer, over a connection of its own; a body makes it a POST."""
    data = b"" if body is None else json.dumps(body).encode()
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"host: {address}"]
    head += [f"content-length: {len(data)}", "content-type: application/json"]
    head += [f"cookie: palamedes={token}", "connection: close", "", ""]
    host, _colon, port = address.partition(":")
    async with asyncio.timeout(SILENCE):
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
        try:
            writer.write("\r\n".join(head).encode() + data)
            answer = await reader.read()
        finally:
            writer.transport.abort()
    top, _blank, rest = answer.partition(b"\r\n\r\n")
    if len(top.split()) < 2:
        raise ConnectionError("no answer")
    is_document = b"application/json" in top and rest
    return int(top.split()[1]), json.loads(rest) if is_document else None


@asynccontextmanager
async def live(address: str, game: str, token: str, source: str) -> AsyncIterator[ClientConnection]:
    """A WebSocket to a game; at the end nobody waits for a dead network."""
    url = f"ws://{address}/api/games/{game}/live"
    cookie = {"cookie": f"palamedes={token}"} if token else {}
    waits = {"open_timeout": SILENCE, "close_timeout": 0.1, "ping_interval": None}
    made = connect(url, additional_headers=cookie, local_addr=(source, 0), proxy=None, **waits)
    async with made as connection:
        yield connection


class Table:
    """A game that is played, and what those at it know together."""

    def __init__(self, game: str, tokens: tuple[str, str], log: Log, is_short: bool) -> None:
        self.game, self.tokens, self.log = game, tokens, log
        self.ply, self.moves_here = 0, [""]  # for intruders
        self.over = asyncio.Event()
        for player, token in enumerate(tokens):
            log.write("seat", game=game, player=player, token=token, is_short=is_short)

    @property
    def turn(self) -> int:
        return self.ply % 2

    def say_sent(self, move: str, ply: int, player: int, connection: str) -> None:
        names = {"game": self.game, "player": player, "connection": connection}
        self.log.write("sent", **names, move=move, ply=ply)


class Browser:
    """Somebody at a table: a player, both players at once, or a spectator."""

    def __init__(
        self, table: Table, token: str, source: str, address: Callable[[], str], pace: float
    ) -> None:
        self._table, self._token, self._source = table, token, source
        self._address, self._pace = address, pace
        self._known: list[str] = []
        self._chance = random.Random(f"{table.game}{token}")
        self._connection = ""

    async def stay(self) -> None:
        """Until the game is over, however often the connection breaks."""
        while not self._table.over.is_set():
            with suppress(*TROUBLE):
                self._connection = self._table.log.new_connection()
                way = live(self._address(), self._table.game, self._token, self._source)
                async with way as socket:
                    await self._play(socket)
            await asyncio.sleep(PAUSE * self._chance.random())

    async def _play(self, socket: ClientConnection) -> None:
        is_new = True
        async with asyncio.timeout(None) as limit:
            while True:
                limit.reschedule(asyncio.get_running_loop().time() + SILENCE)
                message = json.loads(await socket.recv())
                if message["type"] == "scene":
                    self._note(message, is_new)
                    is_new = False
                    if message["result"]:
                        return
                    limit.reschedule(None)
                    await self._move(socket, message)

    def _note(self, scene: dict[str, Any], is_new: bool) -> None:
        """Write down what is shown for the first time, or last on a new connection."""
        moves, same = scene["moves"], 0
        while same < min(len(moves), len(self._known)) and moves[same] == self._known[same]:
            same += 1
        self._known = moves
        for ply in range(same - (is_new and same == len(moves) > 0), len(moves)):
            names = {"game": self._table.game, "connection": self._connection}
            names["player"] = next(iter(scene["seats"]), -1)
            self._table.log.write("shown", **names, ply=ply, move=moves[ply])
        if scene["result"]:
            result = {"winner": scene["result"]["winner"], "reason": scene["result"]["reason"]}
            self._table.log.write("over", game=self._table.game, **result)
            self._table.over.set()

    async def _move(self, socket: ClientConnection, scene: dict[str, Any]) -> None:
        moves, ply = list(scene["touches"]), scene["plies"]
        if not moves:
            return
        self._table.ply, self._table.moves_here = ply, moves
        await asyncio.sleep(min(self._chance.expovariate(1 / self._pace), 10 * self._pace))
        move = self._chance.choice(moves)
        self._table.say_sent(move, ply, ply % 2, self._connection)
        await socket.send(json.dumps({"type": "move", "move": move, "ply": ply}))


class People:
    """Everybody in this process."""

    def __init__(self, log: Log, servers: Servers, chance: random.Random, pace: float) -> None:
        self._log, self._servers, self._chance, self._pace = log, servers, chance, pace
        self._tables: set[Table] = set()
        self._sources = random.Random(log.new_connection())

    def _source(self) -> str:
        """An address of one's own: all of 127.0.0.0/8 is this machine."""
        return f"127.{self._sources.randint(16, 250)}.{self._sources.randint(1, 250)}.7"

    async def _new_table(self, source: str, is_alone: bool, **clock: object) -> Table:
        first = token_urlsafe(32)
        second = first if is_alone else token_urlsafe(32)
        seats = {"first": {"who": "me"}, "second": {"who": "me" if is_alone else "friend"}}
        wish = {"game": self._chance.choice(GAMES), **seats, **clock}
        made = await self._post_until("/api/games", wish, first, source, 201)
        is_short = is_alone or clock["clock"] is BLITZ
        table = Table(made["id"], (first, second), self._log, is_short)
        if not is_alone:  # refused if a try before was heard
            join = f"/api/games/{made['id']}/seats/1"
            await self._post_until(join, {}, second, source, 200, 409)
        return table

    async def _post_until(
        self, path: str, body: object, token: str, source: str, *good: int
    ) -> Any:
        """Ask again and again until the answer has a good status; its document."""
        while True:
            with suppress(*TROUBLE):
                address = self._servers.any_front()
                status, document = await request(address, path, body, token, source)
                if status in good:
                    return document
            await asyncio.sleep(PAUSE)

    async def play(self, clock: dict[str, int]) -> None:
        """Play one game after the other; in fast ones time is used up."""
        while True:
            source = self._source()
            pace = 8 * self._pace if clock is BLITZ else self._pace
            table = await self._new_table(source, False, clock=clock)
            self._tables.add(table)
            players = [
                Browser(table, token, source, self._servers.any_front, pace)
                for token in table.tokens
            ]
            spectator = Browser(table, "", source, self._servers.any_direct, 1.0)
            await asyncio.gather(*(browser.stay() for browser in (*players, spectator)))
            self._tables.discard(table)

    async def intrude(self) -> None:
        """Make legal moves in the games of others, as a stranger or as the player not to move."""
        while True:
            await asyncio.sleep(0.5)
            if not self._tables:
                continue
            table = self._chance.choice(sorted(self._tables, key=lambda table: table.game))
            player = self._chance.choice((-1, 1 - table.turn))
            token = token_urlsafe(32) if player < 0 else table.tokens[player]
            with suppress(*TROUBLE):
                way = live(self._servers.any_front(), table.game, token, self._source())
                async with way as socket, asyncio.timeout(SILENCE):
                    await socket.recv()
                    move, ply = self._chance.choice(table.moves_here), table.ply
                    if player == ply % 2:
                        continue  # it is his turn by now
                    table.say_sent(move, ply, player, self._log.new_connection())
                    await socket.send(json.dumps({"type": "move", "move": move, "ply": ply}))
                    while json.loads(await socket.recv())["type"] != "error":
                        pass

    async def come_and_go(self) -> None:
        """Play a few moves alone, and delete everything."""
        while True:
            source = self._source()
            table = await self._new_table(source, True)
            token = table.tokens[0]
            browser = Browser(table, token, source, self._servers.any_front, self._pace)
            with suppress(TimeoutError):
                await asyncio.wait_for(browser.stay(), 4.0)
            games = [table.game]
            self._log.write("deleting", token=token, games=games)
            await self._post_until("/api/you/delete", {"sure": True}, token, source, 200)
            self._log.write("deleted", token=token, games=games)

    async def watch(self, server: str) -> None:
        """Write down when a server does not run, and when its answers come late."""
        self._log.write("server", server=server)
        down: float | None = None
        while True:
            asked = monotonic()
            try:
                await request(server, "/api/nothing")
            except TimeoutError:
                self._log.write("late", server=server, since=asked, until=monotonic())
            except (OSError, ValueError):
                down = asked if down is None else down
            else:
                if down is not None:
                    self._log.write("down", server=server, since=down, until=asked)
                elif monotonic() - asked > LATE:
                    self._log.write("late", server=server, since=asked, until=monotonic())
                down = None
            await asyncio.sleep(0.1)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--fronts", nargs="+", required=True)
    parser.add_argument("--servers", nargs="+", required=True)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--pace", type=float, default=0.3, help="seconds to think, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--watch", action="store_true", help="note when servers do not answer")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    servers = Servers(options.fronts, options.servers, chance)
    people = People(Log(options.log), servers, chance, options.pace)
    work = [people.play(LONG if number else BLITZ) for number in range(options.tables)]
    work += [people.intrude(), people.come_and_go()]
    work += [people.watch(server) for server in servers.direct if options.watch]
    everything = asyncio.gather(*work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, everything.cancel)
    with suppress(asyncio.CancelledError):
        await everything


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
