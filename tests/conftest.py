"""What several test files share: the list of games, random play, tables of solved games."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

import balanced
from kernels import share_kernels

# `nohup` and `&` of a shell have us ignore signals, and whatever we start would inherit that.
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
    if signal.getsignal(number) is signal.SIG_IGN:
        usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, usual)

if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    share_kernels(worker)

from palamedes import __main__ as program
from palamedes.core.game import Game, State
from palamedes.core.language import set_language
from palamedes.core.layers import Layer
from palamedes.core.position import Position
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.games import GAMES, find_game
from palamedes.solver.tablebase import Tablebase
from palamedes.ui import settings as settings_module
from palamedes.ui.session.pace import PACES, SPEEDS
from processes import pytest_sessionfinish, pytest_terminal_summary  # noqa: F401
from time_limit import (  # noqa: F401
    pytest_runtest_call,
    pytest_runtest_setup,
    pytest_runtest_teardown,
)

# Compilation makes first examples slow, and CI machines vary: no time limit an example.
settings.register_profile("palamedes", deadline=None, derandomize=True)
settings.load_profile("palamedes")

ALL_GAMES = [family.make(variant) for family in GAMES for variant in family.variants]
MAIN_GAMES = [family.make(family.variants[0]) for family in GAMES]


@pytest.fixture(autouse=True)
def _in_english_on_a_plain_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("NO_COLOR", "TERM", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    set_language("en")
    yield
    set_language(None)


@pytest.fixture(autouse=True, scope="session")
def _away_from_the_data_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALAMEDES_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def no_books(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`master` thinks from the first move on, instead of opening by its book."""
    monkeypatch.setattr("palamedes.search.book_engine.SHIPPED", tmp_path)


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines answer at once; a test of the pause sets its own."""
    for seconds in (PACES, SPEEDS):
        for name in seconds:
            monkeypatch.setitem(seconds, name, 0.0)


def needs(program: str) -> pytest.MarkDecorator:
    """A mark for tests that run another program."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """On CI nothing is skipped: such a test fails."""
    report = yield
    if report.skipped and "CI" in os.environ:
        report.outcome, report.longrepr = "failed", f"skipped on CI: {report.longreprtext}"
    return report


@pytest.fixture(autouse=True)
def _without_memory_of_other_tests() -> Iterator[None]:
    """Settings and games left behind; tables are kept, they take time."""
    yield
    data = Path(os.environ["PALAMEDES_DATA"])
    with suppress(OSError):
        (data / "settings.json").unlink()
    shutil.rmtree(data / "unfinished", ignore_errors=True)
    settings_module._unsaved.clear()


Solved = Callable[..., Tablebase]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Solved:
    """The tables of a game and of some layers, or all: built once, where only those look who ask.

    Nothing in them may be changed.
    """
    folder = tmp_path_factory.mktemp("solved")

    def build(name: str, *layers: Layer) -> Tablebase:
        tablebase = Tablebase(find_game(name), folder)
        tablebase.build(layers or tablebase.layers.every, 2, lambda *_told: None)
        return tablebase

    return build


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A real PostgreSQL, empty; who writes into it removes that again."""
    from postgresql import postgresql_binaries
    from web import postgresql

    if postgresql_binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    with TemporaryDirectory() as folder, postgresql(Path(folder)) as address:
        yield address


@pytest.fixture(autouse=balanced.IS_WANTED, scope="session")
def _in_turns(postgresql_url: str) -> None:
    balanced.POSTGRESQL = postgresql_url


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program in this process: its exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["palamedes", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            program.main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    monkeypatch.setenv("COLUMNS", "100")
    return run


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `game` runs on every variant; one marked `families` on every game.

    All variants are for what depends on their sizes, boards or notation. Most have states of their
    own, for which everything is compiled anew, but share the code of their rules.
    """
    if "game" in metafunc.fixturenames:
        games = MAIN_GAMES if metafunc.definition.get_closest_marker("families") else ALL_GAMES
        parameters = [_on_one_worker(game) for game in games]
        metafunc.parametrize("game", parameters, ids=lambda game: game.id)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no worker waits for it at the end.

    Name the group of a test in its id: xdist 3.8 does so where pytest 9.2 no longer looks.
    """
    items.sort(key=lambda item: item.get_closest_marker("seconds") is None)
    for item in items if hasattr(config, "workerinput") else ():
        mark = item.get_closest_marker("xdist_group")
        if mark and not item.nodeid.endswith(f"@{mark.args[0]}"):
            item._id = item.parent.id.child(f"{item.name}@{mark.args[0]}")


def _on_one_worker(game: Game) -> object:
    """All tests of a game run where its rules are compiled already."""
    return pytest.param(game, marks=pytest.mark.xdist_group(game.id))


def on_the_worker_of(name: str, *more: object) -> object:
    """A parameter that names a game, and more; such a test runs with the others of the game."""
    return pytest.param(name, *more, marks=pytest.mark.xdist_group(name))


@st.composite
def positions(draw: st.DrawFn, game: Game) -> Position:
    """Any position that play can reach, often a finished one."""
    position = Position.start(game)
    for choice in draw(st.lists(st.integers(0, 255), max_size=120)):
        if not position.codes:
            break
        position = position.play(position.codes[choice % len(position.codes)])
    return position


def urgent_codes(state: State) -> list[int]:
    """The urgent moves of a state in which the game is not over."""
    out = np.zeros(MAX_MOVES, np.int64)
    return [int(code) for code in out[: state.urgent_moves(out)]]


def arrangements(start: State, cells: int, men: Layer) -> Iterator[State]:
    """All states with so many men of the mover and of the other on a board of so many cells."""
    mine, others = men
    for me in combinations(range(cells), mine):
        left = [cell for cell in range(cells) if cell not in me]
        for other in combinations(left, others):
            yield start.arranged(sum(1 << cell for cell in me), sum(1 << cell for cell in other))


def images(state: State) -> set[State]:
    """What the symmetries make of a state."""
    return {state.image(symmetry) for symmetry in range(state.SYMMETRIES)}
