"""How many games can be played at once, with a move every two seconds in each, over WebSockets.

    python benchmarks/web_load.py --games 500 --seconds 30

It starts a server with a database of its own. Every game has two players, each with a connection;
the time of a move is from sending it until both players have seen it. The clients are this process,
and need a core to themselves.
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
from pathlib import Path
from statistics import quantiles
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from palamedes.core.match import Match
from palamedes.games import GAMES, find_game

PAUSE = 2.0  # seconds between two moves of a game


def ask(address: str, path: str, body: object = None, cookie: str = "") -> tuple[dict, str]:
    """The answer to a request, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie}
    with urlopen(Request(f"http://{address}{path}", data, headers)) as answer:
        given = answer.headers.get("set-cookie", "").partition(";")[0]
        return json.load(answer), given


def set_up(address: str, name: str) -> tuple[str, list[str]]:
    """A new game between two players: its id, and their cookies."""
    wish = {"game": name, "first": {"who": "me"}, "second": {"who": "friend"}}
    made, first = ask(address, "/api/games", wish)
    _seat, second = ask(address, f"/api/games/{made['id']}/seats/1", {})
    return made["id"], [first, second]


async def play(
    address: str,
    number: int,
    game: tuple[str, list[str]],
    name: str,
    seconds: float,
    gate: asyncio.Barrier,
    times: list[float],
) -> None:
    """Play until the time is up; when a game ends, the next begins."""
    chance = random.Random(number)
    ends = 0.0
    while not ends or time.monotonic() < ends:
        game_id, cookies = game
        url = f"ws://{address}/api/games/{game_id}/live"
        match = Match.of(find_game(name))
        async with (
            connect(url, additional_headers={"cookie": cookies[0]}, max_queue=None) as one,
            connect(url, additional_headers={"cookie": cookies[1]}, max_queue=None) as other,
        ):
            if not ends:
                await gate.wait()
                ends = time.monotonic() + seconds
            await asyncio.sleep(chance.random() * PAUSE)
            while match.result is None and time.monotonic() < ends:
                began = time.monotonic()
                move = chance.choice(match.position.moves)
                mover = (one, other)[match.position.turn]
                match.play(move)
                await mover.send(json.dumps({"type": "move", "move": move}))
                await asyncio.gather(*(seen(socket, len(match.turns)) for socket in (one, other)))
                times.append(time.monotonic() - began)
                await asyncio.sleep(max(0.0, PAUSE - (time.monotonic() - began)))
        if time.monotonic() < ends:
            game = await asyncio.to_thread(set_up, address, name)


async def seen(socket: ClientConnection, plies: int) -> None:
    """Wait until a connection has seen `plies` moves."""
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "scene" and message["plies"] >= plies:
            return


async def load(address: str, games: int, seconds: float) -> list[float]:
    """The seconds that each move took, once all games are set up and all players connected."""
    times: list[float] = []
    families = [family.name for family in GAMES]
    names = [families[number % len(families)] for number in range(games)]
    tables = [await asyncio.to_thread(set_up, address, name) for name in names]
    gate = asyncio.Barrier(games)
    await asyncio.gather(
        *(
            play(address, number, tables[number], name, seconds, gate, times)
            for number, name in enumerate(names)
        )
    )
    return times


def memory_of(process: int) -> int:
    """The memory of a process in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    gc.disable()  # a pause of the client would look like a slow server
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PALAMEDES_DATA": folder}
        command = [sys.executable, "-m", "palamedes", "serve", "--port", str(options.port)]
        command += ["--games-a-minute", "1000000", "--connections", "100000"]
        command += ["--requests-a-second", "100000"]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            time.sleep(4)
            before = memory_of(server.pid)
            times = asyncio.run(load(f"127.0.0.1:{options.port}", options.games, options.seconds))
            after = memory_of(server.pid)
        finally:
            server.terminate()
            server.wait()
    cuts = quantiles(times, n=100)
    figures = {
        "games": options.games,
        "moves": len(times),
        "median_ms": round(1000 * cuts[49], 1),
        "p95_ms": round(1000 * cuts[94], 1),
        "p99_ms": round(1000 * cuts[98], 1),
        "within_100_ms": round(sum(each <= 0.1 for each in times) / len(times), 4),
        "kilobytes_a_game": round((after - before) / options.games / 1000),
    }
    sys.stdout.write(f"{json.dumps(figures, indent=1)}\n")


if __name__ == "__main__":
    main()
