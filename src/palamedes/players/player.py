"""The player contract, and the players that run in this process."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter, process_time
from typing import TypeVar

from palamedes.core.clock import on_the_clock
from palamedes.core.history_rules import Reason
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players.exchange import Exchange
from palamedes.players.overruns import SEEN
from palamedes.search.analysis import Analysis, Engine, Limits, Report, Variation
from palamedes.search.fixed_depth import ExactSearch

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Choice:
    """A move, and the analysis of a player that searched."""

    code: int
    analysis: Analysis | None = None


@dataclass(frozen=True)
class Allowance:
    """The limits of a move; None means no limit. A player that takes more time loses.

    move: seconds for this move.
    left: seconds for all remaining moves, of the first and of the second player.
    increment: seconds that each move adds to `left`.
    depth, nodes: search limits.
    """

    move: float | None = None
    left: tuple[float, float] | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    @property
    def is_timed(self) -> bool:
        """Whether there is a time after which a player loses."""
        return self.move is not None or self.left is not None

    def time_limit(self, turn: int) -> float | None:
        """The seconds after which a player loses on time."""
        limits = [self.move, self.left and self.left[turn]]
        return min((limit for limit in limits if limit is not None), default=None)

    def thinking_time(self, turn: int, reserve: float = 0.0) -> float | None:
        """The seconds a player should think: less than the limit, as answering takes time too.

        `reserve` seconds are kept back, but never more than LARGEST_SHARE of the limit, and never
        less than RESERVE or RESERVED_SHARE.
        """
        limit = self.time_limit(turn)
        if limit is None:
            return None
        seconds = limit
        if self.left is not None:
            seconds = min(seconds, self.left[turn] / MOVES_TO_COME + self.increment * 0.8)
        reserve = max(RESERVE, limit * RESERVED_SHARE, min(reserve, limit * LARGEST_SHARE))
        return max(min(seconds, limit - reserve), SHORTEST)

    def after(self, seconds: float, turn: int) -> "Allowance":
        """What is left for the player to move once some seconds have passed: a moment at least."""
        move, left = self.move, self.left
        if move is not None:
            move = max(move - seconds, SHORTEST)
        if left is not None:
            first, second = (
                max(own - seconds, SHORTEST) if player == turn else own
                for player, own in enumerate(left)
            )
            left = first, second
        return replace(self, move=move, left=left)

    @classmethod
    def with_thinking_time(cls, seconds: float) -> "Allowance":
        """An allowance whose thinking time is `seconds`."""
        return cls(move=max(seconds + RESERVE, seconds / (1 - RESERVED_SHARE)))


MOVES_TO_COME = 25  # among which the time for all moves is divided
RESERVE = 0.03  # seconds for starting and stopping a search, at least
RESERVED_SHARE = 0.05  # of the limit, if that is more than RESERVE
LARGEST_SHARE = 0.7  # of the limit, if a player needs more than both: it still has to think
SHORTEST = 0.001  # seconds
FREE = Allowance()  # no limits
AT_ONCE = Allowance(move=0.01)  # for a player that was stopped before it began
CANDIDATES = 4  # moves that an engine compares for a style: more would cost depth
LISTED = 6  # legal moves named in the error about an illegal one


class PlayerError(Exception):
    """A player has lost the game, but not on the board: a crash, a timeout, an illegal move, ..."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return self.detail


def illegal_move(position: Position, move: str) -> PlayerError:
    """The error of a player that answered the illegal `move`; empty if it gave no move."""
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

    report: Report | None = None  # called with each analysis while a searching player thinks
    is_untimed = False  # whether no clock runs while it thinks: other limits end that

    @property
    def errors(self) -> str:
        """A program's output on stderr, or the traceback of a Python bot."""
        return ""

    def cpu_seconds(self) -> float:
        """The processor time used so far: of this process, where most players think."""
        return process_time()

    @property
    def exchange(self) -> Exchange:
        """The last words between the arena and an external program."""
        return Exchange()

    def prepare(self, match: Match, seat: int) -> None:  # noqa: B027 - most players are ready
        """Get ready to play the first (0) or second (1) player of a match; no clock runs yet."""

    @abstractmethod
    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        """A legal move; the match is not over. `PlayerError` if the player fails to give one."""

    def stop(self) -> None:  # noqa: B027 - most players answer at once
        """Make a `choose` running in another thread return soon."""

    def close(self) -> None:  # noqa: B027 - most players hold no resources
        """Release all resources; no other call follows."""


class RandomPlayer(Player):
    """Plays any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        return Choice(self._random.choice(match.position.codes))


class SearchingPlayer(Player):
    """A player that can evaluate more moves than the one it would choose."""

    @abstractmethod
    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        """The candidate moves, the best first.

        They include moves whose score is at most `margin` below the best, and may include others.
        """


class ExactPlayer(SearchingPlayer):
    """Searches to a fixed depth and plays one of the best moves at random."""

    def __init__(self, search: ExactSearch, random: Random) -> None:
        self._search = search
        self._random = random

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        before = perf_counter()
        with on_the_clock(allowance.is_timed):
            found = self._search.best_moves(match.position, allowance.depth)
        code = self._random.choice(found.codes)
        text = match.position.move_text(code)
        line = Variation(text, found.score, (text,))
        seconds = perf_counter() - before
        return Choice(code, Analysis((line,), found.depth, found.nodes, seconds))

    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        before = perf_counter()
        with on_the_clock(allowance.is_timed):
            found = self._search.near_moves(match.position, margin, allowance.depth)
        codes = sorted(found.scores, key=lambda code: -found.scores[code])
        texts = {code: match.position.move_text(code) for code in codes}
        lines = tuple(Variation(texts[code], found.scores[code], (texts[code],)) for code in codes)
        return Analysis(lines, found.depth, found.nodes, perf_counter() - before)

    def prepare(self, match: Match, seat: int) -> None:
        self._search.prepare(match.position)

    def stop(self) -> None:
        self._search.stop()


class EnginePlayer(SearchingPlayer):
    """Plays the best move that an engine finds within limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self._engine = engine
        self._limits = limits

    def prepare(self, match: Match, seat: int) -> None:
        self._engine.prepare(match)
        SEEN.measure()

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        analysis = self._analyse(match, allowance)
        return Choice(match.position.move_code(analysis.best.move), analysis)

    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        return self._analyse(match, allowance, CANDIDATES)

    def _analyse(self, match: Match, allowance: Allowance, lines: int = 1) -> Analysis:
        began = perf_counter()
        limits = self._within(allowance, match.position.turn)
        with on_the_clock(allowance.is_timed):
            analysis = self._engine.analyse(match, limits, lines=lines, report=self.report)
        if limits.seconds is not None:
            SEEN.note(perf_counter() - began - limits.seconds)
        return analysis

    def _within(self, allowance: Allowance, turn: int) -> Limits:
        own = self._limits
        return Limits(
            _tighter(own.depth, allowance.depth),
            _tighter(own.nodes, allowance.nodes),
            _tighter(own.seconds, allowance.thinking_time(turn, SEEN.reserve)),
        )

    def stop(self) -> None:
        self._engine.stop()


def _tighter(one: Number | None, other: Number | None) -> Number | None:
    """The tighter of two limits."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


class HandicappedPlayer(Player):
    """Another player with a handicap: a share of its moves is random."""

    def __init__(self, player: Player, share: float, random: Random) -> None:
        self._player = player
        self._share = share
        self._random = random

    def prepare(self, match: Match, seat: int) -> None:
        self._player.prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        if self._random.random() < self._share:
            return Choice(self._random.choice(match.position.codes))
        return self._player.choose(match, allowance)

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()
