"""`palamedes doctor`: what it finds, and that nothing can make it fail."""

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module, metadata
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from palamedes.games import find_game
from palamedes.solver.files import write_table
from palamedes.solver.tablebase import RULES_VERSION, Tablebase
from palamedes.ui import doctor
from palamedes.ui.doctor import packages
from palamedes.ui.doctor.finding import Finding

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _own_data(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / "data"))


@pytest.fixture
def examined(run):
    """The document of `palamedes doctor --json` by the titles of its parts, and the exit code."""

    def examine():
        code, out, err = run("doctor", "--json")
        assert err == ""
        return json.loads(out), code

    return examine


def found(document, title, name):
    (finding,) = [each for each in document[title] if each["name"] == name]
    return finding


def test_a_healthy_installation(run):
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    assert out.startswith("Installed\n  ok   Python ")
    assert out.endswith("\nPalamedes has everything it needs.\n")
    assert "!!" not in out
    for title in doctor.LOOKS:
        assert f"\n{title.capitalize()}\n" in f"\n{out}"


def test_in_french(run):
    _code, out, _err = run("--lang", "fr", "doctor")
    assert out.startswith("Installé\n")
    assert "bac à sable" in out
    assert out.endswith("Palamedes a tout ce qu'il lui faut.\n")


def test_as_data(examined):
    document, code = examined()
    assert (document["healthy"], code) == (True, 0)
    assert list(document) == ["healthy", *doctor.LOOKS]
    for title in doctor.LOOKS:
        for each in document[title]:
            assert {"name", "condition", "text", "advice"} <= set(each)
            assert (each["condition"] == "good") == (each["advice"] == ""), each
    assert found(document, "compiled", "teeko")["of"] == 10
    assert found(document, "machine", "cores")["cores"] >= 1
    assert found(document, "puzzles", "nim")["puzzles"] == 60


def test_every_dependency_is_looked_at_and_every_extra_has_a_purpose():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    texts = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    assert all(map(packages.REQUIREMENT.match, texts))
    assert set(packages.PURPOSES) == set(project["optional-dependencies"])


def test_an_extra_that_is_missing_is_no_illness(examined, monkeypatch):
    def version(package):
        if package == "psycopg":
            raise metadata.PackageNotFoundError(package)
        return "9999"

    monkeypatch.setattr(metadata, "version", version)
    document, code = examined()
    finding = found(document, "optional", "psycopg")
    assert (finding["condition"], code) == ("missing", 0)
    assert "pip install 'palamedes[postgresql]'" in finding["advice"]


def test_a_package_that_does_not_load_is_broken(examined, monkeypatch):
    def load(name):
        if name == "numba":
            raise ImportError("libsvml is missing\nand more")
        return import_module(name)

    monkeypatch.setattr(packages, "import_module", load)
    document, code = examined()
    finding = found(document, "installed", "numba")
    assert (finding["condition"], document["healthy"], code) == ("broken", False, 1)
    assert finding["text"].endswith("does not load: libsvml is missing")


def test_a_package_that_is_too_old_is_broken(examined, monkeypatch):
    monkeypatch.setattr(metadata, "version", lambda _package: "0.9.1")
    document, code = examined()
    assert found(document, "installed", "numpy")["text"] == "0.9.1, but 1.26 or newer is needed"
    assert code == 1


@pytest.mark.parametrize(
    ("older", "newer"), [("0.9.2", "0.10"), ("1.26", "2.0.0rc1"), ("2026.8", "2026.8.1")]
)
def test_versions_are_compared_as_numbers(older, newer):
    assert packages._numbers(older) < packages._numbers(newer)


def test_a_data_folder_that_cannot_be_used(run, tmp_path, monkeypatch):
    (tmp_path / "data").write_text("a file")
    for place in ("data", "data/below"):
        monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / place))
        code, out, err = run("doctor")
        assert (code, err) == (1, "")
        assert "Not a directory" in out
        assert "Set PALAMEDES_DATA to a folder" in out
        assert out.endswith("\n1 thing that Palamedes needs is broken (!!).\n")


def test_a_data_folder_that_leads_nowhere(run, tmp_path):
    (tmp_path / "data").symlink_to(tmp_path / "gone")
    code, out, err = run("doctor")
    assert (code, err) == (1, "")
    assert "No such file or directory" in out


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path):
    (tmp_path / "cache").write_text("a file")
    environment = {**os.environ, "PALAMEDES_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-m", "palamedes", "doctor", "--json"],
        env=environment,
        capture_output=True,
        text=True,
    )
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert document["compiled"][0]["text"] == "cannot be written"


def test_nothing_is_compiled_for_an_answer(tmp_path):
    environment = {**os.environ, "PALAMEDES_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "palamedes", "doctor"]
    assert subprocess.run(command, env=environment, capture_output=True).returncode == 0
    assert not list(tmp_path.rglob("*.nb?"))


def test_tables_are_counted_and_damaged_ones_noticed(examined):
    tables = Tablebase(find_game("nim"))
    (layer,) = tables.layers.usual
    facts = {"game": "nim", "layer": list(layer), "rules": RULES_VERSION}
    write_table(tables.path(layer), np.zeros(100, np.uint8), facts, 1)
    finding = found(examined()[0], "solved", "nim")
    assert (finding["condition"], finding["tables"], finding["damaged"]) == ("good", 1, 0)
    assert finding["bytes"] == tables.path(layer).stat().st_size
    tables.path(layer).write_bytes(b"rubbish")
    finding = found(examined()[0], "solved", "nim")
    assert (finding["condition"], finding["tables"], finding["damaged"]) == ("missing", 0, 1)


def test_your_own_evaluations_and_books(examined, tmp_path):
    learning, books = tmp_path / "data" / "learning" / "nim", tmp_path / "data" / "books"
    for folder in (learning, books):
        folder.mkdir(parents=True)
    (learning / "nim-1.learned").write_bytes(b"")
    (books / "teeko.book").write_bytes(b"rubbish")
    document, code = examined()
    assert found(document, "learnt", "your own")["text"] == "nim: 1"
    book = found(document, "opening books", "teeko")
    assert (book["condition"], code) == ("missing", 0)
    assert "is not an opening book" in book["text"]


def test_whatever_fails_is_a_finding(run, monkeypatch):
    def ill():
        yield Finding("first", "still seen")
        raise RuntimeError("two\nlines")

    monkeypatch.setitem(doctor.LOOKS, "machine", ill)
    code, out, err = run("doctor")
    assert (code, err) == (1, "")
    assert "ok   first    still seen" in out
    assert "!!   failed   RuntimeError: two lines" in out
