"""The shipped puzzles by game, and a visitor's progress with them, as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from palamedes.core.errors import PalamedesError
from palamedes.core.glicko import Glicko
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.solver.puzzles.puzzle import Puzzle, has_puzzles, shipped_puzzles
from palamedes.ui.texts.games import player_name
from palamedes.ui.texts.puzzles import NO_NAMES, goal_sentence
from palamedes.ui.web.live.documents import (
    Document,
    board_document,
    geometry_document,
    position_document,
)
from palamedes.ui.web.store.progress import PuzzleRating, PuzzleTry, puzzles_to_rating

# The rating of a puzzle as an opponent: grade 1 is for beginners, and each grade adds 130 points,
# so that grade 10, the highest, is for players with about 2100.
GRADE_1_RATING, RATING_PER_GRADE, PUZZLE_DEVIATION = 900.0, 130.0, 80.0


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game and all its variants, easy ones first."""

    name: str
    title: str  # in English
    puzzles: tuple[Puzzle, ...]

    def card(self, number: int | None = None) -> Document:
        """The game with a picture of a puzzle, if none is given of an easy one."""
        position = position_of(self.puzzles[len(self.puzzles) // 3 if number is None else number])
        return {
            "name": self.name,
            "title": _(self.title),
            "geometry": geometry_document(position.game.view.geometry),
            "board": board_document(position.board()),
        }


def all_sets() -> list[PuzzleSet]:
    """The puzzles of all games that have some."""
    return [find_set(name) for name in set_names()]


def set_names() -> list[str]:
    """The names of the games that have puzzles."""
    return [family.name for family in GAMES if has_puzzles(family.name)]


def find_set(name: str) -> PuzzleSet:
    """The puzzles of a game; raises PalamedesError if it has none."""
    if name not in set_names():
        raise PalamedesError(_("no puzzles for {game}").format(game=name))
    return _load_set(name)


@cache
def _load_set(name: str) -> PuzzleSet:
    title = next(family.title for family in GAMES if family.name == name)
    return PuzzleSet(name, title, tuple(shipped_puzzles(name)))


def position_of(puzzle: Puzzle) -> Position:
    return Position.parse(find_game(puzzle.game), puzzle.position)


def rating_of(puzzle: Puzzle) -> Glicko:
    """The rating of a puzzle as an opponent."""
    return Glicko(GRADE_1_RATING + RATING_PER_GRADE * (puzzle.grade - 1), PUZZLE_DEVIATION)


def streaks(tries: Sequence[PuzzleTry]) -> tuple[int, int]:
    """The number of puzzles in a row solved at the first try: now, and at most ever."""
    rated = [each.solved for each in tries if each.rated]
    runs = list(accumulate(rated, lambda run, solved: run + 1 if solved else 0, initial=0))
    return runs[-1], max(runs)


def progress_document(
    puzzles: PuzzleSet, tries: Sequence[PuzzleTry], rating: PuzzleRating
) -> Document:
    """A visitor's progress with the puzzles of a game. A provisional rating is not shown."""
    known = {puzzle.id for puzzle in puzzles.puzzles}
    streak, best = streaks(tries)
    left = puzzles_to_rating(rating.answers)
    return {
        "count": len(known),
        "solved": len({each.puzzle for each in tries if each.solved} & known),
        "rating": None if left else round(rating.rating.rating),
        "deviation": None if left else round(rating.rating.deviation),
        "left": left,
        "rated": rating.answers,
        "streak": streak,
        "best": best,
    }


def row_document(puzzles: PuzzleSet, number: int, tries: Sequence[PuzzleTry]) -> Document:
    """A puzzle in a list of puzzles."""
    puzzle = puzzles.puzzles[number]
    mine = [each.solved for each in tries if each.puzzle == puzzle.id]
    state = "solved" if any(mine) else "failed" if mine else ""
    return {"id": puzzle.id, "number": number + 1, "grade": puzzle.grade, "state": state}


def puzzle_document(puzzles: PuzzleSet, puzzle: Puzzle) -> Document:
    """Everything about a puzzle except its solution."""
    position = position_of(puzzle)
    game = position.game
    return {
        "id": puzzle.id,
        "number": puzzles.puzzles.index(puzzle) + 1,
        "count": len(puzzles.puzzles),
        "game": game.id,
        "title": _(game.title),
        "variant": game.variant,
        "rules": _(game.rules),
        "grade": puzzle.grade,
        "goal": goal_sentence(puzzle, position.turn, puzzle.plies),
        "geometry": geometry_document(game.view.geometry),
        "names": [player_name(NO_NAMES, player) for player in (0, 1)],
        "position": position_document(Match(position, game.history)),
    }
