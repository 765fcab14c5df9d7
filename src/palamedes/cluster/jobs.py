"""What engines are asked to do on a worker of a cluster, as it is pickled and sent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from palamedes.cluster.thinking import Thinking
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import AT_ONCE, Allowance, Choice
from palamedes.players.warming import ANALYSIS, Task, task_of
from palamedes.search.analysis import Analysis, Limits


class NotReadyError(Exception):
    """The worker cannot do a job: its code is being compiled, or it lacks `tables` of the game."""

    def __init__(self, tables: bool = False) -> None:
        super().__init__(tables)
        self.tables = tables


class JobResult(NamedTuple):
    """What came of a job: a value, or the error that it raised."""

    result: Any = None
    error: Exception | None = None

    def open(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class Needs(NamedTuple):
    """What a worker must have for a job: compiled code, and the tables that the server has."""

    task: Task
    tables: frozenset[str]


class Job(Protocol):
    """Something to do at a desk."""

    @property
    def needs(self) -> Needs | None: ...

    def do(self, thinking: Thinking) -> Any: ...


@dataclass(frozen=True)
class PlayerJob:
    """To choose a move or, without an allowance, to prepare a player for the match."""

    spec: str
    match: Match
    seat: int
    tables: frozenset[str]
    allowance: Allowance | None = None

    @property
    def needs(self) -> Needs:
        return Needs(task_of(self.match.game, self.spec), self.tables)

    def do(self, thinking: Thinking) -> Choice | None:
        player = thinking.desk.player(find_game(self.match.game.id), self.spec)
        if self.allowance is None:
            player.prepare(self.match, self.seat)
            return None
        thinking.begin(player.stop)
        player.report = thinking.note
        try:
            return player.choose(self.match, AT_ONCE if thinking.is_stopped else self.allowance)
        finally:
            player.report = None


@dataclass(frozen=True)
class AnalysisJob:
    """To analyse a position."""

    spec: str
    match: Match
    tables: frozenset[str]
    limits: Limits
    lines: int

    @property
    def needs(self) -> Needs:
        return Needs((self.match.game.id, ANALYSIS), self.tables)

    def do(self, thinking: Thinking) -> Analysis:
        engine = thinking.desk.engine(find_game(self.match.game.id), self.spec)
        thinking.begin(engine.stop)
        return engine.analyse(self.match, self.limits, self.lines, thinking.note)


@dataclass(frozen=True)
class CallJob:
    """To call a function that compiles for itself what it needs."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    needs: None = None

    def do(self, thinking: Thinking) -> Any:
        return thinking.desk.call(self.work, *self.arguments)
