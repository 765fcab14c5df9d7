"""The terminal draws any board as text."""

import re
from collections import Counter
from itertools import product
from math import dist
from operator import mul

import pytest
from rich.color import Color

from palamedes.core.board import Board, Geometry, Label, Line, Piece, Region, Spot
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.terminal import draw, draw_match, draw_position
from palamedes.ui.terminal.board_painter import paint_board
from palamedes.ui.terminal.canvas import STROKES, Canvas
from palamedes.ui.terminal.glyphs import PALETTES, PLAYER_STYLES, SEED_STYLES, palette_theme
from talk import (
    NAMES,
    random_match,
    teeko,
)

# Drawings of every registered game


def test_every_game_can_be_drawn(game):
    for plies, unicode in product((0, 1, 9, 40), (True, False)):
        match = random_match(game, plies)
        geometry = match.position.board().geometry
        text = draw_match(match, len(match.turns), unicode, 80).plain
        rows = text.split("\n")
        assert max(map(len, rows)) <= 80
        assert len(rows) <= 23
        assert Counter(text.split()) >= Counter(label.text for label in geometry.labels)
        assert all(name in text for name in NAMES)
        assert unicode or text.isascii()
        assert text.count("→" if unicode else ">") == (match.result is None)


def test_everything_on_the_board_is_drawn(game):
    for plies in (0, 5, 20):
        _check_that_everything_is_drawn(random_match(game, plies).position)


def _check_that_everything_is_drawn(position):
    board = position.board()
    text = draw_position(position, players=NAMES).plain
    if any(region.kind != "lit" for region in board.regions):
        return
    there = Counter()
    for pieces in board.pieces.values():
        for piece in pieces:
            there[piece.kind, piece.owner] += piece.count
    for (kind, owner), number in there.items():
        if kind in ("disc", "mark"):
            symbol = {"disc": "●○", "mark": "XO"}[kind][owner]
            assert text.count(symbol) == number + 1  # one more beside the player's name
        elif kind == "stick":
            assert text.count("|") == number
        else:
            letter = {"red": "R", "blue": "B", "clear": "T"}[kind]
            assert sum(map(int, re.findall(rf"(\d+){letter}", text))) == number


# Golden drawings


def drawn(name, text, moves, unicode):
    game = find_game(name)
    match = Match(Position.parse(game, text), game.history, NAMES)
    for move in moves.split():
        match.play(move)
    return draw_match(match, len(match.turns), unicode, 80).plain


GOLDEN = [
    (
        "teeko",
        "5/1O3/2X2/1XO2/5 X",
        "d4",
        True,
        """
  ┌───┬───┬───┬───┬───┐
5 │   │   │   │   │   │      ● Ada   in hand: 1
  ├───┼───┼───┼───┼───┤    → ○ Bob   in hand: 2
4 │   │ ○ │   │(●)│   │
  ├───┼───┼───┼───┼───┤
3 │   │   │ ● │   │   │
  ├───┼───┼───┼───┼───┤
2 │   │ ● │ ○ │   │   │
  ├───┼───┼───┼───┼───┤
1 │   │   │   │   │   │
  └───┴───┴───┴───┴───┘
    a   b   c   d   e
""",
    ),
    (
        "teeko",
        "XOXO1/5/5/5/XOXO1 X",
        "a5-a4",
        False,
        """
  +---+---+---+---+---+
5 |( )| O | X | O |   |      X Ada
  +---+---+---+---+---+    > O Bob
4 |(X)|   |   |   |   |
  +---+---+---+---+---+
3 |   |   |   |   |   |
  +---+---+---+---+---+
2 |   |   |   |   |   |
  +---+---+---+---+---+
1 | X | O | X | O |   |
  +---+---+---+---+---+
    a   b   c   d   e
""",
    ),
    (
        "ultimate",
        "XXX3===/XXX1x1===/XXX3===/3o5/9/1x7/OOO6/OOO1o4/OOO6 X -",
        "d9",
        True,
        """
  ┏━━━━━━━━━━━┳━━━┯━━━┯━━━┳━━━━━━━━━━━┓
9 ┃ XX     XX ┃(X)│ · │ · ┃░░░░░░░░░░░┃      X Ada
  ┃   XX XX   ┠───┼───┼───┨░░░░░░░░░░░┃    → O Bob
8 ┃    XXX    ┃ · │ X │ · ┃░░░░░░░░░░░┃
  ┃   XX XX   ┠───┼───┼───┨░░░░░░░░░░░┃
7 ┃ XX     XX ┃ · │ · │ · ┃░░░░░░░░░░░┃
  ┣━━━┯━━━┯━━━╋━━━┿━━━┿━━━╋━━━┯━━━┯━━━┫
6 ┃ · │ · │ · ┃ O │ · │ · ┃ · │ · │ · ┃
  ┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
5 ┃ · │ · │ · ┃ · │ · │ · ┃ · │ · │ · ┃
  ┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
4 ┃ · │ X │ · ┃ · │ · │ · ┃ · │ · │ · ┃
  ┣━━━┷━━━┷━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━┫
3 ┃  OOOOOOO  ┃ · │ · │ · ┃ · │ · │ · ┃
  ┃ OO     OO ┠───┼───┼───╂───┼───┼───┨
2 ┃ OO     OO ┃ · │ O │ · ┃ · │ · │ · ┃
  ┃ OO     OO ┠───┼───┼───╂───┼───┼───┨
1 ┃  OOOOOOO  ┃ · │ · │ · ┃ · │ · │ · ┃
  ┗━━━━━━━━━━━┻━━━┷━━━┷━━━┻━━━┷━━━┷━━━┛
    a   b   c   d   e   f   g   h   i
""",
    ),
    (
        "ultimate",
        "XXX3===/XXX1x1===/XXX3===/3o5/9/1x7/OOO6/OOO1o4/OOO6 X -",
        "d9 e9",
        False,
        """
  #===========#===========#===========#
9 # XX     XX # X |(O)| . # = = = = = #    > X Ada
  #   XX XX   #---+---+---# = = = = = #      O Bob
8 #    XXX    # . | X | . # = = = = = #
  #   XX XX   #---+---+---# = = = = = #
7 # XX     XX # . | . | . # = = = = = #
  #===========#===========#===========#
6 #   |   |   # O |   |   #   |   |   #
  #---+---+---#---+---+---#---+---+---#
5 #   |   |   #   |   |   #   |   |   #
  #---+---+---#---+---+---#---+---+---#
4 #   | X |   #   |   |   #   |   |   #
  #===========#===========#===========#
3 #  OOOOOOO  #   |   |   #   |   |   #
  # OO     OO #---+---+---#---+---+---#
2 # OO     OO #   | O |   #   |   |   #
  # OO     OO #---+---+---#---+---+---#
1 #  OOOOOOO  #   |   |   #   |   |   #
  #===========#===========#===========#
    a   b   c   d   e   f   g   h   i
""",
    ),
    (
        "morris",
        "3/X1X/3/6/1O1/3/O2 X 7 7",
        "d6xd3",
        True,
        """
7   ┌───────────┬───────────┐
    │           │           │      ● Ada   in hand: 6   men lost: 0
6   │   ●──────(●)──────●   │    → ○ Bob   in hand: 7   men lost: 1
    │   │       │       │   │
5   │   │   ┌───┴───┐   │   │
    │   │   │       │   │   │
4   ├───┼───┤       ├───┼───┤
    │   │   │       │   │   │
3   │   │   └──(┬)──┘   │   │
    │   │       │       │   │
2   │   └───────┼───────┘   │
    │           │           │
1   ○───────────┴───────────┘

    a   b   c   d   e   f   g
""",
    ),
    (
        "awale",
        "1(2R) 13(2R2B) 14(10R9B12T) 15(2B) 16(2R) 2 0-0",
        "14R",
        True,
        """
    1        2        3        4        5        6        7        8
┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
│   3R   │   1R   │   1R   │   1R   │   1R   │   1R   │   1R   │   1R   │
└────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────┘

┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
│   3R   │  1R2B  │(9B12T) │  2R2B  │        │        │        │        │
└────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────┘
    16       15       14       13       12       11       10       9
→ Ada   seeds taken: 0
  Bob   seeds taken: 0
""",
    ),
    (
        "nim:12,3",
        "12;3 1",
        "1-4 2-3",
        True,
        """
1   | | | | | | | | · · · ·  x 8
                                    → Ada
2  (·)· ·                             Bob
""",
    ),
    (
        "nim:100,3",
        "100;3 1",
        "1-4 2-1",
        False,
        """
1 ||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||~  x 96

2 ||.                                                                      x 2
> Ada
  Bob
""",
    ),
]


@pytest.mark.parametrize(("name", "text", "moves", "unicode", "drawing"), GOLDEN)
def test_golden_drawings(name, text, moves, unicode, drawing):
    assert drawn(name, text, moves, unicode) == drawing.strip("\n")


def test_the_library_draws_without_colours_and_names():
    drawing = draw(Position.start(find_game("morpion")).play("b2"), unicode=False)
    assert "> O Player 2" in drawing
    assert "2 |   | X |   |" in drawing.splitlines()[3]


def test_long_rows_shrink_to_the_width_of_the_console():
    match = Match.of(find_game("nim:30,5"), NAMES)
    assert "1   | | | " in draw_match(match, 0, False, 80).plain
    narrow = draw_match(match, 0, False, 42).plain
    assert f"1 {'|' * 30}  x 30" in narrow.splitlines()
    cut = draw_match(match, 0, False, 30).plain
    assert f"1 {'|' * 20}~  x 30" in cut.splitlines()


def test_players_stand_below_a_board_that_is_too_wide_or_too_low():
    match = Match.of(find_game("nim:7"), NAMES)
    assert draw_match(match, 0, True, 80).plain.splitlines()[1:] == ["→ Ada", "  Bob"]
    match = teeko()
    assert "Ada" in draw_match(match, 0, True, 47).plain.splitlines()[1]
    assert "Ada" in draw_match(match, 0, True, 46).plain.splitlines()[-2]


# Boards that no game has yet


def test_diagonals_are_drawn():
    geometry = Geometry((Spot("a", 1, 1),), (Line(0, 0, 2, 2), Line(2, 0, 0, 2)))
    board = Board(geometry, {"a": (Piece("disc", 1),)}, 0)
    assert [line.plain for line in paint_board(board, False, 80)] == ["\\   /", "  O", "/   \\"]
    assert [line.plain for line in paint_board(board, True, 80)] == ["╲   ╱", "  ○", "╱   ╲"]  # noqa: RUF001


def test_crowded_texts_make_way_for_each_other():
    spots = (Spot("a", 0, 0, "point"), Spot("b", 4, 0, "point"))
    labels = tuple(Label(text, 4, 0) for text in ("abc", "def", "ghi"))
    board = Board(Geometry(spots, labels=labels), {"b": (Piece("disc", 1, 3),)}, 0)
    assert [line.plain for line in paint_board(board, False, 80)] == [
        "               def",
        ".               3O",
        "               abc",
        "               ghi",
    ]


def test_lines_of_two_weights_join():
    canvas = Canvas(unicode=True)
    canvas.line((0, 0), (0, 4), heavy=False)
    canvas.line((0, 4), (2, 4), heavy=True)
    canvas.line((2, 4), (2, 0), heavy=True)
    canvas.line((0, 2), (2, 2), heavy=False)
    canvas.line((2, 2), (2, 0), heavy=False)  # under a heavy one
    assert [line.plain for line in canvas.lines()] == ["╶─┬─┒", "  │ ┃", "╺━┷━┛"]


def test_every_junction_has_its_own_character():
    assert len(STROKES) == len(set(STROKES)) == 81


def test_a_board_without_anything_to_see_is_empty():
    assert Canvas(unicode=True).lines() == []


def test_a_covered_region_hides_the_men_in_it():
    geometry = Geometry((Spot("a", 0, 0), Spot("b", 1, 0)))
    men = {"a": (Piece("mark", 0),), "b": (Piece("mark", 0),)}
    for kind, owner, expected in (("won", 1, "  O"), ("drawn", None, "  =")):
        region = Region(kind, 0.5, -0.5, 1.5, 0.5, owner)
        board = Board(geometry, men, 0, regions=(region,))
        assert [line.plain[2:] for line in paint_board(board, False, 80)] == [expected]


WEIGHTS = (0.2126, 0.7152, 0.0722)  # the lightness of red, green and blue
COLOURS = [style for palette in PALETTES.values() for style in palette.values() if "#" in style]


def lightness(style):
    channels = Color.parse(style.split()[-1]).get_truecolor()
    linear = [((value / 255 + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip(WEIGHTS, linear, strict=True))


@pytest.mark.parametrize("style", COLOURS)
def test_colours_are_seen_on_black_and_on_white(style):
    assert (lightness(style) + 0.05) / 0.05 >= 3
    assert 1.05 / (lightness(style) + 0.05) >= 3


# How people without the cones for red, green or blue see linear red, green and blue.
BLINDNESS = {
    "red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


@pytest.mark.parametrize("blind", BLINDNESS)
@pytest.mark.parametrize("palette", PALETTES)
def test_players_are_told_apart_by_every_eye(palette, blind):
    first, second = (PALETTES[palette][style] for style in PLAYER_STYLES)
    assert first != second
    if "#" not in first:
        return  # these differ by weight
    seen = []
    for style in (first, second):
        linear = [(value / 255) ** 2.2 for value in Color.parse(style.split()[-1]).get_truecolor()]
        mixed = [sum(map(mul, row, linear)) for row in BLINDNESS[blind]]
        seen.append([max(0.0, min(value, 1.0)) ** (1 / 2.2) for value in mixed])
    assert dist(*seen) > 0.3


def test_an_unknown_palette_is_the_usual_one():
    usual = next(iter(PALETTES))
    assert palette_theme("").styles == palette_theme("gone").styles == palette_theme(usual).styles
    assert palette_theme("plain").styles != palette_theme("").styles


def test_men_and_seeds_have_their_colours():
    text = draw_match(teeko("c3", "d4"), 2, True, 80)
    styled = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert (styled["●"], styled["○"]) == PLAYER_STYLES
    text = draw_position(Position.start(find_game("awale")))
    styled = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styled["2R"] == SEED_STYLES["red"]
    assert styled["2T"] == SEED_STYLES["clear"]
