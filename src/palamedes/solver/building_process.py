"""Building tables in a process of its own, which can be ended at any moment."""

import os
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _, language, set_language
from palamedes.core.plugins import Registration, handed_over
from palamedes.core.workers import begin_worker
from palamedes.games import find_game
from palamedes.solver.building import build_tables
from palamedes.solver.tablebase import Progress

POLL = 0.1  # seconds


def build_beside(
    game: Game, men: str | None, threads: int, progress: Progress, niceness: int = 0
) -> None:
    """`build_tables` in a separate process, which is ended with this call.

    A thread could be cancelled only between two reports of the solver, which may be far apart.
    `progress` is called every POLL seconds even without news, because it may raise to cancel.
    """
    context = get_context("spawn")
    reading, writing = context.Pipe(duplex=False)
    arguments = (game.id, men, threads, niceness, language(), writing, handed_over())
    process = context.Process(target=_build_in_process, args=arguments, daemon=True)
    process.start()
    writing.close()
    try:
        _listen(reading, progress)
    finally:
        process.terminate()
        process.join()
        reading.close()


def _listen(reading: Connection, progress: Progress) -> None:
    """Pass reports of the process on until it is done."""
    report: tuple[str, int, int] = (" ", 0, 1)
    while True:
        try:
            if reading.poll(POLL):
                message = reading.recv()
                if message is None:
                    return
                if isinstance(message, str):
                    raise PalamedesError(message)
                report = message
        except EOFError:
            raise PalamedesError(_("The game could not be solved.")) from None
        progress(*report)


def _build_in_process(
    name: str,
    men: str | None,
    threads: int,
    niceness: int,
    language_code: str,
    writing: Connection,
    offers: tuple[Registration, ...],
) -> None:
    """Build tables and send reports, then None at the end or the text of an error."""
    begin_worker(offers)
    with suppress(AttributeError):  # some systems have no `nice`
        os.nice(niceness)
    set_language(language_code)
    try:
        build_tables(find_game(name), men, threads, lambda *report: writing.send(report))
        writing.send(None)
    except BrokenPipeError:
        return  # nobody waits for it any more
    except (PalamedesError, OSError) as error:
        writing.send(str(error))
