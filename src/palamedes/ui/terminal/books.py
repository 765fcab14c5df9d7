"""Opening books at the terminal: a book that is being made, and what a book says of a position."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bars

from palamedes.books.grower import Cluster, Grower, GrowthProgress
from palamedes.books.journal import BookJournal, BookPlan, open_journal
from palamedes.cluster.executor import cluster_executor
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.search.book_engine import book_path, own_book_path
from palamedes.search.book_values import BookValues
from palamedes.search.opening_book import BookEntry, OpeningBook, read_book
from palamedes.search.score import chance, score_text
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.texts.books import progress_text, source_text
from palamedes.ui.texts.learning import percent, time_left_text, whole

MINUTES = 10.0  # of a book that was given neither minutes nor positions
SECONDS = 1.0  # for each position, if nothing else is said
GRACE = 5.0  # seconds in which searches that were interrupted can end


class MakingOptions(NamedTuple):
    """What was asked for. None stands for the usual, or for what the book has begun with."""

    minutes: float | None
    positions: int | None
    seconds: float | None
    nodes: int | None
    workers: int
    cluster: str | None
    resume: bool
    restart: bool
    output: Path | None


def make_book(game: Game, options: MakingOptions, console: Terminal) -> None:
    """Make a book, or go on with it, and write its file."""
    path = own_book_path(game)
    if options.output is not None:
        path = options.output
        _check_target(path)
    journal_path = path.with_name(f"{path.name}.journal")
    _check(options, journal_path)
    address = options.cluster
    with (  # the cluster first: if it cannot be reached, nothing is begun or wiped
        cluster_executor(address) if address is not None else nullcontext() as cluster,
        open_journal(journal_path, game, _plan(game, options)) as journal,
    ):
        _check_resumed(options, journal.plan)
        book = _grow(game, journal, options, cluster)
        if not len(book):  # it would be used instead of a better one
            text = _("no book written: no move is certain enough yet; --resume searches further")
            raise PalamedesError(text)
        try:
            replace(book, values=_values_of_before(path, game)).write(path)
        except OSError as error:
            raise PalamedesError(f"{path}: {error.strerror}") from None
    text = _("{path}: {entries} of {positions} positions, {size} kB")
    size = -(-path.stat().st_size // 1000)
    positions = whole(book.made["positions"])
    console.say(
        text.format(path=path, entries=whole(len(book)), positions=positions, size=whole(size))
    )


def _values_of_before(path: Path, game: Game) -> BookValues | None:
    """The exact values of the first plies in the file that is replaced: they stay."""
    with suppress(PalamedesError):
        return read_book(path, game).values
    return None


def _check_target(path: Path) -> None:
    """Raise PalamedesError unless a book can be written there, before anything is searched."""
    if path.is_dir():
        raise PalamedesError(_("{path} is a folder: give the name of a file").format(path=path))
    check_writable(path)


def _check(options: MakingOptions, journal: Path) -> None:
    if options.resume and options.restart:
        raise PalamedesError(_("give either --resume or --restart"))
    if options.seconds is not None and options.nodes is not None:
        raise PalamedesError(_("give either --time or --nodes"))
    if journal.exists() and not options.resume and not options.restart:
        raise PalamedesError(
            _("{path} exists already: --resume goes on with it, --restart begins again").format(
                path=journal
            )
        )


def _check_resumed(options: MakingOptions, plan: BookPlan) -> None:
    """The searches of a book are all alike."""
    asked = (options.seconds, options.nodes)
    if any(
        new is not None and new != old
        for new, old in zip(asked, (plan.seconds, plan.nodes), strict=True)
    ):
        raise PalamedesError(
            _("--resume keeps the searches of the book: leave out --time, --nodes")
        )


def _plan(game: Game, options: MakingOptions) -> BookPlan | None:
    """How a new book is to be made, None for one that exists."""
    if options.resume:
        return None
    seconds = options.seconds
    if seconds is None and options.nodes is None:
        seconds = SECONDS
    return BookPlan(game.id, version("palamedes"), seconds, options.nodes)


def _grow(
    game: Game, journal: BookJournal, options: MakingOptions, cluster: Cluster | None
) -> OpeningBook:
    """Do what is left of a book; if interrupted, say how to go on."""
    minutes = options.minutes
    if minutes is None and options.positions is None:
        minutes = MINUTES
    seconds = None if minutes is None else 60 * minutes
    grower = Grower(game, journal, options.positions, seconds, options.workers, cluster)
    with _live() as show:
        try:
            return wait_for(grower.grow, grower.stop, lambda: show(grower.progress))
        except KeyboardInterrupt:
            grower.ended.wait(GRACE)
            _say_how_to_resume(game, options)
            raise


def _say_how_to_resume(game: Game, options: MakingOptions) -> None:
    words = ["palamedes", "book", "make", game.id, "--resume"]
    given = {
        "--positions": options.positions,
        "--minutes": options.minutes,
        "--output": options.output,
    }
    words += [str(word) for pair in given.items() if pair[1] is not None for word in pair]
    line = _("To resume: {command}").format(command=shlex.join(words))
    sys.stderr.write(f"{line}\n")


@contextmanager
def _live() -> Iterator[Callable[[GrowthProgress], None]]:
    """Show on stderr, if that is a terminal, how far a book is."""
    console = Console(stderr=True, highlight=False)
    columns = TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.fields[left]}")
    is_live = sys.stderr.isatty()
    with Bars(*columns, console=console, transient=True, disable=not is_live) as bars:
        task = bars.add_task("", total=1.0, left="")

        def show(told: GrowthProgress) -> None:
            left = "" if told.seconds_left is None else time_left_text(told.seconds_left)
            text = progress_text(told)
            bars.update(task, description=text, completed=min(told.share, 1.0), left=left)

        yield show


def show_book(position: Position, file: Path | None, console: Terminal) -> None:
    """Print what a book says of a position: moves, values, and the share of the point."""
    entry = _entry(position, file)
    if entry is None:
        console.say(_("This position is not in the book."))
        return
    for move in entry.moves:
        words = [
            position.move_text(move.code),
            score_text(move.score, entry.is_exact),
            percent(chance(move.score, position.game.scale)),
            source_text(entry.is_exact),
        ]
        console.say("  ".join(words))


def book_document(position: Position, file: Path | None) -> dict[str, Any]:
    """The same as JSON; no moves if the position is not in the book."""
    entry = _entry(position, file)
    moves = [] if entry is None else entry.moves
    return {
        "position": position.text,
        "source": None if entry is None else ("table" if entry.is_exact else "search"),
        "moves": [{"move": position.move_text(move.code), "score": move.score} for move in moves],
    }


def _entry(position: Position, file: Path | None) -> BookEntry | None:
    """What a book says; PalamedesError if there is no book or it is no good."""
    path = file or book_path(position.game)
    if path is None:
        text = _("{game} has no opening book; make one with: palamedes book make {game}")
        raise PalamedesError(text.format(game=position.game.id))
    book = read_book(path, position.game)
    entry = book.find(position.state) or book.exact_entry(position.state, position.codes)
    if entry is None or position.result is not None:
        return None
    return entry._replace(moves=tuple(each for each in entry.moves if each.code in position.codes))
