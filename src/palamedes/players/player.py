"""What a player is, and those that run in this process."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TypeVar

from palamedes.core.history import Reason
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.search.analysis import Analysis, Engine, Limits, Report, Variation
from palamedes.search.exact import ExactSearch

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Choice:
    """A move, and what the player saw if it looked."""

    code: int
    analysis: Analysis | None = None


@dataclass(frozen=True)
class Allowance:
    """What there is for a move. Who takes more time loses; None is no limit.

    move: seconds for this move alone.
    left: seconds for all the moves still to come, of the first and of the second player.
    increment: what `left` grows by with every move.
    depth, nodes: how far those that search may look.
    """

    move: float | None = None
    left: tuple[float, float] | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    def time_limit(self, turn: int) -> float | None:
        """When the move of a player is lost on time."""
        limits = [self.move, self.left and self.left[turn]]
        return min((limit for limit in limits if limit is not None), default=None)

    def thinking_time(self, turn: int) -> float | None:
        """How long a player does well to think: some time is kept for the way to and fro."""
        most = self.time_limit(turn)
        if most is None:
            return None
        share = most
        if self.left is not None:
            share = min(share, self.left[turn] / MOVES_TO_COME + self.increment * 0.8)
        return max(min(share, most - max(RESERVE, most * KEPT)), SHORTEST)

    @classmethod
    def with_thinking_time(cls, seconds: float) -> "Allowance":
        """One whose share is just so long."""
        return cls(move=max(seconds + RESERVE, seconds / (1 - KEPT)))


MOVES_TO_COME = 25  # over which time for all moves is spread
RESERVE = 0.03  # seconds that starting and stopping a search may take
KEPT = 0.05  # the part of a longer time that is kept for the way to and fro
SHORTEST = 0.001
FREE = Allowance()
CANDIDATES = 4  # moves that an engine considers: more would cost it depth
LISTED = 6  # legal moves that are named to a bot that made none of them


class PlayerError(Exception):
    """A player has lost the game by its behaviour, not on the board."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def illegal_move(position: Position, move: str) -> PlayerError:
    """The error of a player that answered `move`, which is illegal; empty if it gave no move."""
    legal = ", ".join(position.moves[:LISTED])
    if len(position.moves) > LISTED:
        legal += ", ..."
    if not move:
        text = _("no move given; legal moves: {legal}").format(legal=legal)
    else:
        text = _("{move!r} is illegal here; legal moves: {legal}").format(
            move=move[:40], legal=legal
        )
    return PlayerError("illegal move", text)


class Player(ABC):
    """Chooses a legal move whenever it is its turn."""

    report: Report | None = None  # hears what the player sees while it thinks, if it looks ahead

    @property
    def errors(self) -> str:
        """What the player has printed on stderr, if it is a program."""
        return ""

    def prepare(self, match: Match, seat: int) -> None:  # noqa: B027 - most players are ready
        """Get ready to play the first (0) or second (1) player of a match; no clock runs yet."""

    @abstractmethod
    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        """A move for the player to move; the match is not over. `PlayerError` if there is none."""

    def stop(self) -> None:  # noqa: B027 - most players answer at once
        """Make a `choose` that is running in another thread return soon."""

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Let go of everything; nothing more is asked."""


class RandomPlayer(Player):
    """Any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        return Choice(self._random.choice(match.position.codes))


class SearchingPlayer(Player):
    """A player that can say what it thinks of more moves than the one it would choose."""

    @abstractmethod
    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        """The moves worth a thought, the best first: some are at most so much below it."""


class ExactPlayer(SearchingPlayer):
    """One of the moves that are best at a fixed depth, by chance."""

    def __init__(self, search: ExactSearch, random: Random) -> None:
        self._search = search
        self._random = random

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        before = perf_counter()
        found = self._search.best_moves(match.position, allowance.depth)
        code = self._random.choice(found.codes)
        text = match.position.move_text(code)
        line = Variation(text, found.score, (text,))
        seconds = perf_counter() - before
        return Choice(code, Analysis((line,), found.depth, found.nodes, seconds))

    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        before = perf_counter()
        found = self._search.near_moves(match.position, margin, allowance.depth)
        codes = sorted(found.scores, key=lambda code: -found.scores[code])
        texts = {code: match.position.move_text(code) for code in codes}
        lines = tuple(Variation(texts[code], found.scores[code], (texts[code],)) for code in codes)
        return Analysis(lines, found.depth, found.nodes, perf_counter() - before)

    def stop(self) -> None:
        self._search.stop()


class EnginePlayer(SearchingPlayer):
    """The best move an engine finds within limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self._engine = engine
        self._limits = limits

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        analysis = self._analyse(match, allowance)
        return Choice(match.position.move_code(analysis.best.move), analysis)

    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        return self._analyse(match, allowance, CANDIDATES)

    def _analyse(self, match: Match, allowance: Allowance, lines: int = 1) -> Analysis:
        limits = self._within(allowance, match.position.turn)
        return self._engine.analyse(match, limits, lines=lines, report=self.report)

    def _within(self, allowance: Allowance, turn: int) -> Limits:
        own = self._limits
        return Limits(
            _less(own.depth, allowance.depth),
            _less(own.nodes, allowance.nodes),
            _less(own.seconds, allowance.thinking_time(turn)),
        )

    def stop(self) -> None:
        self._engine.stop()


def _less(one: Number | None, other: Number | None) -> Number | None:
    """The narrower of two limits."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


class HandicappedPlayer(Player):
    """Another player with a handicap: so large a share of its moves is random."""

    def __init__(self, player: Player, error: float, random: Random) -> None:
        self._player = player
        self._error = error
        self._random = random

    def prepare(self, match: Match, seat: int) -> None:
        self._player.prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        if self._random.random() < self._error:
            return Choice(self._random.choice(match.position.codes))
        return self._player.choose(match, allowance)

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()
