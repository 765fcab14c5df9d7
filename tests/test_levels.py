"""Levels: every one plays legally and reproducibly, and master misses nothing one move away."""

from itertools import islice
from random import Random

import pytest

import palamedes
from palamedes import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import make_player

LEVELS = ("easy", "medium", "hard", "master")


def _fast(game, level):
    """A level, with nodes instead of seconds where it has a clock."""
    return f"{level}:nodes=20000,time=600" if ":time" in game.levels[level] else level


def _moves_of(game, level, seed, plies=6):
    player, match = make_player(game, _fast(game, level), seed), Match.of(game)
    while match.result is None and len(match.turns) < plies:
        match.play(player.choose(match).code)
    return [turn.move for turn in match.turns]


@pytest.mark.families
def test_every_level_of_every_game_plays_the_same_with_the_same_seed(game):
    for level in LEVELS:
        assert _moves_of(game, level, seed=5) == _moves_of(game, level, seed=5)


def test_every_level_of_every_variant_can_be_made(game):
    for level in set(game.levels) - {"perfect"}:
        make_player(game, level).close()


def test_levels_with_chance_play_differently_with_other_seeds():
    teeko = palamedes.find_game("teeko")
    games = {tuple(_moves_of(teeko, "easy", seed)) for seed in range(5)}
    assert len(games) > 1


def _wins(position):
    """The moves that win at once."""
    replies = {code: position.play(code).result for code in position.codes}
    return {code for code, result in replies.items() if result and result.winner == position.turn}


def _positions(game, wanted, tries=400):
    """Random positions that somebody wants."""
    random = Random(game.id)
    for _ in range(tries):
        position = Position.start(game)
        for _ply in range(random.randrange(4, 60)):
            if position.codes:
                position = position.play(random.choice(position.codes))
        if position.codes and wanted(position):
            yield position


def _choice(position):
    game = position.game
    player = make_player(game, _fast(game, "master"))
    return player.choose(Match(position, game.history)).code


@pytest.mark.families
def test_master_takes_an_immediate_win(game):
    for position in islice(_positions(game, _wins), 12):
        assert _choice(position) in _wins(position), position


def _safe(position):
    """The moves after which the opponent cannot win at once."""
    return {code for code in position.codes if not _wins(position.play(code))}


def _is_threatened(position):
    return not _wins(position) and 0 < len(_safe(position)) < len(position.codes) / 2


@pytest.mark.families
def test_master_parries_an_immediate_threat(game):
    for position in islice(_positions(game, _is_threatened), 8):
        assert _choice(position) in _safe(position), position


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nobody", "unknown player 'nobody'"),
        ("alphabeta:depth", "must have the form option=value"),
        ("alphabeta:depth=x", "depth must be a number"),
        ("alphabeta:depth=0", "depth must be a number"),
        ("alphabeta:depth=2,colour=red", "unknown option 'colour'"),
        ("alphabeta:eval=magic", "no evaluation 'magic'"),
        ("hard:error=2", "error must be a number"),
        ("hard:error=nan", "error must be a number"),
        ("mcts:time=-1", "time must be a number"),
        ("", "unknown player"),
    ],
)
def test_bad_players_get_one_line(text, complaint):
    with pytest.raises(PalamedesError, match=complaint):
        make_player(palamedes.find_game("teeko"), text)


def test_a_handicap_makes_that_share_of_moves_random():
    """Beside a winning move, a careless player takes others now and then."""
    position = palamedes.parse("teeko", "5/OOO2/5/XXX2/5 X")
    match = Match(position, position.game.history)
    careless = make_player(position.game, "hard:error=0.5", seed=1)
    chosen = [position.move_text(careless.choose(match).code) for _ in range(100)]
    assert 40 < chosen.count("d2") < 70
