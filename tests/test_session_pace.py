"""The pace of a session: moves are seen before the answer, and engines get ready in time."""

from threading import Event

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Choice, PlayerError
from palamedes.ui.session import Seat, Session, TimeControl
from sitting import Puppet, against, made, touch, wait_until
from waiting import PATIENCE

FOREVER = 10_000.0  # seconds; a test that waited for them would never end


class Slow(Puppet):
    """An engine that gets ready when it is told to."""

    def __init__(self):
        super().__init__()
        self.begun, self.may_begin, self.seats = Event(), Event(), []
        self.go.set()

    def prepare(self, match, seat):
        self.seats.append(seat)
        self.begun.set()
        assert self.may_begin.wait(PATIENCE)


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = [100.0]
    for module in ("clock", "engine_turn"):
        monkeypatch.setattr(f"palamedes.ui.session.{module}.monotonic", lambda: now[0])
    return now


def answer(session, puppet):
    """Let the puppet choose its move, which then waits to be shown."""
    assert puppet.asked.wait(PATIENCE)
    puppet.asked.clear()
    puppet.go.set()
    assert session.handle(PATIENCE)


def ready(session, puppet):
    """Let the engine whose turn it is get ready and begin to think."""
    while not puppet.asked.is_set():
        session.handle(0.01)


def test_an_answer_waits_until_the_position_was_seen_for_a_while(clock):
    puppet = Puppet()
    session = against(puppet)
    session.pace = FOREVER
    touch(session, "c3")
    ready(session, puppet)
    session.ready()
    answer(session, puppet)
    assert made(session) == ["c3"]
    assert session.is_thinking
    session.move_now()
    wait_until(session, lambda scene: scene.plies == 2)
    touch(session, "e5")
    session.ready()
    clock[0] += FOREVER  # the engine has thought for longer than the pause
    answer(session, puppet)
    assert len(made(session)) == 4


def test_the_pause_begins_when_the_move_is_seen(clock):
    puppet = Puppet()
    session = against(puppet)
    session.pace = 5.0
    touch(session, "c3")
    ready(session, puppet)
    clock[0] += 60.0  # while a piece still moves on the screen
    answer(session, puppet)
    assert made(session) == ["c3"]
    session.undo()
    assert made(session) == []
    assert not session.is_thinking


def test_the_pause_costs_the_engine_no_time(clock):
    puppet = Puppet()
    session = against(puppet, control=TimeControl(60.0))
    session.pace = FOREVER
    session.ready()
    session.touch("c3")
    assert session.handle_next()
    clock[0] += 7.0  # while it gets ready
    ready(session, puppet)
    session.ready()
    clock[0] += 2.0
    answer(session, puppet)
    clock[0] += 30.0
    assert session.scene().clocks == (60.0, 58.0)
    session.move_now()
    wait_until(session, lambda scene: scene.plies == 2)
    assert session.match.turns[1].seconds == 2.0


def test_engines_get_ready_while_people_think():
    engine = Slow()
    session = against(engine)
    session.prepare()
    assert engine.begun.wait(PATIENCE)
    touch(session, "c3")
    assert session.is_thinking
    engine.may_begin.set()
    wait_until(session, lambda scene: scene.plies == 2)
    assert engine.seats == [1]  # once, although its turn came meanwhile


def test_an_engine_that_cannot_get_ready_forfeits_at_its_first_move():
    engine = Slow()
    session = against(engine)
    engine.may_begin.set()
    engine.prepare = lambda _match, _seat: (_ for _ in ()).throw(PlayerError("crash", "gone"))
    session.prepare()
    assert session.handle(PATIENCE)
    assert session.match.result is None
    touch(session, "c3")
    wait_until(session, lambda scene: scene.result is not None)
    assert session.match.result.reason == "crash"


def test_a_paused_game_of_engines_goes_on_step_by_step():
    players = [Puppet(), Puppet()]
    for player in players:
        player.choose = lambda match, _allowance: Choice(match.position.codes[0])
    seats = tuple(Seat(f"puppet {number}", player=each) for number, each in enumerate(players))
    session = Session(Match.of(find_game("teeko")), seats)
    session.pause()
    for plies in (1, 2, 3):
        session.step()
        wait_until(session, lambda scene, plies=plies: scene.plies == plies)
        assert session.scene().paused
        assert not session.is_thinking
    session.resume()
    wait_until(session, lambda scene: scene.plies == 5)


def test_only_engines_step():
    session = against(Puppet())
    with pytest.raises(PalamedesError, match="not the computer's turn"):
        session.step()
    session.resign()
    with pytest.raises(PalamedesError, match="over"):
        session.step()


def test_progress_is_no_refusal():
    session = against(Puppet())
    touch(session, "z9")
    assert session.scene().is_refusal
    session.hint()
    assert session.scene().message == "Looking for a good move..."
    assert not session.scene().is_refusal
    session.close()


def test_a_step_and_a_move_now_skip_the_pause():
    player = Puppet()
    player.choose = lambda match, _allowance: Choice(match.position.codes[0])
    session = Session(Match.of(find_game("teeko")), (Seat("puppet", player=player),) * 2)
    session.pace = FOREVER
    session.pause()
    session.step()
    wait_until(session, lambda scene: scene.plies == 1)
    session.resume()
    session.move_now()
    wait_until(session, lambda scene: scene.plies == 2)
    session.close()
