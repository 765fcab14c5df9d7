"""Perft: the golden numbers of the rules, each as data in data/perft.json."""

import json
from pathlib import Path

import pytest

import palamedes
from palamedes.core.position import Position

TABLES = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())


def _position(table: dict[str, str]) -> Position:
    position = palamedes.start(table["game"])
    for move in table.get("moves", "").split():
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table['game']}+{len(table.get('moves', ''))}"
)
def test_perft(table):
    position = _position(table)
    for depth, expected in enumerate(table["counts"], start=1):
        assert palamedes.perft(position, depth) == expected, f"depth {depth}"


@pytest.mark.parametrize("table", TABLES[:6], ids=lambda table: table["game"])
def test_divide_adds_up_to_perft(table):
    counts = dict(palamedes.divide(_position(table), 4))
    assert sorted(counts) == sorted(_position(table).moves)
    assert sum(counts.values()) == table["counts"][3]


def test_nothing_is_one_sequence():
    assert palamedes.perft(palamedes.start("teeko"), 0) == 1


def test_finished_games_have_no_sequences():
    won = palamedes.parse("morpion", "OO1/3/XXX O")
    assert palamedes.perft(won, 0) == 1
    assert palamedes.perft(won, 1) == 0
    assert palamedes.perft(won, 3) == 0


@pytest.mark.parametrize("depth", [-1, 101])
def test_impossible_depths_are_refused(depth):
    with pytest.raises(palamedes.PalamedesError, match="depth"):
        palamedes.perft(palamedes.start("teeko"), depth)
