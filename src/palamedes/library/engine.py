"""Engines that stay open: searches that can be watched and stopped, also from asyncio."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TypeAlias, TypedDict, Unpack

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.library.analysis import PositionAnalysis, position_analysis
from palamedes.library.arguments import game_of, limits_of, match_of, text_of, whole
from palamedes.library.background import TICK, BackgroundWork
from palamedes.library.solving import tables_for
from palamedes.players import best_engine_spec, make_engine
from palamedes.search.analysis import Analysis, Limits

SECONDS = 1.0  # of a search without limits
MOST_LINES = 256

Searchable: TypeAlias = Position | Match
OnProgress = Callable[[PositionAnalysis], None]
Search = Callable[[OnProgress], PositionAnalysis]


class SearchLimits(TypedDict, total=False):
    """What ends a search, whichever comes first; and how many lines are wanted."""

    time: float | None  # seconds
    depth: int | None  # plies
    nodes: int | None
    lines: int


class RunningSearch(BackgroundWork[PositionAnalysis]):
    """A search in the background; once it is stopped, its `result()` is what it has found.

    >>> import palamedes
    >>> with palamedes.engine("morpion") as engine:
    ...     search = engine.start(palamedes.start("morpion"))
    ...     search.stop()
    ...     search.result().move in palamedes.start("morpion").moves
    True

    Iterating gives what it has found so far, each time it knows more, and at last the result.
    Leaving a `with` block stops it.
    """

    def __init__(self, search: Search, stop: Callable[[], None]) -> None:
        self._found: SimpleQueue[PositionAnalysis | None] = SimpleQueue()
        super().__init__(lambda: self._told(search), stop)

    def progress(self) -> Iterator[PositionAnalysis]:
        """What it has found so far, each time it knows more, until it ends."""
        while True:
            with suppress(Empty):
                if (found := self._found.get(timeout=TICK)) is None:
                    return
                yield found

    def __iter__(self) -> Iterator[PositionAnalysis]:
        yield from self.progress()
        yield self.result()

    def __enter__(self) -> "RunningSearch":
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def _told(self, search: Search) -> PositionAnalysis:
        try:
            return search(self._found.put)
        finally:
            self._found.put(None)


class OpenEngine:
    """An engine that remembers what it has searched, until it is closed.

    >>> import palamedes
    >>> with palamedes.engine("morpion", "alphabeta:eval=tuned") as engine:
    ...     position = palamedes.start("morpion")
    ...     depths = [found.depth for found in engine.stream(position, depth=3)]
    ...     print(depths[-1], engine.analyse(position, depth=4).move in position.moves)
    3 True

    It makes one search at a time. A search ends at the first of its limits, `time` in seconds,
    `depth` in plies or `nodes`, and finds the best `lines`, one unless you say otherwise.
    """

    def __init__(self, game: Game, spec: str) -> None:
        self.game = game
        self.spec = spec
        self._engine = make_engine(game, spec)
        self._counts_points = spec.partition(":")[0].strip().lower() == "mcts"
        self._busy = Lock()
        self._running: RunningSearch | None = None
        self._is_closed = False

    def start(self, position: Searchable, **limits: Unpack[SearchLimits]) -> RunningSearch:
        """Begin a search in the background. Without a limit it runs until it is stopped."""
        match, wanted = self._checked(position), _limits(**limits)
        lines = whole("lines", limits.get("lines", 1), 1, MOST_LINES)
        if self._is_closed:
            raise PalamedesError(_("this engine is closed"))
        if not self._busy.acquire(blocking=False):
            raise PalamedesError(_("this engine is searching already: stop it, or open another"))
        self._running = RunningSearch(
            lambda report: self._search(match, wanted, lines, report), self._engine.stop
        )
        if self._is_closed:  # meanwhile, by another thread
            self._running.stop()
        return self._running

    def analyse(self, position: Searchable, **limits: Unpack[SearchLimits]) -> PositionAnalysis:
        """The best lines of a position; without a limit, after a search of a second."""
        return self.start(position, **_with_limit(limits)).result()

    def stream(
        self, position: Searchable, **limits: Unpack[SearchLimits]
    ) -> Iterator[PositionAnalysis]:
        """What a search finds, each time it knows more. Leaving the loop stops it."""
        with self.start(position, **limits) as search:
            yield from search

    async def analyse_async(
        self, position: Searchable, **limits: Unpack[SearchLimits]
    ) -> PositionAnalysis:
        """The same as `analyse`, for asyncio: cancelling it stops the search."""
        from asyncio import to_thread  # not for everybody: it takes 24 ms to import

        search = self.start(position, **_with_limit(limits))
        try:
            return await to_thread(search.result)
        finally:
            search.stop()

    async def stream_async(
        self, position: Searchable, **limits: Unpack[SearchLimits]
    ) -> AsyncIterator[PositionAnalysis]:
        """The same as `stream`, for asyncio."""
        from asyncio import to_thread

        with self.start(position, **limits) as search:
            found = iter(search)
            while (analysis := await to_thread(next, found, None)) is not None:
                yield analysis

    def stop(self) -> None:
        """End the search that is running, if any; its result is what it has found."""
        if self._running is not None:
            self._running.stop()

    def close(self) -> None:
        """Stop searching for good."""
        self._is_closed = True
        self.stop()

    def __enter__(self) -> "OpenEngine":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<engine {self.spec} for {self.game.id}>"

    def _checked(self, position: Searchable) -> Match:
        match = match_of(position)
        if match.game != self.game:
            raise PalamedesError(
                _("this engine is for {game}, not for {other}").format(
                    game=self.game.id, other=match.game.id
                )
            )
        return match

    def _search(
        self, match: Match, limits: Limits, lines: int, report: OnProgress
    ) -> PositionAnalysis:
        here = match.position

        def tell(found: Analysis) -> None:
            report(position_analysis(here, found, self._counts_points))

        try:
            found = self._engine.analyse(match, limits, lines, tell)
        finally:
            self._busy.release()
        return position_analysis(here, found, self._counts_points)


def _limits(
    time: float | None = None, depth: int | None = None, nodes: int | None = None, lines: int = 1
) -> Limits:
    return limits_of(time, depth, nodes)


def _with_limit(limits: SearchLimits) -> SearchLimits:
    """The same limits; a second, if there are none."""
    is_limited = any(limits.get(name) is not None for name in ("time", "depth", "nodes"))
    return limits if is_limited else {**limits, "time": SECONDS}


def engine(game: Game | str, spec: str | None = None) -> OpenEngine:
    """Open an engine for a game, such as `alphabeta:threads=2`, `mcts` or `learned:FILE`.

    By default it is the strongest for the game: exact values where tables are built, elsewhere
    alpha-beta.
    """
    chosen = game_of(game)
    if spec:
        tables_for(chosen, text_of("engine", spec))
    return OpenEngine(chosen, spec or best_engine_spec(chosen))
