"""What several test files share: the list of games, and random play."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from platformdirs import user_cache_path

# Each worker keeps compiled code of its own: in one folder they would compile in turn.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["PALAMEDES_CACHE"] = str(user_cache_path("palamedes") / f"tests-{worker}")

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
        games = [_on_one_worker(game) for game in ALL_GAMES]
        metafunc.parametrize("game", games, ids=lambda game: game.id)


def _on_one_worker(game: Game) -> object:
    """All tests of a game run where its rules are compiled already."""
    return pytest.param(game, marks=pytest.mark.xdist_group(game.id))


@st.composite
def positions(draw: st.DrawFn, game: Game) -> Position:
    """Any position that play can reach, often a finished one."""
    position = Position.start(game)
    for choice in draw(st.lists(st.integers(0, 255), max_size=120)):
        if not position.codes:
            break
        position = position.play(position.codes[choice % len(position.codes)])
    return position
