"""A desk on a worker of a cluster: players and engines that think there."""

from collections.abc import Callable, Sequence
from concurrent.futures import wait
from itertools import count, zip_longest
from typing import Any

from palamedes.cluster.connection import Cluster, LostError, Workers
from palamedes.cluster.jobs import AnalysisJob, CallJob, Job, JobResult, NotReadyError, PlayerJob
from palamedes.cluster.worker import look_in, think
from palamedes.core.game import Game
from palamedes.core.language import language
from palamedes.core.match import Match
from palamedes.players import FREE, Allowance, Choice, Player, uses_tables
from palamedes.players.desk import Desk
from palamedes.search.analysis import Analysis, Engine, Limits, Report
from palamedes.solver.inventory import table_files

LOOK_INTERVAL = 0.4  # seconds between two looks at what an engine has found
PATIENCE = 2.0  # seconds in which a worker must answer
_numbers = count(1)


class FarDesk(Desk):
    """Raises LostError if the worker is gone, and NotReadyError if it is not ready for a player."""

    def __init__(self, cluster: Cluster, worker: str, is_study: bool) -> None:
        super().__init__()
        self.worker = worker
        self._cluster, self._is_study = cluster, is_study
        self._name = f"{cluster.server}-{next(_numbers)}"
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
        except NotReadyError as error:
            if error.tables and job.needs is not None:
                self._cluster.note_lack_of_tables(self.worker, job.needs.task[0])
            raise

    def _wait_for(self, job: Job, report: Report | None) -> JobResult:
        """The result. Looks in now and then, to see whether the worker is still there."""
        details = self._name, self._is_study, language(), job
        waiting = self._cluster.ask(self.worker, think, *details)
        seen: Analysis | None = None
        while not wait([waiting], LOOK_INTERVAL).done:
            found = self._look_in()
            if report is not None and found is not None and found != seen:
                report(found)
            seen = found
        result: JobResult = waiting.result()
        return result

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
    """Call a function on the least busy worker; LostError if there is none."""
    desk = FarDesk(cluster, cluster.least_busy(), is_study=True)
    return desk.call(work, *arguments)


def tables_for(game: Game, spec: str) -> frozenset[str]:
    """The tables that a player would use in this process."""
    return table_files(game) if uses_tables(game, spec) else frozenset()


class FarPlayer(Player):
    """A player that thinks at a desk far away."""

    def __init__(self, desk: FarDesk, spec: str) -> None:
        self._desk, self._spec = desk, spec

    def prepare(self, match: Match, seat: int) -> None:
        self._desk.do(PlayerJob(self._spec, match, seat, tables_for(match.game, self._spec)))

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        seat, tables = match.position.turn, tables_for(match.game, self._spec)
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
        tables = tables_for(match.game, self._spec)
        job = AnalysisJob(self._spec, match, tables, limits, lines)
        found: Analysis = self._desk.do(job, report)
        return found

    def stop(self) -> None:
        self._desk.stop()


def offer_desks(cluster: Cluster, is_study: bool, use: Callable[[Sequence[Desk]], None]) -> None:
    """Call `use` whenever workers change, with as many desks at each as it has threads."""
    desks: dict[str, list[FarDesk]] = {}

    def change(workers: Workers) -> None:
        for worker in desks.keys() - workers.keys():
            del desks[worker]
        for worker in workers.keys() - desks.keys():
            desks[worker] = [FarDesk(cluster, worker, is_study) for _ in range(workers[worker])]
        in_turns = zip_longest(*desks.values())
        use([desk for one_each in in_turns for desk in one_each if desk is not None])

    cluster.on_change(change)
