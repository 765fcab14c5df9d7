"""The classic searches as players to choose: best-first, minimax and alpha-beta."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from palamedes.core.game import Game
from palamedes.core.language import N_
from palamedes.search.evaluations import default_evaluation_name, evaluation_names


@dataclass(frozen=True)
class Algorithm:
    """A search. The title is for `_`; without a depth it looks one move ahead."""

    title: str
    usual_depth: int | None = None
    deepest: int = 1


# By their names in player specs.
ALGORITHMS: Mapping[str, Algorithm] = {
    "best": Algorithm(N_("best-first")),
    "minimax": Algorithm(N_("minimax"), 2, 20),
    "alphabeta": Algorithm(N_("alpha-beta"), 4, 100),
}
SPEC = re.compile(r"(best|minimax|alphabeta)(?::(?:depth=(\d{1,3}))?,?(?:eval=([\w-]+))?)?")


@dataclass(frozen=True)
class AlgorithmChoice:
    """A search with its depth and evaluation; both empty for the default."""

    name: str
    depth: int | None = None
    evaluation: str = ""

    @property
    def spec(self) -> str:
        """The player spec."""
        options = [] if self.depth is None else [f"depth={self.depth}"]
        options += [f"eval={self.evaluation}"] if self.evaluation else []
        return f"{self.name}:{','.join(options)}" if options else self.name


def algorithm_choice(spec: str) -> AlgorithmChoice | None:
    """The choice that makes this spec; None if another kind of player is meant."""
    found = SPEC.fullmatch(spec)
    if found is None:
        return None
    name, depth, evaluation = found.groups()
    choice = AlgorithmChoice(name, int(depth) if depth else None, evaluation or "")
    return choice if choice.spec == spec else None


def evaluations_of(game: Game) -> list[str]:
    """The evaluations to choose from, the one that searches use by default first."""
    names = [name for name in evaluation_names(game) if name != "none"]
    return sorted(names, key=lambda name: name != default_evaluation_name(game)) or ["none"]
