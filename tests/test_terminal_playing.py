"""Two people play at one terminal, and save their games."""

from datetime import date
from itertools import count

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.game_files import load_match
from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.core.record import load_record, save_record
from palamedes.games import find_game
from palamedes.ui.session import unfinished
from talk import NAMES, TEEKO_WIN, Interrupter, Typist, made, play_lines, teeko

# Playing


def test_moves_are_made_timed_and_shown(monkeypatch):
    ticks = count()
    monkeypatch.setattr("palamedes.ui.session.clock.monotonic", lambda: next(ticks) * 1.23456)
    match = teeko()
    told, stayed = play_lines(match, "c3", "board", "d4", "quit")
    assert made(match) == ["c3", "d4"]
    assert [turn.seconds for turn in match.turns] == [1.235, 1.235]
    assert "1. Ada: c3" in told
    assert "│(○)│" in told
    assert stayed


COMMANDS = [
    ("help", "aide", "undo your last move"),
    ("rules", "règles", "Each player has four pieces."),
    ("RULES", "regles", "Each player has four pieces."),
    ("moves", "coups", "23 legal moves\na1  b1"),
    ("undo", "annuler", "Move undone: d4."),
    ("undo\nredo", "annuler\nrefaire", "Move redone: d4."),
    ("position", "posit", "\n5/3O1/2X2/5/5 X\n"),
    ("save one.json", "sauver one.json", "Game saved as one.json."),
    ("resign", "abandonner", "Bob wins: Ada resigned.\nYou can undo, save or quit."),
    ("draw\nyes", "nulle\noui", "Draw agreed."),
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
    assert "Move undone: d4." in play_lines(teeko("c3", "d4"), "u")[0]
    assert "'re' is ambiguous: rules, redo, resign, review." in play_lines(teeko(), "re")[0]


def test_a_legal_move_is_never_a_command():
    match = Match.of(find_game("awale"), NAMES)
    play_lines(match, "3 r")
    assert made(match) == ["3R"]


TAKEN = "c3 is taken. Choose an empty square."


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("c3", TAKEN),
        ("c3 -", TAKEN),
        ("a1-a2", "You still have pieces to place: choose one empty square."),
        *((typed, "is not a legal move here") for typed in ("z9", "foo bar", "!", "é" * 5000)),
        ("", ""),
    ],
)
def test_wrong_input_is_answered_in_one_line_and_changes_nothing(typed, complaint):
    match = teeko("c3")
    silent = play_lines(teeko("c3"))[0]
    told = play_lines(match, typed)[0]
    assert made(match) == ["c3"]
    if typed:
        (answer,) = set(told.splitlines()) - set(silent.splitlines())
        assert answer.endswith(f"{complaint} (type moves or help)")
        assert len(answer) < 100
    else:
        assert told == silent


def test_after_the_end_one_can_still_undo_and_go_on():
    match = teeko()
    told, _stayed = play_lines(match, *TEEKO_WIN, "e5", "moves", "undo", "e5")
    assert "Ada wins: four in a row.\nYou can undo, save or quit.\n" in told
    assert "the game is over" in told
    assert "0 legal moves" in told
    assert made(match) == [*TEEKO_WIN[:-1], "e5"]


def test_a_finished_game_takes_neither_draws_nor_resignations():
    match = teeko(*TEEKO_WIN)
    told = play_lines(match, "draw", "resign", "redo")[0]
    assert told.count("The game is over.") == 2
    assert "There is no move to redo." in told
    assert match.result == (0, "normal")


def test_nobody_is_to_move_after_a_resignation():
    match = teeko("c3")
    told = play_lines(match, "resign", "board")[0]
    assert told.count("→") == 1
    assert "→" not in told[told.index("Bob resigned") :]


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
    assert "Bob, do you want to resign? (y/n)" in told
    assert match.result == (1, "resignation")


SCRIPT = ["c3", "moves", "zz", "d4", "undo", "draw", "n", "resign", "y", "quit", "n"]


@pytest.mark.parametrize("typist", [Typist, Interrupter])
@pytest.mark.parametrize("at_terminal", [True, False])
@pytest.mark.parametrize("length", range(len(SCRIPT)))
def test_leaving_at_any_point_is_one_line(length, at_terminal, typist):
    match = teeko()
    told, stayed = play_lines(match, *SCRIPT[:length], at_terminal=at_terminal, typist=typist)
    if not at_terminal and length == 10:
        assert stayed  # the input has ended, and no question was asked
        return
    farewell = "The game was not saved." if match.turns else "Goodbye."
    if at_terminal and match.turns and match.result is None:
        farewell = "Your game is kept: you can resume it next time."
    assert told.splitlines()[-1] == farewell
    assert not stayed


def test_quitting_keeps_a_game_and_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept, question = "Your game is kept: you can resume it next time.", "Quit anyway? (y/n)"
    told, stayed = play_lines(teeko("c3"), "d4", "quit", at_terminal=True)
    assert told.endswith(f"{kept}\n")
    assert stayed
    (left,) = unfinished()
    assert made(left.match) == ["c3", "d4"]
    left.discard()
    told, stayed = play_lines(teeko(), "c3", "save", "quit", at_terminal=True)
    assert kept not in told
    assert question not in told
    assert stayed
    assert unfinished() == []
    assert question not in play_lines(teeko(), "c3", "quit")[0]


def test_quitting_asks_if_a_game_cannot_be_kept(monkeypatch):
    monkeypatch.setattr("palamedes.ui.session.autosave.Autosave.__init__", _refuse)
    told, stayed = play_lines(teeko("c3"), "d4", "quit", "n", "quit", "y", at_terminal=True)
    assert told.count("The game is not saved. Quit anyway? (y/n)") == 2
    assert stayed


def _refuse(_autosave):
    raise PalamedesError("no room")


# Files


def test_saving_invents_a_name_and_keeps_to_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = f"teeko-{date.today().isoformat()}-1.json"
    assert f"Game saved as {first}." in play_lines(teeko("c3"), "save", "d4", "save")[0]
    assert made(load_record(tmp_path / first, find_game)) == ["c3", "d4"]
    play_lines(teeko("a1"), "save")
    assert made(load_record(tmp_path / first, find_game)) == ["c3", "d4"]
    assert len(list(tmp_path.iterdir())) == 2


def test_games_as_text_are_saved_and_loaded_and_keep_their_comments(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "Game saved as mine.game." in play_lines(teeko("c3"), "save mine.game")[0]
    text = (tmp_path / "mine.game").read_text()
    assert "c3" in text
    assert not text.startswith("{")
    play_lines(teeko(), "load mine.game", "d4", "save", "save other.game")
    assert (tmp_path / "mine.game").read_text() == text, "it may have had comments"
    for file in (*tmp_path.glob("*.json"), tmp_path / "other.game"):
        assert made(load_match(file, find_game)) == ["c3", "d4"]
    assert len(list(tmp_path.iterdir())) == 3


def test_saving_overwrites_only_its_own_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "mine.json"
    other.write_text("precious")
    told = play_lines(teeko("c3"), "save mine.json", "save new.json", "d4", "save new.json")[0]
    assert "mine.json already exists. Type save! mine.json to overwrite it." in told
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
    assert "one.json already exists" in told
    assert made(load_record(tmp_path / "one.json", find_game)) == ["a1"]


@pytest.mark.parametrize("name", ["", "no/where.json", "a\0b", "x" * 300, ".", "~nobody/x", "\x7f"])
def test_names_that_are_no_files_are_answered_in_a_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    match = teeko("c3")
    for command in (f"load {name}", f"save! {name}" if name else "save! here"):
        told, _stayed = play_lines(match, command, "position")
        lines = told.splitlines()
        assert len(lines[12:]) == 3  # below the board: the answer, the position, the farewell
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
