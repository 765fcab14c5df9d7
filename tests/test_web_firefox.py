"""The pages in Firefox, too: a game begins at the first page and moves are made and answered."""

import os

import pytest

from browser import STATE, serving
from firefox import PROGRAM, firefox

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Firefox here"),
]
CARD = "document.querySelector('.card[data-game=\"nim\"] .button.main')"
BEGIN = "document.querySelector('dialog .button.main')"
MINE = f"""(() => {{
  const state = ({STATE})();
  return state.connected && state.open.length && state.moves.length >= MOVES && state;
}})()"""


def test_a_game_and_an_analysis_in_firefox(tmp_path):
    with serving(tmp_path / "data") as (address, _process), firefox(tmp_path) as browser:
        browser.open(f"{address}/")
        browser.wait_for(f"{CARD} !== null")
        browser.evaluate(f"{CARD}.click()")
        browser.wait_for(f"{BEGIN} !== null")
        browser.evaluate(f"{BEGIN}.click()")
        browser.wait_for("location.pathname.startsWith('/game/') && document.body !== null")
        for moves in (0, 2):
            state = browser.wait_for(MINE.replace("MOVES", str(moves)))
            _name, x, y = state["open"][0]
            browser.click(x, y)
        browser.open(f"{address}/analysis#game=nim:3,4,5&moves=1-1")
        browser.wait_for("document.querySelectorAll('.value-win, .value-loss').length > 3")
        assert browser.errors == []
