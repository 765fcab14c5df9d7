"""CONTRIBUTING adds a game. We follow it to the letter in a copy of the project."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
FILES = dict(re.findall(r"^`(\S+\.py)`\n\n```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project in which the guide has been followed."""
    copy = tmp_path_factory.mktemp("project")
    for name in ("src", "tests", ".mypy_cache"):
        if (ROOT / name).exists():  # types that are checked already need not be checked again
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, copy)
    for name, text in FILES.items():
        path = copy / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    _register(copy)
    return copy


def _register(copy):
    """Steps 4 and 5 of the guide: the line in BUILT_IN, the line in REFERENCES, the perft table."""
    games = copy / "src/palamedes/games/__init__.py"
    text = games.read_text().replace(
        "\n\nBUILT_IN", "\nfrom palamedes.games.tictactoe import TICTACTOE\n\nBUILT_IN"
    )
    games.write_text(
        re.sub(r"(BUILT_IN: .*? = \()(.*?),?(\n?\))", r"\1\2, TICTACTOE\3", text, flags=re.DOTALL)
    )
    references = copy / "tests/reference/__init__.py"
    with references.open("a") as file:
        file.write("\nfrom .tictactoe import Reference as TicTacToe\n")
        file.write('REFERENCES["tictactoe"] = TicTacToe\n')
    (row,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    tables = copy / "tests/data/perft.json"
    tables.write_text(json.dumps([*json.loads(tables.read_text()), json.loads(row)]))


def _run(project, *command):
    environment = {**os.environ, "PYTHONPATH": str(project / "src")}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_has_all_the_files_of_a_game():
    assert [Path(name).name for name in FILES] == [
        "rules.py",
        "board.py",
        "__init__.py",
        "tictactoe.py",
    ]


def test_the_new_game_passes_every_test(project):
    tests = ["conformance", "reference", "perft", "keys", "records", "terminal_drawing", "session"]
    files = [f"tests/test_{name}.py" for name in tests]
    told = _run(project, "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", "tictactoe", *files)
    passed = int(re.search(r"(\d+) passed", told)[1])
    assert passed >= 15, told


def test_the_new_game_is_at_the_command_line(project):
    assert _run(project, "palamedes", "perft", "tictactoe", "9") == "127872\n"
    assert "tictactoe" in _run(project, "palamedes", "games")


def test_the_new_game_teaches_itself(project):
    """With the default patterns, from nothing, in seconds."""
    nothing, learned = json.loads(_run(project, "tests.learned_tictactoe"))
    assert learned > nothing + 0.08


def test_the_new_files_follow_the_style(project):
    names = [name for name in FILES if name.startswith("src")]
    _run(project, "ruff", "check", *names)
    _run(project, "ruff", "format", "--check", *names)
    _run(project, "mypy")
