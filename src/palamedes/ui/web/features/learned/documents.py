"""Learned evaluations as JSON: how each generation came about, and what it thinks of a position."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE
from palamedes.games import all_games
from palamedes.search.evaluations import evaluation_of
from palamedes.search.learned.contributions import contributions
from palamedes.search.learned.shipped import (
    shipped_evaluation,
    shipped_file,
    shipped_generations,
)
from palamedes.search.score import chance, score_text, truth_score
from palamedes.solver.exact_values import ExactValues
from palamedes.ui.texts.games import generation_name
from palamedes.ui.web.live.documents import Document, position_document
from palamedes.ui.web.live.generations import level_of_generation

MOST_STORIES = 64  # generations whose stories are kept in memory
FACTS = ("positions", "seconds", "depth", "epochs")  # of how a generation was made


class Story(NamedTuple):
    """How a generation was made and measured, without its network (search/learned/files.py)."""

    made: Mapping[str, Any]
    measured: Mapping[str, Any]


@lru_cache(maxsize=MOST_STORIES)
def _story(game: Game, number: int) -> Story:
    file = shipped_file(game, number)
    return Story(file.made, file.measured)


def taught_games() -> list[Document]:
    """The games that Palamedes has learnt, with the stories of their generations."""
    return [
        {
            "id": game.id,
            "title": _(game.title),
            "generations": [_generation(game, number) for number in shipped_generations(game)],
        }
        for game in all_games()
        if shipped_generations(game)
    ]


def _generation(game: Game, number: int) -> Document:
    """The story of a generation: what is not known is null or empty."""
    made, measured = _story(game, number)
    return {
        "number": number,
        "level": level_of_generation(number),
        **{fact: made.get(fact) for fact in FACTS},
        "errors": list(measured.get("errors", ())),
        "elo": [
            {"against": name, "title": _evaluation_title(name), **result}
            for name, result in measured.get("elo", {}).items()
        ],
        "truth": measured.get("truth"),
    }


def _evaluation_title(name: str) -> str:
    """What an opponent of a measuring match is called: `generation 3`, or `tuned`."""
    word, _space, number = name.partition(" ")
    if word == "generation" and number.isdecimal():
        return generation_name(int(number))
    return _("the hand-made evaluation") if name == "tuned" else name


def judged_position(match: Match, generation: int) -> Document:
    """A position with what every generation thinks of it, and the patterns that one of them sees.

    Scores and chances are for the player to move. When the game is over, nobody thinks anything.
    """
    position, is_over = match.position, match.result is not None
    numbers = () if is_over else shipped_generations(match.game)
    return {
        **position_document(match),
        "scale": match.game.scale,
        "generations": [_score(position, number) for number in numbers],
        "contributions": [] if is_over else _contributions(position, generation),
        "truth": None if is_over else _truth(position),
    }


def _score(position: Position, number: int) -> Document:
    evaluation = evaluation_of(position.game, level_of_generation(number))
    score = int(evaluation.score(position.state, NO_MOVE))
    return {"number": number, "score": score, "chance": _chance(position, score)}


def _contributions(position: Position, number: int) -> list[Document]:
    evaluation = shipped_evaluation(position.game, number)
    found = contributions(position, evaluation)
    return [{"spots": list(each.spots), "score": each.score} for each in found]


def _truth(position: Position) -> Document | None:
    """The exact value, None if no table has it."""
    game = position.game
    truth = None if game.layers is None else ExactValues(game).probe(position.state)
    if truth is None:
        return None
    score = truth_score(truth)
    text = score_text(score, is_true=True)
    return {"score": score, "chance": _chance(position, score), "text": text}


def _chance(position: Position, score: int) -> float:
    return round(chance(score, position.game.scale), 4)
