"""The notebooks of the documentation run, and show what they promise."""

import doctest
import json
import subprocess
import sys
from pathlib import Path

import pytest

from markup_checks import check_html, check_svg

NOTEBOOKS = Path(__file__).parent.parent / "docs" / "notebooks"
RUNNER = Path(__file__).with_name("run_notebook.py")
SVG, HTML = "image/svg+xml", "text/html"
SHOWN = {  # how many outputs of each kind a notebook has
    "play-and-analyse": {SVG: 3, HTML: 5},
    "your-own-search": {HTML: 2},
    "teach-a-machine": {HTML: 5},
}


def test_the_page_about_notebooks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = NOTEBOOKS.parent / "howto" / "notebooks.md"
    failures, tests = doctest.testfile(str(page), module_relative=False)
    assert (failures, tests) == (0, 6)
    assert all(f"{name}.ipynb" in page.read_text() for name in SHOWN)


def test_every_notebook_is_known_and_small():
    assert {path.stem for path in NOTEBOOKS.iterdir()} == set(SHOWN)
    for path in NOTEBOOKS.iterdir():
        assert path.stat().st_size < 16_000
        for cell in json.loads(path.read_text())["cells"]:
            assert cell.get("outputs", []) == [], "strip outputs before you commit"


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs_and_shows_its_values(name, tmp_path):
    command = [sys.executable, "-W", "error", RUNNER, NOTEBOOKS / f"{name}.ipynb"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stderr) == (0, "")
    outputs = json.loads(done.stdout.splitlines()[-1])
    kinds = [kind for output in outputs for kind in output if kind != "text/plain"]
    assert {kind: kinds.count(kind) for kind in kinds} == SHOWN[name]
    for output in outputs:
        assert len(output.get("text/plain", "")) < 300
        if SVG in output:
            check_svg(output[SVG])
        if HTML in output:
            check_html(output[HTML])
