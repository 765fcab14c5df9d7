"""The course of a game: its steps, each with a position to start from."""

from collections.abc import Collection
from dataclasses import dataclass

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.language import _
from palamedes.core.lesson import Lesson
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game


@dataclass(frozen=True)
class Course:
    """The lesson of a game; steps are numbered from 1."""

    family: Family

    @property
    def game(self) -> Game:
        """The standard game, which the course prepares for."""
        return self.family.make("")

    @property
    def name(self) -> str:
        return self.family.name

    @property
    def steps(self) -> Lesson:
        return self.game.lesson

    def start_of(self, number: int) -> Position:
        """The position in which a step starts; PalamedesError if there is no such step."""
        if not 1 <= number <= len(self.steps):
            raise PalamedesError(_("This lesson has no step {number}.").format(number=number))
        step = self.steps[number - 1]
        return position_of(self.family, step.variant, step.position)

    def next_step(self, completed: Collection[int]) -> int:
        """The first step that is not completed; the first of all once everything is."""
        missing = [number for number in range(1, len(self.steps) + 1) if number not in completed]
        return missing[0] if missing else 1

    def count_done(self, completed: Collection[int]) -> int:
        """How many of the completed steps the course still has: a later version may have fewer."""
        return len({*completed} & {*range(1, len(self.steps) + 1)})


def all_courses() -> list[Course]:
    """The courses of all games that have a lesson."""
    return [course for course in map(Course, GAMES) if course.steps]


def find_course(name: str) -> Course:
    """The course of the game with this name, whatever the variant; PalamedesError if none."""
    course = Course(find_family(name))
    if not course.steps:
        raise PalamedesError(_("There is no lesson for {game}.").format(game=name))
    return course


def find_family(name: str) -> Family:
    """The family of the game with this name; PalamedesError if not found."""
    game = find_game(name)
    return next(family for family in GAMES if family.name == game.name)


def position_of(family: Family, variant: str, text: str) -> Position:
    """The position that a text describes in a variant; "" is the start."""
    game = family.make(variant)
    return Position.parse(game, text) if text else Position.start(game)
