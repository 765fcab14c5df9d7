"""A run of learning at the terminal: what it is doing, a line for each generation, and the end."""

import shlex
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from palamedes.cluster.executor import cluster_executor
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.game import Game
from palamedes.core.language import _, decimal
from palamedes.learning.documents import run_document
from palamedes.learning.experience import MEMORY
from palamedes.learning.gathering import Cluster
from palamedes.learning.run import Learner, new_run
from palamedes.learning.run_folder import Generation, Run, RunFolder, open_folder, usual_folder
from palamedes.learning.schedule import Budget
from palamedes.ui.report.learning import write_learning_report
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.texts.learning import generation_text, progress_text, time_left_text

MINUTES = 10.0  # of a run that was given neither minutes nor positions
GRACE = 5.0  # seconds in which a run that was interrupted can save what it has


class RunOptions(NamedTuple):
    """What was asked for. None stands for the usual, or for what the run has begun with."""

    minutes: float | None
    positions: int | None
    seed: int | None
    workers: int
    cluster: str | None
    resume: bool
    restart: bool
    folder: Path | None
    report: Path | None


def learn_game(game: Game, options: RunOptions, console: Terminal | None) -> dict[str, object]:
    """Learn a game, or go on with it; returns the result as a document. No console: no summary."""
    check_writable(options.report)
    path = options.folder or usual_folder(game)
    if options.resume and options.restart:
        raise PalamedesError(_("give either --resume or --restart"))
    if options.resume and not path.exists():
        raise _nothing_to_resume(path)
    # The cluster first: if it cannot be reached, nothing is begun or wiped.
    with _cluster(options.cluster) as cluster, open_folder(path, game) as folder:
        run = _find_run(folder, options)
        _run_to_the_end(folder, run, options, cluster, console is None or console.unicode)
        if options.report is not None:
            write_learning_report(folder, run, options.report)
        if console is not None:
            _show_result(folder, run, console)
        return run_document(folder, run)


def _nothing_to_resume(path: Path) -> PalamedesError:
    return PalamedesError(_("{path}: there is no run to resume").format(path=path))


def _find_run(folder: RunFolder, options: RunOptions) -> Run:
    """The run to go on with, or a new one."""
    if options.restart:
        folder.clear()
    run = folder.read()
    if run is None and options.resume:
        raise _nothing_to_resume(folder.path)
    if run is None:
        minutes = options.minutes
        if minutes is None and options.positions is None:
            minutes = MINUTES
        budget = Budget(minutes, options.positions)
        return new_run(folder.game, budget, options.seed or 0, options.workers)
    if not options.resume:
        raise PalamedesError(
            _("{path} has a run already: --resume goes on with it, --restart begins again").format(
                path=folder.path
            )
        )
    asked = (options.minutes, options.positions, options.seed)
    if any(
        new is not None and new != old
        for new, old in zip(asked, (run.minutes, run.positions, run.seed), strict=True)
    ):
        raise PalamedesError(
            _(
                "--resume keeps the limits and the seed of the run: leave out --minutes, "
                "--positions and --seed."
            )
        )
    return run


def _run_to_the_end(
    folder: RunFolder, run: Run, options: RunOptions, cluster: Cluster | None, unicode: bool
) -> None:
    """Do what is left of a run; if interrupted, say how to go on."""
    if run.is_done:
        return
    done: deque[Generation] = deque()
    with _live(run, done, unicode) as show:
        learner = Learner(folder, run, options.workers, cluster, done.append)
        try:
            wait_for(learner.learn, learner.stop, lambda: show(learner))
        except KeyboardInterrupt:
            if learner.ended.wait(GRACE) or not run.rounds:  # it may not have begun
                folder.write(run)
            raise _interrupted(folder, options) from None
        show(learner)


def _interrupted(folder: RunFolder, options: RunOptions) -> KeyboardInterrupt:
    """Say how to go on; the run itself is safe."""
    words = ["palamedes", "learn", folder.game.id, "--resume"]
    if options.folder is not None:
        words += ["--folder", str(options.folder)]
    line = _("To resume: {command}").format(command=shlex.join(words))
    sys.stderr.write(f"{line}\n")
    return KeyboardInterrupt()


@contextmanager
def _cluster(address: str | None) -> Iterator[Cluster | None]:
    with cluster_executor(address) if address is not None else nullcontext() as found:
        yield found


@contextmanager
def _live(run: Run, done: deque[Generation], unicode: bool) -> Iterator[Callable[[Learner], None]]:
    """Show on stderr what came of each generation and, if that is a terminal, what goes on."""
    is_live = sys.stderr.isatty()
    console = Console(stderr=True, highlight=False)
    columns = TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.fields[left]}")
    with Progress(*columns, console=console, transient=True, disable=not is_live) as bars:
        task = bars.add_task("", total=1.0, left="")
        needs = _("Learning keeps the newest positions in memory: up to {size} GB.")
        lines = deque([needs.format(size=decimal(MEMORY / 1e9))])

        def legible(text: str) -> str:
            return text if unicode else text.replace("±", "+-")

        def show(learner: Learner) -> None:
            told = learner.progress
            while told.number and lines:
                bars.console.print(lines.popleft(), soft_wrap=True)
            left = "" if told.seconds_left is None else time_left_text(told.seconds_left)
            text = legible(progress_text(told, run))
            bars.update(task, description=text, completed=min(told.share, 1.0), left=left)
            while done:
                text = generation_text(done.popleft(), run)
                bars.console.print(legible(text), soft_wrap=True)

        yield show


def _show_result(folder: RunFolder, run: Run, console: Terminal) -> None:
    if run.best == 0:
        console.say(_("No generation was stronger than the one that knows nothing."))
        return
    player = shlex.quote(f"learned:{folder.learned(run.best)}")
    command = f"palamedes play {run.game} --second {player}"
    console.say(
        _("Play against generation {number}: {command}").format(number=run.best, command=command)
    )
