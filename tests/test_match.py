"""Matches: history rules, undo and redo, ends that no rule gives."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palamedes
from palamedes import HistoryRules, Match, PalamedesError, Result
from palamedes.ui.session.clock import SessionClock, TimeControl

SHUFFLE = ["a1", "e5", "a3", "e3", "c1", "c5", "e1", "a5"]
ROUND = ["a1-b1", "e5-d5", "b1-a1", "d5-e5"]


def _teeko(**changes):
    start = palamedes.start("teeko")
    match = Match(start, replace(start.game.history, **changes))
    for move in SHUFFLE:
        match.play(move)
    return match


def _play_round(match, times):
    for move in ROUND * times:
        if match.result:
            return
        match.play(move)


def test_third_occurrence_is_a_draw():
    match = _teeko()
    _play_round(match, 1)
    assert match.result is None
    _play_round(match, 1)
    assert match.result == Result(None, "repetition")
    assert len(match.turns) == 16


@pytest.mark.parametrize(("count", "plies"), [(2, 12), (5, 24), (0, 28)])
def test_the_count_of_occurrences_is_an_option(count, plies):
    match = _teeko(repetition=count)
    _play_round(match, 5)
    assert len(match.turns) == (plies if count else 28)
    assert (match.result is None) == (count == 0)


def test_the_same_pieces_with_the_other_player_to_move_are_another_position():
    """Seven moves swap the colours: for the player to move the board is as before, but no draw."""
    start = palamedes.parse("morpion", "OOX/X2/XO1 X")
    match = Match(start, HistoryRules(repetition=2))
    for move in ("a1-c1", "b1-a1", "a2-b1", "a3-a2", "c3-a3", "b3-c3", "c1-b3"):
        match.play(move)
    assert match.position.state == start.state
    assert match.position.turn != start.turn
    assert match.result is None


def test_a_finished_game_keeps_its_redo_for_later():
    match = palamedes.new_match("teeko")
    match.play("a1")
    match.play("b1")
    match.undo()
    match.end(0, "resignation")
    with pytest.raises(PalamedesError, match="over"):
        match.redo()
    match.undo()
    assert match.redo() == "b1"


@pytest.mark.parametrize("changes", [{"repetition": 1}, {"quiet": -1}, {"plies": -5}])
def test_rules_that_make_no_sense_are_refused(changes):
    with pytest.raises(PalamedesError):
        HistoryRules(**changes)


def test_games_and_positions_survive_pickling():
    """So that workers in other processes can play."""
    position = palamedes.start("morpion:4,beginner").play("a1")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert again.play("b2") == position.play("b2")


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("morpion", HistoryRules(repetition=3)),
        ("morpion:6,beginner", HistoryRules(repetition=3)),
        ("teeko", HistoryRules(repetition=3)),
        ("teeko:advanced", HistoryRules(repetition=3)),
        ("ultimate", HistoryRules()),
        ("morris", HistoryRules(repetition=3, quiet=200)),
        ("awale", HistoryRules(plies=400, points=True)),
        ("nim", HistoryRules()),
    ],
)
def test_the_usual_rules_of_each_game(name, rules):
    assert palamedes.find_game(name).history == rules


def test_quiet_plies_end_a_game_as_a_draw():
    match = _teeko(repetition=0, quiet=3)
    _play_round(match, 1)
    assert match.result == Result(None, "limit")
    assert len(match.turns) == len(SHUFFLE) + 3


def test_a_limit_of_plies_ends_a_game():
    start = palamedes.start("teeko")
    match = Match(start, HistoryRules(plies=2))
    match.play("a1")
    assert match.result is None
    match.play("b1")
    assert match.result == Result(None, "limit")


def test_points_decide_a_stopped_game_when_they_are_on():
    start = palamedes.start("awale")
    match = Match(start, replace(start.game.history, plies=1))
    match.play("1R")
    assert match.result == Result(None, "limit")
    ahead = palamedes.parse("awale", "1(2R) 2(8R) 4(9B) 1 3-9")
    match = Match(ahead, replace(start.game.history, plies=1))
    match.play("1R")
    assert match.result == Result(1, "limit")


def test_undo_and_redo():
    match = _teeko()
    before = match.position
    match.play("a1-b1")
    after = match.position
    assert match.undo() == "a1-b1"
    assert match.position == before
    assert match.redo() == "a1-b1"
    assert match.position == after
    match.undo()
    match.play("a1-a2")
    with pytest.raises(PalamedesError, match="no move to redo"):
        match.redo()


def test_undo_forgets_occurrences():
    match = _teeko()
    for _ in range(5):
        _play_round(match, 1)
        for _move in ROUND:
            match.undo()
    _play_round(match, 1)
    assert match.result is None


def test_undo_at_the_start_is_refused():
    with pytest.raises(PalamedesError, match="no move to undo"):
        palamedes.new_match("teeko").undo()


def test_resignation_ends_and_undo_revives():
    match = _teeko()
    match.end(1, "resignation")
    assert match.result == Result(1, "resignation")
    with pytest.raises(PalamedesError, match="over"):
        match.play("a1-b1")
    with pytest.raises(PalamedesError, match="over"):
        match.end(0, "resignation")
    assert match.undo() == ""
    assert match.result is None
    assert len(match.turns) == len(SHUFFLE)


def test_illegal_moves_change_nothing():
    match = _teeko()
    for bad in ("a1-e5", "", "zz", "a1", "💥", "a1-b1-c1"):
        with pytest.raises(PalamedesError):
            match.play(bad)
    with pytest.raises(PalamedesError, match="legal"):
        match.play(10**6)
    assert len(match.turns) == len(SHUFFLE)


@pytest.mark.parametrize("typed", ["x", "", "-", "xx", "d6x"])
def test_a_move_without_spots_is_not_legal(typed):
    with pytest.raises(PalamedesError) as caught:
        palamedes.start("morris").play(typed)
    assert not str(caught.value).startswith(" ")


@settings(max_examples=20, deadline=None)
@given(steps=st.lists(st.integers(-3, 80), min_size=5, max_size=60), since=st.integers(0, 6))
def test_what_is_kept_from_ply_to_ply_survives_takebacks(steps, since):
    """The time left and the pieces placed are as if they were found out anew."""
    match = Match(palamedes.start("ultimate"), HistoryRules())
    clock = SessionClock()
    clock.control = control = TimeControl(100.0, 2.0, since)
    for step in steps:
        if step < 0:
            for _time in range(min(-step, len(match.turns))):
                match.undo()
        elif match.result is None:
            match.play(match.position.codes[step % len(match.position.codes)], step / 10)
        left, placed = [control.total] * 2, set()
        for ply, turn in enumerate(match.turns):
            left[ply % 2] += (control.increment - turn.seconds) * (ply >= since)
            placed.add(turn.move)
        assert clock.left(match) == pytest.approx(left)
        assert match.placed(len(match.turns)).keys() == placed
        half = len(match.turns) // 2
        assert match.placed(half).keys() == {turn.move for turn in match.turns[:half]}
