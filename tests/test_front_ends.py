"""No front end knows a game: import-linter checks imports, this checks names."""

import re
from pathlib import Path

from palamedes.games import GAMES

UI = Path(__file__).parent.parent / "src" / "palamedes" / "ui"
SOURCES = [path for path in UI.rglob("*") if path.suffix in (".py", ".js", ".html", ".css")]


def test_no_game_is_named():
    assert len(SOURCES) > 100
    named = re.compile(rf"\b({'|'.join(family.name for family in GAMES)})\b", re.IGNORECASE)
    found = {str(path.relative_to(UI)): named.findall(path.read_text()) for path in SOURCES}
    assert {path: names for path, names in found.items() if names} == {}
