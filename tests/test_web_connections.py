"""Connections that are open and say nothing take none from others, nor fill the log."""

import asyncio
import logging
import os
import resource
import socket
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from threading import Thread
from unittest.mock import Mock
from urllib.request import urlopen

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from palamedes.ui.web.http import limits
from palamedes.ui.web.http.limits import counted_address
from palamedes.ui.web.server import connections
from palamedes.ui.web.server import log as log_module
from palamedes.ui.web.server.connections import (
    BURST_OF_ADDRESS,
    BURST_OF_CONNECTION,
    RATE_OF_ADDRESS,
    OpenConnections,
)
from palamedes.ui.web.server.descriptors import RESERVE, allowed_connections
from palamedes.ui.web.server.log import ThrottledHandler
from palamedes.ui.web.server.protocols import COST_OF_FRAME, UvicornConfig
from waiting import PATIENCE, wait_until
from web import free_port, wait_for_port

HALF = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n"
WHOLE = HALF + b"\r\n"
LARGE = 40_000_000  # bytes; more than the system keeps for somebody who does not read


async def app(scope, receive, send):
    """Answers hello, a large answer at /large, and echoes over WebSockets."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await receive()
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
    elif scope["type"] == "http":
        body = b"x" * LARGE if scope["path"] == "/large" else b"hello"
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})


@contextmanager
def serving(open_connections):
    """The port of a server in this process."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings = UvicornConfig(app, open_connections, lifespan="off", log_config=None)
        server = uvicorn.Server(settings)
        running = Thread(target=server.run, args=([listening],))
        running.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            running.join(PATIENCE)
            assert not running.is_alive()


def open_half(port, sent=HALF):
    line = socket.create_connection(("127.0.0.1", port), PATIENCE)
    line.sendall(sent)
    return line


def ends(line):
    """Wait until the server closes a connection, and close it here."""
    with closing(line):
        try:
            while line.recv(1 << 20):
                pass
        except ConnectionError:
            pass
    return True


def fetch(port, path):
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return answer.read()


def answers(port):
    return fetch(port, "/") == b"hello"


BODY = b"POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\nhalf"


@pytest.mark.parametrize("sent", [b"", HALF, BODY, WHOLE + HALF])
def test_a_request_that_does_not_arrive_is_given_up(sent):
    open_connections = OpenConnections(10, 10, longest_wait=0.2)
    with serving(open_connections) as port:
        assert ends(open_half(port, sent))
        wait_until(lambda: open_connections.size == 0)


def test_somebody_who_does_not_read_an_answer_is_given_up():
    open_connections = OpenConnections(10, 10, longest_wait=0.2)
    with serving(open_connections) as port:
        request = WHOLE.replace(b"GET /", b"GET /large")
        with closing(open_half(port, request)):
            wait_until(lambda: open_connections.size == 1)
            wait_until(lambda: open_connections.size == 0)


def test_somebody_who_reads_slowly_has_time():
    line = Mock()
    line.get_write_buffer_size.side_effect = [0, 9, 5, 5, 5]  # at the start, and twice a check

    async def check():
        open_connections = OpenConnections(10, 10, longest_wait=0.01)
        open_connections.enter(line, "192.0.2.1")
        open_connections.stop_waiting(line)
        open_connections.wait(line)  # an answer of nine bytes is to be read
        while open_connections.size:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(check(), PATIENCE))
    assert line.get_write_buffer_size.call_count == 5
    line.abort.assert_called_once()


def test_a_new_connection_takes_the_place_of_the_one_that_waited_longest():
    with serving(OpenConnections(100, 3, longest_wait=PATIENCE)) as port, ExitStack() as stack:
        first, *others = [open_half(port) for _ in range(3)]
        for line in others:
            stack.enter_context(closing(line))
        assert answers(port)
        assert ends(first)
        others[0].sendall(b"connection: close\r\n\r\n")
        assert b"hello" in others[0].makefile("rb").read()


def test_websockets_count_until_they_end_and_are_not_taken():
    open_connections = OpenConnections(100, 2, longest_wait=PATIENCE)
    with serving(open_connections) as port:
        address = f"ws://127.0.0.1:{port}/"
        with connect(address, proxy=None) as one, connect(address, proxy=None) as two:
            assert ends(open_half(port, b""))  # no place left, and nobody waits
            for line in (one, two):
                line.send("still here")
                assert line.recv(PATIENCE) == "still here"
            assert open_connections.size == 2
        wait_until(lambda: open_connections.size == 0)
        assert answers(port)


def test_who_opens_connections_without_end_has_to_wait(monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 1e6)  # no time passes
    monkeypatch.setattr(connections, "NEW_OF_ADDRESS", 5)

    async def come_and_go(host):
        for _try in range(6):
            line = Mock()
            yield every.enter(line, host)
            every.leave(line)

    async def check():
        for host, last in (("192.0.2.1", False), ("192.0.2.2", False), ("192.0.2.9", True)):
            assert [entered async for entered in come_and_go(host)] == [True] * 5 + [last]

    every = OpenConnections(100, 2, lambda host: host == "192.0.2.9")
    asyncio.run(check())


def test_a_proxy_may_use_all_connections():
    everybody = OpenConnections(4, 2, lambda host: host == "127.0.0.1", longest_wait=PATIENCE)
    with serving(everybody) as port:
        first, *lines = [open_half(port) for _ in range(4)]
        wait_until(lambda: everybody.size == 4)
        assert answers(port)
        assert ends(first)
        for line in lines:
            line.close()


def test_a_server_with_few_descriptors_answers_under_many_idle_connections(tmp_path):
    port, few = free_port(), 256
    command = [sys.executable, "-m", "palamedes", "serve", "--no-warm", "--port", str(port)]
    log = tmp_path / "log"
    with log.open("wb") as errors, ExitStack() as stack:
        process = subprocess.Popen(
            command,
            env={**os.environ, "PALAMEDES_DATA": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=errors,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)),
        )
        stack.callback(process.wait)
        stack.callback(process.kill)
        wait_for_port(port)
        for _ in range(few + 100):
            stack.enter_context(closing(open_half(port)))
        assert fetch(port, "/health") == b'{"status":"ok"}'
    assert log.stat().st_size < 10_000


@pytest.mark.parametrize(
    ("limits", "allowed"),
    [
        ((1024, 1024), 1024 - RESERVE),
        ((1024, 4096), 4096 - RESERVE),
        ((256, 256), 64),
        ((1024, resource.RLIM_INFINITY), 5000),
    ],
)
def test_connections_fit_into_the_descriptors(monkeypatch, limits, allowed):
    raised = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, new: raised.append(new))
    assert allowed_connections(5000) == allowed
    assert len(raised) == (limits[0] != limits[1])


def test_addresses_are_counted_by_what_one_visitor_owns():
    assert counted_address("192.0.2.7") == counted_address("::ffff:192.0.2.7") == "192.0.2.7"
    assert counted_address("2001:db8::1%eth0") == counted_address("2001:db8::ffff")
    assert counted_address("1:2:3:nonsense") == "1:2:3:nonsense"


def test_lines_of_one_kind_are_throttled(monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr(log_module, "monotonic", lambda: now[0])
    log = logging.Logger("test")
    log.addHandler(handler := ThrottledHandler(most=2))
    for number in range(5):
        log.warning("lost %d", number)
    log.warning("another kind")
    now[0] = 61.0
    log.warning("another kind")
    handler.close()
    written = capsys.readouterr().err.splitlines()
    summary = "3 more lines were left out that were like: lost 0"
    assert written == ["lost 0", "lost 1", "another kind", summary, "another kind"]


def test_who_sends_too_much_is_read_from_after_a_pause():
    """Thousands of tiny frames are parsed at once: one connection stopped every game by them."""

    async def send_much():
        connections, line = OpenConnections(10, 10), Mock()
        line.is_closing.return_value = False
        connections.enter(line, "192.0.2.1")
        connections.receive(line, "192.0.2.1", 1000)
        line.pause_reading.assert_not_called()
        connections.receive(line, "192.0.2.1", 2 * BURST_OF_CONNECTION)
        line.pause_reading.assert_called_once()
        while not line.resume_reading.called:
            await asyncio.sleep(0.01)
        connections.leave(line)
        assert not connections._bytes_of_connection._buckets

    asyncio.run(asyncio.wait_for(send_much(), PATIENCE))


def test_many_connections_share_what_their_address_may_send(monkeypatch):
    """Each could go on a little after every pause: three hundred of them stopped every game."""

    async def send_much():
        monkeypatch.setattr(limits, "monotonic", lambda: 1e6)  # no time passes
        every, lines = OpenConnections(10, 10), [Mock(), Mock()]
        for line in lines:
            every.enter(line, "192.0.2.1")
        limit = every._bytes_of_address
        every.receive(lines[0], "192.0.2.1", BURST_OF_ADDRESS)
        every.receive(lines[1], "192.0.2.1", 2 * RATE_OF_ADDRESS)
        assert limit._left("192.0.2.1") == -2 * RATE_OF_ADDRESS
        for line in lines:
            line.pause_reading.assert_called_once()
            every.leave(line)

    asyncio.run(send_much())


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"], ids=["ping", "pong"])
def test_tiny_frames_cost_more_than_their_bytes(frame, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 1e6)  # no time passes
    open_connections = OpenConnections(10, 10)
    with (
        serving(open_connections) as port,
        connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE) as page,
    ):
        page.socket.sendall(frame * 600)
        paid = BURST_OF_ADDRESS - 600 * COST_OF_FRAME
        wait_until(lambda: open_connections._bytes_of_address._left("127.0.0.1") < paid)


def test_a_message_has_only_so_many_parts():
    with (
        serving(OpenConnections(10, 10)) as port,
        connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE) as page,
    ):
        page.socket.sendall(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 200)
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE)


def test_a_flood_of_frames_is_slowed_down_and_heard():
    with (
        serving(OpenConnections(10, 10)) as port,
        connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE) as page,
    ):
        for _frame in range(30):
            page.send("x" * 8000)
        for _frame in range(30):
            assert page.recv(PATIENCE) == "x" * 8000
