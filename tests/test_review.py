"""Reviews: values of positions, turning points, statistics."""

import pytest

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.statistics import statistics
from palamedes.games import find_game
from palamedes.players import best_engine
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.evaluations import Nothing
from palamedes.search.review import Judgement, Review, Worth, review
from palamedes.search.score import ESTIMATE, WON, chance
from palamedes.search.truth_engine import TruthEngine
from palamedes.ui.texts.reviews import (
    judgement_sentence,
    move_number,
    statistics_rows,
    worth_text,
)

EVEN, WIN, LOSS = Worth(0, True, 0.5), Worth(WON - 3, True, 1.0), Worth(4 - WON, True, 0.0)
GUESS = Limits(nodes=2000)


def match_of(name, *moves, start=None, players=("", "")):
    game = find_game(name)
    position = Position.parse(game, start) if start else Position.start(game)
    match = Match(position, game.history, players)
    for move in moves:
        match.play(move, 1.0)
    return match


def judged(before, after, player=0, move="a1", best="b2", is_forced=False):
    return Judgement(1, player, move, best, before, after, is_forced)


def test_a_chance_grows_with_the_score():
    scores = [-WON, -ESTIMATE, 1 - ESTIMATE, -100, 0, 100, 200, ESTIMATE - 1, ESTIMATE, WON]
    chances = [chance(score, 100) for score in scores]
    assert chances == sorted(chances)
    assert chances[:2] == [0, 0]
    assert chances[3:7] == pytest.approx([0.25, 0.5, 0.75, 0.9])
    assert chances[-2:] == [1, 1]
    assert 0 < chances[2] < 1


@pytest.mark.parametrize(
    ("before", "after", "player", "fault", "turns"),
    [
        (WIN, EVEN, 0, "blunder", True),
        (WIN, LOSS, 0, "blunder", True),
        (EVEN, LOSS, 0, "blunder", True),
        (EVEN, WIN, 1, "blunder", True),
        (LOSS, LOSS, 0, None, False),
        (LOSS, WIN, 0, None, False),
        (Worth(0, False, 0.5), Worth(-10, False, 0.4), 0, "inaccuracy", False),
        (Worth(0, False, 0.5), Worth(-30, False, 0.3), 0, "mistake", False),
        (Worth(0, False, 0.5), Worth(-90, False, 0.15), 0, "blunder", True),
        (Worth(60, False, 0.27), Worth(-90, False, 0.19), 0, "inaccuracy", False),  # noise
        (Worth(0, False, 0.5), Worth(90, False, 0.85), 1, "blunder", True),
    ],
)
def test_faults_follow_from_what_was_given_away(before, after, player, fault, turns):
    judgement = judged(before, after, player)
    assert judgement.fault == fault
    assert judgement.is_turning_point == turns


def test_the_best_move_is_never_a_fault():
    assert judged(WIN, EVEN, move="a1", best="a1").fault is None


def test_accuracy_is_what_the_moves_kept():
    moves = (judged(WIN, EVEN), judged(EVEN, EVEN), judged(WIN, LOSS, is_forced=True))
    found = Review((), moves)
    assert found.accuracy(0) == 0.75
    assert found.accuracy(1) is None
    assert found.faults(0) == {"blunder": 1, "mistake": 0, "inaccuracy": 0}


def test_the_truth_finds_the_move_that_gave_the_win_away(solved):
    """Four by four for beginners is won by the first player; each move is checked by the tables."""
    tables = solved("morpion:4,beginner")
    engine = TruthEngine(tables, AlphaBeta(Nothing()))
    match = match_of("morpion:4,beginner")
    while engine.solved_moves(match.position)[-1].score > 0 or match.position.turn == 1:
        match.play(engine.solved_moves(match.position)[0].code)
    before, moves = match.position, engine.solved_moves(match.position)
    match.play(moves[-1].code)
    match.play(engine.solved_moves(match.position)[0].code)
    found = review(match, engine)
    *perfect, first, last = found.judgements
    assert [each.cost for each in (*perfect, last)] == [0] * (len(perfect) + 1)
    assert found.turning_points == [first]
    assert before.move_code(first.best) == moves[0].code
    assert first.before.is_true
    assert first.before.class_of(0) == "won"
    assert first.after.class_of(0) != "won"
    sentence = judgement_sentence(match, first)
    assert sentence.startswith(f"{(first.ply + 1) // 2}. Player 1: {first.move} ")
    assert first.best in sentence


def test_a_missed_win_is_found_by_search():
    match = match_of("teeko", "e1", start="5/5/1XXX1/OO3/2O2 X")
    match.play("e3")
    found = review(match, best_engine(match.game), GUESS)
    assert [worth.chance for worth in found.worths] == [1.0, 0.0, 1.0]
    missed, gift = found.judgements
    assert missed.best in ("a3", "e3")
    assert [(each.cost, each.fault) for each in (missed, gift)] == [(1.0, "blunder")] * 2
    assert found.turning_points == [missed, gift]
    assert "turns a win into a loss" in judgement_sentence(match, missed)


def test_the_end_of_a_game_is_what_it_is():
    match = match_of("teeko", *["a1", "a5", "b1", "b5", "c1", "c5", "d1"])
    heard = []
    found = review(match, best_engine(match.game), GUESS, lambda *told: heard.append(told))
    assert found.worths[-1] == Worth(WON, True, 1.0)
    assert heard == [(done, 8) for done in range(1, 9)]
    assert found.judgements[-1].cost == 0
    drawn = match_of("teeko", "a1")
    drawn.end(None, "agreement")
    assert review(drawn, best_engine(drawn.game), GUESS).worths[-1].is_true is False


@pytest.mark.parametrize("name", ["morpion", "teeko", "ultimate", "morris", "awale", "nim"])
def test_any_game_can_be_reviewed(name):
    match = match_of(name)
    while match.result is None and len(match.turns) < 12:
        match.play(match.position.codes[len(match.turns) % len(match.position.codes)], 0.5)
    found = review(match, best_engine(match.game), Limits(nodes=500))
    assert len(found.judgements) == len(match.turns)
    assert all(0 <= each.cost <= 1 for each in found.judgements)
    rows = statistics_rows(match, found)
    assert all(len(row) == 3 and all(row) for row in rows)
    assert [row[0] for row in rows][:2] == ["moves", "time"]
    assert "accuracy" in [row[0] for row in rows]


def test_an_empty_match_has_little_to_tell():
    match = match_of("teeko")
    found = review(match, best_engine(match.game), GUESS)
    assert found.judgements == ()
    assert statistics_rows(match, found)[0] == ("moves", "0", "0")


# Statistics


def test_moves_and_times_are_counted():
    match = match_of("teeko", "a1", "a5", "b1")
    first, second = statistics(match, 0), statistics(match, 1)
    assert (first.moves, first.seconds, first.longest) == (2, 2.0, 1.0)
    assert (second.moves, second.seconds, second.longest) == (1, 1.0, 1.0)
    assert first.counters == {"in hand": 2}
    timeless = Match.of(match.game)
    timeless.play("a1")
    assert statistics(timeless, 0).seconds is None


def test_the_centre_is_held_by_who_stands_there():
    match = match_of("teeko", "c3", "a1", "b2", "a2")
    assert statistics(match, 0).zones == {"the centre": pytest.approx((1 + 1 + 2 + 2) / 4 / 9)}
    assert statistics(match, 1).zones == {"the centre": 0}


def test_a_won_board_is_held_as_a_whole():
    text = "9/9/9/3XXX3/3XXX3/3XXX3/9/9/9 O -"
    match = match_of("ultimate", start=text)
    match.play("a1")
    assert statistics(match, 0).zones["the centre board"] == 1
    assert statistics(match, 1).zones["the centre board"] == 0
    assert statistics(match, 1).zones["the corner boards"] == pytest.approx(1 / 36)


def test_seeds_lie_on_ones_own_side():
    match = match_of("awale", "1R")
    first, second = (
        statistics(match, player).zones["the seeds in their own holes"] for player in (0, 1)
    )
    assert (first, second) == (pytest.approx(47 / 96), pytest.approx(49 / 96))


def test_captures_are_counted():
    match = match_of("morris", "d6", "d2", "f6", "f2", "b6xd2")
    assert statistics(match, 1).counters == {"in hand": 7, "men lost": 1}
    assert ("men lost", "0", "1") in statistics_rows(match)


def test_moves_are_numbered_as_in_lists_of_two_columns():
    match = match_of("teeko", "a1", "a5", "b1")
    assert [move_number(match, ply) for ply in (1, 2, 3)] == ["1.", "1...", "2."]
    second = match_of("teeko", start="5/5/1XXX1/1OO2/5 O")
    assert [move_number(second, ply) for ply in (1, 2)] == ["1...", "2."]


def test_estimates_are_told_as_estimates():
    match = match_of("teeko", "a1")
    guess = judged(Worth(0, False, 0.5), Worth(-90, False, 0.15))
    sentence = judgement_sentence(match, guess)
    assert sentence == "1. Player 1: a1 lowers the winning chances by 35 points. b2 was better."
    known = judged(EVEN, LOSS)
    assert "loses a drawn position" in judgement_sentence(match, known)


@pytest.mark.parametrize(
    ("worth", "text"),
    [
        (Worth(WON, True, 1.0), "Ada has won"),
        (Worth(3 - WON, True, 0.0), "Bob wins in 3 plies"),
        (Worth(0, True, 0.5), "draw"),
        (Worth(0, False, 0.5), "even"),
        (Worth(-42, False, 0.4), "-42"),
    ],
)
def test_what_a_position_is_worth_in_words(worth, text):
    assert worth_text(worth, ("Ada", "Bob")) == text
