"""The plan of a tournament: the players, who meets whom, how often, and under what terms."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players.external import Bounds


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament: the name it is listed by and its spec."""

    name: str
    spec: str


@dataclass(frozen=True)
class GameTerms:
    """The terms of every game. Times are in seconds; None means no limit.

    history: repetition rules and move limits.
    move: time per move; `first` for each player's first move, if it may take longer.
    total, increment: time for all moves of a player, and what each move adds to it.
    depth, nodes: search limits per move.
    adjudicate: end a game once the tables know its result.
    resign: a player whose own score is -resign or worse three moves in a row resigns; 0: never.
    bounds: limits of external programs.
    """

    history: HistoryRules
    move: float | None = None
    first: float | None = None
    total: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    adjudicate: bool = False
    resign: int = 0
    bounds: Bounds = Bounds()  # noqa: RUF009 - immutable


@dataclass(frozen=True)
class Sprt:
    """A sequential test that ends a tournament early: is the first player's advantage `elo0` or
    `elo1`?

    Both are in normalised Elo (arena/elo.py).
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


class Opening(NamedTuple):
    """How a game begins: from a position, "" for the usual one, with some moves."""

    start: str = ""
    moves: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "Opening":
        """The opening that a match has played."""
        is_usual = match.start == Position.start(match.game)
        return cls("" if is_usual else match.start.text, tuple(turn.move for turn in match.turns))

    def begin(self, game: Game, history: HistoryRules, players: tuple[str, str]) -> Match:
        """A match with this opening played."""
        start = Position.parse(game, self.start) if self.start else Position.start(game)
        match = Match(start, history, players)
        for move in self.moves:
            match.play(move)
        return match


class Fixture(NamedTuple):
    """A game to be played: its number, the number of its opening, the indices of its players.

    Two players play each opening twice with sides swapped: these two games are a pair.
    """

    number: int
    opening: int
    first: int
    second: int


@dataclass(frozen=True)
class Plan:
    """A tournament. The same plan gives the same games, unless players depend on time."""

    game: str
    entrants: tuple[Entrant, ...]
    terms: GameTerms
    games: int = 50  # per pairing
    gauntlet: bool = False  # only the first player meets the others
    openings: int = 4  # random plies before the players take over
    seed: int = 0
    sprt: Sprt | None = None
    lines: tuple[Opening, ...] = ()  # played one after the other, instead of random plies
    yardstick: int = 0  # of the last players, which measure the others and do not meet

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise PalamedesError(_("a tournament needs at least two players"))
        if self.sprt is not None and len(self.entrants) != 2:
            raise PalamedesError(_("--sprt needs exactly two players"))
        if not 0 <= self.yardstick < len(self.entrants):
            raise PalamedesError(_("a tournament needs players to measure"))

    def meetings(self) -> Sequence[tuple[int, int]]:
        """The pairs of players that meet, by their indices."""
        everyone = range(len(self.entrants))
        if self.gauntlet:
            return [(0, other) for other in everyone[1:]]
        measured = len(self.entrants) - self.yardstick
        return [pair for pair in combinations(everyone, 2) if pair[0] < measured]

    def fixtures(self) -> Iterator[Fixture]:
        """All games, round by round: if the tournament is cut short, everybody has played."""
        meetings = self.meetings()
        for turn in range(self.games):
            opening, is_swapped = divmod(turn, 2)
            for place, (one, other) in enumerate(meetings):
                first, second = (other, one) if is_swapped else (one, other)
                yield Fixture(turn * len(meetings) + place, opening, first, second)


def parse_entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Players from texts such as `hard`, `cmd:./bot`, or with a name `mine=cmd:./bot`.

    A name that is taken gets a number.
    """
    entrants: list[Entrant] = []
    for text in texts:
        name, equals, spec = text.partition("=")
        if not equals or ":" in name:
            name = spec = text
        name, spec = name.strip(), spec.strip()
        if not name or not spec or not text.isprintable():
            raise PalamedesError(_("{text!r} is not a valid player").format(text=text[:40]))
        taken = {entrant.name for entrant in entrants}
        entrants.append(Entrant(unique_name(name, taken), spec))
    return tuple(entrants)


def unique_name(name: str, taken: Collection[str]) -> str:
    """The name, followed by a number if it is taken."""
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name} ({number})", number + 1
    return unique
