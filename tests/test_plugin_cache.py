"""Compiled code of other packages: kept, found again, and never stale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from palamedes.core import sources

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.xdist_group("plugins")

RULES = """
from typing import NamedTuple
from palamedes.core.rules import LOSS, ONGOING, rules
import numbers_of_choices

@rules
class CountdownState(NamedTuple):
    left: int = 10
    def moves(self, out):
        for move in range(CHOICES):
            out[move] = move
        return CHOICES
    def play(self, move):
        return type(self)(self.left - 1)
    def outcome(self):
        return ONGOING if self.left else LOSS
    def key(self):
        return self.left
"""
COUNT = """
from palamedes.search.perft import count_sequences
from countdown.rules import CountdownState
compiled = count_sequences.dispatcher.stats.cache_misses
print(count_sequences(CountdownState(), 2), sum(compiled.values()))
"""


@pytest.fixture
def site(tmp_path):
    """A folder with a package that imports a module from elsewhere, and reads a file of its own."""
    package = tmp_path / "countdown"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "choices.txt").write_text("2")
    (package / "rules.py").write_text(
        "from pathlib import Path\n"
        "CHOICES = int(Path(__file__).with_name('choices.txt').read_text())" + RULES
    )
    (tmp_path / "numbers_of_choices.py").write_text("")
    return tmp_path


def run(site, code=COUNT):
    """The numbers that a process prints."""
    paths = os.pathsep.join(map(str, (ROOT / "src", site)))
    environment = {**os.environ, "PYTHONPATH": paths, "PALAMEDES_CACHE": str(site / "cache")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [int(word) for word in done.stdout.split()]


def test_code_is_kept_until_the_sources_change(site):
    """The count, and how many functions were compiled for it."""
    assert run(site) == [4, 1]
    assert run(site) == [4, 0]
    (site / "countdown" / "choices.txt").write_text("3")
    assert run(site) == [9, 1]
    (site / "countdown" / "choices.txt").write_text("2")
    assert run(site) == [4, 0], "the code of the first sources is still there"
    (site / "numbers_of_choices.py").write_text("# edited")
    assert run(site) == [4, 1]


EDITED_WHILE_RUNNING = """
from pathlib import Path
from palamedes.search.perft import count_sequences
from countdown.rules import CountdownState
import countdown
Path(countdown.__file__).with_name("choices.txt").write_text("3")
print(count_sequences(CountdownState(), 2))
"""


def test_code_of_a_package_that_was_edited_meanwhile_is_not_kept(site):
    """The process has read what the files said before."""
    assert run(site, EDITED_WHILE_RUNNING) == [4]
    assert run(site) == [9, 1]


NOTEBOOK = f'''
from palamedes.search.perft import count_sequences
for CHOICES in (2, 3, 2):
    exec("""{RULES.replace("import numbers_of_choices", "")}""")
    print(count_sequences(CountdownState(), 2))
'''


def test_a_class_that_is_defined_again_has_its_new_rules(site):
    """As in a notebook."""
    assert run(site, NOTEBOOK) == [4, 9, 4]
    assert not list((site / "cache").rglob("*.nbc")), "its sources are nowhere"


def test_only_what_is_found_under_its_name_has_sources():
    class Local:
        pass

    assert sources.is_found(sources.Sources)
    assert sources.is_found(sources.is_found)
    assert not sources.is_found(Local)
    assert not sources.is_found(type("Sources", (), {"__module__": sources.__name__}))
    assert not sources.is_found(type("Other", (), {"__module__": "__main__"}))


def test_installed_packages_count_by_their_versions(tmp_path, monkeypatch):
    module = tmp_path / "uses_packages.py"
    module.write_text("import filelock, numpy, json\nfrom palamedes.core import rules\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "BEGAN", 1 << 62)
    assert sources.digest_of(frozenset({"uses_packages"}))
    assert sources._sources_of(frozenset({"uses_packages"})).files == (module,)


@pytest.mark.parametrize("name", ["vast", "changed"])
def test_sources_that_cannot_be_trusted_have_no_hash(tmp_path, monkeypatch, name):
    package = tmp_path / name
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "BEGAN", 0 if name == "changed" else 1 << 62)
    monkeypatch.setattr(sources, "MOST_FILES", 0 if name == "vast" else 9)
    assert sources.digest_of(frozenset({name})) is None
