"""The clock is kept: nothing is compiled on it, and players keep back what they need of a limit."""

import shutil
from random import Random
from threading import current_thread
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palamedes.core import kernel as kernel_module
from palamedes.core.clock import now, on_the_clock
from palamedes.core.kernel import kernel, part
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import NoTables
from palamedes.games import find_game
from palamedes.players import Allowance, make_player
from palamedes.players import player as player_module
from palamedes.players.overruns import LARGEST, SAFETY, TRIAL, Overruns
from palamedes.players.player import (
    LARGEST_SHARE,
    RESERVE,
    RESERVED_SHARE,
    SHORTEST,
    EnginePlayer,
)
from palamedes.search.analysis import Limits
from palamedes.solver.tablebase import Tablebase
from waiting import wait_until

MASTER = "alphabeta:time=1,tables=1,eval=none"  # whose search other tests compile too
PUNCTUAL = -0.01  # an overrun: the search ended early

needs_compiler = pytest.mark.skipif(kernel_module.IS_INTERPRETED, reason="nothing is compiled")


@pytest.fixture
def compiled(monkeypatch):
    """The names of the kernels that are compiled, or loaded, in this thread from now on."""
    from palamedes.core.native.compiler import _KernelDispatcher

    names, thread, compile_it = [], current_thread(), _KernelDispatcher.compile

    def note(self, sig):
        if current_thread() is thread and tuple(getattr(sig, "args", sig)) not in self.overloads:
            names.append(self.py_func.__qualname__)
        return compile_it(self, sig)

    monkeypatch.setattr(_KernelDispatcher, "compile", note)
    return names


@needs_compiler
@pytest.mark.xdist_group("morris")
@pytest.mark.parametrize("has_tables", [False, True])
def test_no_move_waits_for_the_compiler(has_tables, solved, compiled, monkeypatch, tmp_path):
    """In morris after placing, where tables come near: those of up to four men against three."""
    known = solved("morris", (3, 3), (4, 3), (4, 4))
    tables = Tablebase(known.game, tmp_path)
    if has_tables:
        shutil.copytree(known.folder, tables.folder)
        (tables.folder / "4-4.table").unlink()
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    monkeypatch.setattr(kernel_module, "PATIENCE", 50)  # calls: rules become kernels soon
    player = make_player(known.game, MASTER)
    player.prepare(Match.of(known.game), 0)
    space = known.layers.space((4, 4))
    state = space.state_at(Random(1).randrange(space.size()))
    oracle = player._engine._oracle
    wait_until(lambda: has_tables != isinstance(oracle.tables_near(state, False), NoTables))
    match = Match(Position(known.game, state), known.game.history)
    for _move in range(6):
        compiled.clear()
        code = player.choose(match, Allowance(move=0.06)).code
        assert compiled == []
        match.play(code)


@needs_compiler
def test_a_rule_becomes_a_kernel_only_while_no_clock_runs(compiled, monkeypatch):
    monkeypatch.setattr(kernel_module, "PATIENCE", 3)

    @part
    def doubled(number):
        return 2 * number

    with on_the_clock():
        assert [doubled(number) for number in range(9)] == [2 * number for number in range(9)]
        with on_the_clock(False):
            doubled(9)
    assert compiled == []
    assert doubled(9) == 18
    assert len(compiled) == 1


def test_compiled_code_reads_the_same_clock():
    @kernel
    def read():
        return now()

    read()
    before, read_there, after = now(), read(), now()
    assert before <= read_there <= after


def test_the_reserve_grows_with_overruns_and_shrinks_again():
    seen = Overruns()
    assert seen.reserve == 0
    seen.note(PUNCTUAL)
    assert seen.reserve == 0
    for seconds in (0.002, 0.02, 0.01):
        seen.note(seconds)
    assert 0.02 * SAFETY * 0.9 < seen.reserve <= 0.02 * SAFETY
    reserves = []
    for _move in range(100):
        seen.note(PUNCTUAL)
        reserves.append(seen.reserve)
    assert reserves == sorted(reserves, reverse=True)
    assert reserves[-1] < 0.005
    seen.note(3600.0)
    assert seen.reserve == LARGEST * SAFETY


def test_a_trial_notes_the_longest_pause(monkeypatch):
    times = iter([0.0, 0.001, 0.002, 0.020, 0.021, TRIAL + 0.001])
    monkeypatch.setattr("palamedes.players.overruns.perf_counter", lambda: next(times))
    seen = Overruns()
    seen.measure()
    assert seen.reserve == pytest.approx((TRIAL + 0.001 - 0.021) * SAFETY)
    seen.measure()  # asks for no more times


def test_a_player_that_was_late_thinks_less(monkeypatch):
    """0.07 s of 0.1 s, less after an overrun of 0.02 s, and as much as before after a while."""
    clock, given, late = SimpleNamespace(now=0.0), [], [0.0, 0.02, *[PUNCTUAL] * 60]

    class LateEngine:
        def analyse(self, match, limits, lines, report):
            given.append(limits.seconds)
            clock.now += limits.seconds + late[len(given) - 1]
            return SimpleNamespace(best=SimpleNamespace(move=match.position.moves[0]))

    monkeypatch.setattr(player_module, "SEEN", Overruns())
    monkeypatch.setattr(player_module, "perf_counter", lambda: clock.now)
    player, match = EnginePlayer(LateEngine(), Limits()), Match.of(find_game("nim"))
    for _move in late:
        player.choose(match, Allowance(move=0.1))
    assert given[:3] == pytest.approx([0.07, 0.07, 0.1 - 0.02 * SAFETY])
    assert given[2:] == sorted(given[2:])
    assert given[-1] == pytest.approx(0.07)


SECONDS = st.floats(0.0, 1e4)


@given(st.none() | SECONDS, st.none() | st.tuples(SECONDS, SECONDS), SECONDS, SECONDS, SECONDS)
def test_thinking_time_is_within_its_bounds(move, left, increment, reserve, more):
    allowance = Allowance(move=move, left=left, increment=increment)
    limit, usual = allowance.time_limit(0), allowance.thinking_time(0)
    seconds = allowance.thinking_time(0, reserve)
    if limit is None:
        assert seconds is usual is None
        return
    assert SHORTEST <= seconds <= usual <= max(limit, SHORTEST)
    assert allowance.thinking_time(0, reserve + more) <= seconds
    if limit > 0.05:
        assert usual <= limit - max(RESERVE, RESERVED_SHARE * limit)
        assert seconds >= min(usual, (1 - LARGEST_SHARE) * limit) * (1 - 1e-9)
        assert seconds <= max(limit - min(reserve, LARGEST_SHARE * limit), SHORTEST)
