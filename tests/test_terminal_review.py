"""Reviews at the terminal: the plot, the table, the sentences, Ctrl-C."""

import os
import re
import signal
import threading
import time
from itertools import pairwise

import pytest

from palamedes.search.review import Judgement, Review, Worth
from palamedes.ui.terminal import replay
from palamedes.ui.terminal.plot import evaluation_plot
from palamedes.ui.terminal.review import print_review, show_review
from palamedes.ui.terminal.status import status_line
from talk import TEEKO_WIN, play_lines, talk, teeko


def worth(chance, is_true=False):
    return Worth(0, is_true, chance)


def judged(*chances, turning=()):
    """A review of positions with these winning chances of the first player."""
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
    told = talk(lambda console: print_review(match, review, console), [], plain=True)[0]
    assert "Who was ahead (Ada above the line, Bob below):" in told
    assert re.search(r"moves +4 +3 *\n", told)
    assert re.search(r"accuracy +\d+% +\d+% *\n", told)
    assert re.search(r"blunders +1 +0 *\n", told)
    assert "3. Ada: c3 lowers the winning chances by 65 points. d4 was better." in told
    assert told.isascii()
    assert len(told.splitlines()) <= 23
    assert max(map(len, told.splitlines())) <= 80


def test_the_review_command():
    told = play_lines(teeko(*TEEKO_WIN), "review")[0]
    assert "Who was ahead" in told
    assert "blunders" in told
    assert "No moves to review yet." in play_lines(teeko(), "review")[0]
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
    assert "Review cancelled.\n5/5/2X2/5/5 O\n" in told
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
