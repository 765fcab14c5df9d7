"""Results, score sheets and replays at the terminal."""

import re
from typing import get_args

import pytest

from palamedes.core.history_rules import HistoryRules, Reason
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.terminal import replay
from palamedes.ui.terminal.move_text import in_columns, score_sheet
from palamedes.ui.texts.games import player_name, result_sentence
from talk import NAMES, TEEKO_WIN, Interrupter, Typist, play_lines, talk, teeko

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
            assert "Draw" in sentence
        else:
            assert f"{NAMES[winner]} wins" in sentence


def test_the_end_by_history_is_told():
    match = Match(
        Position.parse(find_game("teeko"), "XOXO1/5/5/5/XOXO1 X"), HistoryRules(repetition=2), NAMES
    )
    told = play_lines(match, "a5-a4", "b5-b4", "a4-a5", "b4-b5")[0]
    assert "Draw: the same position occurred 2 times." in told
    told = play_lines(teeko(history=HistoryRules(plies=2)), "c3", "d4")[0]
    assert "Draw: move limit reached." in told


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
    assert "This is the start of the game." in told
    assert "That was the last move. Type quit to leave." in told
    assert "Choose a move number from 0 to 7." in told
    assert told.count("7. Ada: d1   Ada wins: four in a row.") == 2
    assert stayed


def test_replay_lists_helps_and_complains():
    told, _stayed = replay_lines(teeko("c3", "d4"), "list", "aide", "zz", "l", "2")
    assert "1. c3   d4" in told
    assert "go to the end of the game" in told
    assert "Unknown command 'zz'. Type help for a list." in told
    assert "'l' is ambiguous: last, list." in told
    assert "2. Bob: d4   The game is not finished." in told


@pytest.mark.parametrize("typist", [Typist, Interrupter])
@pytest.mark.parametrize("length", range(3))
def test_leaving_a_replay(length, typist):
    told, stayed = replay_lines(teeko("c3"), *["n", "p", "n"][:length], typist=typist)
    assert told.endswith("\nGoodbye.\n")
    assert not stayed


def test_replay_into_a_pipe_shows_the_end_and_the_moves():
    told, stayed = talk(lambda console: replay(teeko(*TEEKO_WIN), console), ["p", "p"], plain=True)
    assert "1 |[X]|[X]|[X]|[X]|   |" in told
    assert "7. Ada: d1   Ada wins: four in a row." in told
    assert told.endswith("3. c1   c5\n4. d1\n")
    assert "/7>" not in told
    assert stayed
