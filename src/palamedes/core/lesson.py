"""Lessons as data: short steps on the board, each with one idea. Texts are English, for `_`.

Every move that a step asks for or refuses says why in a form that the rules can verify: an
`Effect`. The accepted moves are exactly the legal moves with the wanted effect. The engine that
runs lessons (`palamedes.lessons`) only reads the moves; the tests hold them to their effects.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from palamedes.core.position import Position

# Whether a legal move of a position does something: wins, captures three seeds, closes a mill.
Effect: TypeAlias = Callable[[Position, str], bool]


@dataclass(frozen=True, kw_only=True)
class WrongMove:
    """A legal move that deserves an answer of its own; `effect` is what the answer says of it."""

    move: str
    text: str
    effect: Effect


@dataclass(frozen=True, kw_only=True)
class Find:
    """A turn of the learner: one of the accepted moves is to be found.

    `reply` is the opponent's answer; it is legal after every accepted move.
    """

    accepted: tuple[str, ...]
    effect: Effect
    praise: str
    wrong: tuple[WrongMove, ...] = ()
    otherwise: str  # the answer to any other legal move
    reply: str = ""


@dataclass(frozen=True, kw_only=True)
class SmallGame:
    """A game against a gentle opponent, from the position of the step to its end."""

    opponent: str = "random"  # a player spec: players/spec.py
    must_win: bool = False  # otherwise the step is done when the game is over
    won: str
    drawn: str
    lost: str


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a lesson. Without a goal, it is only read.

    `text` says what to learn and what to do now. The learner is the player to move. A goal of
    several turns is a short sequence: after each turn the opponent replies.
    """

    title: str
    text: str
    variant: str = ""
    position: str = ""  # "" is the start of the game
    spots: tuple[str, ...] = ()  # to point at
    goal: tuple[Find, ...] | SmallGame = ()


Lesson: TypeAlias = tuple[Step, ...]
