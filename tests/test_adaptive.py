"""The adaptive player: how it follows a person, within a game and from game to game."""

import json
from random import Random
from statistics import mean

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.glicko import Glicko, expected
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.players.adaptive import (
    REACH,
    Look,
    after_game,
    newcomer,
    played_strength,
    reach,
    strengths,
)
from palamedes.players.ladder import MEASURED

RUNS = 2000  # for each of five people: 10,000 in all
GAMES, SETTLED = 10, 5


class CrossTable:
    """What a step scores against a player of any strength on the ladder, as it was measured."""

    def __init__(self, name):
        self.ratings = strengths(find_game(name))
        self.games = json.loads(MEASURED.read_text(encoding="utf-8"))[name]["games"]

    def score(self, step, strength):
        """The expected points of a step (from 0): between those against the steps around it."""
        if strength < self.ratings[0]:
            return expected(Glicko(self.ratings[step], 0), Glicko(strength, 0))
        low = max(place for place, each in enumerate(self.ratings) if each <= strength)
        high = min(low + 1, len(self.ratings) - 1)
        gap = self.ratings[high] - self.ratings[low]
        share = (strength - self.ratings[low]) / gap if gap else 0.0
        return (1 - share) * self._of(step, low) + share * self._of(step, high)

    def _of(self, step, other):
        top = len(self.ratings) - 1
        names = ["master" if place == top else f"step{place + 1}" for place in (step, other)]
        for one, two, sign in ((*names, 1), (*names[::-1], -1)):
            if pairs := self.games.get(f"{one} {two}"):
                won = sum(count * place / 4 for place, count in enumerate(pairs)) / sum(pairs)
                return won if sign > 0 else 1 - won
        return expected(Glicko(self.ratings[step], 0), Glicko(self.ratings[other], 0))


def simulated(table, game, step, random):
    """The points of a person in the last games of a run, and the strengths played then.

    Within a game the player sees half of its advantage, on average, and plays weaker by that.
    """
    known, points, played = newcomer(game), [], []
    for _game in range(GAMES):
        ahead = 0.5 - table.score(step, known.rating)
        weakest, *_others, strongest = reach(game)
        strength = min(max(known.rating - REACH * ahead, weakest), strongest)
        points.append(float(random.random() < table.score(step, strength)))
        played.append(strength)
        known = after_game(known, strength, points[-1])
    return mean(points[SETTLED:]), mean(played[SETTLED:])


@pytest.mark.parametrize("step", [0, 2, 4, 6, 8])
def test_games_are_close_and_the_stated_strength_is_right(step):
    table, game, random = CrossTable("ultimate"), find_game("ultimate"), Random(step)
    runs = [simulated(table, game, step, random) for _run in range(RUNS)]
    assert 0.42 <= mean(score for score, _strength in runs) <= 0.58
    assert abs(mean(strength for _score, strength in runs) - table.ratings[step]) <= 80


def test_it_plays_stronger_when_it_is_behind_and_weaker_when_it_is_ahead():
    game = find_game("morris")
    look, match = Look(game), Match.of(game)
    even = look.strength(match.position, 1500.0)
    for move in ("d6", "a1", "f6"):  # player 1 threatens a mill, and can close it after g1
        match.play(move)
    match.play("g1")
    ahead = look.strength(match.position, 1500.0)
    match.play("b6xa1")
    behind = look.strength(match.position, 1500.0)
    assert ahead < even < behind
    assert abs(ahead - 1500) <= REACH
    assert abs(behind - 1500) <= REACH


def test_the_strength_depends_on_the_match_alone_and_stays_on_the_ladder():
    game = find_game("teeko")
    match, random = Match.of(game), Random(3)
    player = make_player(game, "adaptive:rating=1500", 5)
    player.prepare(match, 0)
    assert played_strength(match, 0, 1500.0) is None
    while match.result is None and len(match.turns) < 12:
        code = random.choice(match.position.codes)
        match.play(player.choose(match).code if match.position.turn == 0 else code)
    first = played_strength(match, 0, 1500.0)
    assert first == played_strength(match.copy(), 0, 1500.0)
    low, *_others, high = reach(game)
    assert played_strength(match, 0, 0.0) == low
    assert played_strength(match, 0, 4000.0) == high


def test_it_takes_a_win_in_one_move_even_while_it_is_ahead():
    game = find_game("teeko")
    rating = strengths(game)[4]
    for seed in range(10):
        match = Match.of(game)
        for move in ("a1", "e5", "b1", "e4", "a2", "c3"):  # b2 makes a square
            match.play(move)
        choice = make_player(game, f"adaptive:rating={rating}", seed).choose(match)
        assert match.position.move_text(choice.code) == "b2"


def test_below_the_first_step_it_still_takes_a_win_in_one_move_where_that_step_does():
    game = find_game("teeko")
    for seed in range(20):
        match = Match.of(game)
        for move in ("a1", "e5", "b1", "e4", "a2", "c3"):  # b2 makes a square
            match.play(move)
        choice = make_player(game, "adaptive:rating=0", seed).choose(match)
        assert match.position.move_text(choice.code) == "b2"


@pytest.mark.parametrize("name", ["ultimate", "nim:2,3", "awale", "morpion:6,beginner"])
def test_every_game_has_it_with_a_style(name):
    game = find_game(name)
    match = Match.of(game)
    player = make_player(game, "adaptive:rating=1200,style=unpredictable,book=0")
    player.prepare(match, 0)
    assert player.choose(match).code in match.position.codes
    player.close()


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("adaptive:rating=x", "rating must be a number from 0.0 to 4000.0, not 'x'"),
        ("adaptive:depth=3", "unknown option 'depth'"),
    ],
)
def test_wrong_options_get_one_line(spec, complaint):
    with pytest.raises(PalamedesError, match=complaint):
        make_player(find_game("teeko"), spec)


def test_results_move_what_is_known_of_a_person():
    game = find_game("ultimate")
    known = newcomer(game)
    assert after_game(known, known.rating, 1.0).rating > known.rating + 100
    assert after_game(known, known.rating, 0.0).rating < known.rating - 100
    assert after_game(known, known.rating, 0.5).rating == pytest.approx(known.rating)


@pytest.mark.parametrize("option", ["style=zzz", "book=2", "book=x", "depth=3"])
def test_wrong_options_are_refused_before_the_game(option):
    with pytest.raises(PalamedesError):
        make_player(find_game("morris"), f"adaptive:{option}")
