"""Learned evaluations as they are shipped, named, loaded and looked into."""

import json
from pathlib import Path
from random import Random

import pytest

import palamedes
from conftest import ALL_GAMES
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import make_player, opens_a_file
from palamedes.players.learned import split_learned
from palamedes.search.evaluations import (
    default_evaluation,
    default_evaluation_name,
    evaluation_names,
    evaluation_of,
)
from palamedes.search.learned.contributions import contributions
from palamedes.search.learned.files import LearnedFile, read_learned
from palamedes.search.learned.network import Network
from palamedes.search.learned.shipped import FOLDER, shipped_file, shipped_generations
from palamedes.ui.session.seats import seats_of

TAUGHT = [game for game in ALL_GAMES if shipped_generations(game)]


def walk(game, plies, seed=0):
    random, position = Random(seed), Position.start(game)
    for _ply in range(plies):
        if position.codes:
            position = position.play(random.choice(position.codes))
    return position


def test_the_files_are_small_and_for_games_that_exist():
    names = {
        f"{game.id}-{number}.learned" for game in TAUGHT for number in shipped_generations(game)
    }
    assert names == {path.name for path in FOLDER.iterdir()}
    assert all(path.stat().st_size <= 1 << 20 for path in FOLDER.iterdir())
    assert {"ultimate", "awale", "morris"} <= {game.id for game in TAUGHT}


@pytest.mark.parametrize("taught", TAUGHT, ids=str)
def test_a_taught_game_is_searched_with_what_it_learnt(taught):
    game = taught
    last = max(shipped_generations(game))
    assert default_evaluation_name(game) == "learned"
    assert default_evaluation(game) is evaluation_of(game, f"learned-{last}")
    assert shipped_file(game, last).made["positions"] > 0
    assert "tuned" in evaluation_names(game)
    with pytest.raises(PalamedesError, match="has no evaluation 'learned-99'"):
        evaluation_of(game, "learned-99")


def test_every_pattern_with_spots_is_somewhere_on_the_board(game):
    spots = {spot.name for spot in game.view.geometry.spots}
    evaluation = Network.random(game, 1).evaluation(game)
    for plies in (0, 3, 8):
        position = walk(game, plies)
        if position.result is None:
            found = contributions(position, evaluation)
            assert all(set(each.spots) <= spots for each in found)
            shown = [0] * 256
            assert len(found) == position.state.patterns(shown)
            assert len(game.view.pattern_spots(position.state, position.turn)) <= len(found)


def test_a_contribution_is_the_score_with_a_pattern_minus_without():
    """Two men of morpion are two patterns: what is left without one is a board with one man."""
    game = palamedes.find_game("morpion")
    network = Network.random(game, 1)
    network.exits[:] = 1.0  # a network that knows nothing gives nothing away
    evaluation = network.evaluation(game)
    position = Position.start(game).play("a1").play("b2")
    state = position.state
    mine, other = contributions(position, evaluation)
    assert (mine.spots, other.spots) == (("a1",), ("b2",))
    whole = evaluation.score(state, 0)
    assert mine.score == pytest.approx(
        whole - evaluation.score(type(state)(0, state.other), 0), abs=1
    )
    assert other.score == pytest.approx(
        whole - evaluation.score(type(state)(state.me, 0), 0), abs=1
    )


@pytest.fixture
def own_file(tmp_path):
    game = palamedes.find_game("morpion")
    path = tmp_path / "My, net=1.learned"
    LearnedFile(game.id, 3, Network.random(game, 1), {"positions": 5}).write(path)
    return path


def test_a_player_with_a_file_of_ones_own(own_file):
    game = palamedes.find_game("morpion")
    for options in ("", ",depth=3", ",nodes=100,error=0.5", ", time=0.01"):
        spec = f"learned:{own_file}{options}"
        assert opens_a_file(spec)
        player = make_player(game, spec)
        assert player.choose(Match.of(game)).code in Position.start(game).codes


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (",speed=3", "unknown option 'speed'"),
        (",depth=3,speed=3", "unknown option 'speed'"),
        (",eval=expert", "unknown option 'eval'"),
        (",fast", "'fast' must have the form option=value"),
        (",depth=many", "depth must be a number"),
        ("x,speed=3", r"cannot read .*x,speed=3: No such file"),
        (f",{'x' * 300}=3", "unknown option 'xxx"),
    ],
)
def test_what_is_wrong_after_the_file_is_named(own_file, options, complaint):
    with pytest.raises(PalamedesError, match=complaint):
        make_player(palamedes.find_game("morpion"), f"learned:{own_file}{options}")


def test_the_longest_name_that_exists_is_the_file(own_file):
    longer = own_file.with_name(f"{own_file.name},depth=3")
    assert split_learned(f"learned:{longer},nodes=9") == (own_file, "depth=3,nodes=9")
    longer.write_bytes(own_file.read_bytes())
    assert split_learned(f"learned:{longer},nodes=9") == (longer, "nodes=9")


def test_an_analysis_with_a_file_of_ones_own(own_file, run):
    for options in ("", ",hash=1,threads=2"):
        engine = f"learned:{own_file}{options}"
        code, out, _err = run("analyse", "morpion", "--engine", engine, "--depth", 2, "--json")
        assert (code, json.loads(out)["depth"]) == (0, 2)
    for engine, complaint in (
        (f"learned:{own_file},speed=3", "unknown option 'speed'"),
        (f"learned:{own_file}x", "cannot read"),
        ("learned:~nobody at all/x", "cannot read"),
        ("learned:", "unknown engine 'learned:'"),
    ):
        code, _out, err = run("analyse", "morpion", "--engine", engine)
        assert (code, err.count("\n")) == (2, 1)
        assert complaint in err


def test_a_file_comes_back_as_it_was(own_file):
    game = palamedes.find_game("morpion")
    found = read_learned(own_file, game)
    assert (found.game, found.generation, found.made) == ("morpion", 3, {"positions": 5})
    before = Network.random(game, 1)
    for one, other in zip(found.network.arrays(), before.arrays(), strict=True):
        assert one == pytest.approx(other, abs=1e-4)


def damaged(data):
    return data[:-20] + bytes(20)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: b"", "is not a learned evaluation"),
        (lambda data: b"[]\n", "is not a learned evaluation"),
        (lambda data: b"[" * 10**5, "is not a learned evaluation"),
        (lambda data: b"\xff\xfe" + data, "is not a learned evaluation"),
        (lambda data: data.replace(b'"format": 1', b'"format": 2'), "another version"),
        (lambda data: data.replace(b"morpion", b"teeko"), "was learnt for teeko"),
        (lambda data: data.replace(b'"shapes": [[128', b'"shapes": [[129'), "is damaged"),
        (lambda data: data.replace(b'"steps"', b'"stops"'), "is damaged"),
        (lambda data: data[: len(data) // 2], "is damaged"),
        (damaged, "is damaged"),
    ],
)
def test_a_file_that_is_no_good_gets_one_clear_line(own_file, change, complaint):
    own_file.write_bytes(change(own_file.read_bytes()))
    with pytest.raises(PalamedesError, match=complaint) as caught:
        read_learned(own_file, palamedes.find_game("morpion"))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(PalamedesError, match="cannot read"):
            read_learned(path, palamedes.find_game("morpion"))


def test_no_record_opens_a_file(own_file):
    match = Match.of(palamedes.find_game("morpion"), players=(f"learned:{own_file}", "human"))
    assert all(seat.is_person for seat in seats_of(match))
    assert Path(own_file).exists()
