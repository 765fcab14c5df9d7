"""The rules of a game with pictures, ready to be drawn. Texts are in the reader's language."""

from collections.abc import Iterator
from dataclasses import dataclass

from palamedes.core.game import Family, Game
from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.lessons.course import find_family, position_of


@dataclass(frozen=True)
class Picture:
    """A match at its end, to be drawn with some spots pointed out, and a text about it."""

    match: Match
    text: str
    spots: tuple[str, ...] = ()


@dataclass(frozen=True)
class SectionPage:
    """A part of the rules."""

    title: str
    text: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class ExamplePage:
    """An example: the position before the first move, then after each move."""

    title: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class GuidePage:
    """The rules of a game."""

    game: Game
    sections: tuple[SectionPage, ...]
    examples: tuple[ExamplePage, ...]
    notation: str


def find_guide(name: str) -> GuidePage:
    """The rules of the game with this name, whatever the variant; PalamedesError if not found.

    The page of a game without a guide is empty: its rules in one text are all there is.
    """
    family = find_family(name)
    game = family.make("")
    if game.guide is None:
        return GuidePage(game, (), (), "")
    return _guide(family, game, game.guide)


def _guide(family: Family, game: Game, guide: Guide) -> GuidePage:
    return GuidePage(
        game,
        tuple(_section(family, section) for section in guide.sections),
        tuple(
            ExamplePage(_(example.title), tuple(_pictures(family, example)))
            for example in guide.examples
        ),
        _(guide.notation),
    )


def _section(family: Family, section: Section) -> SectionPage:
    pictures = tuple(_diagram(family, diagram) for diagram in section.diagrams)
    return SectionPage(_(section.title), _(section.text), pictures)


def _diagram(family: Family, diagram: Diagram) -> Picture:
    match = _match(family, diagram.variant, diagram.position)
    return Picture(match, _(diagram.caption), diagram.spots)


def _pictures(family: Family, example: Example) -> Iterator[Picture]:
    match = _match(family, example.variant, example.position)
    yield Picture(match.copy(), _(example.text))
    for move, text in example.moves:
        match.play(move)
        yield Picture(match.copy(), _(text))


def _match(family: Family, variant: str, text: str) -> Match:
    start = position_of(family, variant, text)
    return Match(start, start.game.history)
