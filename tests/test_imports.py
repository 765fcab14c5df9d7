"""Nothing heavy is imported before it is needed, and every public name is there all the same."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import palamedes
from palamedes.arena.course import SECONDS
from palamedes.arena.grade import START
from palamedes.arena.referee import FIRST_MOVE, MOVE
from palamedes.arena.ugi import ANALYSIS
from palamedes.cli import awale_player, bot, engine, explain, grade, play, referee, tournament, tune
from palamedes.players.external import Bounds
from palamedes.search.explain import ALGORITHMS, ORDERS
from palamedes.search.tune import TuningEffort
from palamedes.ui.session import HUMAN

ROOT = Path(__file__).parent.parent

SHOW_EVERY_HELP = """
import contextlib, io, sys

HEAVY = ("numba", "numpy", "rich", "fastapi", "starlette", "uvicorn", "sqlalchemy", "jinja2")

def check(*path):
    loaded = [name for name in HEAVY if name in sys.modules]
    sys.exit(f"{path}: {loaded}") if loaded else None

def paths(command, *path):
    yield path
    for name, each in getattr(command, "commands", {}).items():
        yield from paths(each, *path, name)

import palamedes
check("import")
from palamedes.__main__ import main
from palamedes.cli import app
from typer.main import get_command

for path in paths(get_command(app)):
    sys.argv = ["palamedes", *path, "--help"]
    with contextlib.redirect_stdout(io.StringIO()) as told, contextlib.suppress(SystemExit):
        main()
    check(*path)
    print(*path, "--help", "Usage: palamedes" in told.getvalue())
"""


def test_no_help_imports_numba_or_the_web_server():
    done = subprocess.run([sys.executable, "-c", SHOW_EVERY_HELP], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.splitlines()
    assert shown[0] == "--help True"
    assert {"perft --help True", "serve --help True", "bot new --help True"} <= set(shown)
    assert all(line.endswith("True") for line in shown)


PLAY_EVERY_GAME = """
import sys
import palamedes
from palamedes.games import GAMES
from palamedes.ui.web.server.app import make_app
for family in GAMES:
    match = palamedes.new_match(family.name)
    while not match.result and len(match.turns) < 30:
        match.play(match.position.codes[0])
    print(family.name, match.position.text)
make_app()
assert "numba" not in sys.modules
"""


def test_games_are_played_and_pages_are_served_without_numba():
    done = subprocess.run([sys.executable, "-c", PLAY_EVERY_GAME], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 6


COMPILE_OWN_FUNCTION = """
from numba import njit
from palamedes.games import find_game
state = find_game("teeko").start
print(njit(lambda state: (state.SYMMETRIES, state.play(0).move_count()))(state))
"""


def test_functions_that_a_user_compiles_understand_states():
    command = [sys.executable, "-c", COMPILE_OWN_FUNCTION]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "(8, 24)\n"


def test_every_public_name_is_found_and_listed():
    assert set(palamedes._MODULES) == set(palamedes.__all__)
    assert {*palamedes.__all__, "__version__", "__doc__"} <= set(dir(palamedes))
    for name in palamedes.__all__:
        assert getattr(palamedes, name) is not None
    star: dict[str, object] = {}
    exec("from palamedes import *", star)
    assert set(palamedes.__all__) <= set(star)


def test_another_name_is_an_error():
    with pytest.raises(AttributeError, match="'palamedes' has no attribute 'nonsense'"):
        palamedes.nonsense  # noqa: B018 - looking is the test
    with pytest.raises(ImportError, match="nonsense"):
        exec("from palamedes import nonsense")


def test_type_checkers_know_the_public_names(tmp_path):
    lines = ["import palamedes", *(f"palamedes.{name}" for name in palamedes.__all__)]
    lines += ['reveal_type(palamedes.start("teeko"))', "palamedes.nonsense"]
    (tmp_path / "sample.py").write_text("\n".join(lines))
    command = [sys.executable, "-m", "mypy", "--no-error-summary", tmp_path / "sample.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    said = [line.partition("sample.py:")[2] for line in done.stdout.splitlines()]
    assert said == [
        f'{len(lines) - 1}: note: Revealed type is "palamedes.core.position.Position"',
        f'{len(lines)}: error: Module has no attribute "nonsense"  [attr-defined]',
    ]


def _defaults(command):
    return {name: each.default for name, each in inspect.signature(command).parameters.items()}


def test_the_command_line_has_the_defaults_of_the_rooms():
    """It repeats them: importing the modules that own them would import numba."""
    for command in (tournament.tournament_command, bot.check_command):
        defaults = _defaults(command)
        assert (defaults["memory"], defaults["start"]) == (Bounds.megabytes, Bounds.start)
    defaults = _defaults(grade.grade_command)
    assert (defaults["memory"], defaults["start"]) == (Bounds.megabytes, START)
    defaults = _defaults(referee.referee_command)
    assert (defaults["seconds"], defaults["first_move"]) == (MOVE, FIRST_MOVE)
    assert _defaults(awale_player.awale_player_command)["seconds"] == SECONDS
    assert _defaults(engine.engine_command)["level"] == ANALYSIS
    assert play.HUMAN == HUMAN
    defaults = _defaults(tune.tune_command)
    names = TuningEffort.__dataclass_fields__
    assert TuningEffort(**{name: defaults[name] for name in names}) == TuningEffort()
    assert get_args(explain.Algorithm) == ALGORITHMS
    assert get_args(explain.Order) == ORDERS
