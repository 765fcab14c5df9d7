"""The wheel: it builds, holds what it must, and works in an environment that has nothing else."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import smoke

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "palamedes/locale/fr/LC_MESSAGES/palamedes.mo" in names
    assert "palamedes/games/teeko/rules.py" in names
    assert "palamedes/py.typed" in names
    assert "palamedes/solver/puzzles/data/puzzles-teeko.json" in names
    assert "palamedes/players/data/ladder.json" in names
    assert "palamedes/arena/kit/c/games/morris/rules.c" in names
    assert "palamedes/arena/kit/c/Makefile" in names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"palamedes"}


def test_the_wheel_works_in_an_empty_environment(wheel, tmp_path):
    empty = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", empty], check=True)
    programs = next(folder for name in ("bin", "Scripts") if (folder := empty / name).exists())
    locked = re.findall(
        r"^\S+==\S+(?: ;[^\\]+)?", (ROOT / "requirements.lock").read_text(), re.MULTILINE
    )
    (tmp_path / "constraints.txt").write_text("\n".join(locked))
    pip = [sys.executable, "-m", "pip", "--python", empty, "install", "--quiet", "--no-compile"]
    subprocess.run(
        [*pip, "-c", tmp_path / "constraints.txt", wheel], check=True, capture_output=True
    )
    done = subprocess.run(
        [programs / "palamedes", "--lang", "fr", "perft", "teeko", "3"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("13800\n", "")
    smoke.main(str(programs / "palamedes"))
