"""The rules of a game with pictures, as data. Texts are English, for `_`."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Diagram:
    """A position to look at, with spots pointed out."""

    caption: str
    variant: str = ""
    position: str = ""  # "" is the start of the game
    spots: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the rules, and its pictures."""

    title: str
    text: str
    diagrams: tuple[Diagram, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Example:
    """Moves to step through; each has a text that says what happens."""

    title: str
    text: str  # about the position before the first move
    variant: str = ""
    position: str = ""
    moves: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Guide:
    """The rules of a game in sections, examples to step through, and how moves are written."""

    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    notation: str
