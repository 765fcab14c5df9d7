"""What people read about levels, steps and the adaptive player."""

import pytest

from palamedes.core.glicko import Glicko
from palamedes.core.language import in_all_languages
from palamedes.games import find_game
from palamedes.players.adaptive import strengths
from palamedes.players.ladder import ladder
from palamedes.ui.texts import games as texts
from palamedes.ui.web.http.names import check_name


def test_the_steps_of_a_ladder_have_titles_of_their_own_from_newcomer_to_master(game):
    titles = [texts.step_title(game, step) for step in ladder(game)]
    assert (titles[0], titles[-1]) == ("Newcomer", "Master")
    assert len(set(titles)) == len(titles)
    assert all(texts.step_line(game, step).endswith(".") for step in ladder(game))


def test_a_short_ladder_takes_titles_from_everywhere(monkeypatch):
    game = find_game("teeko")
    steps = ladder(game)[:4]
    monkeypatch.setattr(texts, "ladder", lambda game: steps)
    titles = [texts.step_title(game, step) for step in steps]
    assert titles == ["Newcomer", "Regular", "Strong player", "Master"]


def test_the_computer_is_called_by_its_step_or_adaptive_at_any_rating():
    players = "step4", "adaptive:rating=1480"
    assert texts.player_name(players, 0) == "Computer (step 4)"
    assert texts.player_name(players, 1) == "Computer (adaptive)"
    assert texts.opponent_name("adaptive") == "the computer (adaptive)"
    assert texts.entrant_name("step10") == "step 10"
    assert texts.level_name("step0") == "step0"


def test_nobody_may_be_called_like_a_step_or_the_adaptive_player():
    steps = [each.format(number=4) for each in in_all_languages(texts.STEP_NAME)]
    for name in ("step4", "Adaptive", "adaptive:rating=1480", *steps):
        with pytest.raises(ValueError, match="reserved for the computer"):
            check_name(name)
    assert check_name("Stephan") == "Stephan"


def test_the_strength_it_played_with_is_named_after_the_nearest_step(monkeypatch):
    game = find_game("teeko")
    rated = [
        replace_rating(step, rating)
        for step, rating in zip(ladder(game), strengths(game), strict=True)
    ]
    monkeypatch.setattr(texts, "ladder", lambda game: rated)
    third = strengths(game)[2]
    sentence = texts.strength_sentence(game, third)
    assert sentence == f"It played at about {round(third, -1):.0f} (step 3: Casual player)."


def test_a_strength_below_zero_is_named_by_its_step_alone():
    game = find_game("awale")
    assert texts.strength_sentence(game, -73.0) == "It played like step 1: Newcomer."
    assert texts.strength_sentence(game, 3.0) == "It played like step 1: Newcomer."
    assert texts.strength_sentence(game, 120.0).startswith("It played at about 120 (step 2")


def replace_rating(step, rating):
    return step._replace(rating=Glicko(rating))
