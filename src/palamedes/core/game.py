"""A game described as data, and its view: how it is drawn, and how moves are entered."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from palamedes.core.board import Board, Geometry, Transfer
from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_, _

if TYPE_CHECKING:
    from palamedes.core.guide import Guide
    from palamedes.core.layers import Layers
    from palamedes.core.lesson import Lesson

# Named tuples of integers that numba compiles; no common base class can describe them.
State: TypeAlias = Any  # decorated with `rules`: core/rules.py says what it can do
Evaluation: TypeAlias = Any  # decorated with `compiled`: search/score.py says what it can do


# The levels of a game that declares none: they need no evaluation.
LEVELS = {
    "easy": "random",
    "medium": "mcts:nodes=200",
    "hard": "mcts:nodes=5000",
    "master": "mcts:time=1",
}


def every_code() -> Iterable[int]:
    """The possible codes of a game that does not name its own: all there are."""
    from palamedes.core.rules import LARGEST_MOVE  # with numpy, for which no `--help` should wait

    return range(LARGEST_MOVE + 1)


class Ending(NamedTuple):
    """Why the rules have ended a game: `four in a row`, and where that is to be seen.

    text: a clause for `_` that can stand after "You win: "; empty if there is nothing to say.
    values: the fields of the text.
    spots: the names of the spots that show it, in the order of the line if they form one.
    """

    text: str = ""
    values: Mapping[str, Any] = MappingProxyType({})
    spots: tuple[str, ...] = ()

    @property
    def clause(self) -> str:
        """The text in the current language, with its fields filled in."""
        return _(self.text).format(**self.values) if self.text else ""


FOR_PEOPLE = ("lesson", "guide")  # fields of a Game


class View(ABC):
    """How a game is drawn and how moves are entered: geometry, notation, position text.

    `turn` is the player to move, 0 or 1: a state is seen from the side to move and does not know.
    """

    geometry: Geometry

    @abstractmethod
    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        """The spots that a player touches, in order, to make this move."""

    def move_text(self, state: State, move: int, turn: int) -> str:
        """The move in notation."""
        return "-".join(self.touches(state, move, turn))

    def canonical(self, typed: str) -> str:
        """A typed move in the spelling of `move_text`, from any notation that is accepted."""
        return typed.strip().lower()

    @abstractmethod
    def position_text(self, state: State, turn: int) -> str:
        """The position in one line."""

    @abstractmethod
    def parse_position(self, text: str) -> tuple[State, int]:
        """The state and the player to move that a line describes; PalamedesError if it is wrong."""

    @abstractmethod
    def board(self, state: State, turn: int) -> Board:
        """The position as it is drawn."""

    def transfers(self, state: State, move: int, turn: int) -> tuple[Transfer, ...]:
        """How the pieces go in a move, one after the other; `transferred` gives the board after it.

        Empty if the boards before and after the move tell everything.
        """
        return ()

    def formed(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        """The spots of whatever a move completes and a player should see, such as a mill."""
        return ()

    def pattern_spots(self, state: State, turn: int) -> tuple[tuple[str, ...], ...]:
        """For each pattern that `state.patterns` writes, the spots where it is seen.

        A pattern without spots is about the whole position, as are all that are not listed.
        """
        return ()

    def compose(self, board: Board) -> str:
        """The text of a position that was set up by hand; `parse_position` checks it."""
        raise PalamedesError(_("this game has no position editor"))

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        """What the player to move does next, after touching these spots: a text for `_`."""
        return N_("Finish your move.") if touched else N_("make a move")

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        """Why the game has ended in this position; `last` are the spots of the last move.

        Also asked about a game that a limit of moves has ended.
        """
        return Ending()

    def typed_spots(self, state: State, canonical: str) -> tuple[str, ...]:
        """The spots that a typed move touches, whether or not the move is legal."""
        return tuple(canonical.split("-"))

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        """Why a spot cannot be touched after these, as a sentence; "" if there is nothing to say.

        The spot is "" if a move was typed that ends too early.
        """
        return ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One game in one variant; games with the same id are equal. Texts are English, for `_`."""

    name: str
    variant: str = ""  # "" is the standard game
    title: str  # of this variant: `Advanced Teeko`
    rules: str
    start: State
    view: View
    history: HistoryRules
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)  # by name: search/score.py
    levels: Mapping[str, str] = field(default_factory=lambda: LEVELS)  # by name: players/spec.py
    layers: "Layers | None" = None  # how positions are numbered, if tables can hold them
    possible_codes: Callable[[], Iterable[int]] = every_code  # each code that a move can have
    scale: float = 100.0  # the score at which three points in four are expected
    originals: tuple[str, ...] = ()  # the levels and evaluations taken from the original projects
    evaluation_aliases: Mapping[str, str] = field(default_factory=dict)  # old names: today's
    lesson: "Lesson" = ()  # the same for all variants of a game; empty: it has none
    guide: "Guide | None" = None  # the rules with pictures, likewise

    @cached_property
    def id(self) -> str:
        """The name people type: `teeko`, `teeko:advanced`."""
        return f"{self.name}:{self.variant}" if self.variant else self.name

    def evaluation_name(self, name: str) -> str:
        """Today's name of an evaluation; records, links and journals may have an older one."""
        return self.evaluation_aliases.get(name, name)

    def __getstate__(self) -> dict[str, Any]:
        """Without what only people need: workers in other processes play, and learn nothing."""
        return {name: value for name, value in vars(self).items() if name not in FOR_PEOPLE}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


@dataclass(frozen=True)
class Family:
    """A game with all its variants."""

    name: str
    title: str
    variants: tuple[str, ...]  # to list; "" is the standard game
    make: Callable[[str], Game]  # PalamedesError for an unknown variant

    @classmethod
    def of(cls, *games: Game, aliases: Mapping[str, str] | None = None) -> "Family":
        """The family with just these variants, the standard one first."""
        known = {game.variant: game for game in games}
        known |= {alias: known[variant] for alias, variant in (aliases or {}).items()}

        def make(variant: str) -> Game:
            if variant in known:
                return known[variant]
            raise _no_variant(games[0].name, variant, [name for name in known if name])

        return cls(games[0].name, games[0].title, tuple(game.variant for game in games), make)


def _no_variant(name: str, variant: str, known: list[str]) -> PalamedesError:
    complaint = _("{game} has no variant {variant!r}; the variants are: {known}")
    if not known:
        complaint = _("{game} has no variants; leave out {variant!r}")
    return PalamedesError(complaint.format(game=name, variant=variant[:40], known="; ".join(known)))
