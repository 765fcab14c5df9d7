"""The scripts of the pages, without a browser: types, texts, imports."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from browser import npm_package
from palamedes.ui.web.server.pages import STATIC
from palamedes.ui.web.words import WORDS

SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
TYPESCRIPT = "5.9.3"
SETTINGS = Path(__file__).parent.parent / "tools" / "jsconfig.json"


def test_the_type_checker_finds_nothing(tmp_path):
    package = npm_package(f"typescript@{TYPESCRIPT}", tmp_path)
    if package is None:
        assert "CI" not in os.environ, "on CI nothing is skipped"
        pytest.skip("TypeScript cannot be had here")
    command = [shutil.which("node"), package / "lib" / "tsc.js", "--project", SETTINGS]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.stdout == ""


def test_every_text_of_the_pages_is_known_to_the_translators():
    said = set()
    for path in SCRIPTS:
        said |= set(re.findall(r'\bt\(\s*"((?:[^"\\]|\\.)*)"', path.read_text()))
    assert said == set(WORDS)


IMPORT = re.compile(r'import \{([^}]+)\} from "(\.[^"]+)"')


def test_whatever_is_imported_is_exported():
    for path in SCRIPTS:
        for names, module in IMPORT.findall(path.read_text()):
            text = (path.parent / module).read_text()
            for name in names.replace(",", " ").split():
                assert re.search(rf"export [a-z {{]*\b{name}\b", text), (path.name, module, name)


def test_no_markup_is_ever_made_of_texts():
    for path in SCRIPTS:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document.write|\beval\b", path.read_text()
        )
