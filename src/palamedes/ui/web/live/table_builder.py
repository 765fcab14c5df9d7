"""Builds tables in the background, in processes of low priority that end with the server.

Tables that take seconds are built when a visitor first needs them. What takes longer is built only
if the operator names it when the server starts. Each group of tables is saved as soon as it is
done, so a build that was cancelled or ended with the server goes on where it was.
"""

import logging
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from threading import Lock

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.layers import Layer
from palamedes.games import find_game
from palamedes.solver.building import takes_seconds
from palamedes.solver.building_process import build_beside
from palamedes.solver.tablebase import Tablebase, choose_layers
from palamedes.ui.web.http.limits import BusyError

log = logging.getLogger(__name__)
NOTHING = "none"  # in place of a game: no tables are built
NICENESS = 15  # engines come first
MOST_WAITING = 20


@dataclass
class Build:
    """Tables of a game that are being built, or wait for others of their kind."""

    game: Game
    is_quick: bool
    share: float = 0.0  # that is done
    has_begun: bool = False
    is_cancelled: bool = False


class _CancelledError(Exception):
    """Raised by a report to end a build."""


class TableBuilder:
    """Builds one game at a time, and beside it one that takes seconds."""

    def __init__(self, named: Sequence[str], threads: int) -> None:
        """`named` are the games of the operator, with the most men or without, or NOTHING.

        Raises PalamedesError if one of them is no game that can be solved.
        """
        self._is_off = NOTHING in named
        self._men = dict(_parse(text) for text in named if text != NOTHING)  # by game
        self._threads = threads
        self._lanes = {is_quick: ThreadPoolExecutor(1, "tables") for is_quick in (False, True)}
        self._builds: dict[str, Build] = {}  # by game
        self._complaints: dict[str, str] = {}  # why the last build of a game failed
        self._lock = Lock()

    def start_all(self) -> None:
        """Begin to build what the operator has named."""
        for name in self._men:
            self._submit(Build(find_game(name), is_quick=False))

    def start(self, game: Game, is_operator: bool) -> None:
        """Build what is missing of a game; PalamedesError if that is for the operator alone."""
        if self.is_wanted(game):
            is_quick = takes_seconds(game)
            if not is_quick and not is_operator:
                raise PalamedesError(_("Only the operator of this server can do that."))
            self._submit(Build(game, is_quick))

    def builds_at_first_need(self, game: Game) -> bool:
        """Whether whoever needs the tables of a game can have them in seconds."""
        return not self._is_off and takes_seconds(game)

    def find(self, game: Game) -> Build | None:
        """The build of a game that is under way."""
        return self._builds.get(game.id)

    def is_wanted(self, game: Game) -> bool:
        """Whether tables of a game are missing that this server may build."""
        if self._is_off or game.layers is None or not Tablebase(game).missing(self._layers(game)):
            return False
        return game.id in self._men or takes_seconds(game)

    def men(self, game: Game) -> str | None:
        """Up to how many men the tables of a game are built, such as 7-7; None for the usual."""
        return self._men.get(game.id)

    def complaint(self, game: Game) -> str:
        """Why the last build of a game failed; empty if it did not."""
        return self._complaints.get(game.id, "")

    def cancel(self, game: Game) -> None:
        """End the build of a game; the tables that are done stay."""
        if build := self.find(game):
            build.is_cancelled = True

    def close(self) -> None:
        """End all builds."""
        for build in list(self._builds.values()):
            build.is_cancelled = True
        for lane in self._lanes.values():
            lane.shutdown(cancel_futures=True)

    def _layers(self, game: Game) -> Sequence[Layer]:
        return choose_layers(Tablebase(game), self.men(game), every=False)

    def _submit(self, build: Build) -> None:
        with self._lock:
            if build.game.id in self._builds:
                return
            if len(self._builds) >= MOST_WAITING:
                raise BusyError(_("Too many requests. Please wait a moment."))
            self._builds[build.game.id] = build
            self._complaints.pop(build.game.id, None)
        self._lanes[build.is_quick].submit(copy_context().run, self._run, build)  # in our language

    def _run(self, build: Build) -> None:
        game = build.game

        def note(what: str, done: int, total: int) -> None:
            if build.is_cancelled:
                raise _CancelledError
            if what == _("all"):
                build.share = done / total

        try:
            build.has_begun = True
            note("", 0, 1)  # it may be cancelled already
            build_beside(game, self.men(game), self._threads, note, NICENESS)
        except _CancelledError:
            pass
        except Exception as error:
            log.warning("building the tables of %s: %s", game.id, error)
            self._complaints[game.id] = str(error)
        finally:
            del self._builds[game.id]


def _parse(text: str) -> tuple[str, str | None]:
    """The game that an operator names, and the most men on each side; PalamedesError if wrong."""
    match = re.fullmatch(r"(.+?)(?::(\d+-\d+))?", text)
    name, men = match.groups() if match else (text, None)
    game = find_game(name)
    choose_layers(Tablebase(game), men, every=False)
    return game.id, men
