"""Starts the server, and prints its addresses."""

import gc
import logging
import signal
import socket
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, current_thread, main_thread

import segno
import uvicorn
from fastapi import FastAPI
from uvicorn.server import HANDLED_SIGNALS

from palamedes.cluster.executor import check_form
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import GAMES
from palamedes.players.warming import warming_tasks
from palamedes.ui.web.http.proxies import Proxies
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server.app import Config, make_app, open_store
from palamedes.ui.web.server.connections import OpenConnections
from palamedes.ui.web.server.descriptors import allowed_connections
from palamedes.ui.web.server.log import start_log
from palamedes.ui.web.server.protocols import UvicornConfig

log = logging.getLogger(__name__)
ALL_ADDRESSES = ("0.0.0.0", "::")
MOST_CONNECTIONS = 5000  # in all
MOST_REQUESTS = 300  # connections per address beside its WebSockets: a browser opens six
ACCEPTED = 8  # connections at once; then it is the turn of those that are open
BACKLOG = 512  # connections that wait to be accepted
LARGEST_MESSAGE = 32 * 1024  # bytes over a WebSocket
SHUTDOWN_SECONDS = 5  # for open connections to end
# Garbage collection stops every game: with Python's defaults 500 games stood still for 0.4 s again
# and again. A game makes little garbage, so it runs rarely.
GC_THRESHOLDS = (100_000, 10, 10)


def serve(host: str, port: int, config: Config, browser: bool, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM, which are the usual ends; `say` prints a line.

    Raises PalamedesError if it cannot start.
    """
    if config.cluster:
        check_form(config.cluster)
    with _listen(host, port) as listening:
        app = make_app(config, open_store(config.database))
        addresses = addresses_of(host, port)

        def announce() -> None:
            _announce(addresses, say)
            if config.compiles_ahead and warming_tasks(GAMES):
                say(_("Engines are compiled in the background; `palamedes warm` does it at once."))
            if browser:
                Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()

        async def hand_over() -> None:
            await app.state.services.find(GameServer).hand_over()

        start_log(config.log_format)
        gc.set_threshold(*GC_THRESHOLDS)
        with suppress(KeyboardInterrupt):
            _Server(_settings(app, config), announce, hand_over).run([listening])


class _Server(uvicorn.Server):
    """A server that tells when it can be reached, and when it is about to end its connections."""

    def __init__(
        self,
        settings: uvicorn.Config,
        announce: Callable[[], None],
        hand_over: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(settings)
        self._announce, self._hand_over = announce, hand_over

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # to new connections
        try:
            await self._hand_over()
        except Exception:
            log.exception("handing games over")
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGTERM and SIGHUP end the server as Ctrl-C does: it saves everything, and exits 0.

        SIGHUP comes when a terminal is closed; `nohup` has it ignored. uvicorn does not listen to
        it, and raises SIGTERM again when it has ended, which would kill the process.
        """
        if current_thread() is not main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        hang_up = getattr(signal, "SIGHUP", None)  # Windows has none
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            before[hang_up] = signal.signal(hang_up, self.handle_exit)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _settings(app: FastAPI, config: Config) -> uvicorn.Config:
    proxies, most = Proxies(config.proxies), allowed_connections(MOST_CONNECTIONS)
    of_address = config.connections + MOST_REQUESTS
    return UvicornConfig(
        app,
        OpenConnections(most, of_address, proxies.trusts),
        log_config=None,  # it goes to our own log
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # they have a middleware of their own
        backlog=ACCEPTED,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # costs more memory than the games themselves
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def _announce(addresses: list[str], say: Callable[[str], None]) -> None:
    say(_("Palamedes is running at {address} (press Ctrl-C to quit)").format(address=addresses[0]))
    for address in addresses[1:]:
        say(_("and on your network at {address}").format(address=address))
    if len(addresses) > 1:
        say(qr_code(addresses[1]))


def addresses_of(host: str, port: int) -> list[str]:
    """The URLs of the server: on this machine and, if it listens to all addresses, the network."""
    hosts = ["127.0.0.1", *_own_addresses(host)] if host in ALL_ADDRESSES else [host]
    return [f"http://{_url_host(each)}:{port}/" for each in hosts]


def qr_code(text: str) -> str:
    """A QR code drawn with block characters."""
    rows = [
        [bool(cell) for cell in row] for row in segno.make(text, micro=False).matrix_iter(border=2)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    return "\n".join(
        "".join(blocks[upper, lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def _own_addresses(host: str) -> list[str]:
    """The addresses of this machine on its networks; no packet is sent to find them."""
    targets = [(socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")]
    found = []
    for family, target in targets if host == "::" else targets[:1]:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue  # not connected to such a network
            found.append(str(probe.getsockname()[0]))
    return found


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int) -> socket.socket:
    """Listen on an address; on `::` also for IPv4, if the system supports it."""
    if not host:
        raise PalamedesError(_("--host needs an address; use 0.0.0.0 for the whole network"))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        listening = socket.create_server((host, port), family=family, dualstack_ipv6=both)
        # Connections inherit it. asyncio sets it only on sockets that name their protocol, and
        # without it every answer waits 40 ms for the browser to acknowledge its first half.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as error:
        text = _("{host}, port {port}: {reason}")
        reason = error.strerror or str(error)
        raise PalamedesError(text.format(host=host, port=port, reason=reason)) from None
