"""Bots connected to a server that is killed and restarted: is any game lost, do all come back?

    python benchmarks/bots_online.py [--bots 10] [--games 500] [--kills 2] [--minutes 20]

Each bot is a `palamedes bot connect` of its own, on this machine. This program challenges them, by
turns as two bots' accounts would, until enough games are over; meanwhile it kills the server
(kill -9) and starts it again. At the end every challenge that was accepted must have its game, and
every game must be finished, with no bot's process ended. `lost` counts games that are missing,
`unfinished` those that did not end in time.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PORT = 8769
ADDRESS = f"http://127.0.0.1:{PORT}"
AT_ONCE = 3  # games of each bot
GAMES = ("teeko", "morpion", "nim")
CLOCK = {"total": 60, "increment": 1}


def start_server(folder: Path) -> subprocess.Popen:
    environment = {**os.environ, "PALAMEDES_DATA": str(folder)}
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(PORT), "--no-warm"]
    command += ["--games-a-minute", "100000", "--requests-a-second", "10000"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        with suppress(OSError), urlopen(f"{ADDRESS}/health") as answer:
            assert answer.status == 200
            return process
        time.sleep(0.05)
    raise SystemExit("the server does not start")


def ask(path: str, body: dict | None = None, **headers: str) -> tuple[dict | list, str]:
    """An answer of the server, and the cookie it sets; HTTPError or OSError without one."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(ADDRESS + path, data, {"content-type": "application/json", **headers})
    with urlopen(request, timeout=30) as answer:
        cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
        return json.load(answer), cookie


class ConnectedBot:
    """A bot account, and the process that plays for it."""

    def __init__(self, number: int, folder: Path) -> None:
        self.name = f"Robot {number}"
        self.log = folder / f"bot{number}.log"
        account = {"name": self.name, "password": f"horse battery {number}"}
        _made, cookie = ask("/api/accounts", account)
        ask("/api/you/bot", {"sure": True}, cookie=cookie)
        self.token = ask("/api/you/tokens", {"label": "benchmark"}, cookie=cookie)[0]["token"]
        file = folder / f"bot{number}.token"
        file.write_text(self.token)
        command = [sys.executable, "-m", "palamedes", "bot", "connect", ADDRESS, "random"]
        command += ["--token-file", str(file), "--game", ",".join(GAMES)]
        command += ["--games", str(AT_ONCE), "--log", str(self.log)]
        self.process = subprocess.Popen(command)

    def ask(self, path: str, body: dict | None = None) -> dict | list:
        return ask(path, body, authorization=f"Bearer {self.token}")[0]

    def events(self) -> Counter:
        """How often each event is in the log."""
        return Counter(line.split()[1] for line in self.log.read_text().splitlines())

    def unfinished(self) -> int:
        return self.ask("/api/you/games?result=unfinished")["total"]


class Organiser:
    """Challenges bots in the name of other bots, until there are enough games."""

    def __init__(self, bots: list[ConnectedBot], wanted: int) -> None:
        self.bots, self.wanted = bots, wanted
        self.chance = random.Random(1)
        self.open: dict[str, ConnectedBot] = {}  # challenges, with their challengers
        self.games: set[str] = set()

    def step(self) -> None:
        """Challenge a few bots, and see what became of earlier challenges."""
        for challenge_id, challenger in list(self.open.items()):
            found = challenger.ask(f"/api/challenges/{challenge_id}")
            if found["state"] != "open":
                del self.open[challenge_id]
            if found["state"] == "accepted":
                self.games.add(found["game_id"])
        missing = self.wanted - len(self.games) - len(self.open)
        for _challenge in range(min(missing, len(self.bots) - len(self.open))):
            one, other = self.chance.sample(self.bots, 2)
            wish = {"game": self.chance.choice(GAMES), "opponent": other.name, "clock": CLOCK}
            self.open[one.ask("/api/challenges", wish)["id"]] = one


def play(options: argparse.Namespace, folder: Path) -> dict[str, object]:
    server = start_server(folder)
    began, bots = time.monotonic(), []
    try:
        bots = [ConnectedBot(number, folder) for number in range(options.bots)]
        organiser, kills = Organiser(bots, options.games), 0
        while time.monotonic() - began < 60 * options.minutes:
            if kills < options.kills and len(organiser.games) > options.games * (kills + 1) / (
                options.kills + 1
            ):
                kills += 1
                server.send_signal(signal.SIGKILL)
                server.wait()
                time.sleep(1.0)
                server = start_server(folder)
            with suppress(HTTPError, OSError):  # it was killed meanwhile
                organiser.step()
                is_enough = len(organiser.games) >= options.games
                if is_enough and not any(bot.unfinished() for bot in bots):
                    break
            time.sleep(0.2)
        return {**figures(organiser, kills), "seconds": round(time.monotonic() - began)}
    finally:
        for process in (*(bot.process for bot in bots), server):
            process.kill()
            process.wait()


def figures(organiser: Organiser, kills: int) -> dict[str, object]:
    lost = unfinished = plies = 0
    for game_id in organiser.games:
        try:
            record = ask(f"/api/games/{game_id}")[0]["record"]
        except HTTPError:
            lost += 1
            continue
        unfinished += record.get("result") is None
        plies += len(record["moves"])
    events = sum((bot.events() for bot in organiser.bots), Counter())
    return {
        "bots": len(organiser.bots),
        "kills": kills,
        "games": len(organiser.games),
        "moves": plies,
        "lost": lost,
        "unfinished": unfinished,
        "ended bots": sum(bot.process.poll() is not None for bot in organiser.bots),
        "connected now": sum(bot.name in online() for bot in organiser.bots),
        "events": dict(sorted(events.items())),
    }


def online() -> list[str]:
    return ask("/api/ranking?kind=bots")[0]["online"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", type=int, default=10)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=20.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"{json.dumps(play(options, Path(folder)))}\n")


if __name__ == "__main__":
    main()
