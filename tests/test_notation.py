"""The notations that the seeds use are understood beside ours; bad position texts are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palamedes
from palamedes import PalamedesError, Position


@pytest.mark.parametrize(
    ("name", "before", "typed", "canonical"),
    [
        ("morpion", "", "1/1", "a3"),
        ("morpion", "", "3/1", "a1"),
        ("morpion:5", "", "5/5", "e1"),
        ("morpion", "a1 b1 a2 b2 c3 c1", "3/1-1/1", "a1-a3"),
        ("morpion", "a1 b1 a2 b2 c3 c1", "a1 a3", "a1-a3"),
        ("teeko", "a1 b1 b3 c3 c1 d2 d5 e4", "a1 a2", "a1-a2"),
        ("ultimate", "", "0 2 1 1", "h8"),
        ("ultimate", "", "0,0,0,0", "a9"),
        ("ultimate", "", "2202", "i3"),
        ("morris", "", "00", "a7"),
        ("morris", "", "23", "g1"),
        ("morris", "", "09", "a4"),
        ("morris", "d6 d2 f6 f2", "b6 d2", "b6xd2"),
        ("morris", "d6 d2 f6 f2", "03x19", "b6xd2"),
        ("awale", "", "3tr", "3TR"),
        ("awale", "", "3 TB", "3TB"),
        ("nim", "", "2 3", "2-3"),
        ("nim", "", " 2 - 3 ", "2-3"),
    ],
)
def test_other_notations(name, before, typed, canonical):
    position = palamedes.start(name)
    for move in before.split():
        position = position.play(move)
    assert canonical in position.moves
    assert position.play(typed) == position.play(canonical)


@given(st.text())
def test_no_typed_text_breaks_a_game(typed):
    for name in ("morpion:4", "teeko", "ultimate", "morris", "awale", "nim"):
        position = palamedes.start(name)
        try:
            position.play(typed)
        except PalamedesError as error:
            assert "\n" not in str(error)  # noqa: PT017 - most texts are refused, a few are moves


BAD_TEXTS = {
    "morpion": [
        "3/3/3",
        "3/3/3 Y",
        "XXX/OO1/3 X",
        "4/3/3 X",
        "XX1/X2/OO1 X",
        "X2/3/3 X",
        "XXXX/3/3 O",
    ],
    "teeko": ["5/5/5/5/5", "5/5/5/5 X", "XXXX1/5/5/OOO2/5 X", "XXXXX/5/OOOO1/5/5 O", "6/5/5/5/5 X"],
    "ultimate": [
        "9/9/9/9/9/9/9/9/9 X",
        "9/9/9/9/9/9/9/9/9 X z9",
        "9/9/9/9/9/9/9/9/9 X a1",
        "9/9/9/9/9/9/9/9/9 O -",
        "XXX6/XXX6/XXx6/9/9/9/9/9/9 X -",
        "XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/9/9/9/9/9/9 X -",
    ],
    "morris": [
        "3/3/3/6/3/3/3 X 9",
        "3/3/3/6/3/3/3 X 9 8",
        "3/3/3/6/3/3/3 O 9 9",
        "3/3/3/6/3/3/3 X -1 -1",
        "XXX/XXX/XXX/X5/3/3/OOO X 0 0",
        "7/3/3/6/3/3/3 X 9 9",
        "XXX/3/3/6/3/3/OO1 X 0 0",
    ],
    "nim": ["1;3;5 1", "1;3;5;8 1", "1;3;5;7", "1;3;5;7 3", "1;3;5;-7 1", "a;b;c;d 1"],
}


@pytest.mark.parametrize(
    ("name", "text"), [(n, t) for n, texts in BAD_TEXTS.items() for t in texts]
)
def test_impossible_positions_are_refused(name, text):
    with pytest.raises(PalamedesError) as caught:
        palamedes.parse(name, text)
    assert "\n" not in str(caught.value)


@pytest.mark.families
def test_any_text_is_answered(game):
    @given(st.text(alphabet="XOxo=123456789/;-() RBT"))
    def check(text):
        try:
            position = Position.parse(game, text)
        except PalamedesError as error:
            assert "\n" not in str(error)  # noqa: PT017 - most texts are refused, a few are positions
        else:
            assert Position.parse(game, position.text) == position

    check()


def test_finished_boards_may_be_written_with_their_cells():
    cells = "xxx6/oo7/9/9/9/9/9/9/9 O b8"
    with pytest.raises(PalamedesError):
        palamedes.parse("ultimate", cells)  # the board named is won
    position = palamedes.parse("ultimate", "xxx6/oo7/9/9/9/9/9/9/9 O h8")
    assert position.text == "XXX6/XXX6/XXX6/9/9/9/9/9/9 O h8"
