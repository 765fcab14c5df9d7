"""The original levels, frozen: the best moves they see on fixed positions, so that nothing later
weakens or changes them. `python tests/test_golden_levels.py` writes the data anew."""

import json
from pathlib import Path
from random import Random

import pytest

import palamedes
from palamedes.players import make_player

DATA = Path(__file__).parent / "data" / "levels.json"
PLIES = (0, 3, 8, 14, 21)  # how far into a random game the positions are


def _levels():
    """Every original level that looks before it moves; handicaps are left out."""
    for family in palamedes.GAMES:
        game = family.make("")
        for level in ("easy", "medium", "hard"):
            if game.levels[level] != "random":
                yield game, level


def _positions(game):
    position, random = palamedes.start(game.id), Random(f"levels of {game.id}")
    for ply in range(max(PLIES) + 1):
        if ply in PLIES:
            yield position
        position = position.play(random.choice(position.codes))
        if position.result:
            return


def _sight(game, level, position):
    """The moves a level chooses among, and their score."""
    search = make_player(game, f"{level}:error=0")._search
    found = search.best_moves(position)
    return {
        "game": game.id,
        "level": level,
        "position": position.text,
        "moves": [position.move_text(code) for code in found.codes],
        "score": found.score,
    }


@pytest.mark.parametrize(
    "golden", json.loads(DATA.read_text()), ids=lambda row: f"{row['game']}-{row['level']}"
)
def test_levels_see_what_they_saw(golden):
    game = palamedes.find_game(golden["game"])
    position = palamedes.parse(game.id, golden["position"])
    assert _sight(game, golden["level"], position) == golden


if __name__ == "__main__":
    rows = [
        _sight(game, level, position) for game, level in _levels() for position in _positions(game)
    ]
    DATA.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
