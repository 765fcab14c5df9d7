"""A server that is killed again and again while many games are played: is any move lost?

    python benchmarks/crash.py [--kills 20] [--games 50] [--postgresql]

Between two kills every game is played on, as fast as moves are acknowledged (shown to the player
after they were saved). After each start every game must have all acknowledged moves, in order, and
at most one more: the move that was under way. `--postgresql` starts a database of its own.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from web_load import ask, seen

from palamedes.core.match import Match
from palamedes.games import find_game
from web import postgresql

PORT = 8768
ADDRESS = f"127.0.0.1:{PORT}"
LONGEST = 2.0  # seconds between a start and the next kill


class AcknowledgedGame:
    """A game of one person against himself, and the moves that were acknowledged."""

    def __init__(self) -> None:
        wish = {"game": "morris", "first": {"who": "me"}, "second": {"who": "me"}}
        made, self.cookie = ask(ADDRESS, "/api/games", wish)
        self.id = made["id"]
        self.moves: list[str] = []

    def check(self) -> tuple[int, int]:
        """How many moves were lost, and how many are there that nobody made."""
        record, _cookie = ask(ADDRESS, f"/api/games/{self.id}")
        kept = record["record"]["moves"]
        lost = sum(kept[ply : ply + 1] != [move] for ply, move in enumerate(self.moves))
        extra = max(0, len(kept) - len(self.moves) - 1)
        self.moves = kept
        return lost, extra

    async def play(self, chance: random.Random) -> None:
        match = Match.of(find_game("morris"))
        for move in self.moves:
            match.play(move)
        url = f"ws://{ADDRESS}/api/games/{self.id}/live"
        with suppress(OSError, WebSocketException):
            async with connect(url, additional_headers={"cookie": self.cookie}) as page:
                while match.result is None:
                    move = chance.choice(match.position.moves)
                    match.play(move)
                    await page.send(json.dumps({"type": "move", "move": move}))
                    await seen(page, len(match.turns))
                    self.moves.append(move)


def start(folder: Path, database: str) -> subprocess.Popen:
    environment = {**os.environ, "PALAMEDES_DATA": str(folder)}
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(PORT), "--no-warm"]
    command += ["--games-a-minute", "100000", "--requests-a-second", "10000"]
    command += ["--database", database] if database else []
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        with suppress(OSError), urlopen(f"http://{ADDRESS}/health") as answer:
            assert answer.status == 200
            return process
        time.sleep(0.05)
    raise SystemExit("the server does not start")


async def play_until_killed(
    games: list[AcknowledgedGame], process: subprocess.Popen, seconds: float
) -> None:
    playing = [asyncio.create_task(game.play(random.Random(game.id))) for game in games]
    await asyncio.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    await asyncio.gather(*playing)
    process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    chance, acknowledged, lost, extra = random.Random(1), 0, 0, 0
    with ExitStack() as stack:
        folder, other = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in "12")
        database = stack.enter_context(postgresql(other)) if options.postgresql else ""
        process = start(folder, database)
        games = [AcknowledgedGame() for _ in range(options.games)]
        for _kill in range(options.kills):
            before = sum(len(game.moves) for game in games)
            seconds = 0.3 + chance.random() * LONGEST
            asyncio.run(play_until_killed(games, process, seconds))
            acknowledged += sum(len(game.moves) for game in games) - before
            process = start(folder, database)
            for game in games:
                lost, extra = (a + b for a, b in zip((lost, extra), game.check(), strict=True))
            over = [game for game in games if len(game.moves) > 150]
            games = [AcknowledgedGame() if game in over else game for game in games]
        process.terminate()
        process.wait()
    figures = {"kills": options.kills, "acknowledged": acknowledged, "lost": lost, "extra": extra}
    sys.stdout.write(f"{json.dumps(figures)}\n")


if __name__ == "__main__":
    main()
