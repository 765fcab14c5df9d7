"""How soon all games go on when one of two processes of a server is killed.

    python benchmarks/takeover.py --games 200 [--gracefully]

Every game has two players, connected to different processes of a server over one PostgreSQL. In the
middle one process is killed, or told to end; players whose connection ends come back to the other.
A player who has seen a move in a scene counts on it: at the end the records are compared with what
they saw. A game is interrupted while neither player looks at a board on which it is their turn.
"""

import argparse
import asyncio
import json
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from subprocess import Popen

from web_load import ask, postgresql, served
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from palamedes.core.match import Match
from palamedes.games import find_game

PAUSE = 2.0  # seconds between two moves of a game
AGAIN = 0.3  # seconds until a player tries to connect again


def set_up(address: str, name: str) -> tuple[str, list[str]]:
    """A new game between two players: its id, and their cookies."""
    wish = {"game": name, "first": {"who": "me"}, "second": {"who": "friend"}}
    made, first = ask(address, "/api/games", wish)
    _seat, second = ask(address, f"/api/games/{made['id']}/seats/1", {})
    return made["id"], [first, second]


class Game:
    """A game of teeko, as its two players know it."""

    def __init__(self, number: int, game_id: str, cookies: list[str]) -> None:
        self.id, self.cookies = game_id, cookies
        self.chance = random.Random(number)
        self.seen: list[str] = []
        self.is_over = False
        self.since: dict[int, float] = {}  # when a ply was first seen
        self.interruptions: list[tuple[float, float]] = []  # when each ended, and its seconds
        self.interrupted = time.monotonic()  # since when, if nobody thinks

    def note(self, scene: dict) -> None:
        """Remember the moves of a scene; whatever was seen before must be in it."""
        moves = scene["moves"]
        common = min(len(moves), len(self.seen))
        assert moves[:common] == self.seen[:common], (self.id, self.seen, moves)
        for ply in range(len(self.seen), len(moves)):
            self.since[ply] = time.monotonic()
        self.seen = max(self.seen, moves, key=len)
        self.is_over = scene["result"] is not None

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """A player can move, until they do or their connection ends."""
        now = time.monotonic()
        self.interruptions.append((now, now - self.interrupted))
        try:
            yield
        finally:
            self.interrupted = time.monotonic()

    def longest_interruption(self, after: float) -> float:
        return max((seconds for ended, seconds in self.interruptions if ended > after), default=0.0)


async def sit(game: Game, player: int, addresses: list[str], ends: float) -> None:
    """Play one side until the time is up, at whichever process answers."""
    turn = player
    while time.monotonic() < ends:
        address = addresses[turn % len(addresses)]
        headers = {"cookie": game.cookies[player]}
        url = f"ws://{address}/api/games/{game.id}/live"
        with suppress(ConnectionClosed, InvalidStatus, OSError, TimeoutError):
            async with connect(url, additional_headers=headers, max_queue=None) as socket:
                await play(socket, game, player, ends)
        turn += 1
        await asyncio.sleep(AGAIN)


async def play(socket: ClientConnection, game: Game, player: int, ends: float) -> None:
    thinking = None
    try:
        while time.monotonic() < ends:
            async with asyncio.timeout(max(0.01, ends - time.monotonic())):
                message = json.loads(await socket.recv())
            if message["type"] == "scene":
                game.note(message)
                if thinking is not None:
                    thinking.cancel()
                if message["result"] is None and message["turn"] == player:
                    thinking = asyncio.create_task(move(socket, game, message["moves"]))
    finally:
        if thinking is not None:
            thinking.cancel()


async def move(socket: ClientConnection, game: Game, moves: list[str]) -> None:
    with game.thinking():
        await asyncio.sleep(game.chance.random() * PAUSE)
    match = Match.of(find_game("teeko"))
    for each in moves:
        match.play(each)
    chosen = game.chance.choice(match.position.moves)
    with suppress(ConnectionClosed):
        await socket.send(json.dumps({"type": "move", "move": chosen}))


async def run(
    addresses: list[str], victim: Popen, last: signal.Signals, count: int, seconds: float
) -> dict:
    games = []
    for number in range(count):
        game_id, cookies = await asyncio.to_thread(set_up, addresses[number % 2], "teeko")
        games.append(Game(number, game_id, cookies))
    ends = time.monotonic() + 2 * seconds
    turned = addresses[::-1]
    seats = [
        sit(game, player, (addresses, turned)[player], ends) for game in games for player in (0, 1)
    ]
    players = asyncio.gather(*seats)
    await asyncio.sleep(seconds)
    open_games = [game for game in games if not game.is_over]
    plies = {game.id: len(game.seen) for game in open_games}
    killed = time.monotonic()
    victim.send_signal(last)
    await players
    waits = []
    for game in open_games:
        later = [at for ply, at in game.since.items() if ply >= plies[game.id] and at > killed]
        waits.append(min(later, default=float("inf")) - killed)
    interruptions = [game.longest_interruption(killed) for game in open_games]
    lost = 0
    for game in games:
        record, _cookie = await asyncio.to_thread(ask, addresses[1], f"/api/games/{game.id}")
        lost += record["record"]["moves"][: len(game.seen)] != game.seen
    return {
        "games": count,
        "moves_checked": sum(len(game.seen) for game in games),
        "games_with_lost_or_other_moves": lost,
        "longest_interruption_s": round(max(interruptions), 2),
        "median_interruption_s": round(statistics.median(interruptions), 2),
        "longest_until_the_next_move_s": round(max(waits), 2),
        "median_until_the_next_move_s": round(statistics.median(waits), 2),
        "games_that_stopped": sum(wait == float("inf") for wait in waits),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20, help="before the kill, and after it")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--gracefully", action="store_true")
    options = parser.parse_args()
    last = signal.SIGTERM if options.gracefully else signal.SIGKILL
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        place = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(postgresql(Path(place)))
        ports = (options.port, options.port + 1)
        wishes = ("--no-warm", "--database", database.url)
        victim, _survivor = [stack.enter_context(served(port, folder, *wishes)) for port in ports]
        addresses = [f"127.0.0.1:{port}" for port in ports]
        found = asyncio.run(run(addresses, victim, last, options.games, options.seconds))
    sys.stdout.write(f"{json.dumps(found, indent=1)}\n")


if __name__ == "__main__":
    main()
