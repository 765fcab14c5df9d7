"""What several test files share: the list of games, and random play."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from palamedes.core.game import Game
from palamedes.core.language import set_language
from palamedes.core.position import Position
from palamedes.games import GAMES

# Compilation makes first examples slow, and CI machines vary: no time limit an example.
settings.register_profile("palamedes", deadline=None, derandomize=True)
settings.load_profile("palamedes")

ALL_GAMES = [family.make(variant) for family in GAMES for variant in family.variants]


@pytest.fixture(autouse=True)
def _in_english_on_a_plain_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("NO_COLOR", "TERM", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    set_language("en")
    yield
    set_language(None)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `game` runs on every registered game and variant."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", ALL_GAMES, ids=lambda game: game.id)


@st.composite
def positions(draw: st.DrawFn, game: Game) -> Position:
    """Any position that play can reach, often a finished one."""
    position = Position.start(game)
    for choice in draw(st.lists(st.integers(0, 255), max_size=120)):
        if not position.codes:
            break
        position = position.play(position.codes[choice % len(position.codes)])
    return position
