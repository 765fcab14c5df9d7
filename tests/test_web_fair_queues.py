"""Turns: however much one visitor asks for, the others are served soon."""

import asyncio
from threading import Event, Thread

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.http.limits import BusyError
from palamedes.ui.web.live.engine_queue import Client, EngineQueue, Ticket
from waiting import PATIENCE, wait_until


class Crowd:
    """Clients that wait for the one slot of a queue while somebody else has it."""

    def __init__(self):
        self.queue, self.served, self._threads = EngineQueue(1), [], []

    def wait(self, name, client, stop=None):
        """Let a client come; once served, it notes its name and gives the slot back."""
        ticket, before = Ticket(client, stop), self.queue.waiting

        def think():
            with self.queue.slot(ticket):
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
    with crowd.queue.slot(Ticket(Client("busy"))):
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
    with crowd.queue.slot(Ticket(Client("school", "anna"))):
        for name in ("anna 1", "anna 2", "bert 1", "bert 2"):
            crowd.wait(name, Client("school", name[:4]))
    assert crowd.join() == ["bert 1", "anna 1", "bert 2", "anna 2"]


def test_a_show_makes_way_for_who_plays():
    crowd, stopped = Crowd(), Event()
    with crowd.queue.slot(Ticket(Client("shows", is_show=True), stopped.set)):
        crowd.wait("another show", Client("shows", is_show=True))
        assert not stopped.is_set()
        crowd.wait("person", Client("somebody"))
        assert stopped.is_set()
    assert crowd.join() == ["person", "another show"]


def test_who_plays_is_not_stopped():
    crowd, stopped = Crowd(), Event()
    with crowd.queue.slot(Ticket(Client("one"), stopped.set)):
        crowd.wait("other", Client("other"))
        assert not stopped.is_set()
    crowd.join()


def test_a_wait_is_cancelled_and_the_end_ends_all():
    queue, errors = EngineQueue(1), []

    def think(ticket):
        try:
            with queue.slot(ticket):
                pass
        except PalamedesError as error:
            errors.append(str(error))

    with queue.slot(Ticket(Client())):
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
    with pytest.raises(PalamedesError), queue.slot(Ticket(Client())):
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


def test_errors_reach_who_asked():
    async def serve():
        threads = FairThreads(1, "test")
        with pytest.raises(ZeroDivisionError):
            await threads.run("somebody", lambda: 1 // 0)
        answer = await threads.run("somebody", lambda: 7)
        threads.close()
        return answer

    assert asyncio.run(serve()) == 7
