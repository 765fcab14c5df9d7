"""Awalé: the official examples, the conservation of seeds, and how a game ends."""

import pytest
from hypothesis import given

import palamedes
from conftest import positions
from palamedes import PalamedesError, Result
from palamedes.games import find_game

EXAMPLE_1 = "1(2R) 13(2R2B) 14(2R2B) 15(2B) 16(2R) 2 20-20"
EXAMPLE_2 = "1(1R) 2(2R) 3(1B) 4(2B) 5(1R) 14(4B) 15(2R) 16(1R3B) 2 20-20"
EXAMPLE_3 = "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40"


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        (EXAMPLE_1, "14B", "13(2R2B) 1 20-30"),
        (EXAMPLE_2, "16B", "14(4B) 15(2R) 16(1R) 1 20-30"),
        (EXAMPLE_2, "16R", "2(2R) 3(1B) 4(2B) 5(1R) 14(4B) 1 20-27"),
    ],
    ids=["14B takes 1, 16, 15, 14", "16B takes 5, 4, 3, 2, 1", "16R takes 1, 16, 15"],
)
def test_official_examples(before, move, after):
    assert palamedes.parse("awale", before).play(move).text == after


def test_the_final_position_of_the_seed():
    final = palamedes.parse("awale", EXAMPLE_3).play("6TB")
    assert final.text.endswith("44-43")
    assert final.result == Result(0)


def test_96_seeds_stay_96_and_sides_alternate():
    @given(positions(find_game("awale")))
    def check(position):
        state = position.state
        seeds = sum(word >> 7 * lane & 127 for word in state[:6] for lane in range(8))
        assert seeds + state.my_score + state.other_score == 96
        assert state.side == position.turn

    check()


def test_starving_the_opponent_takes_everything():
    starved = palamedes.parse("awale", "15(1R) 16(1B) 3(9R) 1 10-10").play("15R")
    assert starved.text == "- 2 21-10"
    assert starved.result == Result(0)


def test_fewer_than_ten_seeds_are_taken_by_nobody():
    assert palamedes.parse("awale", "1(4R) 2(5R) 1 30-20").result == Result(0)
    assert palamedes.parse("awale", "1(4R) 2(6R) 1 30-20").result is None


def test_a_player_without_seeds_is_blocked_and_the_score_decides():
    assert palamedes.parse("awale", "2(20R) 1 30-20").result == Result(0)
    assert palamedes.parse("awale", "2(20R) 1 30-30").result == Result(None)


def test_49_seeds_win():
    assert palamedes.parse("awale", "1(10R) 2(10B) 1 20-49").result == Result(1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1(2R) 1",
        "17(1R) 1 0-0",
        "1(1R) 1(1R) 1 0-0",
        "1(97R) 1 0-0",
        "1(1X) 1 0-0",
        "1(2R) 3 0-0",
        "1(2R) 1 96-0",
        "1(2R) 1 a-b",
        "1() 1 0-0",
        "1(0R) 1 0-0 0-0",
    ],
)
def test_bad_positions_get_one_line(text):
    with pytest.raises(PalamedesError) as caught:
        palamedes.parse("awale", text)
    assert "\n" not in str(caught.value)
