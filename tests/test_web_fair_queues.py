"""Turns: however much one visitor asks for, the others are served soon."""

import asyncio
from contextlib import ExitStack
from threading import Event, Thread
from unittest.mock import AsyncMock, Mock

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.search.review import Worth
from palamedes.ui.web.features.analysis import connection as analysis
from palamedes.ui.web.http import limits, sockets
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.http.limits import BusyError, RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.turns import Turns
from palamedes.ui.web.live import scenes
from palamedes.ui.web.live.audience import Audience
from palamedes.ui.web.live.engine_queue import Client, EngineQueue, Ticket
from palamedes.ui.web.live.game_server import GameServer
from waiting import PATIENCE, wait_until
from web import client_of, limits_of, live, new_game, scene_when


class Crowd:
    """Clients that wait for the one desk of a queue while somebody else has it."""

    def __init__(self):
        self.queue, self.served, self._threads = EngineQueue(1), [], []

    def wait(self, name, client, stop=None):
        """Let a client come; once served, it notes its name and gives the desk back."""
        ticket, before = Ticket(client, stop), self.queue.waiting

        def think():
            with self.queue.desk(ticket):
                self.served.append(name)

        self._threads.append(Thread(target=think))
        self._threads[-1].start()
        wait_until(lambda: self.queue.waiting == before + 1)

    def join(self):
        for thread in self._threads:
            thread.join(PATIENCE)
        return self.served


def test_people_come_before_shows_and_addresses_in_turns():
    crowd = Crowd()
    with crowd.queue.desk(Ticket(Client("busy"))):
        for number in range(3):
            crowd.wait(f"show {number}", Client("shows", "s", is_show=True))
        for number in range(3):
            crowd.wait(f"busy {number}", Client("busy", "b"))
        crowd.wait("quiet", Client("quiet", "q"))
        crowd.wait("late", Client("late", "l"))
    assert crowd.join() == [
        "quiet",
        "late",
        *(f"busy {n}" for n in range(3)),
        "show 0",
        "show 1",
        "show 2",
    ]


def test_owners_behind_one_address_take_turns():
    crowd = Crowd()
    with crowd.queue.desk(Ticket(Client("school", "anna"))):
        for name in ("anna 1", "anna 2", "bert 1", "bert 2"):
            crowd.wait(name, Client("school", name[:4]))
    assert crowd.join() == ["bert 1", "anna 1", "bert 2", "anna 2"]


def test_a_show_makes_way_for_who_plays():
    crowd, stopped = Crowd(), Event()
    with crowd.queue.desk(Ticket(Client("shows", is_show=True), stopped.set)):
        crowd.wait("another show", Client("shows", is_show=True))
        assert not stopped.is_set()
        crowd.wait("person", Client("somebody"))
        assert stopped.is_set()
    assert crowd.join() == ["person", "another show"]


def test_who_plays_is_not_stopped():
    crowd, stopped = Crowd(), Event()
    with crowd.queue.desk(Ticket(Client("one"), stopped.set)):
        crowd.wait("other", Client("other"))
        assert not stopped.is_set()
    crowd.join()


def test_a_wait_is_cancelled_and_the_end_ends_all():
    queue, errors = EngineQueue(1), []

    def think(ticket):
        try:
            with queue.desk(ticket):
                pass
        except PalamedesError as error:
            errors.append(str(error))

    with queue.desk(Ticket(Client())):
        tickets = [Ticket(Client()) for _ in range(3)]
        threads = [Thread(target=think, args=[ticket]) for ticket in tickets]
        for thread in threads:
            thread.start()
        wait_until(lambda: queue.waiting == 3)
        queue.cancel(tickets[1])
        threads[1].join(PATIENCE)
        assert (queue.waiting, len(errors)) == (2, 1)
        queue.close()
        for thread in threads:
            thread.join(PATIENCE)
    assert len(errors) == 3
    with pytest.raises(PalamedesError), queue.desk(Ticket(Client())):
        pass


def test_threads_serve_one_call_of_each_visitor_in_turn():
    async def serve():
        threads, held, order = FairThreads(1, "test"), Event(), []
        first = asyncio.create_task(threads.run("greedy", held.wait))
        calls = [asyncio.create_task(threads.run("greedy", order.append, n)) for n in range(3)]
        await asyncio.sleep(0)
        calls.append(asyncio.create_task(threads.run("modest", order.append, "modest")))
        await asyncio.sleep(0)
        assert threads.waiting == 4
        held.set()
        await asyncio.gather(first, *calls)
        threads.close()
        return order

    assert asyncio.run(serve()) == [0, "modest", 1, 2]


def test_one_visitor_cannot_fill_the_line():
    async def serve():
        threads, held = FairThreads(1, "test", most_waiting=2), Event()
        calls = [asyncio.create_task(threads.run("greedy", held.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await threads.run("greedy", held.wait)
        calls.append(asyncio.create_task(threads.run("modest", held.wait)))
        await asyncio.sleep(0)
        calls[1].cancel()
        held.set()
        told = await asyncio.gather(*calls, return_exceptions=True)
        threads.close()
        return told

    told = asyncio.run(serve())
    assert told[0] is told[2] is told[3] is True
    assert isinstance(told[1], asyncio.CancelledError)


def test_one_visitor_cannot_have_all_threads():
    async def serve():
        threads, held = FairThreads(3, "test", most_running=2), Event()
        calls = [asyncio.create_task(threads.run("greedy", held.wait)) for _ in range(4)]
        await asyncio.sleep(0)
        answer = await asyncio.wait_for(threads.run("modest", lambda: "served"), PATIENCE)
        assert threads.waiting == 2
        calls[3].cancel()  # leaves the line at once
        await asyncio.wait([calls[3]])
        assert threads.waiting == 1
        held.set()
        await asyncio.gather(*calls[:3])
        threads.close()
        return answer

    assert asyncio.run(serve()) == "served"


def test_errors_reach_who_asked():
    async def serve():
        threads = FairThreads(1, "test")
        with pytest.raises(ZeroDivisionError):
            await threads.run("somebody", lambda: 1 // 0)
        answer = await threads.run("somebody", lambda: 7)
        threads.close()
        return answer

    assert asyncio.run(serve()) == 7


# Turns for requests


def test_requests_begin_one_after_the_other_and_addresses_in_turns():
    turns, begun = Turns(), []

    async def ask(address):
        await turns.wait(address)
        begun.append((address, rounds[0]))

    def next_round():
        rounds[0] += 1
        asyncio.get_running_loop().call_soon(next_round)

    async def ask_all():
        next_round()
        asked = [asyncio.create_task(ask(address)) for address in "aaaxb"]
        await asyncio.sleep(0)
        asked[3].cancel()  # a visitor who has gone holds nobody up
        await asyncio.gather(*asked, return_exceptions=True)

    rounds = [0]
    asyncio.run(ask_all())
    assert [address for address, _round in begun] == ["a", "a", "b", "a"]
    assert len({number for _address, number in begun}) == 4


def test_every_request_waits_for_its_turn(tmp_path, monkeypatch):
    asked, wait = [], Turns.wait
    monkeypatch.setattr(Turns, "wait", lambda self, key: asked.append(key) or wait(self, key))
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        assert client.get("/health").status_code == 200
    assert asked == ["testclient"]


# WebSockets


@pytest.fixture
def client(tmp_path):
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as client:
        yield client


def test_a_scene_is_made_once_for_all_who_see_the_same(client, monkeypatch):
    make = Mock(side_effect=scenes.own_document)
    game_id = new_game(client, first={"who": "me"}, second={"who": "me"})
    with ExitStack() as stack:
        pages = [stack.enter_context(live(client, game_id)) for _page in range(4)]
        for page in pages:
            scene_when(page, lambda scene: True)
        monkeypatch.setattr(scenes, "own_document", make)
        pages[0].send_json({"type": "move", "move": "c3"})
        shown = 1
        while pages[1].receive_json()["plies"] != 1:
            shown += 1
    assert 1 <= make.call_count <= 2 * shown


def test_a_game_that_many_watch_is_shown_less_often():
    audience = Audience("game")
    for _page in range(300):
        audience.add(object())
    assert 0.1 < audience.pause < 0.25


def test_messages_of_an_address_wait_whatever_connection_brings_them(client, monkeypatch):
    sleep = AsyncMock()
    monkeypatch.setattr(limits, "monotonic", lambda: 1e6)  # no time passes
    monkeypatch.setattr(limits_of(client), "messages", RateLimit(burst=4, per_second=2))
    monkeypatch.setattr(sockets, "asyncio", Mock(sleep=sleep))
    with (
        client.websocket_connect("/api/analysis") as one,
        client.websocket_connect("/api/analysis") as two,
    ):
        for page in (one, two, one, two):
            page.send_json({"type": "ping"})
            assert page.receive_json()["type"] == "pong"
        wait_until(lambda: sleep.call_count == 2)
    assert [call.args for call in sleep.call_args_list] == [(0.5,), (1.0,)]


def test_a_review_gives_its_thread_back_after_every_move(client, monkeypatch):
    threads, calls = service(client, GameServer).analysis_threads, []
    run, seen = threads.run, [(Worth(0, False, 0.5), "1-1")] * 3
    monkeypatch.setattr(analysis, "look", lambda match, engine, limits: iter(seen))
    monkeypatch.setattr(threads, "run", lambda *call: calls.append(call[0]) or run(*call))
    with client.websocket_connect("/api/analysis") as page:
        page.send_json({"type": "review", "game": "nim:1,2", "moves": ["2-1", "1-1"]})
        told = [page.receive_json() for _message in range(4)]
    assert [answer["type"] for answer in told] == ["progress"] * 3 + ["review"]
    assert calls == ["testclient"] * 3


def test_who_asks_again_leaves_the_line_for_a_thread(client, monkeypatch):
    server, held = service(client, GameServer), Event()
    monkeypatch.setattr(server, "analysis_threads", FairThreads(1, "test"))
    busy = client.portal.start_task_soon(server.analysis_threads.run, "testclient", held.wait)
    with client.websocket_connect("/api/analysis") as page:
        page.send_json({"type": "analyse", "game": "nim"})
        wait_until(lambda: server.analysis_threads.waiting)
        page.send_json({"type": "position", "game": "nim"})
        assert page.receive_json()["type"] == "position"
        assert not server.analysis_threads.waiting
    held.set()
    busy.result(PATIENCE)


def test_positions_that_are_set_up_count_as_questions(client, monkeypatch):
    monkeypatch.setattr(limits_of(client), "questions", RateLimit(burst=1, per_second=0))
    with client.websocket_connect("/api/analysis") as page:
        for text in ("invalid", "Too many requests"):
            page.send_json({"type": "compose", "game": "teeko", "board": {}})
            assert text in page.receive_json()["message"]
