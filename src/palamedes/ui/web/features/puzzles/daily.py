"""The daily puzzle: the same for everybody on one day, a different game every day."""

from datetime import date
from random import Random
from typing import NamedTuple

from palamedes.ui.web.features.puzzles.sets import PuzzleSet, find_set, set_names


class DailyPuzzle(NamedTuple):
    """A puzzle of a set, for one day."""

    day: date
    puzzles: PuzzleSet
    number: int  # in the set, counted from 0


def daily_puzzle(day: date) -> DailyPuzzle:
    """The puzzle of a day.

    The games take turns, and all puzzles of a game come once before one comes again.
    """
    names = set_names()
    turn, place = divmod(day.toordinal(), len(names))
    puzzles = find_set(names[place])
    count = len(puzzles.puzzles)
    lap, index = divmod(turn, count)
    order = Random(f"{puzzles.name} {lap}").sample(range(count), count)
    return DailyPuzzle(day, puzzles, order[index])
