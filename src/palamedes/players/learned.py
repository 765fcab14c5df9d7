"""Players with a learned evaluation of one's own: `learned:FILE`, with options after it."""

import re
from pathlib import Path

from palamedes.core.game import Game
from palamedes.search.learned.evaluation import Learned
from palamedes.search.learned.files import read_learned

# The name of the file may have commas, too: only what is an option at the end is taken for one.
OPTIONS = "time|depth|nodes|hash|threads|tables|error|style"
SPEC = re.compile(rf"\s*learned:(?P<file>.+?)(?P<options>(,\s*({OPTIONS})=[\w.-]+)*)\s*", re.DOTALL)


def is_learned(text: str) -> bool:
    """Whether a spec names a file with a learned evaluation."""
    return SPEC.fullmatch(text) is not None


def learned_options(text: str) -> str:
    """The options of such a spec."""
    return _found(text)["options"].strip(",")


def learned_evaluation(game: Game, text: str) -> Learned:
    """The evaluation in the file of such a spec; PalamedesError if it is no good for the game."""
    return read_learned(Path(_found(text)["file"].strip()).expanduser(), game).evaluation(game)


def _found(text: str) -> re.Match[str]:
    found = SPEC.fullmatch(text)
    assert found is not None
    return found
