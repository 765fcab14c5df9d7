"""A bot that plays on a server, at a terminal: its log, a line about its games, and Ctrl-C."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from palamedes.arena.online import BotClient, ServerApi, Wishes
from palamedes.arena.online.bot_client import ClientProgress
from palamedes.arena.online.event_log import EventLog
from palamedes.arena.online.online_game import MakePlayer
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

LINE_START = "\r\x1b[K"  # which erases the line


def run_online_bot(
    api: ServerApi, wishes: Wishes, make_player: MakePlayer, games: int, file: Path | None
) -> None:
    """Play until Ctrl-C: the first lets the games end, the second leaves them at once."""
    is_live = file is not None and sys.stderr.isatty()
    with _written(file) as write:
        client = BotClient(api, wishes, make_player, games, EventLog(write))
        client.sign_in()
        show = _show if is_live else _ignore
        try:
            _run_until_interrupted(client, show)
        finally:
            client.stop()
            if is_live:
                sys.stderr.write(LINE_START)


def _run_until_interrupted(client: BotClient, show: Callable[[ClientProgress], None]) -> None:
    try:
        client.run(show)
    except KeyboardInterrupt:
        if client.progress.playing:
            text = _("Finishing the games in progress. Press Ctrl-C again to leave them.")
            sys.stderr.write(f"{text}\n")
        client.leave()
        client.run(show)


@contextmanager
def _written(file: Path | None) -> Iterator[Callable[[str], None]]:
    """A function that writes a line of the log, to a file or to stdout, at once."""
    if file is None:
        yield _say
        return
    try:
        opened = file.open("a", encoding="utf-8", buffering=1)
    except OSError as error:
        raise PalamedesError(f"{file}: {error.strerror or error}") from None

    def write(line: str) -> None:
        opened.write(f"{line}\n")

    with opened:
        yield write


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _show(progress: ClientProgress) -> None:
    text = _("{name}: {playing} games in progress, {finished} finished")
    if not progress.is_connected:
        text = _("{name}: the server cannot be reached; {playing} games wait")
    line = text.format(name=progress.name, playing=progress.playing, finished=progress.finished)
    sys.stderr.write(f"{LINE_START}{line[:78]}")
    sys.stderr.flush()


def _ignore(_progress: ClientProgress) -> None:
    """Without a terminal there is nothing to show."""
