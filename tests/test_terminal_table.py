"""At the table: engines that think, advice, the bar, the clock, the review, other sides."""

import os
import pydoc
import re
import signal
import threading
import time
from itertools import pairwise

import pytest

from conftest import on_the_worker_of
from palamedes.core.files import data_folder
from palamedes.core.history import HistoryRules
from palamedes.core.language import set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.players import Choice, Player, PlayerError
from palamedes.search.analysis import Limits
from palamedes.search.review import Judgement, Review, Worth
from palamedes.ui.session import HUMAN, Autosave, Seat, Session, TimeControl, take_seat, unfinished
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal import draw_match, play, replay
from palamedes.ui.terminal.bar import CELLS, evaluation_bar
from palamedes.ui.terminal.plot import evaluation_plot
from palamedes.ui.terminal.review import show_review, tell_review
from palamedes.ui.terminal.status import status_line
from talk import NAMES, TEEKO_WIN, Typist, made, play_lines, talk, teeko

WEAK = "alphabeta:depth=1"


def sit(match, *lines, specs=(HUMAN, WEAK), control=None, **options):
    """What is told at a table of these players."""
    seats = tuple(take_seat(match.game, spec) for spec in specs)
    return talk(
        lambda console: play(match, console, seats=seats, control=control), lines, **options
    )


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
    assert told.count("is taken back.") == 4
    assert told.count("is made again.") == 2
    assert len(match.turns) == 2


def test_engines_play_to_the_end_and_stand_still_after_undo():
    match = Match.of(find_game("morpion"))
    told, _stayed = sit(match, "undo", "continue", specs=("random", "random"))
    assert told.count("You can undo, save or quit.") == 2
    assert told.count("is taken back.") == 1
    assert "The game is paused; continue lets it go on." in told
    assert match.result is not None


class Failing(Player):
    def choose(self, match, allowance=None):
        raise PlayerError("crash", "it has fallen over")


def test_an_engine_that_fails_loses():
    match = Match.of(find_game("teeko"))
    seats = (Seat(), Seat("fragile", player=Failing()))
    told, _stayed = talk(lambda console: play(match, console, seats=seats), ["c3", "quit"])
    assert "fragile: it has fallen over" in told
    assert "fragile has crashed: Player 1 wins." in told


def test_sides_can_be_changed():
    match = Match.of(find_game("teeko"))
    told, _stayed = sit(match, "swap", "quit")
    assert "The players have changed sides." in told
    assert "1. alphabeta:depth=1: " in told
    assert match.players == (WEAK, "")


def test_the_same_can_be_played_again():
    told, _stayed = play_lines(teeko(), "c3", "again", "n", "again", "y", "a1", at_terminal=True)
    assert told.count("The game on the board is not saved. Replace it? (y/n)") == 2
    (left,) = unfinished()
    assert made(left.match) == ["a1"]
    assert left.match.players == NAMES


def test_a_finished_game_that_is_not_saved_is_not_replaced_without_a_question():
    match = teeko()
    told, _stayed = play_lines(match, *TEEKO_WIN, "again", "n", "quit", "n", at_terminal=True)
    assert "The game on the board is not saved. Replace it? (y/n)" in told
    assert "The game is not saved. Quit all the same? (y/n)" in told
    assert match.result == (0, "normal")


def test_sides_are_not_changed_after_the_end():
    match = teeko(*TEEKO_WIN)
    told, _stayed = play_lines(match, "swap", "board")
    assert "the game is over" in told
    assert "changed sides" not in told
    assert match.players == NAMES
    assert told.count("Ada wins.") == 2


def test_the_offer_at_the_end_takes_letters():
    told = play_lines(teeko(), *TEEKO_WIN, "u", "d1", "a", "y", "b2", at_terminal=True)[0]
    assert "Ada wins.\n[r]eview, [a]gain, [u]ndo, [s]ave, [q]uit?\n> " in told
    assert "d1 is taken back." in told
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
    assert ("The other player does not agree." in told) != ("The players agree" in told)


def test_resigning_is_for_the_person():
    match = Match.of(find_game("teeko"))
    told, _stayed = sit(match, "c3", "resign", "n", "resign", "y", "q", "y", at_terminal=True)
    assert told.count("Player 1, do you resign? (y/n)") == 2
    assert match.result == (1, "resignation")


# Advice


def test_hints_come_in_two_steps():
    told, _stayed = sit(Match.of(find_game("teeko")), "hint", "hint", "quit")
    assert re.search(r"^One of these is best: ", told, re.MULTILINE)
    assert re.search(r"^A good move is [a-e][1-5] \(.+\)\.$", told, re.MULTILINE)
    assert "the game is over" in play_lines(teeko(*TEEKO_WIN), "hint")[0]


@pytest.fixture
def patient(monkeypatch):
    """The bar is waited for as long as it takes, however busy the machine is."""
    monkeypatch.setattr("palamedes.ui.terminal.table.GLANCE", 60)
    monkeypatch.setattr("palamedes.ui.terminal.orders.LOOK", 60)


def test_the_bar_is_shown_after_every_move_and_remembered(patient):
    told, _stayed = sit(Match.of(find_game("teeko")), "bar", "c3", "quit", "y", at_terminal=True)
    bars = re.findall(r"Player 1 █+░+ alphabeta:depth=1  \S+\nPlayer 1> ", told)
    assert len(bars) == 2
    assert load_settings().gauge
    told, _stayed = sit(Match.of(find_game("teeko")), "bar", "quit", at_terminal=True)
    assert "█░" in told
    assert "The evaluation bar is off." in told
    assert not load_settings().gauge


def test_the_bar_that_is_not_known_soon_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("palamedes.ui.terminal.table.Table._bar", lambda table: None)
    monkeypatch.setattr("palamedes.ui.terminal.table.GLANCE", 0.05)
    monkeypatch.setattr("palamedes.ui.terminal.orders.LOOK", 0.05)
    match = teeko()
    told = play_lines(match, "bar", "c3", "d4")[0]
    assert "The evaluation bar is on." in told
    assert made(match) == ["c3", "d4"]


def test_nobody_waits_for_the_bar_while_a_clock_runs(monkeypatch, patient):
    def wait(session, seconds=None):
        assert not seconds
        return real_wait(session, seconds)

    real_wait = Session.wait
    monkeypatch.setattr(Session, "wait", wait)
    monkeypatch.setattr("palamedes.ui.terminal.table.Table._bar", lambda table: None)
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
    assert re.search(r"Ada   in hand: 4   (5:00|4:59)", told)


def test_the_times_left_stand_in_one_column():
    match = Match.of(find_game("awale"), ("Ada", "Bartholomew"))
    for name, moves in (("teeko", ["c3"]), ("awale", []), ("morris", [])):
        match = Match.of(find_game(name), ("Ada", "Bartholomew"))
        for move in moves:
            match.play(move)
        text = draw_match(match, len(moves), True, 80, (3599.0, 5.0)).plain
        (first,) = re.findall(r".*59:59$", text, re.MULTILINE)
        (second,) = re.findall(r".*0:05$", text, re.MULTILINE)
        assert len(first) == len(second)


def test_time_that_runs_out_during_a_command_is_told(monkeypatch):
    monkeypatch.setattr("palamedes.ui.session.advice.ADVICE", Limits(seconds=100))
    match = teeko()
    told, _stayed = sit(match, "hint", specs=(HUMAN, HUMAN), control=TimeControl(1.0))
    assert told.count("Ada has run out of time: Bob wins.\nYou can undo, save or quit.") == 1
    assert match.result == (1, "timeout")


class Sleeper(Typist):
    """Thinks for a while before the first line."""

    def readline(self):
        if self.tell() == 0:
            time.sleep(0.3)
        return super().readline()


def test_who_thinks_too_long_loses_whatever_is_typed():
    match = teeko()
    told, _stayed = sit(
        match, "c3", "quit", specs=(HUMAN, HUMAN), control=TimeControl(0.2), typist=Sleeper
    )
    assert "Ada has run out of time: Bob wins." in told
    assert match.turns == []


def test_a_pause_stops_the_clock():
    match = teeko()
    lines = ["pause", "c3", "continue", "c3", "quit"]
    told, _stayed = sit(match, *lines, specs=(HUMAN, HUMAN), control=TimeControl(60))
    assert "the game is paused" in told
    assert made(match) == ["c3"]


# The review


def worth(chance, is_true=False):
    return Worth(0, is_true, chance)


def judged(*chances, turning=()):
    """A review of positions worth so much to the first player."""
    worths = tuple(map(worth, chances))
    judgements = tuple(
        Judgement(
            ply, (ply - 1) % 2, "c3", "d4" if ply in turning else "c3", *pair, is_forced=False
        )
        for ply, pair in enumerate(pairwise(worths), start=1)
    )
    return Review(worths, judgements)


def test_the_plot_goes_up_for_the_first_and_down_for_the_second():
    rows = [line.plain for line in evaluation_plot(judged(0.5, 1.0, 0.0, 0.75), False, 4)]
    assert rows == [" #", " #", " # #", " # #", "----", "  #", "  #", "  #", "  #", "0  3"]
    rows = [line.plain for line in evaluation_plot(judged(0.5, 0.5625, 0.4375), True, 3)]
    assert rows[3:6] == [" ▄", "───", "  ▀"]


def test_the_plot_marks_where_the_game_turned():
    rows = evaluation_plot(judged(0.95, 0.2, 0.2, turning=[1]), False, 6)
    assert rows[-2].plain == "  ^"
    assert "^" not in evaluation_plot(judged(0.5, 0.5), False)[-2].plain


@pytest.mark.parametrize("plies", [1, 2, 7, 58, 59, 60, 61, 119, 200])
def test_plots_are_about_as_wide_as_wanted_and_show_the_end(plies):
    review = judged(*[0.5] * plies, plies % 2 == 0, turning=[plies])
    for unicode in (True, False):
        rows = [line.plain for line in evaluation_plot(review, unicode)]
        across = len(rows[-1])
        assert 31 <= across == max(map(len, rows)) <= 60
        assert len(rows) == 11
        assert unicode or all(row.isascii() for row in rows)
        assert rows[-1].endswith(str(plies))
        ends = rows[0] if plies % 2 == 0 else rows[8]
        assert ends.strip()
        assert len(ends) == across
        assert rows[-2].strip() in "^▲"
        assert len(rows[-2]) > across - max(60 // (plies + 1), 1)


def test_a_review_tells_everything(monkeypatch):
    match = teeko(*TEEKO_WIN)
    review = judged(0.5, 0.5, 0.5, 0.5, 0.95, 0.3, 0.95, 1.0, turning=[5])
    told = talk(lambda console: tell_review(match, review, console), [], plain=True)[0]
    assert "Who was ahead: Ada above the line, Bob below it" in told
    assert re.search(r"moves +4 +3 *\n", told)
    assert re.search(r"accuracy +\d+ % +\d+ % *\n", told)
    assert re.search(r"blunders +1 +0 *\n", told)
    assert "3. Ada: c3 seems to cost 65 % of the point. Better: d4." in told
    assert told.isascii()
    assert len(told.splitlines()) <= 23
    assert max(map(len, told.splitlines())) <= 80


def test_the_review_command():
    told = play_lines(teeko(*TEEKO_WIN), "review")[0]
    assert "Who was ahead" in told
    assert "blunders" in told
    assert "no move has been made yet" in play_lines(teeko(), "review")[0]
    told, _none = talk(
        lambda console: replay(teeko(*TEEKO_WIN), console), ["review"], at_terminal=True
    )
    assert "Who was ahead" in told


def test_a_review_that_fails_says_so(monkeypatch):
    def fail(*_arguments, **_options):
        raise ZeroDivisionError

    monkeypatch.setattr("palamedes.ui.terminal.review.review", fail)
    with pytest.raises(ZeroDivisionError):
        talk(lambda console: show_review(teeko("c3"), console), [])


def test_ctrl_c_gives_a_review_up(monkeypatch):
    given_up = threading.Event()

    def endless(match, engine, hear):
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            time.sleep(0.01)
            try:
                hear(1, 2)
            except Exception:
                given_up.set()
                raise

    monkeypatch.setattr("palamedes.ui.terminal.review.review", endless)
    told = play_lines(teeko("c3"), "review", "position")[0]
    assert "The review is given up.\n5/5/2X2/5/5 O\n" in told
    assert given_up.wait(60)


def test_long_work_is_shown_and_leaves_no_trace(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")

    def work(console):
        with status_line(console) as line:
            line.show("working")
            line.show("working")
        with status_line(console, after=2) as line:
            line.show("too soon")

    told = talk(work, [], at_terminal=True)[0]
    assert re.fullmatch(r"\rworking 0 s\r {13}\r", told)


def test_lines_are_not_rewritten_where_nobody_sees_them():
    def work(console):
        with status_line(console) as line:
            line.show("working")

    for at_terminal in (True, False):
        assert talk(work, [], at_terminal=at_terminal)[0] == ""


# Room


@pytest.mark.parametrize("name", [on_the_worker_of(family.name) for family in GAMES])
def test_a_whole_game_fits_a_small_window(name):
    """The board, a bar, the result, the offer and the prompt in 80 x 24, whatever happens."""
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
    assert err.endswith("is no time; it should be such as 300 or 300+2\n")


# Keeping


def test_what_cannot_be_kept_is_played_all_the_same(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PALAMEDES_DATA", str(blocked))
    told, _stayed = play_lines(teeko(), "c3", at_terminal=True)
    assert "The game cannot be kept: " in told
    assert told.endswith("Left without saving the game.\n")


def test_a_full_disk_is_told_whenever_something_is_not_kept(monkeypatch):
    def fail(path, *parts):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("palamedes.ui.session.autosave.write_atomically", fail)
    match = teeko()
    told, _stayed = play_lines(match, "c3", "moves", "d4", at_terminal=True)
    told_after = told.split("The game cannot be kept: No space left on device\n")
    assert len(told_after) == 4  # at the start and after both moves
    assert "23 legal moves" not in told_after[1]
    assert made(match) == ["c3", "d4"]
    assert told.endswith("\nLeft without saving the game.\n")


class Saboteur(Typist):
    """Puts a file where the folder was, before the second line."""

    def readline(self):
        folder = data_folder() / "unfinished"
        if self.tell() and folder.is_dir():
            folder.rename(data_folder() / "gone")
            folder.write_text("")
        return super().readline()


def test_the_farewell_does_not_promise_what_could_not_be_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    told, _stayed = play_lines(teeko(), "c3", "d4", at_terminal=True, typist=Saboteur)
    assert told.count("The game cannot be kept: Not a directory\n") == 1
    assert told.endswith("\nLeft without saving the game.\n")


def test_a_saved_game_is_not_offered_again(tmp_path):
    told, _stayed = play_lines(teeko(), "c3", f"save {tmp_path / 'a.json'}", at_terminal=True)
    assert told.endswith("Goodbye.\n")
    assert unfinished() == []


def test_a_crash_keeps_the_game(monkeypatch):
    monkeypatch.setattr("palamedes.ui.terminal.orders.list_commands", lambda commands: 1 / 0)
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


# Ctrl-C


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


class Presser(Typist):
    """Presses Ctrl-C where a line says so."""

    def readline(self):
        while (line := super().readline()) == "^C\n":
            press_ctrl_c()
        return line


def test_ctrl_c_just_after_an_engine_has_moved_was_meant_for_it():
    match = Match.of(find_game("teeko"))
    told, stayed = sit(match, "c3", "^C", "position", "quit", "y", at_terminal=True, typist=Presser)
    assert match.position.text in told
    assert stayed


@pytest.mark.parametrize(
    "lines", [["^C"], ["c3", "moves", "^C"], ["c3", "resign", "^C"], ["c3", "zz", "^C"]]
)
def test_ctrl_c_at_any_other_prompt_leaves(lines):
    told, stayed = sit(
        Match.of(find_game("teeko")), *lines, "rules", at_terminal=True, typist=Presser
    )
    assert "Two players" not in told
    assert not stayed


def test_ctrl_c_late_after_the_move_of_an_engine_leaves(monkeypatch):
    monkeypatch.setattr("palamedes.ui.terminal.table.GRACE", -1)
    told, stayed = sit(
        Match.of(find_game("teeko")), "c3", "^C", "quit", "y", at_terminal=True, typist=Presser
    )
    assert told.endswith("The game is kept: it will be offered at the next start.\n")
    assert not stayed


def pressing(real, is_time):
    """A function that does what it did; then Ctrl-C is pressed if it is time."""

    def act(*arguments, **options):
        answer = real(*arguments, **options)
        if is_time():
            press_ctrl_c()
        return answer

    return act


@pytest.mark.parametrize("plies", [1, 2])
@pytest.mark.parametrize(
    "place",
    [
        "palamedes.ui.terminal.table.draw_match",
        "palamedes.ui.session.autosave.write_atomically",
        "palamedes.ui.terminal.table.player_name",
    ],
)
def test_ctrl_c_while_an_engine_is_at_its_move_never_leaves(place, plies, monkeypatch):
    """Pressed once while the move of the person or of the engine is drawn, kept or told."""
    match, pressed = Match.of(find_game("teeko")), []

    def is_time():
        return len(match.turns) == plies and not pressed and not pressed.append(True)

    monkeypatch.setattr(place, pressing(pydoc.locate(place), is_time))
    told, stayed = sit(match, "c3", "position", "quit", "y", at_terminal=True)
    assert pressed
    assert match.position.text in told
    assert len(match.turns) == 2
    assert stayed


def test_ctrl_c_while_a_game_is_kept_leaves_it_whole(monkeypatch):
    place = "palamedes.ui.session.autosave.write_atomically"
    match = teeko()
    is_time = lambda: len(match.turns) == 1  # noqa: E731
    monkeypatch.setattr(place, pressing(pydoc.locate(place), is_time))
    told, stayed = play_lines(match, "c3", "d4", at_terminal=True)
    assert told.endswith("The game is kept: it will be offered at the next start.\n")
    assert not stayed
    (left,) = unfinished()
    assert made(left.match) == made(match) == ["c3"]


class Endless(Player):
    """Thinks until it is stopped, for Ctrl-C is pressed meanwhile."""

    def __init__(self):
        self.stopped = threading.Event()
        self.thoughts = 0

    def choose(self, match, allowance=None):
        self.thoughts += 1
        press_ctrl_c()
        assert self.stopped.wait(60)
        self.stopped.clear()
        return Choice(match.position.codes[0])

    def stop(self):
        self.stopped.set()


def test_ctrl_c_pauses_a_game_of_engines():
    match, players = Match.of(find_game("teeko")), (Endless(), Endless())
    seats = tuple(Seat("endless", player=player) for player in players)
    lines = ["position", "continue", "^C", "rules"]
    told, stayed = talk(
        lambda console: play(match, console, seats=seats), lines, at_terminal=True, typist=Presser
    )
    assert told.count("The game is paused; continue lets it go on.\n> ") == 2
    assert match.position.text in told
    assert [player.thoughts for player in players] == [2, 0]
    assert "Two players" not in told  # the second Ctrl-C in a row left
    assert not stayed


def test_ctrl_c_during_a_hint_forgets_it(monkeypatch):
    limits = [Limits(seconds=100), Limits(nodes=1000)]

    def hint(session):
        monkeypatch.setattr("palamedes.ui.session.advice.ADVICE", limits.pop(0))
        real_hint(session)
        if limits:
            press_ctrl_c()

    real_hint = Session.hint
    monkeypatch.setattr(Session, "hint", hint)
    told, stayed = play_lines(teeko(), "hint", "position", "hint", "quit", at_terminal=True)
    before, after = told.split("5/5/5/5/5 X")
    assert "best" not in before
    assert "Looking" not in told
    assert "One of these is best: " in after
    assert stayed


def test_moves_are_told_as_the_language_writes_them(monkeypatch):
    monkeypatch.setattr(
        "palamedes.ui.terminal.moves._", lambda text: text.replace("{player}:", "{player} :")
    )
    assert "1. Ada : c3\n" in play_lines(teeko(), "c3")[0]
    assert "2. alphabeta:depth=1 : " in sit(Match.of(find_game("teeko")), "c3")[0]
    assert "1. Ada : c3   " in talk(lambda console: replay(teeko("c3"), console), [])[0]
