"""Playing a tournament: sends jobs to workers and writes finished games into the journal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import islice
from time import perf_counter

from palamedes.arena.bot_copies import BotCopies
from palamedes.arena.early_stop import EarlyEnd
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.game_jobs import GameJob, GameJobResult, job_of, play_jobs
from palamedes.arena.journal import Journal, beside
from palamedes.arena.openings import openings_of
from palamedes.arena.plan import Entrant, Plan
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.players import is_program, make_player
from palamedes.players.bot import is_bot
from palamedes.players.external import speaks_course
from palamedes.players.warming import ANALYSIS, is_ready, warm_up

AHEAD = 2  # batches submitted per worker, so that none waits for its next job
BATCH_SECONDS = 0.3  # a batch should take: short games are sent together
LARGEST_BATCH = 64


def check_players(plan: Plan) -> None:
    """Check before the first game that all players exist; PalamedesError if not."""
    game = find_game(plan.game)
    for entrant in plan.entrants:
        with redirect_stdout(sys.stderr):  # a bot may print while it is imported
            make_player(game, entrant.spec, bounds=plan.terms.bounds)
        if speaks_course(entrant.spec) and (plan.openings or plan.lines):
            raise PalamedesError(
                _(
                    "programs that speak the course protocol can only play from the start: add "
                    "--openings 0 and no --openings-file"
                )
            )


def compile_ahead(plan: Plan) -> None:
    """Compile our engine if bots play in a sandbox: there they can use such code, but not keep it.

    Bots in Python may search with it, and would compile it in every game.
    """
    task = plan.game, ANALYSIS
    has_bots = any(is_bot(each.spec) or is_program(each.spec) for each in plan.entrants)
    if plan.terms.bounds.sandbox != "off" and has_bots and not is_ready(task):
        warm_up(task)


def play_tournament(
    journal: Journal, executor: Executor, workers: int, on_game: Callable[[FinishedGame], None]
) -> None:
    """Play the games that the journal lacks, and stop early if the plan's SPRT is decided.

    `on_game` is called with every game as it ends. If programs run in a sandbox, copies of them do.
    """
    plan = journal.plan
    copies = BotCopies(beside(journal.path, "bots"), plan.entrants)
    is_open = plan.terms.bounds.sandbox == "off"
    compile_ahead(plan)
    _play_all(journal, plan.entrants if is_open else copies.make(), executor, workers, on_game)
    if changed := copies.changed():
        raise PalamedesError(
            _("the files of {names} were changed during the games: do not trust the result").format(
                names=", ".join(changed)
            )
        )


def _play_all(
    journal: Journal,
    entrants: Sequence[Entrant],
    executor: Executor,
    workers: int,
    on_game: Callable[[FinishedGame], None],
) -> None:
    early = EarlyEnd(journal.plan)
    for finished in journal.games:
        early.add(finished)
    batches = _Batches(journal, entrants)
    running: dict[Future[list[GameJobResult]], float] = {}
    try:
        while not early.is_decided:
            while len(running) < AHEAD * workers and (jobs := batches.take()):
                running[executor.submit(play_jobs, jobs)] = perf_counter()
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batches.adapt(perf_counter() - running.pop(future))
                for result in future.result():
                    finished = _save(journal, result)
                    early.add(finished)
                    on_game(finished)
    except BrokenProcessPool:
        raise PalamedesError(
            _("a worker process crashed, perhaps because of a bot; finished games are saved")
        ) from None
    finally:
        for future in running:
            future.cancel()


def _save(journal: Journal, result: GameJobResult) -> FinishedGame:
    finished = FinishedGame(result.fixture, result.record)
    journal.add(finished)
    for seat, text in enumerate(result.errors):
        if text:
            journal.save_stderr(finished, seat, text)
    return finished


class _Batches:
    """The remaining jobs, in batches of about BATCH_SECONDS."""

    def __init__(self, journal: Journal, entrants: Sequence[Entrant]) -> None:
        plan = replace(journal.plan, entrants=tuple(entrants))
        self._opening = openings_of(plan)
        self._jobs = self._remaining(plan, journal)
        self._size = 1

    def _remaining(self, plan: Plan, journal: Journal) -> Iterator[GameJob]:
        done = {finished.fixture for finished in journal.games}
        for fixture in plan.fixtures():
            if fixture not in done:
                yield job_of(plan, fixture, self._opening(fixture.opening))

    def take(self) -> list[GameJob]:
        return list(islice(self._jobs, self._size))

    def adapt(self, seconds: float) -> None:
        """Adapt the batch size to the seconds a batch took, including its wait for a worker."""
        if seconds < BATCH_SECONDS:
            self._size = min(2 * self._size, LARGEST_BATCH)
        elif seconds > 2 * AHEAD * BATCH_SECONDS:
            self._size = max(self._size // 2, 1)
