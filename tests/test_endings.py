"""Why games end: what the views say about it, checked square by square by plain code."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending
from palamedes.core.history_rules import DRAWS, WINS, HistoryRules, Result
from palamedes.core.language import LANGUAGES, set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING
from palamedes.games import GAMES, find_game
from palamedes.ui.session.scene import board_at
from palamedes.ui.texts.games import result_sentence
from reference.morris import MILLS, NEIGHBOURS

# The texts of all endings, each with the winners it can go with: None for a draw.
TEXTS = {
    "four in a row": [0],
    "a square of four": [0],
    "the four corners of a square": [0],
    "a full row": [0],
    "a full column": [0],
    "a full diagonal": [0],
    "{count} pieces in one row": [0],
    "{count} pieces in one column": [0],
    "{count} pieces on one diagonal": [0],
    "three boards in a line": [0],
    "nobody can get three boards in a line any more": [None],
    "only two men left": [0],
    "no legal move left": [0],
    "{more}-{fewer}, more than half of all seeds": [0],
    "{more}-{fewer}, fewer than ten seeds are left": [0, None],
    "{more}-{fewer}, one side has no seeds left": [0, None],
    "{more}-{fewer}, move limit reached": [0, None],
    "the last match is taken": [0],
    "the last match is taken, and whoever takes it loses": [0],
}
VARIANTS = [family.make(variant).id for family in GAMES for variant in family.variants]
MOST_PLIES = 1000
NAMES = ("Ada", "Bob")
THREE_TIMES = HistoryRules(repetition=3)


def endings(name, games, seed=5):
    """Matches of random players who see a win in one move, as far as they come to an end."""
    game, random = find_game(name), Random(seed)
    for _ in range(games):
        state, turn, out = game.start, 0, np.empty(256, np.int64)
        before = [(game.start, 0)]
        while state.outcome() == ONGOING and len(before) < MOST_PLIES:
            moves = out[: state.moves(out)].tolist()
            afters = [state.play(move) for move in random.sample(moves, min(len(moves), 12))]
            state = next((each for each in afters if each.outcome() != ONGOING), afters[0])
            turn = 1 - turn
            before.append((state, turn))
        if state.outcome() != ONGOING:
            yield last_move(game, *before[-2], state)


def last_move(game, state, turn, after):
    """A match of one move, which leads from one state to another."""
    match = Match(Position(game, state, turn), game.history, NAMES)
    match.play(next(code for code in match.position.codes if state.play(code) == after))
    return match


def nearly_won(name, games):
    """Matches of morpion on large boards, where random players never come to an end."""
    game, random = find_game(name), Random(3)
    size, needed = game.start.SIZE, game.start.NEEDED
    for _ in range(games):
        line = random.choice(lines_of(size))
        random.shuffle(line)
        squares = [square for square in squares_of(size) if square not in line]
        random.shuffle(squares)
        mine, target = line[: needed - 1] + squares[: size - needed + 1], line[needed - 1]
        others = squares[size - needed + 1 :][:size]
        if not any(needed <= len(set(each) & set(others)) for each in lines_of(size)):
            state = type(game.start)(word(mine, size), word(others, size))
            match = Match(Position(game, state), game.history, NAMES)
            match.play(f"{mine[-1]}-{target}")
            yield match


def squares_of(size):
    return [f"{'abcdefghi'[x]}{y + 1}" for y in range(size) for x in range(size)]


def word(squares, size):
    return sum(1 << squares_of(size).index(square) for square in squares)


def lines_of(size):
    """The rows, columns and main diagonals of a board."""
    rows = [[f"{'abcdef'[x]}{y + 1}" for x in range(size)] for y in range(size)]
    diagonals = [[rows[i][i] for i in range(size)], [rows[i][-1 - i] for i in range(size)]]
    return rows + [list(column) for column in zip(*rows, strict=True)] + diagonals


def place_of(square):
    return "abcdefghi".index(square[0]), int(square[1]) - 1


# What is marked is what the text says


def check_teeko(ending, match):
    places = sorted(map(place_of, ending.spots))
    assert len(places) == 4
    (x1, y1), (x4, y4) = places[0], places[-1]
    if ending.text == "four in a row":
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
        assert steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
        assert len(steps) == 1
        return
    assert places == [(x1, y1), (x1, y4), (x4, y1), (x4, y4)]
    assert x4 - x1 == y4 - y1
    assert ending.text == ("a square of four" if x4 - x1 == 1 else "the four corners of a square")


def check_morpion(ending, match):
    size, needed = match.game.start.SIZE, match.game.start.NEEDED
    (number,) = (
        number for number, line in enumerate(lines_of(size)) if set(ending.spots) <= set(line)
    )
    assert len(ending.spots) == needed
    assert ["row", "column", "diagonal"][min(number // size, 2)] in ending.text
    assert ("full" in ending.text) == (needed == size)
    assert str(needed) in ending.clause or needed == size


def check_ultimate(ending, match):
    won = [region for region in board_of(match).regions if region.kind == "won"]
    if match.result.winner is None:
        assert ending.spots == ()
        return
    places = sorted(map(place_of, ending.spots))
    assert all(x % 3 == y % 3 == 1 for x, y in places)
    assert [x // 3 for x, _ in places] in ([0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 1, 2])
    assert {(b[0] - a[0], b[1] - a[1]) for a, b in combinations(places[:3], 2)} <= {
        (3 * i * x, 3 * i * y) for i in (1, 2) for x, y in ((0, 1), (1, 0), (1, 1), (1, -1))
    }
    for x, y in places:
        owners = [each.owner for each in won if each.x1 < x < each.x2 and each.y1 < y < each.y2]
        assert owners == [match.result.winner]


def check_morris(ending, match):
    owners = board_of(match).owners()
    men = {spot for spot, owner in owners.items() if owner != match.result.winner}
    if ending.text == "no legal move left":
        assert set(ending.spots) == men
        assert all(near in owners for spot in men for near in NEIGHBOURS[spot])
        return
    assert len(men) == 2
    assert {owners[spot] for spot in ending.spots} == {match.result.winner}
    target = match.turns[-1].move.partition("x")[0][-2:]
    mills = [mill for mill in MILLS if target in mill and set(mill) <= set(ending.spots)]
    assert set(ending.spots) == set().union(*mills)


def check_awale(ending, match):
    board = board_of(match)
    left = {spot: sum(piece.count for piece in stack) for spot, stack in board.pieces.items()}
    scores = [counter.value for counter in board.counters]
    assert ending.clause.startswith(f"{max(scores)}-{min(scores)}, ")
    if "ten seeds" in ending.text:
        assert 0 < sum(left.values()) < 10
        assert set(ending.spots) == set(left)
    elif "half" in ending.text:
        assert max(scores) > 48
    else:
        assert "no seeds" in ending.text
        assert not any(int(spot) % 2 == (match.position.turn == 0) for spot in left)


def check_nim(ending, match):
    assert not any(board_of(match).pieces.values())
    assert ending.spots == match.last_touches(1)
    assert ("loses" in ending.text) == (match.result.winner == match.position.turn)


def board_of(match):
    return board_at(match, len(match.turns))


CHECKS = {
    "teeko": check_teeko,
    "morpion": check_morpion,
    "ultimate": check_ultimate,
    "morris": check_morris,
    "awale": check_awale,
    "nim": check_nim,
}
RANDOM = {"morpion": 90, "teeko": 100, "ultimate": 40, "morris": 25, "awale": 20, "nim": 100}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_spots_and_the_text_of_random_endings(name):
    game = find_game(name)
    is_large = game.name == "morpion" and game.start.SIZE > 4
    texts, count = Counter(), RANDOM[game.name]
    matches = nearly_won(name, 100) if is_large else endings(name, count)
    for match in matches:
        ending = match.ending
        assert (match.result.winner and 0) in TEXTS[ending.text]
        assert board_of(match).ended == ending.spots
        assert board_at(match, 0).ended == ()
        owners = board_of(match).owners()
        if game.name in ("teeko", "morpion"):
            assert {owners[spot] for spot in ending.spots} == {match.result.winner}
        CHECKS[game.name](ending, match)
        texts[ending.text] += 1
    assert texts.total() > 0.9 * count
    assert len(texts) > 1 or game.name in ("morris", "nim")


def test_blocked_men_are_marked():
    """Four men in the corners of the outer ring cannot move; a move from f4 to g4 shut them in."""
    match = at("morris", "XOX/3/3/O3O1/3/3/XOX O 0 0", "f4-g4")
    assert match.ending.text == "no legal move left"
    assert set(match.ending.spots) == {"a7", "g7", "a1", "g1"}
    check_morris(match.ending, match)


def test_two_men_are_marked_if_the_last_mill_is_not_known():
    match = at("morris", "XX1/3/3/6/3/3/OOO X 0 0")
    assert match.ending.spots == ("a7", "d7")


@pytest.mark.parametrize(
    ("position", "moves", "clause"),
    [
        ("1(2R) 13(2R2B) 14(2R2B) 15(2B) 16(2R) 2 40-40", ["14B"], "50-40, more than half"),
        ("6(9T) 7(1B) 9(1B) 16(1B) 2 44-40", ["6TB"], "44-43, fewer than ten seeds"),
        ("2(6R5B) 1 30-30", [], "30-30, one side has no seeds left"),
    ],
)
def test_how_awale_ends(position, moves, clause):
    assert at("awale", position, *moves).ending.clause.startswith(clause)


def test_the_limit_of_moves_has_an_ending_where_points_decide():
    game = find_game("awale")
    match = Match(Position.start(game), HistoryRules(plies=1, points=True), NAMES)
    match.play("1R")
    assert result_sentence(match) == "Draw: 0-0, move limit reached."
    match = Match(Position.start(game), HistoryRules(plies=1), NAMES)
    match.play("1R")
    assert match.ending is None
    assert result_sentence(match) == "Draw: move limit reached."


def at(name, position, *moves):
    game = find_game(name)
    match = Match(Position.parse(game, position), game.history, NAMES)
    for move in moves:
        match.play(move)
    return match


# The sentences, in tests/data/results.txt for people to read


@dataclass
class Ended:
    """As much of a match as a sentence needs."""

    result: Result
    ending: Ending | None = None
    players: tuple[str, str] = NAMES
    history: HistoryRules = THREE_TIMES


def sentences(language):
    """Every sentence about an end, with the reason and the reader before it."""
    set_language(language)
    values = {"count": 4, "more": 45, "fewer": 43}
    readers = {"nobody": None, "winner": 0, "loser": 1}
    for reason in WINS:
        for reader, you in readers.items():
            yield f"{reason} | {reader} | {result_sentence(Ended(Result(0, reason)), you=you)}"
    for reason in DRAWS:
        yield f"{reason} | all | {result_sentence(Ended(Result(None, reason)), you=0)}"
    for text, winners in TEXTS.items():
        for winner in winners:
            ended = Ended(Result(winner), Ending(text, values))
            for reader, you in readers.items() if winner == 0 else [("all", 1)]:
                yield f"normal | {reader} | {result_sentence(ended, you=you)}"


def test_every_sentence_in_both_languages():
    try:
        told = [f"{code} | {line}" for code in LANGUAGES for line in sentences(code)]
    finally:
        set_language(None)
    assert told == (Path(__file__).parent / "data" / "results.txt").read_text().splitlines()
    assert all(line.endswith(".") and "{" not in line for line in told)
    english, french = (
        [line.partition(" | ")[2] for line in told if line.startswith(code)] for code in LANGUAGES
    )
    assert not set(english) & set(french)


# Why a spot cannot be touched


@pytest.mark.parametrize("name", VARIANTS)
def test_every_refused_touch_says_why(name):
    """Of all spots, after any beginning of a move; half-made moves are refused when typed."""
    game, random = find_game(name), Random(4)
    match = Match.of(game)
    for _ply in range(24):
        position = match.position
        begun = {path[:length] for path in position.touches for length in range(len(path))}
        for touched in sorted(begun)[:: len(begun) // 20 + 1]:
            fits = position.next_spots(touched)
            for spot in game.view.geometry.spots:
                if spot.name not in fits and spot.name not in touched:
                    told = position.objection(touched, spot.name)
                    assert told.endswith(".") or spot.name in position.next_spots()
                    assert "{" not in told
        match.play(random.choice(position.codes))
        if match.result is not None:
            return


REFUSED = [
    ("teeko", "a1 b1", "a1", "a1 is taken. Choose an empty square."),
    ("teeko", "a1 b1", "c3-c4", "You still have pieces to place: choose one empty square."),
    ("teeko", "a1 b1 c1 d1 e1 a5 b5 c5", "d4", "d4 is empty. Choose one of your pieces."),
    ("teeko", "a1 b1 c1 d1 e1 a5 b5 c5", "d1", "d1 is your opponent's. Choose one of your pieces."),
    ("teeko", "a1 b1 c1 d1 e1 a5 b5 c5", "a1-a3", "The piece on a1 cannot reach a3."),
    ("teeko", "a1 b1 c1 d1 e1 a5 b5 c5", "a1-b1", "b1 is taken. Choose an empty square."),
    ("teeko", "a1 b1 c1 d1 e1 a5 b5 c5", "a1", "Add the square to move to after a1."),
    ("teeko", "a1 b1", "z9", "'z9' is not a legal move here"),
    ("ultimate", "a1", "i9", "You must play in the board around b2."),
    ("ultimate", "a1", "a1", "a1 is taken. Choose an empty square."),
    ("ultimate", "e5", "e5", "e5 is taken. Choose an empty square."),
    ("morris", "a1 b2 d1 b4", "g1", "That closes a mill: add the man to remove, as in g1xb2."),
    ("morris", "a1 b2 d1 b4", "g1xa1", "That closes a mill: choose the man to remove."),
    ("morris", "a1 b2 d1 b4", "g4xb2", "g4 closes no mill: no man can be removed."),
    ("morris", "a1 b2 d1 b4", "b2", "b2 is taken. Choose an empty point."),
    ("awale", "", "2R", "Hole 2 is your opponent's."),
    ("awale", "1R 2R", "1R", "Hole 1 has no red seeds."),
    ("awale", "", "3", "Add the seeds to sow: 3R, 3B, 3TR, 3TB."),
    ("awale", "", "17R", "There is no hole 17: holes are numbered from 1 to 16."),
    ("nim", "", "1-2", "Heap 1 has only 1 match."),
    ("nim", "1-1", "1-1", "Heap 1 is empty."),
    ("nim", "", "9-1", "There is no heap 9."),
    ("nim", "", "1-0", "'1-0' is not a legal move here"),
]


@pytest.mark.parametrize(("name", "moves", "typed", "told"), REFUSED)
def test_a_refused_move_is_explained(name, moves, typed, told):
    match = Match.of(find_game(name))
    for move in moves.split():
        match.play(move)
    with pytest.raises(PalamedesError) as refused:
        match.play(typed)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("name", "position", "touched", "spot", "told"),
    [
        ("awale", "1(2R) 3(1B1T) 2(9B) 1 40-40", (), "5", "Hole 5 is empty."),
        ("awale", "1(2R) 3(1B1T) 2(9B) 1 40-40", (), "TR", "Choose one of your holes first."),
        ("awale", "1(2R) 3(1B1T) 2(9B) 1 40-40", ("3",), "R", "Hole 3 has no red seeds."),
        ("nim", "1;2;0;7 1", (), "2.3", "That match is already taken."),
        ("morris", "XOO/3/3/O5/X2/3/1XX X 0 0", (), "a7", "The man on a7 cannot move."),
        ("morris", "XOO/3/3/O5/X2/3/1XX X 0 0", (), "b2", "b2 is empty. Choose one of your men."),
        ("morris", "XOO/3/3/O5/X2/3/1XX X 0 0", (), "d7", "d7 is your opponent's. Choose one"),
        ("morris", "XO1/1O1/3/X5/OX1/3/X2 X 0 0", ("a4",), "g4", "g4 is not next to a4."),
        ("morris", "OOO/XO1/3/6/3/1X1/XX1 X 0 0", ("d2", "f2"), "a7", "f2 closes no mill"),
        ("morris", "OOO/XO1/3/1X4/3/3/1XX X 0 0", ("b4", "a4"), "d7", "a4 closes no mill"),
        ("morris", "OOO/1O1/3/2X3/3/3/XX1 X 1 1", ("g1",), "d7", "The man on d7 is safe in a mill"),
    ],
)
def test_a_refused_touch_is_explained(name, position, touched, spot, told):
    refused = Position.parse(find_game(name), position).objection(touched, spot)
    assert refused.startswith(told)


def test_objections_are_translated():
    set_language("fr")
    try:
        match = Match.of(find_game("teeko"))
        match.play("c2")
        assert match.position.objection((), "c2") == "c2 est occupée. Choisissez une case vide."
    finally:
        set_language(None)
