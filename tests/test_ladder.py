"""The ladders: measured steps, what they see and what they miss."""

import json
from random import Random

import pytest

import calibrate
from conftest import ALL_GAMES
from palamedes.arena.elo import Tally
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players import Allowance, make_engine, make_player
from palamedes.players.ladder import MEASURED, TOP, find_step, ladder, level_rating, level_ratings


def test_the_file_is_as_the_tool_writes_it():
    text = MEASURED.read_text(encoding="utf-8")
    assert text == calibrate.as_text(json.loads(text))


def test_every_level_of_every_game_is_rated_unless_it_needs_tables():
    ratings = level_ratings()
    for game in ALL_GAMES:
        known = ratings[game.id]
        assert set(game.levels) - {"perfect"} <= set(known)
        assert known["medium"].rating == 1500
        assert all(0 < each.deviation < 200 for each in known.values())
        assert known["easy"].rating < known["medium"].rating
        assert known["master"].rating > known["easy"].rating + 100


def test_the_last_step_of_every_ladder_is_master():
    for game in ALL_GAMES:
        *below, top = ladder(game)
        assert top.spec == TOP
        assert all(TOP not in step.spec and "time=" not in step.spec for step in below)
        assert 2 <= len(below) < 10


def test_a_step_that_a_ladder_does_not_have_is_refused_in_one_line():
    game = find_game("nim")
    last = len(ladder(game))
    complaint = f"nim has no 'step{last + 1}': its steps are step1 to step{last}"
    with pytest.raises(PalamedesError, match=complaint):
        find_step(game, f"step{last + 1}")


def test_a_variant_that_was_never_measured_has_the_steps_of_its_game():
    game = find_game("nim:2,3,4")
    assert level_rating(game.id, "step1") is None
    assert [step.spec for step in ladder(game)] == [step.spec for step in ladder(find_game("nim"))]
    assert make_player(game, "step2").choose(Match.of(game)).code in Position.start(game).codes


@pytest.mark.parametrize("name", ["teeko", "morpion", "morpion:4"])
def test_from_the_third_step_on_nobody_misses_a_win_or_a_single_threat(name):
    game, random = find_game(name), Random(name)
    players = [make_player(game, step.name, 1) for step in ladder(game)[2:5]]
    for _position in range(40):
        match = Match.of(game)
        while match.result is None and len(match.turns) < random.randrange(4, 16):
            match.play(random.choice(match.position.codes))
        if match.result is not None:
            continue
        codes = match.position.codes
        wins = {code for code in codes if match.position.play(code).result is not None}
        safe = {code for code in codes if not can_win(match.position.play(code))}
        for player in players:
            # The last step may think for a second: what it sees at once is enough here.
            assert player.choose(match, Allowance(depth=4)).code in (wins or safe or codes)


def can_win(position):
    """Whether the side to move has a move that ends the game: in these games it wins."""
    return any(position.play(code).result is not None for code in position.codes)


def test_a_blurred_player_prefers_small_mistakes_to_large_ones():
    game = find_game("morris")
    match = Match.of(game)
    for move in ("d6", "d2", "f6", "f2"):  # b6 closes a mill
        match.play(move)
    mills = sum(
        "x"
        in match.position.move_text(
            make_player(game, "alphabeta:depth=2,blur=0.1", seed).choose(match).code
        )
        for seed in range(60)
    )
    everything = sum(
        "x"
        in match.position.move_text(
            make_player(game, "alphabeta:depth=2,blur=1", seed).choose(match).code
        )
        for seed in range(60)
    )
    assert mills > 2 * everything


def test_chance_decides_between_equal_moves_and_is_seeded():
    game = find_game("ultimate")
    first = [make_player(game, "step4", seed).choose(Match.of(game)).code for seed in range(20)]
    again = [make_player(game, "step4", seed).choose(Match.of(game)).code for seed in range(20)]
    assert first == again
    assert len(set(first)) > 3


def test_a_style_can_be_added_to_a_step():
    game = find_game("teeko")
    match = Match.of(game)
    assert make_player(game, "step5:style=aggressive").choose(match).code in match.position.codes


def test_a_step_tells_its_move_and_nothing_else():
    game = find_game("teeko")
    choice = make_player(game, "step4").choose(Match.of(game))
    assert choice.analysis is not None
    assert len(choice.analysis.lines) == 1


@pytest.mark.parametrize("name", ["nim", "teeko"])
def test_every_level_can_do_without_a_book(name):
    game = find_game(name)
    for level in ("master", f"step{len(ladder(game))}", "easy"):
        make_player(game, f"{level}:book=0").close()


@pytest.mark.parametrize("level", ["step4", "master", "stepx"])
def test_levels_are_no_engines(level):
    with pytest.raises(PalamedesError, match=f"unknown engine '{level}'; choose from alphabeta"):
        make_engine(find_game("teeko"), level)


def test_steps_are_chosen_evenly_between_the_rungs(tmp_path):
    results = calibrate.Results(find_game("teeko"), tmp_path / "games.json")
    top = calibrate.hurried(results.game, TOP)
    rungs = [f"alphabeta:depth=2,blur={blur}" for blur in (0.4, 0.2, 0.1)]
    for low, high in zip([*rungs, top], [*rungs, top][1:], strict=False):
        results.pairs[low, high] = [40, 0, 20, 0, 10]  # about 75 %: 160 Elo
    steps = calibrate.choose_steps(results)
    assert steps[-1] == TOP
    assert len(steps) == 4
    for wanted, step in zip(rungs, steps, strict=False):
        assert calibrate.as_rung(step).blur == pytest.approx(
            calibrate.as_rung(wanted).blur, rel=0.3
        )


def test_a_tally_is_the_same_whoever_is_named_first(tmp_path):
    results = calibrate.Results(find_game("teeko"), tmp_path / "games.json")
    results.pairs["a", "b"] = [1, 2, 3, 4, 5]
    results.pairs["b", "a"] = [1, 0, 0, 0, 0]
    assert results.tally("a", "b") == Tally((1.0, 2.0, 3.0, 4.0, 6.0))
