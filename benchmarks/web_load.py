"""How many games can be played at once, with a move every two seconds in each, over WebSockets.

    python benchmarks/web_load.py --games 500 --seconds 30

It starts a server with a database of its own. Every game has a clock and two players, each with a
connection; the time of a move is from sending it until both players have seen it. With `--against
step1` the second player is an engine, and the time is until its answer is seen. The clients are
this process, and need a core to themselves.

The processor time of the server is counted from the end of the warm-up, so it can be compared on a
busy machine. New games that begin when others end are included; `--game` plays a single one.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from palamedes.core.match import Match
from palamedes.games import GAMES, find_game


@dataclass
class Load:
    """What is played at once, and how long each move took."""

    address: str
    seconds: float
    pause: float  # between two moves of a game
    names: list[str]  # of the games
    opponent: str  # the level of an engine; "" for another player
    server: int  # the process
    times: list[float] = field(default_factory=list)  # since the warm-up
    cpu: float = 0.0  # seconds of the server's processors

    async def play(self, warm_up: float) -> None:
        """Play, once all games are set up and all players connected."""
        tables = [await asyncio.to_thread(self.set_up, name) for name in self.names]
        gate = asyncio.Barrier(len(tables) + 1)
        playing = asyncio.gather(
            *(
                _play(self, number, table, warm_up + self.seconds, gate)
                for number, table in enumerate(tables)
            )
        )
        await gate.wait()
        await asyncio.sleep(warm_up)
        self.times.clear()
        before = _cpu_of(self.server)
        await playing
        self.cpu = _cpu_of(self.server) - before

    def set_up(self, name: str) -> tuple[str, list[str]]:
        """A new game: its id, and the cookies of its players."""
        second = {"who": "engine", "level": self.opponent} if self.opponent else {"who": "friend"}
        wish = {"game": name, "first": {"who": "me"}, "second": second}
        made, mine = ask(self.address, "/api/games", {**wish, "clock": {"total": 36000}})
        if self.opponent:
            return made["id"], [mine]
        _seat, other = ask(self.address, f"/api/games/{made['id']}/seats/1", {})
        return made["id"], [mine, other]


def ask(address: str, path: str, body: object = None, cookie: str = "") -> tuple[dict, str]:
    """The answer to a request, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie}
    with urlopen(Request(f"http://{address}{path}", data, headers)) as answer:
        given = answer.headers.get("set-cookie", "").partition(";")[0]
        return json.load(answer), given


async def _play(
    load: Load, number: int, table: tuple[str, list[str]], seconds: float, gate: asyncio.Barrier
) -> None:
    """Play until the time is up; when a game ends, the next begins."""
    chance, name, ends = random.Random(number), load.names[number], 0.0
    while not ends or time.monotonic() < ends:
        game_id, cookies = table
        url = f"ws://{load.address}/api/games/{game_id}/live?changes=true"
        place = (f"127.0.1.{1 + number % 250}", 0)  # as if not everybody had the same address
        opened = [
            await connect(
                url, additional_headers={"cookie": each}, max_queue=None, local_addr=place
            )
            for each in cookies
        ]
        if not ends:
            await gate.wait()
            ends = time.monotonic() + seconds
        await asyncio.sleep(chance.random() * load.pause)
        match = Match.of(find_game(name))
        while match.result is None and time.monotonic() < ends:
            began = time.monotonic()
            await _move(match, opened, chance)
            load.times.append(time.monotonic() - began)
            await asyncio.sleep(max(0.0, load.pause - (time.monotonic() - began)))
        for socket in opened:
            await socket.close()
        if time.monotonic() < ends:
            table = await asyncio.to_thread(load.set_up, name)


async def _move(match: Match, players: list[ClientConnection], chance: random.Random) -> None:
    """Make a random move, and wait until it and the answer of an engine were seen."""
    move = chance.choice(match.position.moves)
    has_engine = len(players) == 1
    mover = players[0 if has_engine else match.position.turn]
    match.play(move)
    await mover.send(json.dumps({"type": "move", "move": move}))
    plies = len(match.turns) + (has_engine and match.result is None)
    scenes = await asyncio.gather(*(seen(player, plies) for player in players))
    for move in scenes[0]["moves"][len(match.turns) - scenes[0].get("kept", 0) :]:
        match.play(move)


async def seen(socket: ClientConnection, plies: int) -> dict:
    """Wait until a connection has seen `plies` moves, in a scene or a change of one."""
    while True:
        message = json.loads(await socket.recv())
        scene = message["scene"] if message["type"] == "change" else message
        if message["type"] in ("scene", "change") and scene.get("plies", 0) >= plies:
            return message


def _wait_for(address: str) -> None:
    """Wait until a server answers."""
    while True:
        with suppress(OSError), urlopen(f"http://{address}/health"):
            return
        time.sleep(0.2)


def _cpu_of(process: int) -> float:
    """The seconds of a processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _memory_of(process: int) -> int:
    """The memory of a process in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm-up", type=float, default=6)
    parser.add_argument("--pause", type=float, default=2, help="seconds from move to move")
    parser.add_argument("--game", default="", help="by default all, in turns")
    parser.add_argument("--against", default="", metavar="LEVEL")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--database", default="")
    options = parser.parse_args()
    gc.disable()  # a pause of the client would look like a slow server
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PALAMEDES_DATA": folder}
        command = [sys.executable, "-m", "palamedes", "serve", "--port", str(options.port)]
        command += ["--games-a-minute", "1000000", "--connections", "100000"]
        command += ["--requests-a-second", "100000"]
        command += ["--database", options.database] if options.database else []
        address = f"127.0.0.1:{options.port}"
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            _wait_for(address)
            before = _memory_of(server.pid)
            known = [options.game] if options.game else [family.name for family in GAMES]
            names = [known[number % len(known)] for number in range(options.games)]
            load = Load(address, options.seconds, options.pause, names, options.against, server.pid)
            asyncio.run(load.play(options.warm_up))
            after = _memory_of(server.pid)
        finally:
            server.terminate()
            server.wait()
    cuts, moves = quantiles(load.times, n=100), len(load.times)
    figures = {
        "games": options.games,
        "moves": moves,
        "cpu_seconds_per_1000_moves": round(1000 * load.cpu / moves, 2),
        "cores": round(load.cpu / options.seconds, 2),
        "median_ms": round(1000 * cuts[49], 1),
        "p95_ms": round(1000 * cuts[94], 1),
        "p99_ms": round(1000 * cuts[98], 1),
        "within_100_ms": round(sum(each <= 0.1 for each in load.times) / moves, 4),
        "kilobytes_a_game": round((after - before) / options.games / 1000),
    }
    sys.stdout.write(f"{json.dumps(figures)}\n")


if __name__ == "__main__":
    main()
