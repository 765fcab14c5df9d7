"""All that runs: servers on one database, the networks around them, and the people who play."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from machine import Clock, open_disk
from proxy import Network

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from ports import free_port
from postgresql import PostgreSQL
from waiting import wait_until

HERE = Path(__file__).parent
PATIENCE = 90.0  # seconds in which everything must run again
WITH_US = ("setpriv", "--pdeathsig", "KILL")  # a process ends with this one, however that ends
WAL = "-c max_wal_size=64MB -c min_wal_size=32MB -c max_connections=100"


class Server:
    """A server process, which is started again whenever it has ended."""

    def __init__(self, folder: Path, number: int, database: str, with_clock: bool) -> None:
        self.port, self.is_wanted = free_port(), True
        self.network = Network(free_port(), self.port)
        self.own_ends = 0  # how often it ended without being told to
        self.clock = Clock(folder, f"server {number}") if with_clock else None
        self._folder, self._database = folder, database
        self._log = (folder / f"server {number}.log").open("ab")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def answers(self) -> bool:
        try:
            with urlopen(f"http://{self.address}/api/nothing", timeout=2):
                return True
        except HTTPError:
            return True
        except OSError:
            return False

    def start(self) -> None:
        """Start it if it does not run."""
        if self.runs:
            return
        if self._process is not None:
            self.own_ends += 1
        data = {"PALAMEDES_DATA": str(self._folder / "data")}
        clock = self.clock.environment if self.clock else {}
        options = ["--port", str(self.port), "--database", self._database, "--engines", "1"]
        self._process = subprocess.Popen(
            [
                *WITH_US,
                *(sys.executable, "-m", "palamedes", "serve", "--no-warm", "--solve", "none"),
                *options,
            ],
            env={**os.environ, **data, **clock},
            stdout=self._log,
            stderr=self._log,
        )

    def tell(self, number: signal.Signals) -> None:
        if self.runs:
            self._process.send_signal(number)

    def end(self, number: signal.Signals) -> None:
        """End it, and wait until it has ended; whatever does not end in time is killed."""
        self.tell(number)
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
            self._process.kill()
            self._process.wait()
        self._process = None

    def close(self) -> None:
        self.network.close()
        self._log.close()


class Stand:
    """The servers 1 to N of a database in a folder, and its people.

    The folder may be one of a run before: everything goes on with what is there.
    """

    def __init__(self, folder: Path, servers: int, postgresql: bool, mounts: bool, clocks: bool):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "data").mkdir(exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
        self.servers: list[Server] = []
        self.people: list[subprocess.Popen[bytes]] = []
        self.networks: list[Network] = []  # to the database
        self.disk = open_disk(folder, self._writers, mounts)
        self.database: PostgreSQL | None = None
        self.database_clock: Clock | None = None
        if postgresql:
            self._start_postgresql(clocks)
        for number in range(servers):
            self.servers.append(Server(folder, number, self._url_for_a_server(), clocks))

    def _start_postgresql(self, clocks: bool) -> None:
        self.folder.chmod(0o755)
        self._port = free_port()
        self.database_clock = Clock(self.folder, "database") if clocks else None
        clock = self.database_clock.environment if self.database_clock else {}
        self.database = PostgreSQL(self.disk.folder / "postgresql", self._port, WAL, **clock)
        self.database.create()
        if self.database.pid:  # a run before was killed
            with suppress(subprocess.CalledProcessError):
                self.database.stop()
        self.database.start()

    def _url_for_a_server(self) -> str:
        if self.database is None:
            return f"sqlite:///{self.disk.folder / 'games.db'}"
        network = Network(free_port(), self._port)
        self.networks.append(network)
        return self.database.url.replace(f":{self._port}/", f":{network.port}/")

    @property
    def final_database(self) -> str:
        """How the checker finds the database."""
        if self.database is None:
            return str(self.disk.folder / "games.db")
        return self.database.url.replace("+psycopg", "")

    def _writers(self) -> Iterator[int]:
        """The processes that write to the disk."""
        if self.database is None:
            yield from (server.pid for server in self.servers if server.runs)
        elif self.database.pid:
            yield self.database.pid
            children = Path(f"/proc/{self.database.pid}/task/{self.database.pid}/children")
            yield from map(int, children.read_text().split())

    def any_server(self, chance: random.Random) -> Server:
        return chance.choice(self.servers)

    def start(self, processes: int, tables: int, pace: float, run: int) -> None:
        """Start servers and people; `run` makes the names of their logs new."""
        self.revive()
        fronts = [f"127.0.0.1:{server.network.port}" for server in self.servers]
        direct = [server.address for server in self.servers]
        for number in range(processes):
            log = self.folder / "logs" / f"{run:03} people {number}.jsonl"
            command = [sys.executable, HERE / "players.py", log, "--fronts", *fronts]
            command += ["--servers", *direct, "--tables", str(tables), "--pace", str(pace)]
            command += ["--seed", str(1000 * run + number)]
            self.people.append(subprocess.Popen([*WITH_US, *command, *["--watch"][number:]]))
        self.progress = Progress(self.folder / "logs", f"{run:03} people *.jsonl")

    def revive(self) -> None:
        """Start whatever does not run, as systemd does, until everything answers."""

        def all_run() -> bool:
            if self.database is not None and not self.database.pid:
                with suppress(subprocess.CalledProcessError):
                    self.database.start()
            for server in self.servers:
                server.start()
            return all(server.answers for server in self.servers)

        wait_until(all_run, PATIENCE, "a server does not start")

    def close(self) -> None:
        """End people and servers, if they have not ended yet."""
        for process in self.people:
            process.send_signal(signal.SIGTERM)
        for process in self.people:
            process.wait()
        for server in self.servers:
            server.tell(signal.SIGCONT)
            server.end(signal.SIGTERM)
            server.close()
        self.people, self.servers = [], []

    def check(self) -> dict[str, object]:
        """What the checker finds. It knows only the logs and the database."""
        command = [sys.executable, HERE / "checker.py", self.folder / "logs", self.final_database]
        done = subprocess.run(command, capture_output=True, text=True)
        if not done.stdout:
            raise SystemExit(done.stderr)
        return json.loads(done.stdout)

    def end_database(self) -> None:
        for network in self.networks:
            network.close()
        if self.database is not None:
            self.database.stop()
        self.disk.close()


class Progress:
    """Which games go on, as the logs tell while they are written. Short games are left out."""

    def __init__(self, folder: Path, pattern: str) -> None:
        self._folder, self._pattern = folder, pattern
        self._read: dict[Path, int] = {}
        self._plies: dict[str, dict[int, float]] = {}  # when they were shown, in running games

    def is_made(self, moment: float, moves: int) -> bool:
        """Whether all games have had some moves since a moment."""
        return bool(self.games) and not self.stuck(moment, moves)

    def stuck(self, moment: float, moves: int) -> list[str]:
        """The games that have not."""
        self._look()
        return [
            game
            for game, plies in self._plies.items()
            if sum(at > moment for at in plies.values()) < moves
        ]

    @property
    def games(self) -> list[str]:
        self._look()
        return list(self._plies)

    def _look(self) -> None:
        for path in self._folder.glob(self._pattern):
            with path.open("rb") as file:
                file.seek(self._read.get(path, 0))
                text = file.read()
            end = text.rfind(b"\n") + 1
            self._read[path] = self._read.get(path, 0) + end
            for line in text[:end].splitlines():
                self._note(json.loads(line))

    def _note(self, line: dict[str, object]) -> None:
        game = line.get("game")
        if line["kind"] == "seat" and not line["is_short"]:
            self._plies.setdefault(game, {})
        elif line["kind"] == "over":
            self._plies.pop(game, None)
        elif line["kind"] == "shown" and game in self._plies:
            self._plies[game].setdefault(line["ply"], line["at"])


def wait_for(condition: Callable[[], bool], seconds: float) -> float | None:
    """The seconds until a condition was true; None if it was not in time."""
    began = time.monotonic()
    with suppress(AssertionError):
        wait_until(condition, seconds)
        return time.monotonic() - began
    return None
