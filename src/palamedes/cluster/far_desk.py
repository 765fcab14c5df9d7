"""A desk on a worker of a cluster: players and engines that think there."""

from collections.abc import Callable, Sequence
from concurrent.futures import wait
from itertools import count, zip_longest
from typing import Any
from uuid import uuid4

from palamedes.cluster.connection import Cluster, LostError, Workers
from palamedes.cluster.jobs import AnalysisJob, Answer, CallJob, Job, PlayerJob
from palamedes.cluster.worker import look_in, think
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players import FREE, Allowance, Choice, Player
from palamedes.players.desk import Desk
from palamedes.search.analysis import Analysis, Engine, Limits, Report
from palamedes.solver.inventory import table_files

LOOK_INTERVAL = 0.4  # seconds between two looks at what an engine has found
PATIENCE = 2.0  # seconds in which a worker must answer
PROCESS = uuid4().hex[:12]  # names of desks must differ between servers
_numbers = count(1)


class FarDesk(Desk):
    """What it is asked raises LostError if the worker is gone, NotReadyError if it must learn."""

    def __init__(self, cluster: Cluster, worker: str, is_study: bool) -> None:
        super().__init__()
        self.worker = worker
        self._cluster, self._is_study = cluster, is_study
        self._name = f"{PROCESS}-{next(_numbers)}"
        self._is_stopped = False

    def player(self, game: Game, spec: str) -> Player:
        return FarPlayer(self, spec)

    def engine(self, game: Game, spec: str) -> Engine:
        return FarEngine(self, spec)

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return self.do(CallJob(work, arguments))

    def do(self, job: Job, report: Report | None = None) -> Any:
        """Have a job done there."""
        self._is_stopped = False
        if job.needs is not None:
            self._cluster.get_ready(job.needs.task)
        try:
            return self._wait_for(job, report).open()
        except LostError:
            self._cluster.lose(self.worker)
            raise

    def _wait_for(self, job: Job, report: Report | None) -> Answer:
        """The answer. Looks in now and then, to see whether the worker is still there."""
        waiting = self._cluster.ask(self.worker, think, self._name, self._is_study, job)
        seen: Analysis | None = None
        while not wait([waiting], LOOK_INTERVAL).done:
            found = self._look_in()
            if report is not None and found is not None and found != seen:
                report(found)
            seen = found
        answer: Answer = waiting.result()
        return answer

    def stop(self) -> None:
        """Make the engine end soon."""
        self._is_stopped = True
        self._cluster.ask(self.worker, look_in, self._name, True)

    def _look_in(self) -> Analysis | None:
        looking = self._cluster.ask(self.worker, look_in, self._name, self._is_stopped)
        if not wait([looking], PATIENCE).done:
            raise LostError(self.worker)
        found: Analysis | None = looking.result()
        return found


def far_call(cluster: Cluster, work: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a function, which the least busy worker calls; LostError if there is none."""
    desk = FarDesk(cluster, cluster.least_busy(), is_study=True)
    return desk.call(work, *arguments)


class FarPlayer(Player):
    """A player that thinks at a desk far away."""

    def __init__(self, desk: FarDesk, spec: str) -> None:
        self._desk, self._spec = desk, spec

    def prepare(self, match: Match, seat: int) -> None:
        self._desk.do(PlayerJob(self._spec, match, seat, table_files(match.game)))

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        seat, tables = match.position.turn, table_files(match.game)
        job = PlayerJob(self._spec, match, seat, tables, allowance)
        choice: Choice = self._desk.do(job, self.report)
        return choice

    def stop(self) -> None:
        self._desk.stop()


class FarEngine:
    """An engine for analysis that thinks at a desk far away."""

    def __init__(self, desk: FarDesk, spec: str) -> None:
        self._desk, self._spec = desk, spec

    def prepare(self, match: Match) -> None:
        """The worker gets ready by itself."""

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        job = AnalysisJob(self._spec, match, table_files(match.game), limits, lines)
        found: Analysis = self._desk.do(job, report)
        return found

    def stop(self) -> None:
        self._desk.stop()


class FarDesks:
    """As many desks at each worker as it has threads; `use` is called whenever workers change."""

    def __init__(
        self, cluster: Cluster, is_study: bool, use: Callable[[Sequence[Desk]], None]
    ) -> None:
        self._cluster, self._is_study, self._use = cluster, is_study, use
        self._desks: dict[str, list[FarDesk]] = {}
        cluster.on_change(self._change)

    def _change(self, workers: Workers) -> None:
        self._desks = {
            worker: self._desks.get(worker) or self._set_up(worker, threads)
            for worker, threads in workers.items()
        }
        in_turns = zip_longest(*self._desks.values())
        self._use([desk for one_each in in_turns for desk in one_each if desk is not None])

    def _set_up(self, worker: str, threads: int) -> list[FarDesk]:
        return [FarDesk(self._cluster, worker, self._is_study) for _thread in range(threads)]
