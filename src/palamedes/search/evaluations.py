"""The evaluations of a game by name: its own, those of plug-ins, learned ones, and one that knows
nothing.

`learned` is the strongest that Palamedes has learnt of a game, `learned-2` its second generation.
"""

from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation, Game
from palamedes.core.language import _
from palamedes.core.rules import compiled
from palamedes.search.evaluation_plugins import added_evaluations
from palamedes.search.learned.evaluation import Learned
from palamedes.search.learned.shipped import shipped_evaluation, shipped_generations

LEARNED = "learned"


@compiled
class Nothing(NamedTuple):
    """Every unfinished position is even. Games without other evaluations are searched with it."""

    even: int = 0

    def score(self, state, last):
        return self.even


def evaluation_names(game: Game) -> list[str]:
    """The names of all evaluations of a game."""
    generations = shipped_generations(game)
    learned = [LEARNED, *(f"{LEARNED}-{number}" for number in generations)] if generations else []
    return [*game.evaluations, *added_evaluations(game), *learned, "none"]


def evaluation_of(game: Game, name: str) -> Evaluation:
    """An evaluation of a game by its name; PalamedesError if the game does not have it."""
    name = game.evaluation_name(str(name))
    if name in game.evaluations:
        return game.evaluations[name]
    if name == "none":
        return Nothing()
    if name in (added := added_evaluations(game)):
        return added[name]
    names = evaluation_names(game)
    if name not in names:
        raise PalamedesError(
            _("{game} has no evaluation {name!r}; choose from {known}").format(
                game=game.name, name=name[:40], known=", ".join(names)
            )
        )
    _learned, _dash, number = name.partition("-")
    return shipped_evaluation(game, int(number or max(shipped_generations(game))))


def default_evaluation_name(game: Game) -> str:
    """The evaluation that searches use if no other is named: the strongest."""
    if shipped_generations(game):
        return LEARNED
    return "tuned" if "tuned" in game.evaluations else "none"


def default_evaluation(game: Game) -> Evaluation:
    return evaluation_of(game, default_evaluation_name(game))


def has_usual_scale(evaluation: Evaluation, game: Game) -> bool:
    """Whether the scores of an evaluation have the scale of the game, as learned ones have.

    It is the scale of the tuned evaluation, whatever its weights are.
    """
    tuned = game.evaluations.get("tuned")
    return isinstance(evaluation, Learned) or type(evaluation) is type(tuned)


def tuned_evaluation(game: Game) -> Evaluation:
    """The best of the hand-made evaluations, which what was published is measured by."""
    return game.evaluations.get("tuned", Nothing())
