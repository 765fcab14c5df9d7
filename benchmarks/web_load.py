"""How many games can be played at once, with a move every two seconds in each, over WebSockets.

    python benchmarks/web_load.py --games 500 --seconds 30 [--processes 2] [--client-processes 4]

It starts a server with a database of its own: SQLite, or with `--processes` PostgreSQL and so many
processes. Each connection and each request goes to any of them, as behind a load balancer. Every
game has a clock and two players, each with a connection; the time of a move is from sending it
until both players have seen it. With `--against step1` the second player is an engine, and the time
is until its answer is seen. The clients are other processes, and need cores to themselves.

The processor time of the server is counted from the end of the warm-up, so it can be compared on a
busy machine. New games that begin when others end are included; `--game` plays a single one.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from subprocess import DEVNULL, Popen
from threading import Barrier
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from ports import free_port
from postgresql import PostgreSQL


@dataclass
class Load:
    """What is played."""

    addresses: list[str]
    names: list[str]  # of the games
    warm_up: float  # seconds
    seconds: float
    pause: float  # between two moves of a game
    opponent: str  # the level of an engine; "" for another player

    def part(self, number: int, count: int, gate: Barrier) -> list[float]:
        """Play one of `count` parts of the games; the times of its moves since the warm-up.

        It begins when all parts are set up: then the gate opens.
        """
        gc.disable()  # a pause of the client would look like a slow server
        return asyncio.run(self._play(range(number, len(self.names), count), gate))

    async def _play(self, numbers: range, gate: Barrier) -> list[float]:
        tables = [Table(self, number) for number in numbers]
        for table in tables:
            await table.begin()
        await asyncio.to_thread(gate.wait)
        counts_from = time.monotonic() + self.warm_up
        ends = counts_from + self.seconds
        await asyncio.gather(*(table.play(ends) for table in tables))
        times = [each for table in tables for each in table.times]
        return [seconds for at, seconds in times if counts_from <= at < ends]


class Table:
    """Two players, or one and an engine: when a game of theirs ends, the next begins."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.name = load, load.names[number]
        self.chance = random.Random(number)
        self.place = (f"127.0.1.{1 + number % 250}", 0)  # as if not all had the same address
        self.sockets: list[ClientConnection] = []
        self.times: list[tuple[float, float]] = []  # when a move was seen, and how long that took

    async def begin(self) -> None:
        """Begin a new game, and connect its players."""
        game_id, cookies = await asyncio.to_thread(self._set_up)
        path = f"/api/games/{game_id}/live?changes=true"
        for cookie in cookies:
            headers, settings = {"cookie": cookie}, {"max_queue": None, "local_addr": self.place}
            url = f"ws://{self._any_address()}{path}"
            self.sockets.append(await connect(url, additional_headers=headers, **settings))

    def _set_up(self) -> tuple[str, list[str]]:
        """A new game: its id, and the cookies of its players."""
        engine = self.load.opponent
        second = {"who": "engine", "level": engine} if engine else {"who": "friend"}
        wish = {"game": self.name, "first": {"who": "me"}, "second": second}
        clock = {"total": 36000}
        made, mine = ask(self._any_address(), "/api/games", {**wish, "clock": clock})
        if engine:
            return made["id"], [mine]
        _seat, other = ask(self._any_address(), f"/api/games/{made['id']}/seats/1", {})
        return made["id"], [mine, other]

    def _any_address(self) -> str:
        return self.chance.choice(self.load.addresses)

    async def play(self, ends: float) -> None:
        """Play until the time is up."""
        pause = self.load.pause
        while time.monotonic() < ends:
            await asyncio.sleep(self.chance.random() * pause)
            match = Match.of(find_game(self.name))
            while match.result is None and time.monotonic() < ends:
                began = time.monotonic()
                await self._move(match)
                seen = time.monotonic()
                self.times.append((seen, seen - began))
                await asyncio.sleep(max(0.0, began + pause - seen))
            for socket in self.sockets:
                await socket.close()
            self.sockets.clear()
            if time.monotonic() < ends:
                await self.begin()

    async def _move(self, match: Match) -> None:
        """Make a random move, and wait until it and the answer of an engine were seen."""
        move = self.chance.choice(match.position.moves)
        has_engine = bool(self.load.opponent)
        mover = self.sockets[0 if has_engine else match.position.turn]
        match.play(move)
        await mover.send(json.dumps({"type": "move", "move": move}))
        plies = len(match.turns) + (has_engine and match.result is None)
        scenes = await asyncio.gather(*(seen(socket, plies) for socket in self.sockets))
        for move in scenes[0]["moves"][len(match.turns) - scenes[0].get("kept", 0) :]:
            match.play(move)


def ask(address: str, path: str, body: object = None, cookie: str = "") -> tuple[dict, str]:
    """The answer to a request, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie}
    with urlopen(Request(f"http://{address}{path}", data, headers)) as answer:
        given = answer.headers.get("set-cookie", "").partition(";")[0]
        return json.load(answer), given


async def seen(socket: ClientConnection, plies: int) -> dict:
    """Wait until a connection has seen `plies` moves, in a scene or a change of one."""
    while True:
        message = json.loads(await socket.recv())
        scene = message["scene"] if message["type"] == "change" else message
        if message["type"] in ("scene", "change") and scene.get("plies", 0) >= plies:
            return message


@contextmanager
def served(port: int, folder: str, *options: str) -> Iterator[Popen]:
    """A process of a server, once it answers."""
    environment = {**os.environ, "PALAMEDES_DATA": folder}
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(port)]
    command += ["--games-a-minute", "1000000", "--connections", "100000"]
    command += ["--requests-a-second", "100000", *options]
    with Popen(command, env=environment, stdout=DEVNULL) as server:
        try:
            _wait_for(server, f"http://127.0.0.1:{port}/health")
            yield server
        finally:
            server.terminate()


def _wait_for(server: Popen, url: str) -> None:
    while server.poll() is None:  # or somebody else might answer
        with suppress(OSError), urlopen(url):
            return
        time.sleep(0.2)
    raise SystemExit("the server does not start")


@contextmanager
def postgresql(folder: Path) -> Iterator[PostgreSQL]:
    """A PostgreSQL that lives in a folder and only for us."""
    database = PostgreSQL(folder, free_port())
    database.create()
    database.start()
    try:
        yield database
    finally:
        database.stop()


def _cpu_of(process: int) -> float:
    """The seconds of a processor that a process has taken."""
    return sum(_fields_of(process)[11:13]) / os.sysconf("SC_CLK_TCK")


def _cpu_of_database(database: PostgreSQL) -> float:
    """The same of a PostgreSQL: of its first process, and all those that this one has started."""
    first, ticks = database.pid, 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = _fields_of(int(folder.name))
            if int(folder.name) == first:
                ticks += sum(fields[11:15])  # with those that have ended
            elif fields[1] == first:
                ticks += sum(fields[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _fields_of(process: int) -> list[int]:
    """The fields of /proc/PROCESS/stat after the name."""
    _state, *numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [0, *map(int, numbers)]


def _memory_of(process: int) -> int:
    """The memory of a process in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def measure(
    load: Load, servers: list[Popen], database: PostgreSQL | None, clients: int
) -> dict[str, float]:
    """Play from some client processes, and measure what that costs."""
    gate = multiprocessing.Manager().Barrier(clients + 1)
    memory = sum(_memory_of(server.pid) for server in servers)
    with ProcessPoolExecutor(clients) as pool:
        parts = [pool.submit(load.part, number, clients, gate) for number in range(clients)]
        gate.wait()
        time.sleep(load.warm_up)
        before = [_cpu_of(server.pid) for server in servers]
        of_database = 0.0 if database is None else _cpu_of_database(database)
        time.sleep(load.seconds)
        cpu = sum(_cpu_of(server.pid) for server in servers) - sum(before)
        of_database = 0.0 if database is None else _cpu_of_database(database) - of_database
        times = [each for part in parts for each in part.result()]
    memory = sum(_memory_of(server.pid) for server in servers) - memory
    cuts, moves = quantiles(times, n=100), len(times)
    return {
        "games": len(load.names),
        "processes": len(servers),
        "moves": moves,
        "cpu_seconds_per_1000_moves": round(1000 * cpu / moves, 2),
        "of_postgresql": round(1000 * of_database / moves, 2),
        "cores": round(cpu / load.seconds, 2),
        "median_ms": round(1000 * cuts[49], 1),
        "p95_ms": round(1000 * cuts[94], 1),
        "p99_ms": round(1000 * cuts[98], 1),
        "within_100_ms": round(sum(each <= 0.1 for each in times) / moves, 4),
        "kilobytes_a_game": round(memory / len(load.names) / 1000),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm-up", type=float, default=6)
    parser.add_argument("--pause", type=float, default=2, help="seconds from move to move")
    parser.add_argument("--game", default="", help="by default all, in turns")
    parser.add_argument("--against", default="", metavar="LEVEL")
    parser.add_argument("--processes", type=int, default=0, help="over PostgreSQL; 0: one, SQLite")
    parser.add_argument("--client-processes", type=int, default=1)
    options = parser.parse_args()
    known = [options.game] if options.game else [family.name for family in GAMES]
    names = [known[number % len(known)] for number in range(options.games)]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        place = stack.enter_context(tempfile.TemporaryDirectory())
        database, wishes = None, []
        if options.processes:
            database = stack.enter_context(postgresql(Path(place)))
            wishes = ["--database", database.url]
        ports = [free_port() for _process in range(max(1, options.processes))]
        servers = [stack.enter_context(served(port, folder, *wishes)) for port in ports]
        addresses = [f"127.0.0.1:{port}" for port in ports]
        times = options.warm_up, options.seconds, options.pause
        load = Load(addresses, names, *times, options.against)
        figures = measure(load, servers, database, options.client_processes)
    sys.stdout.write(f"{json.dumps(figures)}\n")


if __name__ == "__main__":
    main()
