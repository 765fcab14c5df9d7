"""The learned evaluations that come with Palamedes: one file for each game and generation."""

from functools import lru_cache
from pathlib import Path

from palamedes.core.files import name_of_files
from palamedes.core.game import Game
from palamedes.search.learned.evaluation import Learned
from palamedes.search.learned.files import (
    SUFFIX,
    LearnedFile,
    file_name,
    read_learned,
)

FOLDER = Path(__file__).parent / "generations"


def shipped_generations(game: Game) -> tuple[int, ...]:
    """The numbers of the generations that there are, the strongest last."""
    return _generations().get(name_of_files(game.id), ())


@lru_cache(maxsize=1)
def _generations() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for path in FOLDER.glob(f"*{SUFFIX}"):
        game, _dash, number = path.stem.rpartition("-")
        found.setdefault(game, []).append(int(number))
    return {game: tuple(sorted(numbers)) for game, numbers in found.items()}


def shipped_file(game: Game, generation: int) -> LearnedFile:
    """One of `shipped_generations`, with its story."""
    return read_learned(FOLDER / file_name(game, generation), game)


@lru_cache(maxsize=16)
def shipped_evaluation(game: Game, generation: int) -> Learned:
    """One of `shipped_generations`, ready to play. It is read at its first use."""
    return shipped_file(game, generation).evaluation(game)
