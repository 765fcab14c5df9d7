"""No front end knows a game: import-linter checks imports, this checks names."""

import re
from pathlib import Path

import pytest

from palamedes.games import GAMES

UI = Path(__file__).parent.parent / "src" / "palamedes" / "ui"
SOURCES = sorted(path for path in UI.rglob("*") if path.suffix in (".py", ".js", ".html", ".css"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(UI)))
def test_no_game_is_named(path):
    text = path.read_text().lower()
    named = [family.name for family in GAMES if re.search(rf"\b{family.name}\b", text)]
    assert named == []
