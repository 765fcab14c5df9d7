"""Evaluations that other packages and programs add: the entry points `palamedes.evaluations`."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation, Game
from palamedes.core.kernel import IS_INTERPRETED
from palamedes.core.language import _
from palamedes.core.plugins import PluginGroup, is_edition_of
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE
from palamedes.games import find_game
from palamedes.search.score import ESTIMATE

NAME = re.compile(r"(?!none$|learned)[a-z][a-z0-9_-]{0,29}")
PLIES = 12  # of the random game in which an evaluation is tried

_evaluations: dict[str, dict[str, Evaluation]] = {}  # by the name or id of the game, and by name


def register_evaluation(game: str, name: str, evaluation: Evaluation) -> None:
    """Add an evaluation of your own to a game: `eval=NAME` names it.

    `teeko` adds it to all variants, `teeko:advanced` to one. `evaluation` is a NamedTuple with
    `@compiled` and a method `score(state, last)`. PalamedesError if something is wrong with it, or
    the name is taken.
    """
    _add(f"{game}.{name}", evaluation)
    PLUGINS.note(f"{game}.{name}", evaluation)


def added_evaluations(game: Game) -> Mapping[str, Evaluation]:
    """The evaluations that were added to a game, by name."""
    PLUGINS.load()
    return {**_evaluations.get(game.name, {}), **_evaluations.get(game.id, {})}


def _add(full_name: str, evaluation: Any) -> None:
    game_name, _dot, name = full_name.rpartition(".")
    if not game_name or not NAME.fullmatch(name):
        raise PalamedesError(
            _(
                "{name!r} does not name an evaluation: write GAME.NAME, such as teeko.corners"
            ).format(name=full_name[:80])
        )
    game = find_game(game_name)
    known = _evaluations.get(game_name, {}).get(name)
    if name in game.evaluations or (
        known is not None and not is_edition_of(type(evaluation), type(known))
    ):
        raise PalamedesError(
            _("{game} has another evaluation named {name!r} already").format(
                game=game.id, name=name
            )
        )
    complaint = _wrong_with(evaluation, game)
    if complaint:
        raise PalamedesError(f"{full_name}: {complaint}")
    _evaluations.setdefault(game_name, {})[name] = evaluation


def _wrong_with(evaluation: Any, game: Game) -> str:
    """What is wrong with an evaluation; empty if nothing shows in a random game."""
    score = getattr(type(evaluation), "score", None)
    if score is None or not (IS_INTERPRETED or hasattr(score, "py_func")):
        return _("an evaluation is a NamedTuple with @compiled and a method score(state, last)")
    position, last, random = Position.start(game), NO_MOVE, Random(game.id)
    for _ply in range(PLIES):
        if position.result is not None:
            break
        try:
            found = evaluation.score(position.state, last)
        except Exception as error:
            return f"{type(error).__name__}: {error} ({position.text})"
        if type(found) is not int or abs(found) >= ESTIMATE:
            return _("the score {score!r} is not an integer between {least} and {most}").format(
                score=found, least=1 - ESTIMATE, most=ESTIMATE - 1
            )
        last = random.choice(position.codes)
        position = position.play(last)
    return ""


PLUGINS = PluginGroup("palamedes.evaluations", _add)
