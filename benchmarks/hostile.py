"""Attacks on a server, one after the other, while an honest visitor plays and analyses.

    python benchmarks/hostile.py [--seconds 12] [ATTACK ...]

A fresh server is attacked from eight loopback addresses by a process with low priority (attackers
bring their own machines). Printed are, for quiet times and for each attack: how long the honest
visitor's moves take until they are shown as saved, how long `easy` takes to answer, and how long a
question about a position takes; then the server's memory and the size of its log. The last lines
say whether all is as it should be: 95 % of the moves within 3 times the quiet figure and within
250 ms, no move lost, memory within 20 % of the start, less than 1 MB of log.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from palamedes.core.match import Match
from palamedes.games import find_game

HOST, PORT = "127.0.0.1", 8767
ATTACKERS = [f"127.0.0.{number}" for number in range(2, 10)]
PAUSE = 0.2  # seconds between two moves of the honest visitor
SETTLE = 8.0  # seconds after the last attack, before memory is looked at
MOST_DELAY, MOST_FACTOR, MOST_GROWTH, MOST_LOG = 0.25, 3.0, 0.2, 1_000_000
Times = dict[str, list[float]]


# The server


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """A server whose files are in a folder; yields its process number."""
    environment = {**os.environ, "PALAMEDES_DATA": str(folder)}
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(PORT), "--no-warm"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            wait_for_answer()
            yield process.pid
        finally:
            process.terminate()
            process.wait()


def wait_for_answer() -> None:
    for _try in range(300):
        with suppress(OSError), socket.create_connection((HOST, PORT), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server does not start")


def memory_of(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


# Clients


async def request(
    method: str, path: str, body: object = None, cookie: str = "", source: str = HOST
) -> tuple[int, str, bytes]:
    """Status, cookie and body of an answer, over a connection of its own."""
    data = b"" if body is None else json.dumps(body).encode()
    head = [f"{method} {path} HTTP/1.1", f"host: {HOST}:{PORT}", "connection: close"]
    head += [f"content-length: {len(data)}", "content-type: application/json"]
    head += [f"cookie: {cookie}"] if cookie else []
    reader, writer = await asyncio.open_connection(HOST, PORT, local_addr=(source, 0))
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + data)
        answer = await reader.read()
    finally:
        writer.close()
    top, _blank, rest = answer.partition(b"\r\n\r\n")
    lines = top.decode("latin-1").split("\r\n")
    given = [line.partition(": ")[2] for line in lines if line.lower().startswith("set-cookie")]
    status = lines[0].split()
    return int(status[1]) if len(status) > 1 else 0, (given or [""])[0].partition(";")[0], rest


def live(path: str, cookie: str = "", source: str = HOST) -> connect:
    headers = {"cookie": cookie} if cookie else {}
    return connect(
        f"ws://{HOST}:{PORT}{path}",
        additional_headers=headers,
        local_addr=(source, 0),
        open_timeout=20,
    )


async def new_game(cookie: str, source: str = HOST, **wish: object) -> tuple[str, str]:
    """The id of a new game, and the cookie of its player."""
    status, given, body = await request("POST", "/api/games", wish, cookie, source)
    return (json.loads(body)["id"] if status == 201 else ""), given or cookie


class Honest:
    """A visitor who plays against `easy` and asks about positions."""

    def __init__(self) -> None:
        self.times: Times = {"move": [], "answer": [], "question": []}
        self.made = self.lost = 0

    async def stay(self, ends: Callable[[], bool]) -> None:
        await asyncio.gather(self._play(ends), self._ask(ends))

    async def _play(self, ends: Callable[[], bool]) -> None:
        cookie, choose = "", random.Random(1)
        while not ends():
            wish = {"game": "morris", "second": {"who": "engine", "level": "easy"}}
            game_id, cookie = await new_game(cookie, **wish)
            if not game_id:
                await asyncio.sleep(1)
                continue
            async with live(f"/api/games/{game_id}/live", cookie) as page:
                match = Match.of(find_game("morris"))
                while match.result is None and not ends():
                    await self._move(page, match, choose)
                    await asyncio.sleep(PAUSE)
            await self._count(game_id, match)

    async def _move(self, page: ClientConnection, match: Match, choose: random.Random) -> None:
        move, began = choose.choice(match.position.moves), time.monotonic()
        match.play(move)
        await page.send(json.dumps({"type": "move", "move": move}))
        scene = await seen(page, len(match.turns))
        self.times["move"].append(time.monotonic() - began)
        if match.result is None:
            if len(scene["moves"]) == len(match.turns):
                scene = await seen(page, len(match.turns) + 1)
            self.times["answer"].append(time.monotonic() - began)
            match.play(scene["moves"][-1])

    async def _count(self, game_id: str, match: Match) -> None:
        """Every move that was shown must be in the record."""
        _status, _cookie, body = await request("GET", f"/api/games/{game_id}")
        kept, shown = json.loads(body)["record"]["moves"], [turn.move for turn in match.turns]
        self.made += len(shown)
        self.lost += sum(kept[ply : ply + 1] != [move] for ply, move in enumerate(shown))

    async def _ask(self, ends: Callable[[], bool]) -> None:
        async with live("/api/analysis") as page:
            while not ends():
                began = time.monotonic()
                await page.send(json.dumps({"type": "position", "game": "teeko", "moves": ["c3"]}))
                while json.loads(await page.recv())["type"] != "position":
                    pass
                self.times["question"].append(time.monotonic() - began)
                await asyncio.sleep(PAUSE)


async def seen(page: ClientConnection, plies: int) -> dict[str, Any]:
    """The first scene with at least `plies` moves."""
    while True:
        message = json.loads(await page.recv())
        if message["type"] == "scene" and len(message["moves"]) >= plies:
            return dict(message)


# Attacks. Each goes on until it is cancelled, and bears every refusal.


async def half_headers(source: str) -> None:
    """Connections that never say what they want."""

    async def hold() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, PORT, local_addr=(source, 0))
                writer.write(b"GET / HTTP/1.1\r\nhost: ")
                await reader.read()
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(hold() for _ in range(165)))


async def long_lists(source: str) -> None:
    """Many requests at once for the list of many long games."""
    cookie = ""
    for _game in range(20):
        game_id, cookie = await new_game(cookie, source, game="ultimate", second={"who": "me"})
        if game_id:
            await _play_fifty(game_id, cookie, source)
    await asyncio.gather(*(_repeat("GET", "/api/mine", None, cookie, source) for _ in range(40)))


async def _play_fifty(game_id: str, cookie: str, source: str) -> None:
    match, choose = Match.of(find_game("ultimate")), random.Random(game_id)
    async with live(f"/api/games/{game_id}/live", cookie, source) as page:
        while match.result is None and len(match.turns) < 50:
            move = choose.choice(match.position.moves)
            match.play(move)
            await page.send(json.dumps({"type": "move", "move": move}))
            await asyncio.sleep(0.06)  # within the limit of messages


async def _repeat(method: str, path: str, body: object, cookie: str, source: str) -> None:
    while True:
        with suppress(OSError):
            await request(method, path, body, cookie, source)
        await asyncio.sleep(0.01)


async def variants(source: str) -> None:
    """Requests for ever new variants of a game."""
    choose = random.Random(source)
    for _request in range(5_000 // len(ATTACKERS)):
        heaps = ",".join(str(choose.randint(1, 90)) for _ in range(4))
        with suppress(OSError):
            await request("GET", f"/api/catalogue/nim:{heaps}", source=source)


async def shows(source: str) -> None:
    """Games of the strongest engine against itself, all of them watched."""
    engine = {"who": "engine", "level": "master"}

    async def watch() -> None:
        game_id, cookie = await new_game("", source, game="ultimate", first=engine, second=engine)
        async with live(f"/api/games/{game_id}/live", cookie, source) as page:
            async for _message in page:
                pass

    await asyncio.gather(*(_endlessly(watch) for _ in range(7)))


async def analyses(source: str) -> None:
    """Connections that ask for analyses all the time."""

    async def ask() -> None:
        async with live("/api/analysis", source=source) as page:
            while True:
                await page.send(json.dumps({"type": "analyse", "game": "ultimate", "lines": 5}))
                await asyncio.wait_for(page.recv(), 10)

    await asyncio.gather(*(_endlessly(ask) for _ in range(37)))


async def puzzles(source: str) -> None:
    """Answers to puzzles, as many as are taken."""
    _status, cookie, body = await request("GET", "/api/puzzles/ultimate", source=source)
    ids = [puzzle["id"] for puzzle in json.loads(body).get("puzzles", [])] or ["x"]
    answers = [f"/api/puzzles/ultimate/{each}/answers" for each in ids[:10]]
    wish = {"moves": ["a1"]}
    await asyncio.gather(*(_repeat("POST", path, wish, cookie, source) for path in answers))


async def _endlessly(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            await work()
        await asyncio.sleep(0.5)


ATTACKS = {
    attack.__name__: attack
    for attack in (half_headers, long_lists, variants, shows, analyses, puzzles)
}


def attack(name: str) -> None:
    """Attack from all addresses until this process is ended."""
    os.nice(15)

    async def all_addresses() -> None:
        await asyncio.gather(
            *(ATTACKS[name](source) for source in ATTACKERS), return_exceptions=True
        )
        await asyncio.sleep(3600)

    asyncio.run(all_addresses())


# The measurement


class Phase(NamedTuple):
    name: str
    times: Times
    made: int
    lost: int
    megabytes: float
    log: int


def measure(name: str, seconds: float, process: int, folder: Path) -> Phase:
    """What the honest visitor meets for some seconds, with or without an attack."""
    attacker = multiprocessing.get_context("spawn").Process(target=attack, args=[name])
    if name in ATTACKS:
        attacker.start()
        time.sleep(3)
    honest, until = Honest(), time.monotonic() + seconds
    asyncio.run(honest.stay(lambda: time.monotonic() > until))
    if name in ATTACKS:
        attacker.kill()
        attacker.join()
    size = (folder / "log").stat().st_size
    return Phase(name, honest.times, honest.made, honest.lost, memory_of(process) / 1e6, size)


def late(times: list[float]) -> float:
    """The time that 95 % of all times do not exceed."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else float("inf")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], default=[])
    parser.add_argument("--seconds", type=float, default=12.0)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as process:
        folder = Path(name)
        for each in ("shows", "analyses"):  # engines compile, and make their tables
            measure(each, 6, process, folder)
        names = ["quiet", *(options.attacks or ATTACKS)]
        phases = []
        sys.stdout.write(
            "95 % of the times in ms    move  answer question   moves lost    MB     log\n"
        )
        for each in names:
            phases.append(measure(each, options.seconds, process, folder))
            show(phases[-1])
        time.sleep(SETTLE)
        phases.append(measure("quiet again", options.seconds, process, folder))
        show(phases[-1])
    judge(phases)


def show(phase: Phase) -> None:
    figures = [f"{1000 * late(phase.times[kind]):8.0f}" for kind in ("move", "answer", "question")]
    sys.stdout.write(
        f"{phase.name:22}{''.join(figures)}{phase.made:8}{phase.lost:5}"
        f"{phase.megabytes:8.0f}{phase.log:8}\n"
    )
    sys.stdout.flush()


def judge(phases: list[Phase]) -> None:
    quiet, last = phases[0], phases[-1]
    allowed = min(MOST_DELAY, MOST_FACTOR * late(quiet.times["move"]))
    slow = [each.name for each in phases if late(each.times["move"]) > allowed]
    growth = last.megabytes / quiet.megabytes - 1
    verdicts = {
        f"moves within {1000 * allowed:.0f} ms": not slow,
        "no move lost": not any(each.lost for each in phases),
        f"memory grew by {growth:.0%}": growth <= MOST_GROWTH,
        f"the log has {last.log:,} bytes": last.log < MOST_LOG,
    }
    for text, is_good in verdicts.items():
        sys.stdout.write(f"{'ok ' if is_good else 'NOT'} {text}\n")
    if slow:
        sys.stdout.write(f"    slow: {', '.join(slow)}\n")


if __name__ == "__main__":
    main()
