"""Styles of play: they differ by the measure that defines them, and give nothing proven away."""

from itertools import islice
from random import Random

import pytest

import palamedes
from palamedes import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import make_player
from palamedes.players.style import SHARE, SIGNS, sharpness, usual_score, worthy
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.evaluations import default_evaluation
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.score import ESTIMATE, WON

DEPTH = 2


def positions_of(game, wanted=lambda position: True):
    """Positions of random games that somebody wants, in which there is a choice."""
    random = Random(game.id)
    for _game in range(400):
        position = Position.start(game)
        for _ply in range(random.randrange(2, 30)):
            if position.codes:
                position = position.play(random.choice(position.codes))
        if len(position.codes) > 1 and wanted(position):
            yield position


def styled(game, style, seed=0):
    return make_player(game, f"alphabeta:depth={DEPTH},style={style}", seed)


def choice(player, position):
    return player.choose(Match(position, position.game.history)).code


def wins(position):
    """The moves that win at once."""
    results = {code: position.play(code).result for code in position.codes}
    return {code for code, result in results.items() if result and result.winner == position.turn}


@pytest.mark.families
def test_no_style_gives_away_more_than_it_may(game):
    """Nothing where something is proven: no win, and none of the time that a lost game lasts."""
    evaluation = default_evaluation(game)
    search = ExactSearch(evaluation, DEPTH)
    margin = int(SHARE * usual_score(game, evaluation))
    players = {style: styled(game, style) for style in SIGNS}
    for position in islice(positions_of(game), 25):
        best = search.best_moves(position)
        for style, player in players.items():
            code = choice(player, position)
            score = search.near_moves(position, 2 * WON).scores[code]
            assert best.score - score <= (0 if abs(best.score) >= ESTIMATE else margin), style


@pytest.mark.families
def test_every_style_takes_a_win_at_once(game):
    players = [styled(game, style) for style in SIGNS]
    for position in islice(positions_of(game, wins), 8):
        for player in players:
            assert choice(player, position) in wins(position)


@pytest.mark.families
def test_the_aggressive_play_more_sharply_than_the_defensive(game):
    evaluation = default_evaluation(game)
    found = list(islice(positions_of(game), 40))

    def mean(style):
        player = styled(game, style)
        after = [position.play(choice(player, position)) for position in found]
        return sum(sharpness(position, evaluation) for position in after) / len(after)

    if game.evaluations.get("tuned") is None:
        assert mean("aggressive") >= mean("defensive")  # all is even to a search without one
    else:
        assert mean("aggressive") > 1.02 * mean("defensive")


def test_the_unpredictable_play_something_else_another_time():
    game = palamedes.find_game("teeko")
    start = Position.start(game).play("c3").play("d4").play("b2")
    chosen = {choice(styled(game, "unpredictable", seed), start) for seed in range(20)}
    assert len(chosen) > 1
    again = [choice(styled(game, "unpredictable", 5), start) for _time in range(3)]
    assert len(set(again)) == 1  # but the same with the same seed


def test_levels_engines_and_handicaps_have_styles_too():
    game = palamedes.find_game("teeko")
    match = Match.of(game)
    for spec in ("medium:style=defensive", "mcts:nodes=300,style=aggressive,error=0.5"):
        assert make_player(game, spec).choose(match).code in match.position.codes
    seen = make_player(game, "alphabeta:nodes=5000,style=aggressive").choose(match)
    assert match.position.move_code(seen.analysis.best.move) == seen.code
    assert len(seen.analysis.lines) > 1


@pytest.mark.parametrize(
    ("scores", "is_true", "chosen"),
    [
        ([10, 9, 5, 4], False, [10, 9, 5]),
        ([WON - 3, WON - 3, WON - 5, 7], False, [WON - 3, WON - 3]),
        ([3, 3 - WON], False, [3]),
        ([2 - ESTIMATE, 4 - WON], False, [2 - ESTIMATE]),
        ([6 - WON, 6 - WON, 4 - WON], False, [6 - WON, 6 - WON]),
        ([0, 0, -3], True, [0, 0]),
    ],
)
def test_among_which_moves_a_style_chooses(scores, is_true, chosen):
    lines = tuple(Variation(str(n), score, (), is_true) for n, score in enumerate(scores))
    assert [line.score for line in worthy(Analysis(lines, 1, 1, 0.1), 5)] == chosen


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("hard:style=mad", "unknown style 'mad'; choose from aggressive"),
        ("random:style=aggressive", "'random' plays at random: it can have neither style nor blur"),
    ],
)
def test_what_is_no_style_gets_one_line(spec, complaint):
    with pytest.raises(PalamedesError, match=complaint):
        make_player(palamedes.find_game("teeko"), spec)
