"""Several processes over one PostgreSQL: every game through each of them, and none is lost."""

import asyncio
import json
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from threading import Event, Thread
from time import monotonic

import httpx2
import pytest
from sqlalchemy.exc import IntegrityError
from starlette.websockets import WebSocketDisconnect

from palamedes.core.match import Thought
from palamedes.ui.web.features.challenges import lobby
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import NOT_FOUND, TRY_LATER
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live import closed_clocks
from palamedes.ui.web.live.forwarding import Forwarding
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.processes import mailbox
from palamedes.ui.web.server import lifespan
from palamedes.ui.web.server.app import Config
from palamedes.ui.web.store import (
    GameStore,
    OutdatedError,
    SavedVersion,
    StoreError,
    changes_since,
)
from palamedes.ui.web.store import processes as store_processes
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.clocks import StoredClock
from palamedes.ui.web.store.leases import LeaseStore
from palamedes.ui.web.store.models import Base
from palamedes.ui.web.store.processes import ProcessStore
from palamedes.ui.web.store.tournaments import ENGINES, OPEN, Tournament, TournamentStore
from people import log_in, sign_up
from test_web_database import change
from test_web_restarts import ME, game_with_clock
from test_web_store import stored_game
from waiting import PATIENCE, wait_until
from web import (
    another_visitor,
    client_of,
    free_port,
    limits_of,
    live,
    new_game,
    scene_when,
    server,
    two_people,
)

pytestmark = pytest.mark.xdist_group("store")


@pytest.fixture
def database(postgresql_url):
    yield postgresql_url
    with closing(GameStore(postgresql_url)) as store, store.engine.begin() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(table.delete())


@pytest.fixture
def processes(database):
    """Browsers at two processes."""
    with client_of(database) as one, client_of(database) as other:
        yield one, other


def games_of(client):
    return service(client, GameServer).live_games


def move(socket, text):
    socket.send_json({"type": "move", "move": text})


def test_a_game_is_played_through_both(processes):
    one, other = processes
    game_id = new_game(one, first=ME, second=ME)
    other.cookies = one.cookies
    with live(one, game_id) as here, live(other, game_id) as there:
        move(here, "a1")
        scene_when(there, lambda scene: scene["plies"] == 1)
        move(there, "b1")
        assert scene_when(here, lambda scene: scene["plies"] == 2)["moves"] == ["a1", "b1"]
        there.send_json({"type": "ping"})
        while there.receive_json()["type"] != "pong":
            pass
    assert game_id in games_of(one)
    assert game_id not in games_of(other)


def test_a_game_between_people_goes_to_the_process_that_one_of_them_connects_to(processes):
    one, other = processes
    game_id = two_people(one, clock={"total": 60})
    other.post(f"/api/games/{game_id}/seats/1", json={})
    assert not games_of(one)
    assert not games_of(other)
    with live(other, game_id) as there:
        assert 59 < scene_when(there, lambda scene: True)["clocks"][0] <= 60
        assert list(games_of(other)) == [game_id]
        with live(one, game_id) as here:
            move(here, "a1")
            assert scene_when(there, lambda scene: scene["plies"] == 1)["moves"] == ["a1"]
    assert not games_of(one)


def test_time_is_up_in_a_game_that_nobody_opens(database, monkeypatch):
    monkeypatch.setattr(closed_clocks, "TO_COME_BACK", 0.0)
    monkeypatch.setattr(lifespan, "CLOCK_INTERVAL", 0.1)
    with client_of(database) as one, client_of(database) as other:
        game_id = two_people(one, clock={"total": 1})
        other.post(f"/api/games/{game_id}/seats/1", json={})

        def is_over():
            return one.get(f"/api/games/{game_id}").json()["record"]["result"] is not None

        wait_until(is_over)


def close_code(socket):
    """The code with which a connection ends."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as ended:
        return ended.code


def test_an_ending_process_hands_its_games_over(database, monkeypatch):
    with client_of(database) as staying, ExitStack() as connections:
        with client_of(database) as leaving:
            game_id = game_with_clock(leaving)
            staying.cookies = leaving.cookies
            passed_on = connections.enter_context(live(staying, game_id))
        monkeypatch.setattr(GameStore, "load", None)  # the game is there already
        assert close_code(passed_on) == TRY_LATER
        with live(staying, game_id) as socket:
            assert 35 < scene_when(socket, lambda scene: True)["clocks"][1] <= 40
            move(socket, "e5")
            scene_when(socket, lambda scene: scene["plies"] == 2)


def test_the_games_of_a_killed_process_go_on(database, tmp_path, monkeypatch):
    monkeypatch.setattr(store_processes, "LEASE", 2.0)
    with (
        client_of(database) as client,
        server(tmp_path, free_port(), "--database", database) as (address, process),
    ):
        with httpx2.Client(base_url=address) as browser:
            game_id = new_game(browser, first=ME, second=ME, clock={"total": 60})
            client.cookies = dict(browser.cookies)
        with live(client, game_id) as socket:
            move(socket, "c3")
            scene_when(socket, lambda scene: scene["plies"] == 1)
            began = monotonic()
            process.kill()
            spent = monotonic() - began
            assert close_code(socket) == TRY_LATER
        with live(client, game_id) as socket:
            taken = scene_when(socket, lambda scene: True)
            assert monotonic() - began < 10
            assert abs(taken["clocks"][1] - (60 - spent)) < 1
            move(socket, "e5")
            assert scene_when(socket, lambda scene: scene["plies"] == 2)["moves"] == ["c3", "e5"]


@contextmanager
def held_back(client, monkeypatch):
    """Keep what a process tells others from them inside this block."""
    messages = service(client, GameServer)._membership.mailbox._messages
    send, may_go, messages.held = messages.send, Event(), 0

    def send_later(body, process=None):
        messages.held += "text" in body
        may_go.wait(PATIENCE)
        return send(body, process)

    monkeypatch.setattr(messages, "send", send_later)
    yield
    may_go.set()


@contextmanager
def ann_and_bob(processes):
    """A game with a clock; the players are connected to different processes, Ann to its own."""
    one, other = processes
    game_id = two_people(one, clock={"total": 60})
    bob = another_visitor(other)
    assert bob.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 200
    with live(one, game_id) as ann, live(bob, game_id) as bob_there:
        scene_when(bob_there, lambda scene: scene["seats"] == [1])
        yield game_id, ann, bob, bob_there


def seconds_of(client, game_id):
    return [turn.seconds for turn in games_of(client)[game_id].stored.match.turns]


def test_a_board_that_reaches_the_other_process_late_costs_no_time(processes, monkeypatch):
    one, _other = processes
    with ann_and_bob(processes) as (game_id, ann, _bob, bob_there):
        with held_back(one, monkeypatch):
            move(ann, "c3")
            scene_when(ann, lambda scene: scene["plies"] == 1)
            games_of(one)[game_id].session._clock.reset(40.0)  # as if it took so long
        scene_when(bob_there, lambda scene: scene["plies"] == 1)
        move(bob_there, "e5")
        assert scene_when(ann, lambda scene: scene["plies"] == 2)["clocks"][1] > 30
    assert seconds_of(one, game_id)[1] < 30


def test_a_move_that_reaches_the_other_process_late_costs_no_time(processes, monkeypatch):
    one, other = processes
    with ann_and_bob(processes) as (game_id, ann, _bob, bob_there):
        move(ann, "c3")
        scene_when(bob_there, lambda scene: scene["plies"] == 1)
        with held_back(other, monkeypatch):
            move(bob_there, "e5")
            games_of(one)[game_id].session._clock.reset(40.0)
        scene_when(ann, lambda scene: scene["plies"] == 2)
    assert seconds_of(one, game_id)[1] < 30


def test_what_is_said_late_before_a_move_does_not_count(processes, monkeypatch):
    """The player has thought on since then."""
    one, other = processes
    with ann_and_bob(processes) as (game_id, ann, _bob, bob_there):
        move(ann, "c3")
        scene_when(bob_there, lambda scene: scene["plies"] == 1)
        with held_back(other, monkeypatch):
            move(bob_there, "c3")  # refused: it is taken
            (forwarded,) = service(other, Forwarding)._sockets.values()
            games_of(one)[game_id].session._clock.reset(40.0)
            messages = forwarded._mailbox._messages
            wait_until(lambda: messages.held)
            forwarded._shown -= 20.0  # as if it had taken so long
            move(bob_there, "e5")
        scene_when(ann, lambda scene: scene["plies"] == 2)
    assert 20 < seconds_of(one, game_id)[1] < 40


def test_time_is_not_up_before_the_board_was_there(processes, monkeypatch):
    one, _other = processes
    with ann_and_bob(processes) as (game_id, ann, _bob, bob_there):
        with held_back(one, monkeypatch):
            move(ann, "c3")
            scene_when(ann, lambda scene: scene["plies"] == 1)
            games_of(one)[game_id].session._clock.reset(60.0)
            games_of(one)[game_id].show_again()
        assert scene_when(bob_there, lambda scene: scene["plies"] == 1)["result"] is None
        move(bob_there, "e5")
        assert scene_when(bob_there, lambda scene: scene["plies"] == 2)["result"] is None


def test_whoever_connects_again_before_the_board_was_there_pays_from_then_on(
    processes, monkeypatch
):
    one, _other = processes
    with ann_and_bob(processes) as (game_id, ann, bob, bob_there):
        bob_here = at(one, bob)
        with held_back(one, monkeypatch):
            move(ann, "c3")
            scene_when(ann, lambda scene: scene["plies"] == 1)
            games_of(one)[game_id].session._clock.reset(40.0)
            bob_there.close()
            with live(bob_here, game_id) as again:
                scene_when(again, lambda scene: scene["plies"] == 1)
                move(again, "e5")
                scene_when(again, lambda scene: scene["plies"] == 2)
    assert seconds_of(one, game_id)[1] < 30


def test_whoever_connects_again_after_they_saw_the_board_gains_nothing(processes):
    one, other = processes
    with ann_and_bob(processes) as (game_id, ann, bob, bob_there):
        move(ann, "c3")
        scene_when(bob_there, lambda scene: scene["plies"] == 1)
        (forwarded,) = service(other, Forwarding)._sockets.values()
        forwarded._shown -= 40.0  # as if they had thought so long
        games_of(one)[game_id].session._clock.reset(40.0)
        bob_there.close()
        wait_until(lambda: len(games_of(one)[game_id]._audience) == 1)
        with live(at(one, bob), game_id) as again:
            move(again, "e5")
            scene_when(again, lambda scene: scene["plies"] == 2)
    assert seconds_of(one, game_id)[1] >= 40


def test_time_is_up_at_another_process(processes):
    one, other = processes
    game_id = new_game(one, first=ME, second=ME, clock={"total": 1})
    other.cookies = one.cookies
    with live(other, game_id) as there:
        move(there, "c3")
        ended = scene_when(there, lambda scene: scene["result"] is not None)
    assert ended["result"]["reason"] == "timeout"


def test_who_connects_again_pays_for_the_time_before(processes):
    one, other = processes
    game_id = game_with_clock(one)
    other.cookies = one.cookies
    with live(other, game_id) as there:
        scene_when(there, lambda scene: scene["plies"] == 1)
        move(there, "e5")
        scene_when(there, lambda scene: scene["plies"] == 2)
    assert seconds_of(one, game_id)[1] > 20


def test_no_ply_is_written_twice(processes):
    one, other = processes
    game_id = new_game(one, first=ME, second=ME)
    stale = games_of(one)[game_id]
    change(one, "UPDATE games SET process = NULL WHERE id = :id", id=game_id)
    other.cookies = one.cookies
    with live(one, game_id) as here, live(other, game_id) as there:
        move(there, "a1")
        scene_when(there, lambda scene: scene["plies"] == 1)
        move(here, "b1")
        assert close_code(here) == TRY_LATER
    assert stale.is_outdated
    with pytest.raises(IntegrityError):
        change(
            one,
            "INSERT INTO moves (game_id, ply, position, move) VALUES (:id, 0, '', 'c1')",
            id=game_id,
        )
    assert [m.move for m in service(other, GameServer).store.load(game_id).match.turns] == ["a1"]


@pytest.mark.parametrize("write", ["write", "_write_changes"])
def test_the_statement_for_one_move_is_as_strict_as_its_slower_twin(database, write):
    with closing(GameStore(database)) as store:
        ProcessStore(store.engine, "this").enter()
        stored = stored_game("teeko")
        store.add(stored)
        lease, _clock = LeaseStore(store.engine, "this").take(stored.id)
        clock, thought = StoredClock(stored.id, 1.5, 58.5), Thought(3, 1 << 40, -17)

        def save(stored, saved, lease):
            changes = changes_since(stored, saved)._replace(lease=lease, clock=clock)
            getattr(store, write)(changes)

        stale = store.load(stored.id)
        for move in ("a1", "b1"):
            saved = SavedVersion.of(stored.match)
            stored.match.play(move, 0.5, thought)
            for other in (lease._replace(epoch=lease.epoch + 1), lease._replace(process="that")):
                with pytest.raises(OutdatedError):
                    save(stored, saved, other)
            save(stored, saved, lease)
            with pytest.raises(OutdatedError):
                save(stored, saved, lease)
        saved = SavedVersion.of(stale.match)
        stale.match.play("c1")
        with pytest.raises(OutdatedError):
            save(stale, saved, lease)
        assert store.load(stored.id).match.turns == stored.match.turns
        assert LeaseStore(store.engine, "that").take(stored.id) == "this"
        ProcessStore(store.engine, "this").leave()
        assert LeaseStore(store.engine, "that").take(stored.id).clock == clock
        assert store.errors == 0


# People


def at(client, browser):
    """The same browser at another process."""
    other = another_visitor(client)
    other.cookies = browser.cookies
    return other


def test_a_login_counts_in_every_process_and_ends_in_every_process(processes):
    one, other = processes
    ann = sign_up(one, name := "Ann")
    ann_there = at(other, ann)
    assert ann_there.get("/api/you").json()["name"] == name
    again = another_visitor(other)
    assert log_in(again, name).status_code == 200
    assert at(one, again).get("/api/you").json()["name"] == name
    assert ann_there.post("/api/you/logins/end").json()["ended"] == 1
    wait_until(lambda: at(one, again).get("/api/you").json()["name"] is None)


def test_tries_to_log_in_are_counted_across_processes(processes):
    strangers = [another_visitor(client) for client in processes]
    tries = [log_in(strangers[number % 2], "Bob", "wrong").status_code for number in range(10)]
    assert tries == [401] * 8 + [429] * 2


def test_people_join_and_leave_games_of_other_processes(processes):
    one, other = processes
    game_id = two_people(one)
    bob = another_visitor(other)
    with live(one, game_id) as here:
        assert bob.post(f"/api/games/{game_id}/seats/1", json={"name": "Bob"}).status_code == 200
        scene_when(here, lambda scene: scene["free"] == [] and scene["names"][1] == "Bob")
        assert bob.post("/api/you/delete", json={"sure": True}).status_code == 200
        scene_when(here, lambda scene: scene["names"][1] != "Bob")
    own = new_game(one, first=ME, second=ME)
    with live(one, own) as here:
        assert at(other, one).post(f"/api/you/games/{own}/delete").json()["deleted"]
        assert close_code(here) == NOT_FOUND


def test_a_tournament_is_played_by_one_process(database):
    with closing(GameStore(database)) as store:
        tournaments = TournamentStore(store.engine)
        now = datetime.now(UTC)
        tournaments.add(Tournament(new_id(), ENGINES, "teeko", "Cup", {}, OPEN, "owner", now))
        (waiting,) = tournaments.claimable("one")
        assert tournaments.claim(waiting, "one")
        assert tournaments.claimable("other") == []
        assert not tournaments.claim(waiting, "other")
        ending = ProcessStore(store.engine, "one")
        ending.enter()
        ending.leave()
        assert tournaments.claim(waiting, "other")
        assert tournaments.delete_owned("owner") == [waiting]


def test_addresses_are_limited_across_processes(processes):
    one, other = processes
    limits = limits_of(one), limits_of(other)
    limits[0].reading.charge("8.8.8.8", 1_000)
    limits[0].connections.enter("8.8.8.8")
    wait_until(lambda: not limits[1].reading.allows("8.8.8.8"))
    wait_until(lambda: limits[1].connections._elsewhere)
    allowed = sum(limits[1].connections.enter("8.8.8.8") for _connection in range(400))
    assert allowed == Config().connections - 1


def test_who_is_in_the_lobby_is_known_to_all(monkeypatch, request):
    monkeypatch.setattr(lobby, "INTERVAL", 0.1)
    one, other = request.getfixturevalue("processes")
    here, there = (service(client, lobby.Lobby).presence for client in (one, other))
    with here.staying(lambda: Visitor("owner of Ann", 1, "Ann")):
        wait_until(lambda: there.now().accounts)
    wait_until(lambda: not there.now().accounts)


def test_a_process_that_was_taken_for_dead_gives_its_games_up(processes):
    one, _other = processes
    game_id = new_game(one, first=ME, second=ME)
    with live(one, game_id) as socket:
        ProcessStore(
            service(one, GameServer).store.engine, service(one, GameServer).others.process
        ).leave()
        assert close_code(socket) == TRY_LATER
    with live(one, game_id) as socket:
        move(socket, "a1")
        scene_when(socket, lambda scene: scene["plies"] == 1)


def test_whoever_is_connected_to_a_process_that_was_taken_for_dead_connects_again(processes):
    one, other = processes
    game_id = new_game(one, first=ME, second=ME)
    other.cookies = one.cookies
    with live(other, game_id) as socket:
        ProcessStore(
            service(one, GameServer).store.engine, service(other, GameServer).others.process
        ).leave()
        assert close_code(socket) == TRY_LATER


def test_a_message_is_sent_again_until_the_database_is_back(monkeypatch):
    """Or else a player would look at an old board."""
    monkeypatch.setattr(mailbox, "RETRY", 0.01)

    class Messages:
        process, sent = "this", []

        def send(self, body, process):
            self.sent.append((process, [each["text"] for each in json.loads(body)]))
            if len(self.sent) < 3:
                raise StoreError("away")
            return 1

        def wake(self):
            pass

        close = wake

    async def send():
        box = mailbox.Mailbox(Messages())
        box._listener = Thread(target=lambda: None)
        box.open()
        counts = await asyncio.gather(*(box.send({"text": text}, "that") for text in "ab"))
        await box.close()
        return counts

    assert asyncio.run(send()) == [1, 1]
    assert Messages.sent == 3 * [("that", ["a", "b"])]
