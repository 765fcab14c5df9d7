"""When the clock of a player begins who is connected to another process than the game's."""

import asyncio
from math import inf
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import pytest
from starlette.websockets import WebSocketDisconnect

from palamedes.ui.web.live import first_sight, forwarded
from palamedes.ui.web.live.first_sight import FirstSight
from palamedes.ui.web.live.forwarded import ForwardedLine, ForwardedLines

OPENING = {"from": "B", "address": "", "language": "en", "changes": False, "line": "1"}


@pytest.fixture
def clock(monkeypatch):
    """A time that only the test changes."""
    clock = SimpleNamespace(now=100.0)
    for module in (first_sight, forwarded):
        monkeypatch.setattr(module, "monotonic", lambda: clock.now)
    return clock


@pytest.fixture
def sight():
    """Of a game in which Bob is to answer the first move."""
    match = SimpleNamespace(turns=["a1"], position=SimpleNamespace(turn=1))
    players = {"ann": (0,), "bob": (1,)}
    return FirstSight(SimpleNamespace(match=match, players_of=lambda name: players.get(name, ())))


def connect(sight, line, visitor="bob"):
    sight.add(SimpleNamespace(visitor=visitor, line=line))
    return line


def elsewhere():
    return ForwardedLine({**OPENING, "visitor": "bob"}, Mock())


def here(clock):
    since = clock.now
    return SimpleNamespace(end=inf, shown_since=lambda ply: since)


def told(line, clock):
    """The board has left for the other process."""
    line._sent = 1, clock.now


def test_a_board_that_is_shown_here_or_to_nobody_costs_time_at_once(sight, clock):
    connect(sight, here(clock), "ann")
    sight.begin()
    assert sight.seconds == inf
    connect(sight, elsewhere())
    assert sight.seconds == inf  # nobody was there when it was saved
    connect(sight, here(clock))
    sight.begin()
    assert sight.seconds == inf


def test_time_begins_when_the_board_leaves_unless_the_other_process_knows_better(sight, clock):
    line = connect(sight, elsewhere())
    sight.begin()
    clock.now += 3
    assert sight.seconds == 0
    told(line, clock)
    clock.now += 5
    assert sight.seconds == 5
    line._note({"ply": 0, "seconds": 50.0})  # said before the board was there
    assert sight.seconds == 5
    line._note({"ply": 1, "seconds": 2.0})
    assert sight.seconds == 2


def test_whoever_leaves_pays_from_then_on_and_from_the_first_sight(sight, clock):
    first = connect(sight, elsewhere())
    sight.begin()
    told(first, clock)
    clock.now += 4
    first.hang_up({"ply": 0, "seconds": 9.0})  # the board never came
    clock.now += 1
    connect(sight, here(clock))
    assert sight.seconds == 1
    second = connect(sight, elsewhere())
    second._note({"ply": 1, "seconds": 4.5})
    assert sight.seconds == 1  # it comes too late: they were away
    sight.begin()
    assert sight.seconds == inf


def test_many_connections_are_as_good_as_the_first_to_show_the_board(sight, clock):
    first, second = connect(sight, elsewhere()), connect(sight, elsewhere())
    sight.begin()
    clock.now += 3
    told(first, clock)
    clock.now += 2
    told(second, clock)
    first.hang_up({"ply": 1, "seconds": 1.5})
    clock.now += 1
    connect(sight, here(clock))
    assert sight.seconds == 2.5


def test_a_lost_process_stops_no_clock_for_ever_but_may_come_back(sight, clock):
    lost = connect(sight, elsewhere())
    sight.begin()
    told(lost, clock)
    lost.give_up()
    clock.now += 8
    assert sight.seconds == 8  # it may have shown the board
    lost.hang_up({"ply": 0, "seconds": 60.0})
    assert sight.seconds == 0
    clock.now += 30
    assert sight.seconds == 30

    mute = connect(sight, elsewhere())
    sight.begin()
    mute.give_up()
    clock.now += 30
    assert sight.seconds == 20


def test_a_lost_process_that_comes_back_is_heard(sight, clock):
    async def lose_and_hear():
        lines = ForwardedLines(Mock(), Mock(), Mock())
        line = lines._lines["1"] = connect(sight, elsewhere())
        sight.begin()
        told(line, clock)
        lines._give_up_all("B")
        lines._lines.clear()
        clock.now += 6
        assert sight.seconds == 6
        lines._end({"line": "1", "ply": 0, "seconds": 9.0})
        assert sight.seconds == 0

    asyncio.run(lose_and_hear())


def test_a_board_that_cannot_be_sent_stops_no_clock_for_ever(sight, clock):
    mailbox = Mock(send=AsyncMock(return_value=0))
    line = connect(sight, ForwardedLine({**OPENING, "visitor": "bob"}, mailbox))
    sight.begin()
    with pytest.raises(WebSocketDisconnect):
        asyncio.run(line.send("{}", 1))
    clock.now += 30
    assert sight.seconds == 20


def test_moves_taken_back_are_no_new_board(sight, clock):
    connect(sight, elsewhere())
    sight.begin()
    sight._stored.match.turns.clear()
    assert sight.seconds == inf
