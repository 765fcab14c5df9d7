"""The compile cache: shared, safe, never stale, never needed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import palamedes
from palamedes.core.cache import ROOMS

PACKAGE = Path(palamedes.__file__).parent

PERFT = """
import sys
import palamedes
from palamedes.search.perft import count_sequences
for name, depth in zip(sys.argv[1::2], sys.argv[2::2]):
    print(palamedes.perft(palamedes.start(name), int(depth)))
print(sum(count_sequences.dispatcher.stats.cache_misses.values()))
"""


def _start(cache, *arguments, package=PACKAGE, code=PERFT):
    environment = {**os.environ, "PALAMEDES_CACHE": str(cache), "PYTHONPATH": str(package.parent)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], env=environment, stdout=-1, stderr=-2, text=True
    )


def _tell(process):
    output, _ = process.communicate()
    assert process.returncode == 0, output
    return [int(line) for line in output.split()]


def _run(cache, *arguments, **options):
    return _tell(_start(cache, *arguments, **options))


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache after one run. Who writes into it takes a copy."""
    cache = tmp_path_factory.mktemp("cache")
    assert _run(cache, "teeko", "4") == [303600, 1]
    return cache


@pytest.fixture
def cache(filled, tmp_path):
    return shutil.copytree(filled, tmp_path / "cache")


def test_the_second_run_compiles_nothing(filled):
    assert _run(filled, "teeko", "4") == [303600, 0]


def test_many_processes_at_once_compile_once_and_agree(tmp_path):
    games = ["teeko", "4", "teeko:advanced", "4", "morpion", "5", "morpion:4", "4"]
    processes = [_start(tmp_path, *(games if n % 2 else games[4:] + games[:4])) for n in range(4)]
    told = [_tell(process) for process in processes]
    assert sum(counts.pop() for counts in told) == 4, "each game was to be compiled by one process"
    assert {tuple(sorted(counts)) for counts in told} == {(15120, 43680, 303600, 303600)}


FORK = """
import multiprocessing
import palamedes
def count(name):
    return palamedes.perft(palamedes.start(name), 4)
print(count("teeko"))
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(*pool.map(count, ["teeko", "morpion", "morpion:4"]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_forked_workers_compile_too(cache):
    assert _run(cache, code=FORK) == [303600, 303600, 3024, 43680]


def test_editing_a_game_is_seen(tmp_path):
    copy = tmp_path / "copy" / "palamedes"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert _run(tmp_path, "teeko", "4", package=copy)[0] == 25 * 24 * 23 * 22
    rules = copy / "games" / "teeko" / "rules.py"
    edited = rules.read_text().replace("BOARD = (1 << 25) - 1", "BOARD = (1 << 20) - 1")
    assert edited != rules.read_text()
    rules.write_text(edited)
    assert _run(tmp_path, "teeko", "4", package=copy)[0] == 20 * 19 * 18 * 17


def test_code_of_old_sources_is_removed(cache):
    for number in range(8):
        old = cache / f"kernels-{number:016x}"
        old.mkdir()
        (old / "lock").touch()
    foreign = [cache / "kernels-6.1", cache / f"kernels-{99:016x}"]
    for folder in foreign:
        folder.mkdir()
    _run(cache, "teeko", "2")
    assert len(list(cache.glob("kernels-*/lock"))) == 4
    assert all(folder.exists() for folder in foreign), "what is not ours stays"


def test_damaged_files_are_compiled_anew(cache):
    damaged = list(cache.rglob("*.nb[ci]"))
    assert damaged
    for path in damaged:
        path.write_bytes(b"damaged")
    assert _run(cache, "teeko", "3") == [13800, 1]


@pytest.mark.parametrize("place", ["file/folder", "file"])
def test_everything_works_where_nothing_can_be_written(tmp_path, place):
    (tmp_path / "file").write_text("in the way")
    assert _run(tmp_path / place, "teeko", "3") == [13800, 1]
    assert (tmp_path / "file").read_text() == "in the way"


FOREIGN = """
from typing import NamedTuple
from palamedes.core.rules import LOSS, ONGOING, rules
from palamedes.search.perft import count_sequences

@rules
class CountdownState(NamedTuple):
    left: int = 10
    def moves(self, out):
        for i in range(CHOICES):
            out[i] = i
        return CHOICES
    def play(self, move):
        return CountdownState(self.left - 1)
    def outcome(self):
        return ONGOING if self.left else LOSS
    def key(self):
        return self.left

print(count_sequences(CountdownState(), 3))
"""


def test_the_code_of_games_from_elsewhere_is_not_kept(tmp_path):
    """Their sources are outside the hash, so their code would be stale after an edit."""
    for choices in (2, 3):
        told = _run(tmp_path, code=f"CHOICES = {choices}\n{FOREIGN}")
        assert told == [choices**3]


def test_kernels_are_only_in_the_rooms_whose_sources_count():
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] not in ROOMS:
            text = path.read_text()
            assert "core.kernel" not in text, path
            assert "@rules" not in text, path
