"""A run: generation after generation plays, learns from what was played, and meets the best."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from threading import Event
from time import monotonic

import numpy as np

from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation, Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.network import FIRST
from palamedes.core.position import Position
from palamedes.learning.examiner import Examination, table_examination
from palamedes.learning.experience import Part, training_set_of
from palamedes.learning.fit import fit, training_set_from
from palamedes.learning.gathering import Cluster, Gathering
from palamedes.learning.gradient import TrainingPositions
from palamedes.learning.run_folder import Generation, Run, RunFolder
from palamedes.learning.schedule import FIT, FIT_COST, MATCH, PLAY, Budget, Schedule
from palamedes.learning.selfplay import PackedEvaluation, SelfPlay
from palamedes.learning.strength import measured_elo
from palamedes.learning.trial import Pairs, is_stronger, play_pairs
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.learned.files import LearnedFile
from palamedes.search.learned.network import TRAITS, Network
from palamedes.search.stop_flag import StopFlag

WINDOW = 3  # generations whose experience a fit uses
TRUST = 0.5  # in what searches foresaw; those of generation 0 foresaw nothing
UNBOUNDED = 1 << 40  # positions, or pairs of games
WARMING = 300  # positions of the games that are played to compile self-play


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The run was asked to stop."""


@dataclass
class Progress:
    """What a run is doing; a front end reads it from another thread."""

    phase: str = "prepare"  # or "play", "fit", "match", "examine", "done"
    number: int = 0  # of the generation
    share: float = 0.0  # of the phase that is done
    positions: int = 0
    rate: float = 0.0  # positions of self-play a second
    error: float | None = None  # on games held out
    pairs: Pairs = field(default_factory=lambda: [0] * 5)
    seconds_left: float | None = None


Finished = Callable[[Generation], None]  # told of every generation that is done


def new_run(game: Game, budget: Budget, seed: int, workers: int) -> Run:
    """The settings of a run that has not begun."""
    return Run(
        game=game.id,
        seed=seed,
        generations=budget.generations(workers),
        minutes=budget.minutes,
        positions=budget.positions,
        version=version("palamedes"),
        workers=workers,
    )


def generation_file(folder: RunFolder, run: Run, number: int) -> LearnedFile:
    """A generation of a run as its file has it; generation 0 knows nothing and needs none."""
    if number:
        return folder.read_generation(number)
    seed = Random(f"{run.seed}").getrandbits(32)
    return LearnedFile(run.game, 0, Network.random(folder.game, seed))


class Learner:
    """Takes a run from where it is to its end. Local work is done in threads: kernels are free of
    the GIL. Self-play can be sent to an executor of a cluster instead.

    Where a run counts positions, nothing depends on the clock or on the number of workers.
    """

    def __init__(
        self,
        folder: RunFolder,
        run: Run,
        workers: int = usable_cores(),
        cluster: Cluster | None = None,
        finished: Finished = lambda _generation: None,
    ) -> None:
        self.game = folder.game
        self.folder = folder
        self.run = run
        self.progress = Progress()
        self._schedule = Schedule(Budget(run.minutes, run.positions), run.generations)
        self._workers = workers
        self._cluster = cluster
        self._finished = finished
        self._stop = StopFlag().flag  # read by self-play, too
        self._cost = FIT_COST
        self._began = monotonic() - run.seconds
        self._examination: Examination | None = None
        self.ended = Event()  # set when `learn` is left

    def stop(self) -> None:
        """End the run soon, from another thread: `learn` raises Stopped."""
        self._stop[0] = 1

    def learn(self) -> Run:
        """Do what is left of the run; Stopped if it was stopped, and can go on later."""
        try:
            return self._learn()
        finally:
            self.ended.set()

    def _learn(self) -> Run:
        run = self.run
        self._prepare()
        self._began = monotonic() - run.seconds
        if run.rounds and run.rounds[-1].phase == "done":
            self._forget(run.rounds[-1])  # it may have ended just before
        while not run.is_done:
            if not run.rounds or run.rounds[-1].phase == "done":
                number = len(run.rounds) + 1
                run.rounds.append(Generation(number, run.best, self._schedule.depth(number)))
                self._write()
            self._continue(run.rounds[-1])
        self._look("done", run.rounds[-1])
        return run

    def _prepare(self) -> None:
        """Compile everything, and sit the first examinations: none of it is on the clock."""
        game, start = self.game, Position.start(self.game)
        if all(start.play(code).result is not None for code in start.codes):
            raise PalamedesError(_("every game is decided at once: there is nothing to learn"))
        evaluation = self._network(0).evaluation(game)
        experience = SelfPlay(game, evaluation, 1, 20, 0, most=WARMING).play(self._stop)
        examples = training_set_from(experience, game, 0.0)
        fit(self._network(0), self._kinds, examples, experience.games, 1, 0, workers=1)
        AlphaBeta(evaluation, megabytes=1).prepare(Match.of(game))
        self._check()
        self._examination = table_examination(game, self._workers, lambda *_told: self._check())
        if self._examination is not None and not self.run.truths:
            known = {"tuned": game.evaluations.get("tuned"), "0": evaluation}
            self.run.truths = {
                name: self._examination.share_kept(each)
                for name, each in known.items()
                if each is not None
            }
            self.run.asked = len(self._examination.questions)

    def _continue(self, generation: Generation) -> None:
        """Take a generation through the phases that are left of it."""
        time = self._seconds_for(generation)
        for phase, step, share in (
            ("play", self._play, PLAY),
            ("fit", self._fit, FIT),
            ("match", self._meet, MATCH),
        ):
            if generation.phase == phase:
                self._look(phase, generation)
                spent = generation.seconds.get(phase, 0.0)
                with self._timed(generation, phase):
                    step(generation, None if time is None else max(time * share - spent, 0.5))
                self._check()
        self._examine(generation)
        self._finished(generation)

    def _seconds_for(self, generation: Generation) -> float | None:
        """The time of a generation, with what it has spent already."""
        if (left := self._seconds_left()) is None:
            return None
        spent = sum(generation.seconds.values())
        return (left + spent) * self._schedule.share_of_rest(generation.number)

    @contextmanager
    def _timed(self, generation: Generation, phase: str) -> Iterator[None]:
        began, before = monotonic(), generation.seconds.get(phase, 0.0)
        try:
            yield
        finally:
            generation.seconds[phase] = round(before + monotonic() - began, 3)

    def _play(self, generation: Generation, seconds: float | None) -> None:
        deadline, target = None, self._schedule.positions(generation.number)
        if seconds is not None:
            deadline = monotonic() + seconds
            whole = seconds + generation.seconds.get("play", 0.0)  # if it was interrupted
            target = self._schedule.capacity(whole * FIT / PLAY * self._workers, self._cost)

        def tell(share: float, rate: float) -> None:
            told = self.progress
            told.share, told.rate, told.positions = share, rate, generation.positions
            told.seconds_left = self._seconds_left()
            self.run.seconds = self._elapsed()

        Gathering(
            self.folder,
            self.run,
            generation,
            self._workers,
            self._cluster,
            self._stop,
            tell,
            target,
            self._schedule.job(generation.number),
            deadline,
        ).gather(PackedEvaluation(self._file(generation.rival).to_bytes()))
        self._check()
        generation.phase = "fit"
        self._write()

    def _fit(self, generation: Generation, seconds: float | None) -> None:
        network, parts = self._network(generation.rival), self._experience(generation)
        budget = (seconds or 0.0) * self._workers  # of one core
        most = UNBOUNDED if seconds is None else self._schedule.capacity(budget, self._cost)
        examples, games = training_set_of(parts, self.game, generation.fitted or most)
        saved, began = self.folder.saved_fit(network), monotonic()
        if not generation.epochs:  # otherwise it was interrupted: it goes on with the same
            generation.fitted = len(games)
            numbers = self._numbers_shown(examples)
            generation.epochs = self._schedule.epochs(len(games), numbers, budget, self._cost)
            self._write()
        found = fit(
            network,
            self._kinds,
            examples,
            games,
            generation.epochs,
            Random(f"{self.run.seed} {generation.number}").getrandbits(32),
            self._workers,
            progress=self._tell_of_fit,
            saved=saved,
            save=self.folder.save_fit,
        )
        if saved is None:
            work = len(games) * generation.epochs
            self._cost = (monotonic() - began) * self._workers / work
        generation.errors = [round(error, 6) for error in found.errors]
        LearnedFile(self.game.id, generation.number, found.network).write(self.folder.candidate)
        generation.phase = "match"
        self._write()
        self.folder.drop_fit()

    def _experience(self, generation: Generation) -> list[Part]:
        """What a generation learns from: the self-play of the last ones; it must be complete."""
        window = self.run.rounds[max(generation.number - WINDOW, 0) : generation.number]
        for each in window:
            self.folder.check_parts(each)
        return [
            Part(path, TRUST if each.rival else 0.0)
            for each in window
            for path in self.folder.parts(each.number)
        ]

    def _numbers_shown(self, examples: TrainingPositions) -> int:
        """How many numbers of a network describe the patterns that were seen."""
        seen = examples.shown % self._kinds if self._kinds else examples.shown
        patterns = int(np.count_nonzero(np.bincount(seen)))
        return patterns * (TRAITS if self._kinds else FIRST)

    def _tell_of_fit(self, share: float, error: float) -> None:
        self._check()
        self.progress.share, self.progress.error = share, error
        self.progress.seconds_left = self._seconds_left()

    def _meet(self, generation: Generation, seconds: float | None) -> None:
        candidate = self.folder.read_candidate()
        evaluations = candidate.evaluation(self.game), self._evaluation(generation.rival)
        began = monotonic()
        most = self._schedule.pairs(generation.number) if seconds is None else UNBOUNDED
        has_learnt = min(generation.errors) < generation.errors[0]
        with ThreadPoolExecutor(self._workers) as pool:
            seed = f"{self.run.seed} {generation.number} match"
            match = play_pairs(self.game, evaluations, generation.pairs, seed, most, pool)
            for pairs in match if has_learnt else ():
                self._check()
                generation.pairs = pairs
                spent = monotonic() - began
                told = self.progress
                told.pairs, told.seconds_left = pairs, self._seconds_left()
                told.share = sum(pairs) / most if seconds is None else spent / seconds
                self._write()
                if seconds is not None and spent > seconds:
                    break
        generation.accepted = has_learnt and is_stronger(generation.pairs, generation.errors)

    def _examine(self, generation: Generation) -> None:
        """Ask for truth, write the file of a generation that was accepted, and end it."""
        self._look("examine", generation)
        candidate = self.folder.read_candidate()
        if self._examination is not None:
            generation.truth = self._examination.share_kept(candidate.evaluation(self.game))
        if generation.accepted:
            file = LearnedFile(
                self.game.id,
                generation.number,
                candidate.network,
                made=self._made(generation),
                measured={
                    "errors": generation.errors,
                    "elo": measured_elo(self.run, generation),
                    "truth": generation.truth,
                },
            )
            file.write(self.folder.learned(generation.number))
        generation.phase = "done"
        self.folder.drop_fit()
        self._write()
        self._forget(generation)

    def _forget(self, generation: Generation) -> None:
        """Remove the files that no generation after this one needs."""
        self.folder.forget(generation.number - WINDOW + 2)

    def _made(self, generation: Generation) -> dict[str, object]:
        run = self.run
        return {
            "version": run.version,
            "seed": run.seed,
            "minutes": run.minutes,
            "positions": sum(each.positions for each in run.rounds),
            "fitted": generation.fitted,
            "epochs": generation.epochs,
            "depth": generation.depth,
            "seconds": self._elapsed(),
            "workers": self._workers,
        }

    @property
    def _kinds(self) -> int:
        return int(type(self.game.start).PATTERN_KINDS)

    def _file(self, number: int) -> LearnedFile:
        return generation_file(self.folder, self.run, number)

    def _network(self, number: int) -> Network:
        return self._file(number).network

    def _evaluation(self, number: int) -> Evaluation:
        return self._network(number).evaluation(self.game)

    def _seconds_left(self) -> float | None:
        if self.run.minutes is None:
            return None
        return max(60 * self.run.minutes - self._elapsed(), 0.0)

    def _elapsed(self) -> float:
        return round(monotonic() - self._began, 1)

    def _look(self, phase: str, generation: Generation) -> None:
        """Show a phase from its beginning."""
        told = self.progress
        told.phase, told.number, told.share = phase, generation.number, 0.0
        told.pairs, told.seconds_left = generation.pairs, self._seconds_left()

    def _check(self) -> None:
        if self._stop[0]:
            raise Stopped

    def _write(self) -> None:
        self.run.seconds = self._elapsed()
        self.folder.write(self.run)
