"""How long people wait for engines on a cluster while its workers are killed in turn.

    python benchmarks/cluster.py --people 20 --workers 4

It starts a scheduler, workers with one thread each, and a server. People play engines of several
levels over WebSockets, some of them with clocks. One worker after the other is killed; at last the
scheduler is, so that the engines think in the server. What a person waits is the time from a move
until the answer is seen.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from web_load import ask, seen

from dask_cluster import DaskCluster, dask_cluster
from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from waiting import wait_until
from web import wait_for_port

LEVELS = ("hard", "medium", "adaptive", "master")
PAUSE = 1.0  # seconds that a person thinks, at most


@dataclass
class Evening:
    """What is played, and how long people waited, by what had happened before."""

    address: str
    ends: float = 0.0
    happened: str = "nothing"
    waits: dict[str, list[float]] = field(default_factory=dict)
    games: int = 0
    lost_on_time: int = 0  # by engines

    async def sit(self, number: int) -> None:
        """One person: when a game ends, the next begins."""
        chance = random.Random(number)
        while time.monotonic() < self.ends:
            await self.play(number, chance)

    async def play(self, number: int, chance: random.Random) -> None:
        name = GAMES[number % len(GAMES)].name
        engine = {"who": "engine", "level": LEVELS[number % len(LEVELS)]}
        wish = {"game": name, "first": {"who": "me"}, "second": engine}
        clock = {"clock": {"total": 60, "increment": 2}} if number % 2 else {}
        made, cookie = await asyncio.to_thread(ask, self.address, "/api/games", {**wish, **clock})
        self.games += 1
        url = f"ws://{self.address}/api/games/{made['id']}/live"
        match = Match.of(find_game(name))
        async with connect(url, additional_headers={"cookie": cookie}, max_queue=None) as socket:
            while match.result is None and time.monotonic() < self.ends:
                await asyncio.sleep(chance.random() * PAUSE)
                move = chance.choice(match.position.moves)
                match.play(move)
                began = time.monotonic()
                await socket.send(json.dumps({"type": "move", "move": move}))
                scene = await seen(socket, len(match.turns) + (match.result is None))
                self.waits.setdefault(self.happened, []).append(time.monotonic() - began)
                for answer in scene["moves"][len(match.turns) :]:
                    match.play(answer)
                if scene["result"] is not None and match.result is None:
                    self.lost_on_time += 1
                    return


async def run(evening: Evening, people: int, seconds: float, cluster: DaskCluster) -> None:
    evening.ends = time.monotonic() + 4 * seconds
    playing = asyncio.gather(*(evening.sit(number) for number in range(people)))
    for happened, victim in (
        ("a worker was killed", cluster.workers[0]),
        ("a second worker was killed", cluster.workers[1]),
        ("the scheduler was killed", cluster.scheduler),
    ):
        await asyncio.sleep(seconds)
        victim.kill()
        evening.happened = happened
    await playing


def engines(address: str) -> float:
    """How many engines may think at once."""
    with urlopen(f"http://{address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if 'slots{queue="games"}' in line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20, help="between two kills")
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, dask_cluster(options.workers) as cluster:
        environment = {**os.environ, "PALAMEDES_DATA": folder}
        command = [sys.executable, "-m", "palamedes", "serve", "--port", str(options.port)]
        command += ["--games-a-minute", "10000", "--cluster", cluster.address]
        address = f"127.0.0.1:{options.port}"
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            wait_for_port(options.port)
            wait_until(lambda: engines(address) == options.workers)
            evening = Evening(address)
            asyncio.run(run(evening, options.people, options.seconds, cluster))
        finally:
            server.terminate()
            server.wait()
    for happened, waits in evening.waits.items():
        waits.sort()
        figures = {
            "after": happened,
            "moves": len(waits),
            "median_wait_s": round(waits[len(waits) // 2], 2),
            "longest_wait_s": round(waits[-1], 2),
        }
        sys.stdout.write(f"{json.dumps(figures)}\n")
    sys.stdout.write(f"{evening.games} games, {evening.lost_on_time} lost by engines on time\n")


if __name__ == "__main__":
    main()
