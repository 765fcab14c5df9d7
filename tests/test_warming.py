"""Compiling ahead: what is asked for first comes first, and nothing is compiled twice."""

import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor

import pytest

from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.players.warming import ANALYSIS, is_ready, task_of, warm_up, warming_tasks
from palamedes.ui.web.live.compiler import Compiler
from palamedes.ui.web.live.engine_queue import Client, EngineQueue, QueuedPlayer

NIM = ("nim", "medium")


@pytest.fixture
def no_notes(tmp_path, monkeypatch):
    """A cache in which nothing is noted as ready."""
    monkeypatch.setattr("palamedes.players.warming.folder_for", lambda _classes: tmp_path)


def test_default_opponents_come_first_and_every_variant_is_there(no_notes):
    tasks = warming_tasks(GAMES)
    assert tasks[: len(GAMES)] == [(family.name, "adaptive") for family in GAMES]
    games = {game for game, _spec in tasks}
    assert games == {family.make(variant).id for family in GAMES for variant in family.variants}
    assert ("teeko", ANALYSIS) in tasks
    assert len(set(tasks)) == len(tasks)
    assert ("teeko", "easy") not in tasks, "random moves need no compiler"


def test_what_is_ready_is_noted_and_not_done_again(no_notes):
    assert not is_ready(NIM)
    assert warm_up(NIM) == NIM
    assert is_ready(NIM)
    assert NIM not in warming_tasks(GAMES)
    assert is_ready(("nim:2,2,9", "medium"))  # the same code, other heaps
    assert not is_ready(("nim:misere", "medium"))


def test_a_handicap_needs_no_more_than_its_level():
    nim = find_game("nim")
    assert task_of(nim, "medium:error=0.3") == NIM
    assert task_of(nim, "alphabeta:depth=2") == ("nim", "alphabeta:depth=2")


def test_the_steps_and_the_adaptive_player_at_any_rating_need_the_same():
    nim = find_game("nim")
    for spec in ("adaptive", "adaptive:rating=1480", "step1", "step2:nodes=5"):
        assert task_of(nim, spec) == ("nim", "adaptive")


def test_without_a_cache_everything_works(monkeypatch):
    monkeypatch.setattr("palamedes.players.warming.folder_for", lambda _classes: None)
    assert warm_up(NIM) == NIM
    assert not is_ready(NIM)


@pytest.mark.families
@pytest.mark.parametrize("spec", ["medium", "adaptive"])
def test_a_prepared_player_compiles_nothing_when_it_moves(game, spec):
    """Otherwise the compiler would run on the player's clock."""
    match = Match.of(game)
    player = make_player(game, spec)
    player.prepare(match, 0)
    compiled = compilations(lambda: player.choose(match))
    assert compiled == 0


def compilations(work):
    """How often numba compiles while something is done."""
    from numba.core import event

    with event.install_recorder("numba:compile") as recorder:
        work()
    return len(recorder.buffer)


def test_a_queued_player_is_made_ready_in_another_process(monkeypatch):
    compiler = Compiler()
    asked = []
    monkeypatch.setattr(compiler, "_prepare", asked.append)
    game = find_game("nim")
    player = QueuedPlayer(EngineQueue(1, compiler), game, "medium:error=0.2", Client)
    player.prepare(Match.of(game), 0)
    compiler.close()
    assert asked == [NIM]


PREPARE = """
from palamedes.games import find_game
from palamedes.players.warming import is_ready
from palamedes.ui.web.live.compiler import Compiler
if __name__ == "__main__":
    compiler = Compiler()
    compiler.prepare_player(find_game("nim"), "hard")
    compiler.close()
    print(is_ready(("nim", "hard")))
"""


def test_the_compiler_of_the_server_leaves_the_code_on_disk(tmp_path):
    program = tmp_path / "prepare.py"
    program.write_text(PREPARE)
    environment = {**os.environ, "PALAMEDES_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, program], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "True\n", done.stderr


class Killed:
    """A pool whose process was killed."""

    def submit(self, *_work):
        raise BrokenExecutor


def test_a_killed_process_is_replaced_and_no_engine_is_left_behind(no_notes, monkeypatch):
    compiler = Compiler()
    compiler._urgent = Killed()
    monkeypatch.setattr("palamedes.ui.web.live.compiler._pool", lambda niceness: Killed())
    compiler.prepare_player(find_game("nim"), "medium")  # raises nothing: it compiles by itself
    pool = ThreadPoolExecutor(1)
    monkeypatch.setattr("palamedes.ui.web.live.compiler._pool", lambda niceness: pool)
    compiler.prepare_player(find_game("nim"), "medium")
    assert is_ready(NIM)
    pool.shutdown()


def test_warm_says_when_all_is_ready(tmp_path, run, monkeypatch):
    monkeypatch.setattr("palamedes.players.warming.folder_for", lambda _classes: tmp_path)
    monkeypatch.setattr("palamedes.players.warming.is_ready", lambda task: True)
    code, out, error = run("warm")
    assert (code, out, error) == (0, "All engines are ready.\n", "")
    code, out, error = run("warm", "chess")
    assert code == 2
