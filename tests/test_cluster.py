"""Engines on the workers of a cluster: they think as here, and nothing is lost with a worker."""

import os
import pickle
import signal
import sys
from contextlib import closing
from threading import Thread

import pytest
from starlette.testclient import TestClient

from dask_cluster import dask_cluster
from palamedes.arena.journal import open_journal
from palamedes.arena.tournament import play_tournament
from palamedes.cluster import connection, far_desk
from palamedes.cluster import far_executor as far_executor_module
from palamedes.cluster.connection import Cluster, LostError
from palamedes.cluster.far_desk import FarDesk, far_call, offer_desks
from palamedes.cluster.far_executor import far_executor
from palamedes.cluster.jobs import NotReadyError
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.workers import worker_pool
from palamedes.games import find_game
from palamedes.players import Allowance, PlayerError, make_engine, make_player
from palamedes.search.analysis import Limits
from palamedes.ui.web.features.laboratory import lanes
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.engine_queue import Client, EngineQueue, QueuedPlayer, Ticket
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.server.app import Config, make_app
from test_tournament import essence, quick_plan
from waiting import wait_until

pytestmark = pytest.mark.xdist_group("morpion")  # where its rules are compiled already
GAME = find_game("morpion")
SPEC = "alphabeta:nodes=300"
FOREVER = Limits()


@pytest.fixture(scope="module")
def processes():
    with dask_cluster(2) as processes:
        yield processes


@pytest.fixture
def cluster(processes):
    """A connection to two workers at least: those that a test has killed are replaced."""
    if processes.scheduler.poll() is not None:
        processes.start_scheduler()
    processes.workers = [each for each in processes.workers if each.poll() is None]
    while len(processes.workers) < 2:
        processes.start_worker()
    cluster = Cluster(processes.address)
    cluster.start()
    with closing(cluster):
        wait_until(lambda: len(cluster.workers) == 2)
        yield cluster


@pytest.fixture
def queue(cluster):
    """A queue with one desk here, and one at each worker."""
    queue = EngineQueue(1)
    offer_desks(cluster, is_study=False, use=queue.use_far)
    return queue


def match_of(*moves):
    match = Match.of(GAME)
    for move in moves:
        match.play(move)
    return match


def thoughts_of(worker, cluster, work):
    """What comes of some work at a desk of a worker, as soon as it is ready for it."""
    desk = FarDesk(cluster, worker, is_study=False)

    def attempt():
        try:
            return [work(desk)]
        except NotReadyError:
            return []

    return wait_until(attempt)[0]


def process_at(desk):
    return desk.call(os.getpid)


def test_engines_think_there_as_they_do_here(cluster):
    match = match_of("a1", "b2")
    here = make_player(GAME, SPEC).choose(match)
    for worker in cluster.workers:
        there = thoughts_of(worker, cluster, lambda desk: desk.player(GAME, SPEC).choose(match))
        assert there.code == here.code
        assert there.analysis.lines == here.analysis.lines
    found = make_engine(GAME, "alphabeta:hash=1").analyse(match, Limits(depth=3), lines=2)
    worker = next(iter(cluster.workers))
    spec = "alphabeta:hash=1"
    limits = Limits(depth=3)
    again = thoughts_of(
        worker, cluster, lambda desk: desk.engine(GAME, spec).analyse(match, limits, lines=2)
    )
    assert (again.lines, again.depth) == (found.lines, found.depth)


def test_all_workers_are_used_and_none_twice_at_once(queue, processes):
    seen = set()
    with queue.desk(Ticket(Client())) as first, queue.desk(Ticket(Client())) as second:
        seen |= {process_at(first), process_at(second)}
    assert seen == {each.pid for each in processes.workers}
    assert (queue.desks, queue.busy, queue.waiting) == (2, 0, 0)


def endless(cluster, worker):
    """A search that only ends when it is stopped: what it answered, and its engine."""
    desk, seen, answers = FarDesk(cluster, worker, is_study=True), [], []
    engine = desk.engine(find_game("awale"), "alphabeta:hash=1")
    match = Match.of(find_game("awale"))

    def think():
        while not answers:
            try:
                answers.append(engine.analyse(match, FOREVER, report=seen.append))
            except NotReadyError:
                continue
            except LostError as error:
                answers.append(error)

    thread = Thread(target=think)
    thread.start()
    wait_until(lambda: seen)
    return engine, thread, answers


def test_an_analysis_is_seen_while_it_goes_on_and_can_be_stopped(cluster):
    engine, thread, answers = endless(cluster, next(iter(cluster.workers)))
    engine.stop()
    thread.join()
    assert answers[0].best.move


def worker_of(cluster, processes, number):
    """The address of a worker process."""
    for worker in cluster.workers:
        desk = FarDesk(cluster, worker, is_study=False)
        if process_at(desk) == processes.workers[number].pid:
            return worker
    raise AssertionError("no such worker")


def test_what_a_killed_worker_was_thinking_about_is_lost_at_once(cluster, processes):
    worker = worker_of(cluster, processes, 0)
    _engine, thread, answers = endless(cluster, worker)
    processes.kill_worker(0)
    thread.join()
    assert isinstance(answers[0], LostError)
    assert worker not in cluster.workers


def test_a_silent_worker_is_lost_and_comes_back(cluster, processes, monkeypatch):
    monkeypatch.setattr(far_desk, "PATIENCE", 0.5)
    worker = worker_of(cluster, processes, 0)
    _engine, thread, answers = endless(cluster, worker)
    processes.workers[0].send_signal(signal.SIGSTOP)
    try:
        thread.join()
        assert isinstance(answers[0], LostError)
    finally:
        processes.workers[0].send_signal(signal.SIGCONT)
    wait_until(lambda: worker in cluster.workers)


def test_lost_work_is_done_by_another_worker_and_at_last_here(queue, cluster):
    tried = []

    def work(desk):
        tried.append(desk)
        if isinstance(desk, FarDesk):
            raise LostError
        return "done"

    assert queue.think(Ticket(Client()), work) == "done"
    assert len(set(tried)) == 3


def test_a_worker_without_our_tables_does_not_replace_us(cluster, queue, monkeypatch, caplog):
    monkeypatch.setattr(far_desk, "table_files", lambda _game: frozenset({"none.table"}))
    desks, without = [], QueuedPlayer(queue, GAME, SPEC, Client)
    choose = FarDesk.do

    def do(desk, job, report=None):
        desks.append(desk)
        return choose(desk, job, report)

    monkeypatch.setattr(FarDesk, "do", do)
    with_tables = QueuedPlayer(queue, GAME, f"{SPEC},tables=1", Client)

    def is_noted():
        with_tables.choose(match_of())
        return "lacks tables of morpion" in caplog.text

    wait_until(is_noted)
    wait_until(lambda: thinks_far(without, desks))


def thinks_far(player, desks):
    """Whether the next move of a player comes from the first worker that is asked."""
    desks.clear()
    player.choose(match_of())
    return len(desks) == 1


def test_without_a_scheduler_engines_think_here_until_there_is_one(
    queue, cluster, processes, caplog
):
    processes.scheduler.kill()
    wait_until(lambda: not cluster.workers)
    wait_until(lambda: "engines think in the server" in caplog.text)
    assert queue.desks == 1
    with pytest.raises(LostError):
        far_call(cluster, os.getpid)
    assert queue.think(Ticket(Client()), process_at) == os.getpid()
    for number in range(len(processes.workers)):
        processes.kill_worker(number)
    processes.start_scheduler()
    processes.start_worker()
    wait_until(lambda: cluster.workers)
    assert f"engines think at {processes.address} again" in caplog.text
    assert queue.think(Ticket(Client()), process_at) == processes.workers[-1].pid


def test_workers_of_another_version_are_not_used(processes, cluster, monkeypatch, caplog):
    monkeypatch.setattr(connection, "version", lambda _name: "0.0.7")
    other = Cluster(processes.address)
    other.start()
    with closing(other):
        wait_until(lambda: "which is another version" in caplog.text)
        assert not other.workers


def test_a_worker_without_palamedes_is_named_once(processes, monkeypatch, caplog):
    monkeypatch.setattr(connection, "arrive", _unknown_there)
    other = Cluster(processes.address)
    other.start()
    with closing(other):
        wait_until(lambda: "is not used: it does not know Palamedes" in caplog.text)
        assert not other.workers


async def _unknown_there(*_arguments):
    """Workers do not have this module."""


def test_errors_come_back(cluster):
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        far_call(cluster, divmod, 1, 0)
    with pytest.raises(PalamedesError, match="a game that"):
        far_call(cluster, find_game, "a game that nobody knows")
    error = pickle.loads(pickle.dumps(PlayerError("crash", "it fell")))
    assert (error.reason, error.detail, str(error)) == ("crash", "it fell", "it fell")


def test_a_tournament_has_the_same_games_there(cluster, processes, tmp_path):
    with open_journal(tmp_path / "here.jsonl", quick_plan()) as here, worker_pool(2) as pool:
        play_tournament(here, pool, 2, lambda _played: None)
    played = []

    def hear(finished):
        played.append(finished)
        if len(played) == 3:  # from now on there is no worker
            for number in range(len(processes.workers)):
                processes.kill_worker(number)

    with (
        open_journal(tmp_path / "there.jsonl", quick_plan()) as there,
        far_executor(processes.address) as (executor, workers),
    ):
        assert workers == 2
        play_tournament(there, executor, workers, hear)
    assert essence(there.games) == essence(here.games)
    assert len(played) > 3


def test_without_workers_studies_are_done_here(monkeypatch):
    monkeypatch.setattr(far_executor_module, "PATIENCE", 0.1)
    with far_executor("tcp://127.0.0.1:9") as (executor, workers):
        assert (workers, executor.submit(os.getpid).result()) == (1, os.getpid())


@pytest.fixture
def client(processes, cluster, tmp_path):
    database = f"sqlite:///{tmp_path / 'games.db'}"
    config = Config(database, cluster=processes.address, names=("testserver",))
    with TestClient(make_app(config)) as client:
        yield client


def test_the_web_app_thinks_on_the_cluster(client, monkeypatch):
    monkeypatch.setattr(lanes, "build_at_low_priority", None)  # no tree is built here
    resources = service(client, GameServer).resources
    wait_until(lambda: resources.engines.desks == resources.analysis_engines.desks == 2)
    tree = client.get("/api/laboratory/tree", params={"game": "nim", "depth": 2})
    assert tree.json()["algorithm"] == "minimax"


def test_serve_says_in_a_line_that_dask_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _out, err = run("serve", "--cluster", "tcp://127.0.0.1:9")
    assert code == 2
    assert err.strip().endswith(
        "--cluster needs dask.distributed: pip install 'palamedes[cluster]'"
    )


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://127.0.0.1:8991"])
def test_serve_refuses_what_is_no_address(run, address):
    code, _out, err = run("serve", "--cluster", address)
    assert code == 2
    assert f"cannot reach a cluster at {address}: " in err


def test_limits_after_a_while():
    assert Limits(depth=3, seconds=8.0).after(2.5) == Limits(depth=3, seconds=5.5)
    assert 0 < Limits(seconds=1.0).after(7.0).seconds < 0.1
    assert Limits(nodes=7).after(3.0) == Limits(nodes=7)


def test_an_allowance_after_a_while():
    allowance = Allowance(move=2.0, left=(10.0, 20.0), increment=1.0)
    after = allowance.after(1.5, 1)
    assert (after.move, after.left, after.increment) == (0.5, (10.0, 18.5), 1.0)
    late = allowance.after(30.0, 0)
    assert 0 < late.move < 0.01
    assert 0 < late.left[0] < 0.01
    assert Allowance().after(5.0, 0) == Allowance()
