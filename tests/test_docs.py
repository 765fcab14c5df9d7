"""The README is executed: its tour is doctested, its commands exist."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from typer.main import get_command

import palamedes
from palamedes import library
from palamedes.cli import app
from palamedes.games import GAMES, find_game
from palamedes.search import batches
from pictures import SHOWN, shown_pictures

README = Path(__file__).parent.parent / "README.md"


def test_the_tour(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failures, tests = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.REPORT_NDIFF
    )
    assert tests > 10
    assert failures == 0


def test_the_docstrings_of_the_public_names():
    names = [f"palamedes.library.{found.name}" for found in iter_modules(library.__path__)]
    modules = [palamedes, batches, *map(import_module, names)]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.attempted for result in results) > 25
    assert sum(result.failed for result in results) == 0


def test_the_commands_named_exist():
    named = set(re.findall(r"^palamedes ([a-z-]+)", README.read_text(), re.MULTILINE))
    assert named == set(get_command(app).commands)


def test_the_games_named_exist():
    rows = re.findall(r"^\| (`[a-z].*?) \|", README.read_text().partition("## Install")[0], re.M)
    names = re.findall(r"`([a-z]+(?::[0-9a-z,]+)?)`", " ".join(rows))
    assert {name.partition(":")[0] for name in names} == {family.name for family in GAMES}
    for name in names:
        assert find_game(name).id == name


def test_every_public_name_is_there_and_documented():
    for name in palamedes.__all__:
        thing = getattr(palamedes, name)
        assert name == "GAMES" or len(thing.__doc__) > 10, name


def test_no_placeholder_is_left():
    prose = re.sub(r"```.*?```|`[^`]*`", "", README.read_text(), flags=re.DOTALL)
    capitals = set(re.findall(r"\b[A-Z]{4,}\b", prose))
    assert capitals <= {"CHANGELOG", "CONTRIBUTING", "HTML", "MCTS", "REST"}


def test_only_pictures_that_are_shown_are_in_the_repository():
    pictures = {path.name: path.stat().st_size for path in SHOWN.iterdir()}
    assert set(pictures) == shown_pictures()
    assert len(pictures) <= 15
    assert sum(pictures.values()) <= 2_000_000
