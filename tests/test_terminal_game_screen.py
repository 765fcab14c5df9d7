"""Games against engines at the terminal: hints, the evaluation bar, clocks, autosaves."""

import re
import time
from dataclasses import replace

import pytest

from conftest import on_the_worker_of
from palamedes.core.files import data_folder
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.players import Player, PlayerError
from palamedes.search.analysis import Limits
from palamedes.search.review import Worth
from palamedes.ui.session import HUMAN, Autosave, Seat, Session, TimeControl, unfinished
from palamedes.ui.session.pace import PACES
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.terminal import draw_match, play, replay
from palamedes.ui.terminal.evaluation_bar import CELLS, evaluation_bar
from talk import NAMES, TEEKO_WIN, WEAK, Typist, made, play_lines, sit, talk, teeko

# Engines


def test_an_engine_answers_and_says_what_it_saw():
    match = Match.of(find_game("teeko"))
    told, stayed = sit(match, "c3", "quit")
    assert re.search(
        r"^2\. alphabeta:depth=1: [a-e][1-5] \([+-]\d+, depth 1\)$", told, re.MULTILINE
    )
    assert "is thinking" not in told
    assert len(match.turns) == 2
    assert all(turn.seconds is not None for turn in match.turns)
    assert match.turns[1].thought is not None
    assert stayed


def test_a_person_is_told_that_an_engine_thinks():
    told, _stayed = sit(Match.of(find_game("teeko")), "c3", "quit", "y", at_terminal=True)
    assert "alphabeta:depth=1 is thinking...\n2. alphabeta:depth=1: " in told


def test_undo_and_redo_go_to_the_turn_of_the_person():
    match = Match.of(find_game("teeko"))
    told, _stayed = sit(match, "c3", "a1", "undo", "undo", "redo", "quit")
    assert told.count("Move undone: ") == 4
    assert told.count("Move redone: ") == 2
    assert len(match.turns) == 2


def test_engines_play_to_the_end_and_stand_still_after_undo():
    match = Match.of(find_game("morpion"))
    told, _stayed = sit(match, "undo", "continue", specs=("random", "random"))
    assert told.count("You can undo, save or quit.") == 2
    assert told.count("Move undone: ") == 1
    assert "Game paused. Type continue to resume." in told
    assert match.result is not None


class Failing(Player):
    def choose(self, match, allowance=None):
        raise PlayerError("crash", "it has fallen over")


def test_an_engine_that_fails_loses():
    match = Match.of(find_game("teeko"))
    seats = (Seat(), Seat("fragile", player=Failing()))
    told, _stayed = talk(lambda console: play(match, console, seats=seats), ["c3", "quit"])
    assert "fragile: it has fallen over" in told
    assert "You win: fragile crashed." in told


def test_sides_can_be_changed():
    match = Match.of(find_game("teeko"))
    told, _stayed = sit(match, "swap", "quit")
    assert "Sides swapped." in told
    assert "1. alphabeta:depth=1: " in told
    assert match.players == (WEAK, "")


def test_the_same_can_be_played_again():
    told, _stayed = play_lines(teeko(), "c3", "again", "n", "again", "y", "a1", at_terminal=True)
    assert told.count("This game is not saved. Replace it anyway? (y/n)") == 2
    (left,) = unfinished()
    assert made(left.match) == ["a1"]
    assert left.match.players == NAMES


def test_a_finished_game_that_is_not_saved_is_not_replaced_without_a_question():
    match = teeko()
    told, _stayed = play_lines(match, *TEEKO_WIN, "again", "n", "quit", "n", at_terminal=True)
    assert "This game is not saved. Replace it anyway? (y/n)" in told
    assert "The game is not saved. Quit anyway? (y/n)" in told
    assert match.result == (0, "normal")


def test_sides_are_not_changed_after_the_end():
    match = teeko(*TEEKO_WIN)
    told, _stayed = play_lines(match, "swap", "board")
    assert "The game is over." in told
    assert "Sides swapped." not in told
    assert match.players == NAMES
    assert told.count("Ada wins: four in a row.") == 2


def test_the_offer_at_the_end_takes_letters():
    told = play_lines(teeko(), *TEEKO_WIN, "u", "d1", "a", "y", "b2", at_terminal=True)[0]
    assert "Ada wins: four in a row.\n[r]eview, [a]gain, [u]ndo, [s]ave, [q]uit?\n> " in told
    assert "Move undone: d1." in told
    (left,) = unfinished()
    assert made(left.match) == ["b2"]


def test_letters_of_the_offer_follow_the_language():
    set_language("fr")
    match = teeko(*TEEKO_WIN)
    play_lines(match, "a", at_terminal=True)
    assert made(match) == TEEKO_WIN[:-1]  # annuler


def test_a_draw_offered_to_an_engine_is_answered():
    match = Match.of(find_game("morpion"))
    told, _stayed = sit(match, "draw", "quit")
    assert ("Your draw offer was declined." in told) != ("Draw agreed." in told)


def test_resigning_is_for_the_person():
    match = Match.of(find_game("teeko"))
    told, _stayed = sit(match, "c3", "resign", "n", "resign", "y", "q", "y", at_terminal=True)
    assert told.count("Player 1, do you want to resign? (y/n)") == 2
    assert match.result == (1, "resignation")


# Advice


def test_hints_come_in_two_steps():
    told, _stayed = sit(Match.of(find_game("teeko")), "hint", "hint", "quit")
    assert re.search(r"^The best move is one of these: ", told, re.MULTILINE)
    assert re.search(r"^Try [a-e][1-5]\.$", told, re.MULTILINE)
    assert "The game is over." in play_lines(teeko(*TEEKO_WIN), "hint")[0]


@pytest.fixture
def patient(monkeypatch):
    """Wait for the evaluation bar as long as it takes, however busy the machine is."""
    monkeypatch.setattr("palamedes.ui.terminal.game_screen.BAR_WAIT", 60)
    monkeypatch.setattr("palamedes.ui.terminal.game_commands.BAR_WAIT_ON_REQUEST", 60)


def test_the_bar_is_shown_after_every_move_and_remembered(patient):
    told, _stayed = sit(Match.of(find_game("teeko")), "bar", "c3", "quit", "y", at_terminal=True)
    bars = re.findall(r"Player 1 █+░+ alphabeta:depth=1  \S+\nPlayer 1> ", told)
    assert len(bars) == 2
    assert load_settings().gauge
    told, _stayed = sit(Match.of(find_game("teeko")), "bar", "quit", at_terminal=True)
    assert "█░" in told
    assert "Evaluation bar off." in told
    assert not load_settings().gauge


def test_the_bar_that_is_not_known_soon_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("palamedes.ui.terminal.game_screen.GameScreen._bar", lambda screen: None)
    monkeypatch.setattr("palamedes.ui.terminal.game_screen.BAR_WAIT", 0.05)
    monkeypatch.setattr("palamedes.ui.terminal.game_commands.BAR_WAIT_ON_REQUEST", 0.05)
    match = teeko()
    told = play_lines(match, "bar", "c3", "d4")[0]
    assert "Evaluation bar on." in told
    assert made(match) == ["c3", "d4"]


def test_nobody_waits_for_the_bar_while_a_clock_runs(monkeypatch, patient):
    def handle(session, seconds=None):
        assert not seconds
        return real_handle(session, seconds)

    real_handle = Session.handle
    monkeypatch.setattr(Session, "handle", handle)
    monkeypatch.setattr("palamedes.ui.terminal.game_screen.GameScreen._bar", lambda screen: None)
    match = teeko()
    sit(match, "bar", "c3", "d4", specs=(HUMAN, HUMAN), control=TimeControl(60))
    assert made(match) == ["c3", "d4"]


def test_the_bar_knows_the_end():
    told = play_lines(teeko(*TEEKO_WIN), "bar")[0]
    assert f"Ada {'█' * CELLS} Bob  Ada has won\n" in told


def test_a_bar_fits_the_window_with_the_longest_names():
    names = ("a" * 24, "b" * 24)
    for worth in (Worth(999_990, True, 1.0), Worth(-12, False, 0.45), Worth(0, True, 0.5)):
        for unicode in (True, False):
            text = evaluation_bar(worth, names, unicode, 80).plain
            assert len(text) < 80
            assert unicode or text.isascii()
    assert evaluation_bar(Worth(0, True, 0.5), NAMES, False, 80).plain == (
        f"Ada {'#' * 15}{'.' * 15} Bob  draw"
    )


# The clock


def test_the_time_left_stands_beside_the_players():
    told, _stayed = sit(teeko(), "quit", specs=(HUMAN, HUMAN), control=TimeControl(300))
    assert re.search(r"Ada   in hand: 4   (5:00|4:5\d)", told)


@pytest.mark.parametrize("name", ["ultimate", "nim", "teeko"])
def test_the_times_left_stand_in_one_column(name):
    match = Match.of(find_game(name), ("Ada", "Bartholomew"))
    text = draw_match(match, 0, True, 80, (3599.0, 5.0)).plain
    (first,) = re.findall(r".*   59:59$", text, re.MULTILINE)
    (second,) = re.findall(r".*    0:05$", text, re.MULTILINE)
    assert len(first) == len(second)


def test_time_that_runs_out_during_a_command_is_told(monkeypatch):
    monkeypatch.setattr("palamedes.ui.session.advice.HINT_LIMITS", Limits(seconds=100))
    match = teeko()
    told, _stayed = sit(match, "hint", specs=(HUMAN, HUMAN), control=TimeControl(1.0))
    assert told.count("Bob wins: Ada ran out of time.\nYou can undo, save or quit.") == 1
    assert match.result == (1, "timeout")


class Sleeper(Typist):
    """Waits a while before the first line."""

    def readline(self):
        if self.tell() == 0:
            time.sleep(0.3)  # longer than the clock gives
        return super().readline()


def test_who_thinks_too_long_loses_whatever_is_typed():
    match = teeko()
    told, _stayed = sit(
        match, "c3", "quit", specs=(HUMAN, HUMAN), control=TimeControl(0.2), typist=Sleeper
    )
    assert "Bob wins: Ada ran out of time." in told
    assert match.turns == []


def test_a_pause_stops_the_clock():
    match = teeko()
    lines = ["pause", "c3", "continue", "c3", "quit"]
    told, _stayed = sit(match, *lines, specs=(HUMAN, HUMAN), control=TimeControl(60))
    assert "The game is paused." in told
    assert made(match) == ["c3"]


# Small windows


@pytest.mark.parametrize("name", [on_the_worker_of(family.name) for family in GAMES])
def test_a_whole_game_fits_a_small_window(name):
    """Board, bar, result, commands and prompt always fit into 80 x 24."""
    names = ("a" * 24, "b" * 24)
    match = Match.of(find_game(name), names)
    while match.result is None:
        for unicode in (True, False):
            text = draw_match(match, len(match.turns), unicode, 80, (3599.0, 3599.0)).plain
            assert len(text.splitlines()) + 4 <= 24
            assert max(map(len, text.splitlines())) <= 80
        match.play(match.position.codes[len(match.turns) % len(match.position.codes)])


@pytest.mark.parametrize("clock", ["x", "", "0", "-1", "1+x", "5+-1", "nan", "inf", "1e9"])
def test_a_clock_that_is_none_is_one_line(run, clock):
    code, out, err = run("play", "teeko", f"--clock={clock}")
    assert (code, out) == (2, "")
    assert err.endswith("is not a valid time; try 300 or 300+2\n")


# Autosaves


def test_what_cannot_be_kept_is_played_all_the_same(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PALAMEDES_DATA", str(blocked))
    told, _stayed = play_lines(teeko(), "c3", at_terminal=True)
    assert "Autosave failed: " in told
    assert told.endswith("The game was not saved.\n")


def test_a_full_disk_is_told_whenever_something_is_not_kept(monkeypatch):
    def fail(path, *parts):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("palamedes.ui.session.autosave.write_atomically", fail)
    match = teeko()
    told, _stayed = play_lines(match, "c3", "moves", "d4", at_terminal=True)
    told_after = told.split("Autosave failed: No space left on device\n")
    assert len(told_after) == 4  # at the start and after both moves
    assert "23 legal moves" not in told_after[1]
    assert made(match) == ["c3", "d4"]
    assert told.endswith("\nThe game was not saved.\n")


class Saboteur(Typist):
    """Replaces the folder by a file before the second line."""

    def readline(self):
        folder = data_folder() / "unfinished"
        if self.tell() and folder.is_dir():
            folder.rename(data_folder() / "gone")
            folder.write_text("")
        return super().readline()


def test_the_farewell_does_not_promise_what_could_not_be_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    told, _stayed = play_lines(teeko(), "c3", "d4", at_terminal=True, typist=Saboteur)
    assert told.count("Autosave failed: Not a directory\n") == 1
    assert told.endswith("\nThe game was not saved.\n")


def test_a_saved_game_is_not_offered_again(tmp_path):
    told, _stayed = play_lines(teeko(), "c3", f"save {tmp_path / 'a.json'}", at_terminal=True)
    assert told.endswith("Goodbye.\n")
    assert unfinished() == []


def test_a_crash_keeps_the_game(monkeypatch):
    monkeypatch.setattr("palamedes.ui.terminal.game_commands.list_commands", lambda commands: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play_lines(teeko(), "c3", "help", at_terminal=True)
    (left,) = unfinished()
    assert made(left.match) == ["c3"]


def test_pipes_keep_nothing():
    play_lines(teeko(), "c3")
    assert unfinished() == []


def test_a_game_with_time_goes_on_with_it():
    match = Match(Position.start(find_game("teeko")), HistoryRules())
    match.play("c3", 100.0)
    autosave = Autosave()
    control = TimeControl(300.0, 5.0)
    told, _stayed = talk(
        lambda console: play(match, console, control=control, autosave=autosave),
        [],
        at_terminal=True,
    )
    assert "3:25" in told
    (left,) = unfinished()
    assert left.control == control


def test_moves_are_told_as_the_language_writes_them(monkeypatch):
    monkeypatch.setattr(
        "palamedes.ui.terminal.move_text._", lambda text: text.replace("{player}:", "{player} :")
    )
    assert "1. Ada : c3\n" in play_lines(teeko(), "c3")[0]
    assert "2. alphabeta:depth=1 : " in sit(Match.of(find_game("teeko")), "c3")[0]
    assert "1. Ada : c3   " in talk(lambda console: replay(teeko("c3"), console), [])[0]


def test_the_end_is_marked_and_said_to_the_reader():
    """The winning square has square brackets; who plays against an engine is called "you"."""
    match = Match(Position.parse(find_game("teeko"), "O4/O4/5/1X1X1/OXX1O X"), HistoryRules())
    told, _stayed = sit(match, "b1", "d2-c2", "undo", "resign", specs=("human", "random"))
    assert "Add the square to move to after b1. (type moves or help)\n" in told
    assert "2 │   │[●]│[●]│( )│   │" in told
    assert "1 │ ○ │[●]│[●]│   │ ○ │" in told
    assert "You win: a square of four.\n" in told
    assert "You lose: you resigned.\n" in told


# Pace


def test_an_engine_waits_until_the_move_is_seen(monkeypatch):
    waits = []
    monkeypatch.setitem(PACES, "normal", 0.25)
    monkeypatch.setattr(
        "palamedes.ui.session.session.Session.pace",
        property(lambda _session: 0.0, lambda _session, seconds: waits.append(seconds)),
    )
    sit(Match.of(find_game("teeko")), "quit", at_terminal=True)
    sit(Match.of(find_game("teeko")), "quit")  # a pipe waits for nobody
    save_settings(replace(load_settings(), pace="off"))
    sit(Match.of(find_game("teeko")), "quit", at_terminal=True)
    assert waits == [0.25, 0.0, 0.0]


def test_the_speed_is_changed_and_shown():
    told, _stayed = sit(
        Match.of(find_game("teeko")), "speed", "speed 0,5", "speed never", "vitesse", "quit"
    )
    assert "Pause before the computer's move: 0 s." in told
    assert told.count("Pause before the computer's move: 0.5 s.") == 2
    assert "'never' is not a number of seconds from 0 to 60." in told


def test_a_game_of_engines_goes_step_by_step():
    match = Match.of(find_game("teeko"))
    told, _stayed = sit(match, "undo", "undo", "step", "quit", specs=("easy", "easy"))
    last = max(map(int, re.findall(r"^(\d+)\. Computer", told, re.MULTILINE)))
    assert len(match.turns) == last - 1
    told, _stayed = sit(Match.of(find_game("teeko")), "step", "quit")
    assert "It is not the computer's turn." in told
