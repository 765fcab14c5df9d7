"""The program in a pseudo-terminal: whole games, keys, crashes, windows of any size."""

import os
import re
import signal
import subprocess
import sys

import pytest

from conftest import on_the_worker_of
from palamedes.core.match import Match
from palamedes.core.record import save_record
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.ui.texts.games import player_name, result_sentence
from talk import TEEKO_WIN, teeko
from waiting import PATIENCE

termios = pytest.importorskip("termios")
from pseudoterminal import (  # noqa: E402
    COLOUR,
    CTRL_C,
    CTRL_D,
    DOWN,
    END,
    ESCAPE,
    HOME,
    LEFT,
    RIGHT,
    UP,
    PseudoTerminal,
)

PERSON = "Player 1> "
WEAK = "alphabeta:nodes=200"
# Every level is started once; a game that is added later plays against the weak one.
OPPONENTS = {
    "nim": "perfect",
    "morpion": "master:time=0.05",
    "teeko": "hard",
    "ultimate": "easy",
    "morris": WEAK,
    "awale": "medium",
}
TEEKO = pytest.mark.xdist_group("teeko")


@pytest.fixture
def start(tmp_path):
    """Start the program at a terminal, with the data of the last start."""

    def start(*arguments, **options):
        return PseudoTerminal(*arguments, data=tmp_path / "data", **options)

    return start


class Mirror:
    """Plays as the first player: types moves and reads the answers into a match."""

    def __init__(self, terminal, name, opponent):
        self.terminal = terminal
        self.match = Match.of(find_game(name), ("", opponent))
        self.opponent = re.escape(player_name(("", opponent), 1))

    def move(self, typed):
        """Type a move and read the answer, if there is one."""
        self.terminal.type(typed)
        self.match.play(typed)
        if self.match.result is None:
            number = len(self.match.turns) + 1
            self.terminal.expect(rf"^{number}\. {self.opponent}: (\S+)")
            self.match.play(self.terminal.found.group(1))
        self.terminal.expect(PERSON if self.match.result is None else r"^> ")

    def check(self):
        """Check that the program shows the position of the match."""
        self.terminal.ask("position", f"^{re.escape(self.match.position.text)}\n")
        self.terminal.expect("> ")

    def take_back_and_forth(self):
        moves = [turn.move for turn in self.match.turns[-2:]]
        self.terminal.type("undo")
        for move in reversed(moves):
            self.terminal.expect(f"^Move undone: {move}.")
        self.terminal.expect(PERSON)
        self.terminal.type("redo")
        for move in moves:
            self.terminal.expect(f"^Move redone: {move}.")
        self.terminal.expect(PERSON)


@pytest.mark.parametrize("name", [on_the_worker_of(family.name) for family in GAMES])
def test_a_whole_game(start, name):
    opponent = OPPONENTS.get(name, WEAK)
    with start("play", name, "--second", opponent) as terminal:
        terminal.expect(PERSON)
        terminal.ask("zz", "'zz' is not a legal move here \\(type moves or help\\)\n")
        terminal.expect(PERSON)
        mirror = Mirror(terminal, name, opponent)
        person = make_player(mirror.match.game, WEAK)
        while mirror.match.result is None:
            code = person.choose(mirror.match).code
            mirror.move(mirror.match.position.move_text(code))
            if len(mirror.match.turns) == 2:
                mirror.take_back_and_forth()
                mirror.check()
        assert result_sentence(mirror.match, you=0) in terminal.raw.replace("\r\n", "\n")
        terminal.ask("save whole.json", "saved as whole.json")
        terminal.expect("^> ")
        terminal.type("q")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


@pytest.fixture(autouse=True)
def _where_files_are_saved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@TEEKO
def test_a_killed_game_is_offered_again_with_all_its_moves(start):
    with start("play", "teeko", "--second", WEAK) as terminal:
        terminal.expect(PERSON)
        mirror = Mirror(terminal, "teeko", WEAK)
        for move in ("c3", "a1"):
            mirror.move(move if move in mirror.match.position.moves else "e5")
        terminal.kill()
    with start() as terminal:
        terminal.expect(r"You have an unfinished game: Teeko, against .*, 4 moves \(.*\)\. Resume")
        terminal.ask("y", PERSON)
        mirror.terminal = terminal
        mirror.check()
        mirror.take_back_and_forth()
        terminal.press(CTRL_D)
        terminal.expect("Your game is kept: you can resume it next time.")
        assert terminal.end() == 0
    with start("play", "teeko") as terminal:
        terminal.expect(r", 4 moves \(.*\)\. Resume it\? .* n: discard it, .*\) ")
        terminal.ask("n", r"for good\? \(y/n\) ")
        terminal.ask("y", "^Game discarded.")
        terminal.expect(PERSON)
        terminal.type("quit")
        assert terminal.end() == 0
    with start("play", "teeko", "--second", WEAK) as terminal:
        assert "unfinished game" not in terminal.expect(PERSON)


@TEEKO
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_ended_from_outside_is_kept(start, number):
    with start("play", "teeko") as terminal:
        terminal.expect(PERSON)
        terminal.ask("c3", "Player 2> ")
        kept = "^Your game is kept: you can resume it next time."
        terminal.signal_until(number, kept)
        assert terminal.end() == 128 + number
    with start("play", "teeko") as terminal:
        terminal.expect(r", 1 move \(")


@TEEKO
def test_a_window_that_is_closed_loses_nothing(start):
    with start("play", "teeko") as terminal:
        terminal.expect(PERSON)
        terminal.ask("c3", "Player 2> ")
        terminal.close()
        assert terminal.program.wait(PATIENCE) != 0
    with start("play", "teeko") as terminal:
        terminal.expect(r", 1 move \(")


@TEEKO
def test_ctrl_c_makes_an_engine_move_at_once_and_then_leaves(start):
    with start("play", "teeko", "--second", "alphabeta:time=10000") as terminal:
        terminal.expect(PERSON)
        terminal.type("c3")
        terminal.expect(r"alphabeta:time=10000 is thinking \(Ctrl-C: move now\) [1-9]\d* s")
        terminal.press(CTRL_C)
        terminal.expect(r"2\. alphabeta:time=10000: \w\d")
        terminal.expect(PERSON)
        terminal.ask("position", " X\n")
        terminal.expect(PERSON)
        terminal.press_until(CTRL_C, "Your game is kept")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


@TEEKO
def test_ctrl_c_when_an_engine_has_just_moved_does_not_leave(start):
    with start("play", "teeko", "--second", WEAK, grace=PATIENCE) as terminal:
        terminal.expect(PERSON)
        for number, move in enumerate(("a1", "e1", "a5"), start=1):
            terminal.type(move)
            terminal.expect(rf"^{2 * number}\. {WEAK}: ")
            terminal.press(CTRL_C)  # takes away what is typed or printed at the same moment
            terminal.press_until("position\n", "/.* X$")
            terminal.expect(PERSON)
        terminal.press(CTRL_D)
        terminal.expect("Your game is kept")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


@TEEKO
def test_ctrl_c_pauses_a_game_of_engines_and_then_leaves(start):
    slow = "alphabeta:time=10000"
    with start("play", "teeko", "--first", WEAK, "--second", slow) as terminal:
        terminal.expect(rf"{slow} is thinking \(Ctrl-C: pause\) [1-9]\d* s")
        terminal.press(CTRL_C)
        terminal.expect("Game paused. Type continue to resume.")
        terminal.expect("^> ")
        terminal.ask("undo", "Move undone: ")
        terminal.expect("^> ")
        terminal.ask("continue", r"1\. alphabeta:nodes=200: ")
        terminal.expect(r"\(Ctrl-C: pause\) [1-9]\d* s")
        terminal.press(CTRL_C)
        terminal.expect("Game paused. Type continue to resume.")
        terminal.expect("^> ")
        terminal.press_until(CTRL_C, "Your game is kept")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


DEAF = """
import time
from palamedes.players import Bot

class Deaf(Bot):
    def move(self, position):
        time.sleep(10_000)
"""


@TEEKO
def test_a_second_ctrl_c_leaves_an_engine_that_does_not_hear(start, tmp_path):
    (tmp_path / "deaf.py").write_text(DEAF)
    with start("play", "teeko", "--second", "bot:deaf.py") as terminal:
        terminal.expect(PERSON)
        terminal.type("c3")
        terminal.expect(r"is thinking \(Ctrl-C: move now\) [1-9]\d* s")
        terminal.press(CTRL_C)
        terminal.expect(r"move now\) [2-9] s")
        terminal.press(CTRL_C)
        terminal.expect("Your game is kept")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


@pytest.mark.xdist_group("morpion")
def test_an_evening_at_the_menu(start):
    """Play from the menu with Enter, lose, review, again, change sides, settings, puzzles."""
    with start() as terminal:
        terminal.ask("", "Which game")
        terminal.ask("1", "Which variant")
        terminal.ask("", "Who plays")
        terminal.ask("", "Which level for player 2")
        terminal.ask("easy", PERSON)
        terminal.ask("b2", PERSON)
        terminal.ask("bar", PERSON)  # a busy machine may not know it yet
        terminal.press_until("board\n", rf"░ Computer \(easy\) .*\n{PERSON}")
        terminal.ask("resign", r"\(y/n\)")
        terminal.ask("y", r"\[r\]eview, \[a\]gain")
        terminal.expect("^> ")
        seen = terminal.ask("r", "blunders .*\n(.*\n)+> ")
        assert "Who was ahead" in seen
        terminal.ask("a", r"Replace it anyway\? \(y/n\)")
        terminal.ask("y", PERSON)
        terminal.ask("swap", r"1\. Computer \(easy\): ")
        terminal.expect("Player 2> ")
        terminal.ask("quit", "Your game is kept.*\nWhat do you want to do")
        terminal.ask("8", "Which setting")
        terminal.ask("3", "off")
        terminal.ask("1", "What do you want to do")
        terminal.ask("5", "Puzzles for which game")
        terminal.ask("1", "Puzzle 1 of")
        terminal.ask("quit", "What do you want to do")
        terminal.type("9")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


# Replaying


def check_frame(lines, rows, columns):
    """Check that the drawn screen has the size of the window."""
    assert len(lines) == rows, lines
    assert max(map(len, lines)) < columns, lines


@TEEKO
def test_a_replay_with_keys(start, tmp_path):
    save_record(teeko(*TEEKO_WIN), tmp_path / "game.json")
    with start("replay", "game.json") as terminal:
        before = termios.tcgetattr(terminal.ours)
        terminal.expect("^0/7")
        check_frame(terminal.frame(), 24, 80)
        keys = [(RIGHT, 1), ("n", 2), (LEFT, 1), (LEFT, 0), (LEFT, 0), (DOWN, 7), (RIGHT, 7)]
        keys += [(UP, 0), (END, 7), ("\x1bOH", 0), ("\x1b[4~", 7), (HOME, 0), ("\r", 1), ("x", 1)]
        for key, ply in keys:
            terminal.press(key)
            terminal.expect(f"^{ply}/7")
            check_frame(terminal.frame(), 24, 80)
        assert terminal.frame()[-2] == "1. Ada: a1"
        for rows, columns in ((20, 40), (10, 30), (50, 120), (24, 80)):
            terminal.resize(rows, columns)
            terminal.expect("^1/7")
            check_frame(terminal.frame(), rows, columns)
        terminal.press("?")
        terminal.expect("Down or End: end of the game")
        terminal.press(" ")
        terminal.expect("^1/7")
        terminal.press("r")
        terminal.expect("Who was ahead(.*\n)+Press any key to continue.")
        terminal.press(" ")
        terminal.expect("^1/7")
        assert termios.tcgetattr(terminal.ours) != before
        terminal.press(ESCAPE)
        assert terminal.end() == 0
    assert terminal.raw.rindex("\x1b[?1049l") > terminal.raw.rindex("\x1b[?1049h")


@TEEKO
@pytest.mark.parametrize("leave", [CTRL_C, CTRL_D, signal.SIGTERM])
def test_the_terminal_is_given_back_whatever_happens(start, tmp_path, leave):
    save_record(teeko("c3"), tmp_path / "game.json")
    with start("replay", "game.json") as terminal:
        terminal.expect("^0/1")
        assert not _echoes(terminal)
        if isinstance(leave, str):
            terminal.press(leave)
        else:
            terminal.program.send_signal(leave)
        terminal.end()
        assert _echoes(terminal)
    assert "\x1b[?1049l" in terminal.raw
    assert "Traceback" not in terminal.raw


def _echoes(terminal):
    return bool(termios.tcgetattr(terminal.ours)[3] & termios.ECHO)


@TEEKO
def test_a_dumb_terminal_replays_by_typed_commands(start, tmp_path):
    save_record(teeko("c3"), tmp_path / "game.json")
    with start("replay", "game.json", TERM="dumb") as terminal:
        terminal.expect("^0/1> ")
        terminal.ask("next", "^1/1> ")
        terminal.type("quit")
        assert terminal.end() == 0
    assert "\x1b[2J" not in terminal.raw


# Where it runs


@TEEKO
@pytest.mark.parametrize(
    ("variables", "coloured", "drawn"),
    [({}, True, "●"), ({"NO_COLOR": "1"}, False, "●"), ({"TERM": "dumb"}, False, "X")],
)
def test_colours_and_characters_follow_the_terminal(start, variables, coloured, drawn):
    with start("play", "teeko", "--second", "easy", **variables) as terminal:
        terminal.expect(PERSON)
        terminal.ask("c3", rf"\({drawn}\)")
        terminal.expect(PERSON)
        terminal.press(CTRL_D)
        assert terminal.end() == 0
    assert bool(COLOUR.search(terminal.raw)) == coloured


@TEEKO
def test_input_from_a_pipe(tmp_path):
    environment = {**os.environ, "PALAMEDES_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "palamedes", "play", "teeko", "--second", "easy", "--clock", "60+1"],
        input="c3\nzz\nundo\n",
        capture_output=True,
        text=True,
        env=environment,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. Player 1: c3" in done.stdout
    assert "is thinking" not in done.stdout
    assert "Move undone: " in done.stdout
    assert "   1:00" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")
    assert "\x1b" not in done.stdout
    assert not (tmp_path / "data" / "unfinished").exists()
