"""The course's player as one file: it builds, and plays where there is nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from awale_player import has_processor
from palamedes.core.match import Match
from palamedes.games import find_game

pytestmark = pytest.mark.seconds(900)  # a busy machine takes its time to build it
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def executable(tmp_path_factory):
    folder = tmp_path_factory.mktemp("executable")
    places = ["--distpath", folder, "--workpath", folder / "build"]
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", *places, ROOT / "tools" / "awale_player.spec"],
        cwd=ROOT,
        env={**os.environ, "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0"},  # half the time
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("awale-player*")
    return built


def test_the_executable_plays_with_an_empty_home(executable, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    with (tmp_path / "errors").open("w+") as errors:
        with subprocess.Popen(
            [executable, "Joueur1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            bufsize=1,
            env={**kept, "HOME": str(home), "NUMBA_DEBUG_CACHE": "1"},
        ) as program:
            _play(program)
        assert program.returncode == 0
        errors.seek(0)
        told = errors.read()
    assert list(home.iterdir()) == []
    if has_processor():
        assert "data loaded" in told
        assert "data saved" not in told, "all native code was to come with the file"


def _play(program):
    """The first moves of a game, which must be legal."""
    match, line = Match.of(find_game("awale")), "START"
    for _move in range(3):
        program.stdin.write(f"{line}\n")
        match.play(program.stdout.readline().strip())
        line = match.position.moves[-1]
        match.play(line)
    program.stdin.write("END\n")
