"""The games as environments for learning programs: they tell what a match tells."""

import doctest
import re
import warnings
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import positions
from palamedes import PalamedesError
from palamedes.bridges import pettingzoo, vector
from palamedes.bridges.actions import ActionCodes
from palamedes.bridges.observations import ObservationShape
from palamedes.bridges.vector import VectorEnv
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.games import find_game

DOCS = Path(__file__).parent.parent / "docs"
STRICT = HistoryRules(repetition=2, quiet=7, plies=40, points=True)
# What its own environments are excused from by name, and what is no fault: an empty board is all
# zeros, and nothing is legal after the end.
NO_FAULTS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Observation numpy array is all zeros",
    "Action mask numpy array is all zeros",
)

ACTIONS = {
    "morpion": 3**4,
    "morpion:4": 4**4,
    "morpion:5": 5**4,
    "morpion:6": 6**4,
    "morpion:4,beginner": 4**4,
    "morpion:5,beginner": 5**4,
    "morpion:6,beginner": 6**4,
    "teeko": 25 + 144,
    "teeko:advanced": 25 + 144,
    "ultimate": 81,
    "morris": 24 * 24 + 24 * 23 * 23,
    "awale": 32,
    "nim": 16,
    "nim:misere": 16,
    "nim:3,4,5": 12,
    "nim:3,4,5,misere": 12,
}


def test_every_legal_move_is_an_action_and_a_state_is_seen_whole(game):
    actions, shape = ActionCodes(game), ObservationShape.of(game)
    assert len(actions) == ACTIONS.get(game.id, len(actions))

    @settings(max_examples=30)
    @given(positions(game))
    def check(position):
        legal = np.flatnonzero(actions.mask(position))
        assert [actions.code(action) for action in legal] == sorted(position.codes)
        assert [actions.action(code) for code in sorted(position.codes)] == legal.tolist()
        assert _put_together(shape, shape.observe(position.state)) == tuple(position.state)

    check()


def _put_together(shape, numbers):
    numbers, words = numbers.tolist(), []
    for count, bits in shape.fields.tolist():
        words.append(sum(numbers.pop(0) << bits * place for place in range(count)))
    assert not numbers
    return tuple(words)


def test_a_game_that_says_nothing_has_every_code_and_every_bit():
    game = find_game("teeko")
    plain = replace(game, possible_codes=type(game).possible_codes)
    assert len(ActionCodes(plain)) == 1 << 16
    bare = type("Bare", (), {"FIELD_SHAPES": (), "__len__": lambda _: 2})()
    assert len(ObservationShape.of(replace(game, start=bare)).most) == 2 * 63


def test_a_code_that_a_game_did_not_name_is_told():
    game = replace(find_game("nim"), possible_codes=lambda: [1, 2])
    with pytest.raises(PalamedesError, match="nim: the move with code 129 is not"):
        VectorEnv(game, 2).reset()
    with pytest.raises(PalamedesError, match="nim: the move with code 129 is not"):
        pettingzoo.GameEnv(game).observe("player_0")
    with pytest.raises(PalamedesError, match="has the actions 0 to 1, not 2"):
        ActionCodes(game).code(2)


@pytest.mark.families
@pytest.mark.parametrize("history", [None, STRICT], ids=["usual", "strict"])
def test_many_games_in_step_go_as_matches_do(game, history):
    game = replace(game, history=history or game.history)
    env = VectorEnv(game, count=4, seed=3)
    matches, random = [Match.of(game) for _ in range(4)], Random(1)
    observations, infos = env.reset()
    ends = 0
    for _step in range(120):
        _compare(env, matches, observations, infos)
        actions = [env.actions.action(random.choice(each.position.codes)) for each in matches]
        observations, rewards, terminations, truncations, infos = env.step(actions)
        for number, match in enumerate(matches):
            match.play(env.actions.code(actions[number]))
            result = match.result
            assert terminations[number] == (result is not None and result.reason == "normal")
            assert truncations[number] == (result is not None and result.reason != "normal")
            assert rewards[number].tolist() == _rewards(result)
            final = np.zeros_like(infos["final_observation"][number])
            if result is not None:
                final = ObservationShape.of(game).observe(match.position.state)
                matches[number] = Match.of(game)
                ends += 1
            assert infos["final_observation"][number].tolist() == final.tolist()
    assert ends or game.name == "teeko"


def _compare(env, matches, observations, infos):
    shape = ObservationShape.of(env.game)
    for number, match in enumerate(matches):
        here = match.position
        assert env.position(number) == here
        assert infos["turns"][number] == here.turn
        assert observations["observation"][number].tolist() == shape.observe(here.state).tolist()
        assert observations["action_mask"][number].tolist() == env.actions.mask(here).tolist()


def _rewards(result):
    if result is None or result.winner is None:
        return [0, 0]
    return [1, -1] if result.winner == 0 else [-1, 1]


def test_a_game_is_stopped_when_it_is_too_long():
    env = VectorEnv("teeko", 2, longest=3)
    env.reset()
    for step in range(1, 10):
        *_, terminations, truncations, _infos = env.step(env.sample())
        assert truncations.all() == (step % 3 == 0)
        assert not terminations.any()


def test_the_same_seed_gives_the_same_games():
    def play(seed):
        env = VectorEnv("nim", 8, seed, random_plies=2)
        observations, _infos = env.reset()
        seen = [observations["observation"]]
        for _ in range(30):
            seen.append(env.step(env.sample())[0]["observation"])
        assert np.array_equal(env.reset(seed)[0]["observation"], seen[0])
        return np.array(seen)

    assert np.array_equal(play(1), play(1))
    assert not np.array_equal(play(1), play(2))
    assert len(np.unique(play(1)[0], axis=0)) > 1  # games with random openings differ
    assert play(1).any(axis=2).all()  # none of them is over


def test_random_moves_that_end_every_game_are_left_out():
    env = VectorEnv("nim:1", 2, random_plies=1)
    env.reset()
    assert [env.position(number).text for number in range(2)] == ["1 1", "1 1"]


def test_without_copies_the_arrays_are_the_same_ones():
    for copy in (True, False):
        env = VectorEnv("nim", 2, copy=copy)
        before, _infos = env.reset()
        after = env.step(env.sample())[0]
        assert (before["observation"] is after["observation"]) != copy


@pytest.mark.parametrize("actions", [[0], [0.5, 1], [[0], [0]], [0, 16], [-1, 0], [0, 3 * 16]])
def test_actions_that_cannot_be_played(actions):
    env = VectorEnv("nim", 2)
    with pytest.raises(PalamedesError, match="reset"):
        env.sample()
    env.reset()
    before = env.position(0)
    with pytest.raises(PalamedesError, match=r"one action per game|is not legal"):
        env.step(actions)
    assert env.position(0) == before


@pytest.mark.parametrize(
    "numbers", [(0, 0, 5), (1, 5, 5), (1, -1, 5), (1, 0, 0), ("2", 0, 5), (10**12, 0, 5)]
)
def test_environments_that_cannot_be_made(numbers):
    count, random_plies, longest = numbers
    with pytest.raises(PalamedesError):
        VectorEnv("nim", count, random_plies=random_plies, longest=longest)


def test_a_seed_is_a_whole_number():
    for seed in (-1, 0.5, "1"):
        with pytest.raises(PalamedesError, match="the seed must be a whole number from 0"):
            VectorEnv("nim", 2, seed)


def test_an_environment_needs_a_game():
    for make in (pettingzoo.env, partial(VectorEnv, count=2)):
        with pytest.raises(PalamedesError, match="a game or its name is needed, not int"):
            make(5)


@pytest.mark.families
def test_pettingzoo_finds_no_fault(game, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a game it imports, with pygame
        from pettingzoo.test import api_test, seed_test
    with warnings.catch_warnings():
        for text in NO_FAULTS:
            warnings.filterwarnings("ignore", message=text)
        api_test(pettingzoo.env(game), num_cycles=20)
        seed_test(lambda: pettingzoo.env(game), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nim", "morpion", "awale"])
def test_an_environment_of_pettingzoo_goes_as_a_match_does(name):
    game = replace(find_game(name), history=STRICT)
    for seed in range(6):
        env, match, random = pettingzoo.GameEnv(game), Match.of(game), Random(seed)
        env.reset()
        while match.result is None:
            assert env.agent_selection == f"player_{match.position.turn}"
            observation, reward, terminated, truncated, _info = env.last()
            assert (reward, terminated, truncated) == (0, False, False)
            other = env.observe(f"player_{1 - match.position.turn}")
            assert not other["action_mask"].any()
            action = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
            match.play(env.actions.code(action))
            env.step(action)
        assert [env.rewards[agent] for agent in env.possible_agents] == _rewards(match.result)
        assert set(env.terminations.values()) == {match.result.reason == "normal"}
        assert set(env.truncations.values()) == {match.result.reason != "normal"}


def test_an_illegal_action_loses():
    env = pettingzoo.env("nim")
    env.reset()
    env.step(0)  # the only match of the first heap
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(0)
    assert env.unwrapped.terminations == {"player_0": True, "player_1": True}
    assert env.unwrapped._cumulative_rewards["player_1"] == -1
    raw = pettingzoo.GameEnv("nim")
    raw.reset()
    raw.step(0)
    with pytest.raises(PalamedesError, match="not a legal move"):
        raw.step(0)
    with pytest.raises(PalamedesError, match="actions 0 to 15"):
        raw.step(16)


@pytest.mark.families
def test_boards_are_shown(game):
    env = pettingzoo.env(game, render_mode="ansi")
    env.reset()
    lines = env.render().splitlines()
    assert lines[-1] == "X to move"
    picture = pettingzoo.env(game, render_mode="rgb_array")
    picture.reset()
    before = picture.render()
    assert before.ndim == 3
    assert before.dtype == np.uint8
    picture.step(int(np.flatnonzero(picture.last()[0]["action_mask"])[0]))
    after = picture.render()
    assert after.shape == before.shape
    assert not np.array_equal(after, before)
    with pytest.raises(PalamedesError, match="ansi or rgb_array"):
        pettingzoo.env(game, render_mode="human")


@pytest.mark.parametrize("module", [pettingzoo, vector])
def test_the_examples_of_a_module(module):
    assert doctest.testmod(module).failed == 0


def test_the_howto(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = DOCS / "howto" / "reinforcement-learning.md"
    failures, tests = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.REPORT_NDIFF
    )
    assert tests > 20
    assert failures == 0
    told: dict[str, list[int]] = {}
    for name, size in re.findall(r"^\| `(\w+)` \| ([0-9,]+) ", page.read_text(), re.MULTILINE):
        told.setdefault(name, []).append(int(size.replace(",", "")))
    for name in ("teeko", "ultimate", "morris", "awale"):
        assert told[name] == [ACTIONS[name], len(ObservationShape.of(find_game(name)).most)]
