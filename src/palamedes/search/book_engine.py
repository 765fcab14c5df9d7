"""Opening moves from a book: an engine that looks positions up, and asks another one elsewhere."""

import sys
from contextlib import suppress
from functools import lru_cache
from math import exp
from pathlib import Path
from random import Random
from time import perf_counter

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, name_of_files
from palamedes.core.game import Game, State
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.search.alphabeta.engine import IN_SIGHT
from palamedes.search.analysis import Analysis, Engine, Limits, Report, Variation
from palamedes.search.book_values import BookValues
from palamedes.search.opening_book import SUFFIX, BookEntry, BookMove, OpeningBook, read_book
from palamedes.search.score import chance

SHIPPED = Path(__file__).parent / "books"
MARGIN = 0.015  # of the point: what a move may cost to be played for variety
RARER = 0.005  # of the point: a move that costs this is played e times less often than the best


def own_book_path(game: Game) -> Path:
    """Where a book of your own lies, which is used instead of the one that comes with Palamedes."""
    return data_folder() / "books" / f"{name_of_files(game.id)}{SUFFIX}"


def book_path(game: Game) -> Path | None:
    """The file of the book in use, None if the game has none."""
    own = own_book_path(game)
    for path in (own, SHIPPED / own.name):
        with suppress(OSError):  # the data folder may be closed to us
            if path.exists():
                return path
    return None


def opening_book(game: Game) -> OpeningBook | None:
    """The book in use, None if there is none. A bad file is mentioned once, on stderr."""
    path = book_path(game)
    return None if path is None else _book_or_warning(path, game)


def book_values(game: Game) -> BookValues | None:
    """The exact values of the first plies: of your own book, or of the one that comes with us."""
    for path in (own_book_path(game), SHIPPED / own_book_path(game).name):
        with suppress(OSError):
            book = _book_or_warning(path, game) if path.exists() else None
            if book is not None and book.values is not None:
                return book.values
    return None


@lru_cache(maxsize=16)
def _book_or_warning(path: Path, game: Game) -> OpeningBook | None:
    try:
        return read_book(path, game)
    except PalamedesError as error:
        text = _("{error}; playing without a book").format(error=error)
        sys.stderr.write(f"palamedes: {text}\n")
        return None


class BookEngine:
    """Answers at once where the book of the game knows the position; elsewhere another engine does.

    A single line is drawn at random among the moves that are nearly as good as the best. Several
    lines are all moves of the book, best first.
    """

    def __init__(self, otherwise: Engine, random: Random) -> None:
        self._otherwise = otherwise
        self._random = random

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        began = perf_counter()
        entry = book_entry(match)
        if entry is None:
            return self._otherwise.analyse(match, limits, lines, report)
        state, moves = match.position.state, entry.moves[:lines]
        if lines == 1:
            moves = (drawn_move(entry, match.game.scale, self._random),)
        moves = tuple(equivalent_move(state, move, self._random) for move in moves)
        texts = [match.position.move_text(move.code) for move in moves]
        found = tuple(
            Variation(text, move.score, (text,), is_true=entry.is_exact)
            for text, move in zip(texts, moves, strict=True)
        )
        return Analysis(found, 0, 0, perf_counter() - began)

    def prepare(self, match: Match) -> None:
        book_entry(match)  # reads the file
        self._otherwise.prepare(match)

    def stop(self) -> None:
        self._otherwise.stop()


def book_entry(match: Match) -> BookEntry | None:
    """What the book says of the position of a match, None if it must not be asked.

    It knows nothing of what was played before: a position that occurs again may be a draw next
    time. It knows of no limit of moves either.
    """
    history, position = match.history, match.position
    has_near_end = history.plies and history.plies - len(match.turns) <= IN_SIGHT
    if has_near_end or position in match.since_progress:
        return None
    book = opening_book(match.game)
    entry = None if book is None else book.find(position.state)
    if entry is None:
        return None
    legal = tuple(move for move in entry.moves if move.code in position.codes)
    return entry._replace(moves=legal) if legal else None


def drawn_move(entry: BookEntry, scale: float, random: Random) -> BookMove:
    """One of the moves that are nearly as good as the best; of exact ones, as good as the best."""
    best = entry.moves[0]
    if entry.is_exact:
        return random.choice([move for move in entry.moves if move.score == best.score])
    losses = [chance(best.score, scale) - chance(move.score, scale) for move in entry.moves]
    near = [(move, loss) for move, loss in zip(entry.moves, losses, strict=True) if loss <= MARGIN]
    weights = [exp(-loss / RARER) for _move, loss in near]
    return random.choices([move for move, _loss in near], weights)[0]


def equivalent_move(state: State, move: BookMove, random: Random) -> BookMove:
    """A move or one of its images, by chance, if the position is symmetric: books have only one."""
    mirrors = [each for each in range(state.SYMMETRIES) if state.image(each) == state]
    return move._replace(code=int(state.move_image(move.code, random.choice(mirrors))))
