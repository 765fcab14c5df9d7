"""Every evaluation against its plain twin, against values worked by hand, and for what all promise.

An evaluation is a sum of weights times counts, so that weights of 1 and 0 show each count alone.
"""

import json
import os
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from numba import njit, typeof, types

import palamedes
from conftest import ALL_GAMES
from evaluations import PLAIN, TEMPO, WORKED, walk
from evaluations.walk import EVALUATIONS
from palamedes.core.match import Match
from palamedes.core.rules import published
from palamedes.games.awale.rules import AwaleState
from palamedes.games.morris.rules import MorrisState
from palamedes.games.ultimate.rules import UltimateState
from palamedes.players import make_player
from palamedes.search.evaluations import evaluation_of
from palamedes.search.explain import explain
from palamedes.search.score import ESTIMATE, WON

PLIES = 400  # of random games of each variant, mostly
CASES = [(game, name) for game, names in EVALUATIONS.items() for name in names]
every_evaluation = pytest.mark.parametrize(("family", "name"), CASES)

# What counts only when a game is over, and the games whose finished positions show it.
AT_THE_END = {
    ("teeko", "original"): {"four"},
    ("morris", "expert"): {"moving_win", "flying_win"},
}


def _variants(family):
    return [game for game in ALL_GAMES if game.name == family]


@cache
def _visits(game, plies, finished=False):
    """The visits of a random walk of so many plies to unfinished or to finished positions."""
    visits = islice(walk.random_visits(game), plies)
    return [visit for visit in visits if (visit.position.result is not None) == finished]


def _counts(evaluation, state, last):
    """How often each weight counts."""
    weights = evaluation._fields
    units = {weight: [int(weight == other) for other in weights] for weight in weights}
    return {
        weight: int(type(evaluation)(*unit).score(state, last)) for weight, unit in units.items()
    }


def _compare(family, name, plies, finished=False):
    """Compare positions of all variants with the plain twin; the weights that counted somewhere."""
    evaluation, plain = EVALUATIONS[family][name], PLAIN[family][name]
    seen = set()
    for game in _variants(family):
        for visit in _visits(game, plies, finished):
            counts = plain(visit.position, visit.last_text)
            assert _counts(evaluation, visit.position.state, visit.last) == counts, visit
            value = sum(getattr(evaluation, weight) * count for weight, count in counts.items())
            assert visit.score(evaluation) == value, visit
            seen |= {weight for weight, count in counts.items() if count}
    return seen


@every_evaluation
def test_evaluations_equal_their_plain_twins(family, name):
    weights = set(EVALUATIONS[family][name]._fields)
    assert _compare(family, name, PLIES) == weights - AT_THE_END.get((family, name), set())


@pytest.mark.parametrize(("family", "name"), AT_THE_END)
def test_what_counts_at_the_end(family, name):
    assert _compare(family, name, 10 * PLIES, finished=True) >= AT_THE_END[family, name]


@pytest.mark.parametrize("worked", WORKED, ids=lambda w: f"{w.game}-{w.evaluation}-{w.position}")
def test_values_worked_by_hand(worked):
    position, last = palamedes.parse(worked.game, worked.position), -1
    if worked.move:
        last = position.move_code(worked.move)
        position = position.play(last)
    evaluation = EVALUATIONS[position.game.name][worked.evaluation]
    if isinstance(worked.value, int):
        assert evaluation.score(position.state, last) == worked.value
    else:
        counts = _counts(evaluation, position.state, last)
        assert {weight: count for weight, count in counts.items() if count} == worked.value


def _minimax(position, last, depth, player):
    """The value for `player` with open lines at the leaves, without pruning."""
    if position.result is not None:
        return WON if position.result.winner == player else -WON
    if depth == 0:
        value = EVALUATIONS["morpion"]["open"].score(position.state, last)
        return value if position.turn == player else -value
    values = [_minimax(position.play(code), code, depth - 1, player) for code in position.codes]
    return max(values) if position.turn == player else min(values)


@pytest.mark.parametrize(
    ("moves", "values"),
    [
        ("", {"b2": 1, "a1 a3 c1 c3": -1, "a2 b1 b3 c2": -2}),
        ("b2 b3", {"a1 a3 c1 c3": 1, "a2 b1 c2": 0}),
        ("b2 b3 a1 c3", {"a3": 1, "a2 b1 c1 c2": -WON}),
    ],
)
def test_minimax_of_depth_two_gives_the_values_of_the_original_project(moves, values):
    position = palamedes.start("morpion")
    for move in moves.split():
        position = position.play(move)
    expected = {move: value for group, value in values.items() for move in group.split()}
    found = {
        move: _minimax(position.play(code), code, 1, position.turn)
        for move, code in zip(position.moves, position.codes, strict=True)
    }
    assert found == expected


def _turned(state):
    """The same position with the other player to move, None if there is no such."""
    if isinstance(state, AwaleState):
        return state.turned()
    if isinstance(state, UltimateState):
        my_low, my_high, low, high, my_boards, boards, *rest = state
        return type(state)(low, high, my_low, my_high, boards, my_boards, *rest)
    if isinstance(state, MorrisState) and state.hand % 2:
        return None
    return type(state)(state.other, state.me, *state[2:])


@every_evaluation
def test_what_is_good_for_one_is_bad_for_the_other(family, name):
    evaluation = EVALUATIONS[family][name]
    without_tempo = evaluation._replace(
        **{weight: 0 for weight in TEMPO[family] if weight in evaluation._fields}
    )
    values = set()
    for game in _variants(family):
        for state in (visit.position.state for visit in _visits(game, PLIES)):
            if (turned := _turned(state)) is not None:
                value = without_tempo.score(state, -1)
                assert without_tempo.score(turned, -1) == -value, state
                values.add(value)
    assert len(values) > 2 or name == "cubes"  # which knows of nothing but the last move


@every_evaluation
def test_symmetries_change_no_value(family, name):
    evaluation = EVALUATIONS[family][name]
    for game in _variants(family):
        for visit in _visits(game, PLIES)[::3]:
            state, last = visit.position.state, visit.last
            for symmetry in range(state.SYMMETRIES):
                image = last if last < 0 else state.move_image(last, symmetry)
                value = evaluation.score(state.image(symmetry), image)
                assert value == visit.score(evaluation), (visit, symmetry)


EXTREMES = {
    "ultimate": [UltimateState(my_boards=0o777), UltimateState(other_boards=0o777)],
    "awale": [AwaleState(0, 0, 0, 0, 0, 0, 96, 0), AwaleState(0, 0, 0, 0, 0, 0, 0, 96)],
    "morris": [MorrisState(me=0x7F7FFF, hand=0), MorrisState(other=0x7F7FFF, hand=0)],
}


@every_evaluation
def test_estimates_are_no_proofs(family, name):
    evaluation = EVALUATIONS[family][name]
    for game in _variants(family):
        visits = _visits(game, PLIES) + _visits(game, PLIES, finished=True)
        states = [visit.position.state for visit in visits]
        for state in states + EXTREMES.get(family, []):
            assert -ESTIMATE < evaluation.score(state, -1) < ESTIMATE


def test_interpreted_evaluations_equal_compiled_ones():
    told = subprocess.run(
        [sys.executable, Path(walk.__file__), "60"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(told) > 1000
    for line, said in zip(told, walk.tell(60), strict=True):
        assert json.loads(line) == said


@every_evaluation
def test_no_evaluation_allocates(family, name):
    evaluation = EVALUATIONS[family][name]
    score = njit(type(evaluation).score.py_func)
    score.compile((typeof(evaluation), typeof(_variants(family)[0].start), types.int64))
    (code,) = score.inspect_llvm().values()
    assert "NRT_MemInfo_alloc" not in code
    assert "NRT_Allocate" not in code
    (result,) = (overload.signature.return_type for overload in score.overloads.values())
    assert result == types.int64


@every_evaluation
def test_no_weight_is_named_like_a_rule(family, name):
    """In compiled code a rule of any game would hide it."""
    assert not published & set(EVALUATIONS[family][name]._fields)


def test_every_evaluation_has_a_plain_twin():
    assert {game: set(names) for game, names in EVALUATIONS.items()} == {
        game: set(names) for game, names in PLAIN.items()
    }


OLD_NAMES = [
    ("teeko", "seed", "original"),
    ("teeko:advanced", "seed", "original"),
    ("morpion", "g", "cubes"),
    ("morpion:4,beginner", "g", "cubes"),
]


@pytest.mark.parametrize(("name", "old", "new"), OLD_NAMES)
def test_old_names_of_evaluations_are_still_understood(name, old, new):
    """Records, journals, saved games and links of earlier versions have them."""
    match = Match.of(palamedes.find_game(name))
    assert evaluation_of(match.game, old) is match.game.evaluations[new]
    choices = {
        make_player(match.game, f"best:eval={each}").choose(match).code for each in (old, new)
    }
    assert len(choices) == 1
    tree = explain(
        match.position, "minimax", 1, evaluation_of(match.game, old), evaluation_name=old
    )
    assert tree.settings.evaluation == new


@pytest.mark.parametrize(("name", "old", "new"), OLD_NAMES)
def test_lists_have_only_the_new_names(name, old, new):
    game = palamedes.find_game(name)
    assert old not in game.evaluations
    with pytest.raises(palamedes.PalamedesError, match=f"choose from {new}, .*none$"):
        evaluation_of(game, "magic")


def test_originals_and_old_names_belong_to_the_game(game):
    assert set(game.originals) <= {*game.levels, *game.evaluations}
    assert set(game.evaluation_aliases.values()) <= set(game.evaluations)
    assert not {*game.evaluation_aliases} & {*game.evaluations, "none"}
