"""Ctrl-C in a game: it makes an engine move, pauses engines, cancels a hint, or leaves."""

import os
import pydoc
import signal
import threading
import time

import pytest

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Choice, Player
from palamedes.search.analysis import Limits
from palamedes.ui.session import Seat, Session, unfinished
from palamedes.ui.terminal import play
from palamedes.ui.terminal.interruptible import wait_for
from talk import Typist, made, play_lines, sit, talk, teeko


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


class Presser(Typist):
    """Presses Ctrl-C where a line is ^C."""

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
    assert "Each player has" not in told
    assert not stayed


def test_ctrl_c_late_after_the_move_of_an_engine_leaves(monkeypatch):
    monkeypatch.setattr("palamedes.ui.terminal.game_screen.GRACE", -1)
    told, stayed = sit(
        Match.of(find_game("teeko")), "c3", "^C", "quit", "y", at_terminal=True, typist=Presser
    )
    assert told.endswith("Your game is kept: you can resume it next time.\n")
    assert not stayed


def pressing(real, is_time):
    """The function `real`, followed by Ctrl-C if `is_time`."""

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
        "palamedes.ui.terminal.game_screen.draw_match",
        "palamedes.ui.session.autosave.write_atomically",
        "palamedes.ui.terminal.game_screen.player_name",
    ],
)
def test_ctrl_c_while_an_engine_is_at_its_move_never_leaves(place, plies, monkeypatch):
    """Ctrl-C, once, while the person's or the engine's move is drawn, saved or printed."""
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
    assert told.endswith("Your game is kept: you can resume it next time.\n")
    assert not stayed
    (left,) = unfinished()
    assert made(left.match) == made(match) == ["c3"]


class Endless(Player):
    """Presses Ctrl-C and thinks until it is stopped."""

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
    assert told.count("Game paused. Type continue to resume.\n> ") == 2
    assert match.position.text in told
    assert [player.thoughts for player in players] == [2, 0]
    assert "Each player has" not in told  # the second Ctrl-C in a row has left the game
    assert not stayed


def test_ctrl_c_during_a_hint_forgets_it(monkeypatch):
    monkeypatch.setattr("palamedes.ui.session.advice.HINT_LIMITS", Limits(seconds=100))
    monkeypatch.setattr(Session, "hint", pressing(Session.hint, lambda: True))
    told, stayed = play_lines(teeko(), "hint", "position", "quit", at_terminal=True)
    assert "5/5/5/5/5 X" in told
    assert "Looking" not in told
    assert "best" not in told
    assert stayed


def test_ctrl_c_is_noticed_though_it_does_not_end_a_wait():
    """A signal just before a wait does not end it, nor does one that another thread receives."""
    released, unnoticed = threading.Event(), []

    def work():
        time.sleep(0.3)  # by now the main thread waits
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        if not released.wait(20):
            unnoticed.append(True)

    with pytest.raises(KeyboardInterrupt):
        wait_for(work, released.set)
    assert not unnoticed
