"""What grows with time: learned evaluations and opening books."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from palamedes.books.grower import Grower
from palamedes.books.journal import BookPlan, open_journal
from palamedes.core.display import Displayed
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.learning.run import Learner, new_run
from palamedes.learning.run_folder import Generation, Run, RunFolder, open_folder, usual_folder
from palamedes.learning.schedule import Budget
from palamedes.library.analysis import PositionAnalysis, position_analysis
from palamedes.library.arguments import game_of, match_at, number, whole, workers_of
from palamedes.library.background import BackgroundWork
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.book_engine import book_entry, own_book_path

LEAST_MINUTES, MOST_MINUTES = 0.05, 100_000.0
FEWEST_POSITIONS, MOST_POSITIONS = 1000, 1_000_000_000
MOST_NODES = 10**12  # for each position of a book
NODES = 1_000_000  # for each position of a book, if nothing else is said


@dataclass(frozen=True)
class LearnedRun(Displayed):
    """A finished run of learning."""

    game: Game
    folder: Path
    run: Run

    def __repr__(self) -> str:
        return f"<learned {self.game.id}: generation {self.run.best} is the best>"

    @property
    def generations(self) -> list[Generation]:
        """What each generation learnt from, its errors, and its match against the best before."""
        return self.run.rounds

    @property
    def path(self) -> Path | None:
        """The file of the best generation, None if none was stronger than knowing nothing."""
        return RunFolder(self.folder, self.game).learned(self.run.best) if self.run.best else None

    @property
    def player(self) -> str | None:
        """The best generation as a player, for games, engines and tournaments."""
        return None if self.path is None else f"learned:{self.path}"


def learn(
    game: Game | str,
    *,
    minutes: float | None = None,
    positions: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    folder: str | Path | None = None,
    on_generation: Callable[[Generation], None] | None = None,
) -> LearnedRun:
    """Let an evaluation teach itself a game, from nothing, by playing against itself.

    It takes `minutes`, or learns from that many `positions`: then equal seeds give equal results.
    Everything lies in a folder; by default it is the one of `palamedes learn`. A run that was
    interrupted goes on where it was; one that is finished begins again.
    """
    chosen = game_of(game)
    budget = _budget(minutes, positions)
    count = workers_of(workers)
    path = Path(folder) if folder is not None else usual_folder(chosen)
    with open_folder(path, chosen) as opened:
        run = opened.read()
        if run is None or run.is_done:
            opened.clear()
            run = new_run(chosen, budget, seed, count)
        elif (run.minutes, run.positions, run.seed) != (minutes, positions, seed):
            raise PalamedesError(
                _("{path}: another run was interrupted here; choose another folder").format(
                    path=path
                )
            )
        learner = Learner(opened, run, count, finished=on_generation or _ignore)
        BackgroundWork(learner.learn, learner.stop).result()
    return LearnedRun(chosen, path, run)


def book(position: Position | Match) -> PositionAnalysis | None:
    """What the opening book says of a position, None if it says nothing.

    >>> import palamedes
    >>> found = palamedes.book(palamedes.start("teeko"))
    >>> found.score.is_draw, found.move in palamedes.start("teeko").moves
    (True, True)

    A match matters for its history: of positions that occur again a book knows nothing.
    """
    match = match_at(position)
    here, entry = match.position, book_entry(match)
    if entry is None:
        return None
    moves = [(here.move_text(move.code), move.score) for move in entry.moves]
    lines = tuple(Variation(text, score, (text,), entry.is_exact) for text, score in moves)
    return position_analysis(here, Analysis(lines, 0, 0, 0.0))


def make_book(
    game: Game | str,
    *,
    minutes: float | None = None,
    positions: int | None = None,
    nodes: int = NODES,
    workers: int | None = None,
    path: str | Path | None = None,
) -> Path:
    """Grow an opening book by long searches, of `nodes` for each position; returns its file.

    It stops after `minutes` or with that many `positions`. Without a `path`, engines use it from
    now on in place of ours. What was found before is kept: call again, and the book grows on.
    """
    chosen = game_of(game)
    _budget(minutes, positions, least=1)
    whole("nodes", nodes, 1, MOST_NODES)
    count = workers_of(workers)
    file = Path(path) if path is not None else own_book_path(chosen)
    file.parent.mkdir(parents=True, exist_ok=True)
    journal = file.with_name(f"{file.name}.journal")
    plan = BookPlan(chosen.id, version("palamedes"), nodes=nodes)
    with open_journal(journal, chosen, None if journal.exists() else plan) as opened:
        seconds = None if minutes is None else 60 * minutes
        grower = Grower(chosen, opened, positions, seconds, count)
        found = BackgroundWork(grower.grow, grower.stop).result()
        if not len(found):
            raise PalamedesError(
                _("no book written: no move is certain enough yet; search further")
            )
        found.write(file)
    return file


def _budget(minutes: float | None, positions: int | None, least: int = FEWEST_POSITIONS) -> Budget:
    """What may be spent: one of the two."""
    if (minutes is None) == (positions is None):
        raise PalamedesError(_("give either minutes or positions"))
    if minutes is not None:
        return Budget(minutes=number("minutes", minutes, LEAST_MINUTES, MOST_MINUTES))
    return Budget(positions=whole("positions", positions or 0, least, MOST_POSITIONS))


def _ignore(_generation: Generation) -> None:
    """Nobody asked to be told."""
