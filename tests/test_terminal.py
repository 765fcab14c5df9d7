"""The terminal: drawings of every game, and conversations typed into it."""

import io
import os
import random
import re
import select
import subprocess
import sys
from collections import Counter
from datetime import date
from itertools import count
from typing import get_args

import pytest
from rich.color import Color

from palamedes.core.board import Board, Geometry, Label, Line, Piece, Region, Spot
from palamedes.core.history import HistoryRules, Reason
from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import load_record, save_record
from palamedes.games import find_game
from palamedes.ui.terminal import draw, draw_match, draw_position, make_console, menu, play, replay
from palamedes.ui.terminal.canvas import STROKES, Canvas
from palamedes.ui.terminal.look import PLAYER_STYLES, SEED_STYLES
from palamedes.ui.terminal.paint import paint
from palamedes.ui.terminal.sentences import in_columns, player_name, result_sentence, score_sheet

NAMES = ("Ada", "Bob")
TEEKO_WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in ("NO_COLOR", "TERM", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    set_language("en")
    yield
    set_language(None)


class Typist(io.StringIO):
    """Somebody who types lines; at a terminal, or into a pipe."""

    def __init__(self, lines, at_terminal=False):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.at_terminal = at_terminal

    def isatty(self):
        return self.at_terminal


class Interrupter(Typist):
    """Presses Ctrl-C when there is nothing left to type."""

    def readline(self):
        if line := super().readline():
            return line
        raise KeyboardInterrupt


def talk(talker, lines, at_terminal=False, typist=Typist, width=80, **options):
    """What `talker` prints when these lines are typed, and what it returns."""
    console = make_console(
        file=io.StringIO(), source=typist(lines, at_terminal), width=width, **options
    )
    answer = talker(console)
    return console.file.getvalue(), answer


def play_lines(match, *lines, path=None, **options):
    return talk(lambda console: play(match, console, path), lines, **options)


def teeko(*moves, history=None):
    match = Match(Position.start(find_game("teeko")), history or HistoryRules(repetition=3), NAMES)
    for move in moves:
        match.play(move)
    return match


def made(match):
    return [turn.move for turn in match.turns]


def random_match(game, plies):
    match = Match.of(game, NAMES)
    choose = random.Random(plies)
    while len(match.turns) < plies and match.result is None:
        match.play(choose.choice(match.position.codes))
    return match


# Drawings of every registered game


@pytest.mark.parametrize("plies", [0, 1, 9, 40])
def test_every_game_can_be_drawn(game, plies):
    match = random_match(game, plies)
    geometry = match.position.board().geometry
    for unicode in (True, False):
        text = draw_match(match, len(match.turns), unicode, 80).plain
        rows = text.split("\n")
        assert max(map(len, rows)) <= 80
        assert len(rows) <= 23
        assert Counter(text.split()) >= Counter(label.text for label in geometry.labels)
        assert all(name in text for name in NAMES)
        assert unicode or text.isascii()
        assert text.count("→" if unicode else ">") == (match.result is None)


@pytest.mark.parametrize("plies", [0, 5, 20])
def test_everything_on_the_board_is_drawn(game, plies):
    position = random_match(game, plies).position
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
            assert text.count(symbol) == number + 1  # one stands before the player's name
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
    │           │           │      ● Ada   in hand: 6   lost: 0
6   │   ●──────(●)──────●   │    → ○ Bob   in hand: 7   lost: 1
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
    16       15       14       13       12       11       10       9
┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
│   3R   │  1R2B  │(9B12T) │  2R2B  │        │        │        │        │
└────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────┘

┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
│   3R   │   1R   │   1R   │   1R   │   1R   │   1R   │   1R   │   1R   │
└────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────┘
    1        2        3        4        5        6        7        8
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


# What boards could hold that no game has yet


def test_diagonals_are_drawn():
    geometry = Geometry((Spot("a", 1, 1),), (Line(0, 0, 2, 2), Line(2, 0, 0, 2)))
    board = Board(geometry, {"a": (Piece("disc", 1),)}, 0)
    assert [line.plain for line in paint(board, False, 80)] == ["\\   /", "  O", "/   \\"]
    assert [line.plain for line in paint(board, True, 80)] == ["╲   ╱", "  ○", "╱   ╲"]  # noqa: RUF001


def test_crowded_texts_make_way_for_each_other():
    spots = (Spot("a", 0, 0, "point"), Spot("b", 4, 0, "point"))
    labels = tuple(Label(text, 4, 0) for text in ("abc", "def", "ghi"))
    board = Board(Geometry(spots, labels=labels), {"b": (Piece("disc", 1, 3),)}, 0)
    assert [line.plain for line in paint(board, False, 80)] == [
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
        assert [line.plain[2:] for line in paint(board, False, 80)] == [expected]


WEIGHTS = (0.2126, 0.7152, 0.0722)  # how light red, green and blue are


@pytest.mark.parametrize("style", [*PLAYER_STYLES, *SEED_STYLES.values()])
def test_colours_are_seen_on_black_and_on_white(style):
    if style == "bold":
        return  # the colour of ordinary text
    channels = Color.parse(style.split()[-1]).get_truecolor()
    linear = [((value / 255 + 0.055) / 1.055) ** 2.4 for value in channels]
    light = sum(weight * value for weight, value in zip(WEIGHTS, linear, strict=True))
    assert (light + 0.05) / 0.05 >= 3
    assert 1.05 / (light + 0.05) >= 3


def test_men_and_seeds_have_their_colours():
    text = draw_match(teeko("c3", "d4"), 2, True, 80)
    styled = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert (styled["●"], styled["○"]) == PLAYER_STYLES
    text = draw_position(Position.start(find_game("awale")))
    styled = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styled["2R"] == SEED_STYLES["red"]
    assert styled["2T"] == SEED_STYLES["clear"]


# Playing


def test_moves_are_made_timed_and_shown(monkeypatch):
    ticks = count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks) * 1.23456)
    match = teeko()
    told, stayed = play_lines(match, "c3", "board", "d4", "quit")
    assert made(match) == ["c3", "d4"]
    assert [turn.seconds for turn in match.turns] == [1.235, 1.235]
    assert "1. Ada: c3" in told
    assert "│(○)│" in told
    assert stayed


COMMANDS = [
    ("help", "aide", "take the last move back"),
    ("rules", "règles", "Two players have four pieces each."),
    ("RULES", "regles", "Two players have four pieces each."),
    ("moves", "coups", "23 legal moves\na1  b1"),
    ("undo", "annuler", "d4 is taken back."),
    ("undo\nredo", "annuler\nrefaire", "d4 is made again."),
    ("position", "posit", "\n5/3O1/2X2/5/5 X\n"),
    ("save one.json", "sauver one.json", "The game is saved as one.json."),
    ("resign", "abandonner", "Ada resigns: Bob wins.\nYou can undo, save or quit."),
    ("draw\nyes", "nulle\noui", "The players agree on a draw."),
]


@pytest.mark.parametrize(("english", "french", "answer"), COMMANDS)
def test_commands_answer_in_both_languages(english, french, answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for typed in (english, french):
        told, stayed = play_lines(teeko("c3", "d4"), *typed.splitlines(), "quit")
        assert answer in told
        assert stayed
        (tmp_path / "one.json").unlink(missing_ok=True)


def test_help_names_the_commands_of_the_language():
    assert "  undo  " in play_lines(teeko(), "help")[0]
    set_language("fr")
    assert "  annuler  " in play_lines(teeko(), "help")[0]


def test_beginnings_of_commands_are_enough_if_no_other_begins_so():
    assert "d4 is taken back." in play_lines(teeko("c3", "d4"), "u")[0]
    assert "'re' could be rules, redo, resign" in play_lines(teeko(), "re")[0]


def test_a_legal_move_is_never_a_command():
    match = Match.of(find_game("awale"), NAMES)
    play_lines(match, "3 r")
    assert made(match) == ["3R"]


@pytest.mark.parametrize("typed", ["c3", "z9", "foo bar", "!", "", "é" * 5000, "a1-a2", "c3 -"])
def test_wrong_input_is_answered_in_one_line_and_changes_nothing(typed):
    match = teeko("c3")
    silent = play_lines(teeko("c3"))[0]
    told = play_lines(match, typed)[0]
    assert made(match) == ["c3"]
    if typed:
        (answer,) = set(told.splitlines()) - set(silent.splitlines())
        assert answer.endswith("is not a legal move here; type moves or help")
        assert len(answer) < 100
    else:
        assert told == silent


def test_after_the_end_one_can_still_undo_and_go_on():
    match = teeko()
    told, _stayed = play_lines(match, *TEEKO_WIN, "e5", "moves", "undo", "e5")
    assert "Ada wins.\nYou can undo, save or quit.\n" in told
    assert "the game is over" in told
    assert "0 legal moves" in told
    assert made(match) == [*TEEKO_WIN[:-1], "e5"]


def test_a_finished_game_takes_neither_draws_nor_resignations():
    match = teeko(*TEEKO_WIN)
    told = play_lines(match, "draw", "resign", "redo")[0]
    assert told.count("the game is over") == 2
    assert "there is no move to make again" in told
    assert match.result == (0, "normal")


def test_nobody_is_to_move_after_a_resignation():
    match = teeko("c3")
    told = play_lines(match, "resign", "board")[0]
    assert told.count("→") == 1
    assert "→" not in told[told.index("Bob resigns") :]


def test_a_game_without_moves_is_no_loss():
    assert "Goodbye." in play_lines(teeko("c3"), "undo")[0]


def test_an_offer_of_a_draw_can_be_refused():
    match = teeko("c3")
    play_lines(match, "draw", "no", "d4")
    assert match.result is None
    assert made(match) == ["c3", "d4"]


def test_resigning_is_confirmed_at_a_terminal():
    match = teeko("c3")
    told = play_lines(match, "resign", "n", "d4", "resign", "y", at_terminal=True)[0]
    assert "Bob, do you resign? (y/n)" in told
    assert match.result == (1, "resignation")


SCRIPT = ["c3", "moves", "zz", "d4", "undo", "draw", "n", "resign", "y", "quit", "n"]


@pytest.mark.parametrize("typist", [Typist, Interrupter])
@pytest.mark.parametrize("at_terminal", [True, False])
@pytest.mark.parametrize("length", range(len(SCRIPT)))
def test_leaving_at_any_point_is_one_line(length, at_terminal, typist):
    match = teeko()
    told, stayed = play_lines(match, *SCRIPT[:length], at_terminal=at_terminal, typist=typist)
    if not at_terminal and length == 10:
        assert stayed  # the script has quit, and nobody was asked
        return
    farewell = "Left without saving the game." if match.turns else "Goodbye."
    assert told.splitlines()[-1] == farewell
    assert not stayed


def test_quitting_asks_once_if_moves_would_be_lost(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    question = "The game is not saved. Quit all the same? (y/n)"
    told, stayed = play_lines(teeko("c3"), "d4", "quit", "n", "quit", "y", at_terminal=True)
    assert told.count(question) == 2
    assert stayed
    told, stayed = play_lines(teeko(), "c3", "save", "quit", at_terminal=True)
    assert question not in told
    assert stayed
    assert question not in play_lines(teeko(), "c3", "quit")[0]


# Files


def test_saving_invents_a_name_and_keeps_to_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = f"teeko-{date.today().isoformat()}-1.json"
    assert f"The game is saved as {first}." in play_lines(teeko("c3"), "save", "d4", "save")[0]
    assert made(load_record(tmp_path / first, find_game)) == ["c3", "d4"]
    play_lines(teeko("a1"), "save")
    assert made(load_record(tmp_path / first, find_game)) == ["c3", "d4"]
    assert len(list(tmp_path.iterdir())) == 2


def test_saving_overwrites_only_its_own_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "mine.json"
    other.write_text("precious")
    told = play_lines(teeko("c3"), "save mine.json", "save new.json", "d4", "save new.json")[0]
    assert "mine.json exists; save! mine.json replaces it" in told
    assert other.read_text() == "precious"
    assert len(load_record(tmp_path / "new.json", find_game).turns) == 2
    play_lines(teeko("a1"), "save! mine.json")
    assert made(load_record(other, find_game)) == ["a1"]
    play_lines(teeko(), "load mine.json", "b1", "save")
    assert made(load_record(other, find_game)) == ["a1", "b1"]
    play_lines(load_record(other, find_game), "c1", "save mine.json", path=other)
    assert made(load_record(other, find_game)) == ["a1", "b1", "c1"]


def test_a_loaded_game_makes_the_files_before_it_foreign(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_record(teeko("c3"), tmp_path / "old.json")
    told = play_lines(teeko("a1"), "save one.json", "load old.json", "save one.json")[0]
    assert "one.json exists" in told
    assert made(load_record(tmp_path / "one.json", find_game)) == ["a1"]


@pytest.mark.parametrize("name", ["", "no/where.json", "a\0b", "x" * 300, ".", "~nobody/x", "\x7f"])
def test_names_that_are_no_files_are_answered_in_a_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    match = teeko("c3")
    for command in (f"load {name}", f"save! {name}" if name else "save! here"):
        told, _stayed = play_lines(match, command, "position")
        lines = told.splitlines()
        assert len(lines[12:]) == 3  # behind the board: the answer, the position, the farewell
        assert "saved" not in lines[12]
        assert lines[13] == "5/5/2X2/5/5 O"
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"{}", b'{"format": "palamedes-record"}'])
def test_loading_a_broken_file_keeps_the_match(content, tmp_path):
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    match = teeko("c3")
    told = play_lines(match, f"load {path}", "d4")[0]
    assert f"{path}: " in told
    assert made(match) == ["c3", "d4"]
    assert path.read_bytes() == content


def test_loading_asks_before_it_replaces_unsaved_moves(tmp_path):
    path = tmp_path / "other.json"
    save_record(teeko("a1", "a2"), path)
    lines = ["c3", f"load {path}", "n", "position", f"load {path}", "y", "position"]
    told = play_lines(teeko(), *lines, at_terminal=True)[0]
    assert "5/5/2X2/5/5 O" in told
    assert told.count("5/5/5/O4/X4 X") == 1


# Sentences


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_end_is_told_in_a_sentence(reason):
    for winner in (None, 0, 1):
        match = teeko("c3")
        match.end(winner, reason)
        sentence = result_sentence(match)
        assert sentence.endswith(".")
        assert "{" not in sentence
        if winner is None:
            assert "draw" in sentence
        else:
            assert f"{NAMES[winner]} wins" in sentence


def test_the_end_by_history_is_told():
    match = Match(
        Position.parse(find_game("teeko"), "XOXO1/5/5/5/XOXO1 X"), HistoryRules(repetition=2), NAMES
    )
    told = play_lines(match, "a5-a4", "b5-b4", "a4-a5", "b4-b5")[0]
    assert "The position has come up 2 times: the game is a draw." in told
    told = play_lines(teeko(history=HistoryRules(plies=2)), "c3", "d4")[0]
    assert "The limit of moves is reached: the game is a draw." in told


def test_names_are_made_safe_to_print():
    assert player_name(("\x1b[31mred\n", ""), 0) == "?[31mred"
    assert player_name(("", "x" * 99), 1) == "x" * 21 + "..."
    assert player_name(("", " "), 1) == "Player 2"


def test_columns_fit_the_width():
    words = [f"{number}-{number}" for number in range(90, 120)]
    for width in (20, 33, 80):
        text = in_columns(words, width)
        assert text.split() == words
        longest = max(map(len, text.splitlines()))
        assert longest <= width < longest + 9
    assert in_columns(["wide"], 2) == "wide"


def test_the_score_sheet_begins_with_the_player_to_move():
    assert score_sheet(teeko("c3", "d4", "a1")).splitlines() == [
        "   Ada  Bob",
        "1. c3   d4",
        "2. a1",
    ]
    match = Match(Position.parse(find_game("teeko"), "5/5/2X2/5/5 O"), HistoryRules(), NAMES)
    match.play("d4")
    match.play("e5")
    assert score_sheet(match).splitlines()[1:] == ["1. ...  d4", "2. e5"]
    assert score_sheet(teeko()) == "   Ada  Bob"


# Replaying


def replay_lines(match, *lines, **options):
    return talk(lambda console: replay(match, console), lines, at_terminal=True, **options)


def test_stepping_through_a_game():
    told, stayed = replay_lines(
        teeko(*TEEKO_WIN), "p", "", "n", "next", "p", "7", "", "first", "last", "99", "quit"
    )
    plies = re.findall(r"^(\d)/7> ", told, re.MULTILINE)
    assert plies == list("00123277077")
    assert "this is the start of the game" in told
    assert "this was the last move" in told
    assert "there are only the moves 0 to 7" in told
    assert told.count("7. Ada: d1   Ada wins.") == 2
    assert stayed


def test_replay_lists_helps_and_complains():
    told, _stayed = replay_lines(teeko("c3", "d4"), "list", "aide", "zz", "l", "2")
    assert "1. c3   d4" in told
    assert "the end of the game" in told
    assert "'zz' is neither a command nor a number; type help" in told
    assert "'l' could be last, list" in told
    assert "2. Bob: d4   The game is not finished." in told


@pytest.mark.parametrize("typist", [Typist, Interrupter])
@pytest.mark.parametrize("length", range(3))
def test_leaving_a_replay(length, typist):
    told, stayed = replay_lines(teeko("c3"), *["n", "p", "n"][:length], typist=typist)
    assert told.endswith("\nGoodbye.\n")
    assert not stayed


def test_replay_into_a_pipe_shows_the_end_and_the_moves():
    told, stayed = talk(lambda console: replay(teeko(*TEEKO_WIN), console), ["p", "p"], plain=True)
    assert "1 | X | X | X |(X)|   |" in told
    assert "7. Ada: d1   Ada wins." in told
    assert told.endswith("3. c1   c5\n4. d1\n")
    assert "/7>" not in told
    assert stayed


# The menu


def test_the_menu_leads_to_a_game_and_back():
    told, _none = talk(menu, ["1", "2", "2", "c3", "quit", "6"])
    assert "2. Teeko" in told
    assert "1. Player 1: c3" in told
    assert told.count("What do you want to do?") == 2


def test_the_menu_takes_variants_by_number_name_or_default():
    assert "x 9" in talk(menu, ["1", "6", "9, 2"])[0]
    assert "6 │" in talk(menu, ["1", "1", "4"])[0]
    assert "3 │" in talk(menu, ["1", "1", ""])[0]
    assert "nim has no variant 'x'" in talk(menu, ["1", "6", "x"])[0]


def test_the_menu_continues_and_replays_saved_games(tmp_path):
    path = tmp_path / "game.json"
    save_record(teeko("c3"), path)
    told, _none = talk(menu, ["2", path, "d4", "save", "quit", "3", path, "3", "nowhere.json", "6"])
    assert len(load_record(path, find_game).turns) == 2
    assert "1. c3   d4" in told
    assert "nowhere.json: No such file or directory" in told


def test_the_menu_shows_rules_and_speaks_languages():
    told, _none = talk(menu, ["", "9", "4", "2", "", "5", "2", "4", "", "6"])
    assert "choose a number from 1 to 6" in told
    assert "Two players have four pieces each." in told
    assert "  2. Français" in told


@pytest.mark.parametrize("typist", [Typist, Interrupter])
@pytest.mark.parametrize("lines", [[], ["1"], ["1", "2"], ["1", "2", ""], ["2"], ["5"]])
def test_leaving_the_menu_anywhere(lines, typist):
    told, _none = talk(menu, lines, at_terminal=True, typist=typist)
    assert told.endswith("\nGoodbye.\n")
    assert told.count("Goodbye.") == 1


# The console


def stream(encoding, data=b""):
    return io.TextIOWrapper(io.BytesIO(data), encoding=encoding)


@pytest.mark.parametrize(
    ("encoding", "plain", "variables", "unicode"),
    [
        ("utf-8", False, {}, True),
        ("utf-8", True, {}, False),
        ("ascii", False, {}, False),
        ("latin-1", False, {}, False),
        ("utf-8", False, {"TERM": "dumb"}, False),
        ("utf-8", False, {"NO_COLOR": "1"}, True),
    ],
)
def test_plain_text_where_unicode_would_not_show(encoding, plain, variables, unicode, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    console = make_console(plain, file=stream(encoding), source=Typist([]))
    play(teeko("c3"), console)
    told = console.file.buffer.getvalue().decode(encoding)
    assert ("(●)" if unicode else "(X)") in told
    assert unicode or told.isascii()


@pytest.mark.parametrize(("variable", "coloured"), [("LANG", True), ("NO_COLOR", False)])
def test_colours_are_used_unless_they_are_unwanted(variable, coloured, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv(variable, "1")
    for plain in (True, False):
        told = play_lines(teeko("c3"), plain=plain)[0]
        assert ("\x1b[" in told) == (coloured and not plain)


def test_letters_that_do_not_show_lose_their_accents():
    console = make_console(file=stream("ascii"), source=Typist([]))
    console.say("Règles de l'awalé: 50 €")
    assert console.file.buffer.getvalue() == b"Regles de l'awale: 50 ?\n"


def test_bytes_that_are_no_text_are_a_wrong_move():
    source = stream("utf-8", b"\xff\xfe\x00\x80\nc3\n")
    match = teeko()
    console = make_console(file=io.StringIO(), source=source)
    play(match, console)
    assert made(match) == ["c3"]
    assert "is not a legal move here" in console.file.getvalue()


PROGRAM = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C comes from the controlling terminal
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.terminal import make_console, play
print("left:", play(Match.of(find_game("teeko")), make_console()))
"""


def read_until(terminal, ending, patience=60):
    """What comes from a terminal, up to this ending or until nothing more comes."""
    told = b""
    while not told.endswith(ending) and select.select([terminal], [], [], patience)[0]:
        try:
            told += os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
    return told.decode()


def press(terminal, key, ending):
    """Press a key until it is noticed: Ctrl-C just before Python waits for input is not."""
    told = ""
    for _attempt in range(5):
        os.write(terminal, key)
        told += read_until(terminal, ending, patience=3)
        if told.endswith(ending.decode()):
            break
    return told


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_keys_leave_a_real_terminal(key):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
    )
    os.close(theirs)
    assert read_until(ours, b"Player 1> ")
    os.write(ours, b"c3\n")
    assert "38;5;32m●" in read_until(ours, b"Player 2> ")
    told = press(ours, key, b"left: False\r\n")
    assert program.wait(timeout=30) == 0
    os.close(ours)
    assert told.splitlines()[-2:] == ["Left without saving the game.", "left: False"]
    assert "Traceback" not in told
