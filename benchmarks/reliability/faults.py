"""The faults. Each begins, lasts a while, and is over; then everything must go on by itself."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

from stand import HERE, WITH_US, Server, Stand

DAY = 86_400
STEPS = (-400 * DAY, -3600, -30, 30, 3600, 40 * DAY)  # seconds
Fault = Callable[[Stand, random.Random], AbstractContextManager[None]]


@contextmanager
def server_killed(stand: Stand, chance: random.Random) -> Iterator[None]:
    """kill -9 of a server process."""
    stand.any_server(chance).end(signal.SIGKILL)
    yield


@contextmanager
def server_restarted(stand: Stand, chance: random.Random) -> Iterator[None]:
    """A server ends as it should, and starts again: as in an update."""
    stand.any_server(chance).end(signal.SIGTERM)
    yield


@contextmanager
def server_frozen(stand: Stand, chance: random.Random) -> Iterator[None]:
    """A server process stands still, and goes on as if nothing had happened."""
    server = stand.any_server(chance)
    server.tell(signal.SIGSTOP)
    yield
    server.tell(signal.SIGCONT)


@contextmanager
def database_restarted(stand: Stand, chance: random.Random) -> Iterator[None]:
    """PostgreSQL is stopped in immediate mode, and started again."""
    with suppress(subprocess.CalledProcessError):  # it may be down already
        stand.database.stop()
    yield
    if not stand.database.pid:
        stand.database.start()


@contextmanager
def disk_full(stand: Stand, chance: random.Random) -> Iterator[None]:
    """The disk of the database is full."""
    stand.disk.fill()
    yield
    stand.disk.free()


@contextmanager
def network_cut(stand: Stand, chance: random.Random) -> Iterator[None]:
    """No browser reaches a server, or what they send comes much later."""
    network = stand.any_server(chance).network
    (network.cut if chance.random() < 0.5 else network.strand)()
    yield
    network.heal()


@contextmanager
def network_slow(stand: Stand, chance: random.Random) -> Iterator[None]:
    """Everything between browsers and servers takes long."""
    for server in stand.servers:
        server.network.slow_down(0.1 + chance.random(), 40_000)
    yield
    for server in stand.servers:
        server.network.heal()


@contextmanager
def database_cut(stand: Stand, chance: random.Random) -> Iterator[None]:
    """A server does not reach the database, or its answers come much later."""
    network = chance.choice(stand.networks)
    (network.cut if chance.random() < 0.5 else network.strand)()
    yield
    network.heal()


@contextmanager
def database_slow(stand: Stand, chance: random.Random) -> Iterator[None]:
    """Everything between servers and database takes long."""
    for network in stand.networks:
        network.slow_down(0.02 + 0.1 * chance.random(), 200_000)
    yield
    for network in stand.networks:
        network.heal()


@contextmanager
def clock_stepped(stand: Stand, chance: random.Random) -> Iterator[None]:
    """The time of day jumps at a server, or at the database; it stays wrong for a while."""
    clocks = [server.clock for server in stand.servers] + [stand.database_clock]
    clock = chance.choice([each for each in clocks if each is not None])
    clock.step(chance.choice(STEPS))
    yield
    clock.step(0)


@contextmanager
def slow_clients(stand: Stand, chance: random.Random) -> Iterator[None]:
    """Spectators who read nothing."""
    with _crowd(stand, stand.any_server(chance), "slow"):
        yield


@contextmanager
def flood(stand: Stand, chance: random.Random) -> Iterator[None]:
    """Requests, messages and connections, as many as possible."""
    with _crowd(stand, stand.any_server(chance), "flood"):
        yield


@contextmanager
def _crowd(stand: Stand, server: Server, kind: str) -> Iterator[None]:
    command = [*WITH_US, sys.executable, HERE / "crowd.py", kind, server.address]
    with subprocess.Popen([*command, *stand.progress.games[:30]]) as crowd:
        yield
        crowd.kill()


EVERYWHERE = (
    server_killed,
    server_restarted,
    server_frozen,
    disk_full,
    network_cut,
    network_slow,
    slow_clients,
    flood,
)
WITH_CLOCKS = (clock_stepped,)  # needs a C compiler
WITH_POSTGRESQL = (database_restarted, database_cut, database_slow)
FAULTS: dict[str, Fault] = {
    fault.__name__: fault for fault in (*EVERYWHERE, *WITH_CLOCKS, *WITH_POSTGRESQL)
}
