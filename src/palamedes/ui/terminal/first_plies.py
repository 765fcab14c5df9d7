"""The values of the first plies at the terminal: found, and added to the opening book."""

from pathlib import Path

from palamedes.books.first_plies import FirstPlies, add_values, book_in_use
from palamedes.core.devices import find_device
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.search.book_engine import own_book_path
from palamedes.solver.tablebase import Tablebase
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_or_stop
from palamedes.ui.terminal.progress import progress_bars
from palamedes.ui.texts.learning import whole
from palamedes.ui.texts.sizes import size_text


def add_first_plies(
    game: Game, plies: int, device: str, threads: int, output: Path | None, console: Terminal
) -> None:
    """Add the values of the first plies to the book of a game; Ctrl-C keeps what was found."""
    if game.layers is None or not game.layers.opening(0):
        raise PalamedesError(_("{game} has no positions above its tables").format(game=game.id))
    where = find_device(device, threads)
    work, book = FirstPlies(Tablebase(game), plies, threads, where), book_in_use(game)
    path = output or own_book_path(game)
    if output is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path)
    console.say(_("This needs {size} of memory.").format(size=size_text(work.memory)))
    where.check_memory(work.memory)
    with progress_bars() as show:
        values = wait_or_stop(lambda: work.find(show), work.stop)
    if values is None:
        raise KeyboardInterrupt
    try:
        add_values(book, values, path)
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    size = -(-path.stat().st_size // 1000)
    text = _("{path}: the values of {positions} positions, {size} kB")
    console.say(text.format(path=path, positions=whole(work.total), size=whole(size)))
