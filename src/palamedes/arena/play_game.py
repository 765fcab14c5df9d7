"""Playing one game between two players: clocks, failures, adjudication."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from palamedes.arena.plan import GameTerms
from palamedes.core.match import Match, Thought
from palamedes.core.rules import DRAW, WIN
from palamedes.players import Allowance, Choice, Player, PlayerError
from palamedes.players.time_use import TimeUse
from palamedes.solver.tablebase import Tablebase

RESIGN_AFTER = 3  # consecutive moves with a bad score
LOOK_EVERY = 0.1  # seconds


class GameClock:
    """The time left to both players."""

    def __init__(self, terms: GameTerms) -> None:
        self._terms = terms
        self._left = None if terms.total is None else (terms.total, terms.total)
        self._moved = [False, False]

    def allowance(self, turn: int) -> Allowance:
        terms = self._terms
        first = terms.first if terms.first is not None else terms.move
        seconds = terms.move if self._moved[turn] else first
        return Allowance(seconds, self._left, terms.increment, terms.depth, terms.nodes)

    def spend(self, turn: int, seconds: float) -> None:
        """Subtract the time of a move. A wait for the machine never takes more than there is."""
        self._moved[turn] = True
        if self._left is not None:
            first, second = self._left
            change = self._terms.increment - min(seconds, self._left[turn])
            self._left = (first, second + change) if turn else (first + change, second)


def play_game(
    match: Match,
    players: Sequence[Player],
    terms: GameTerms,
    watch: Callable[[Match], None] = lambda match: None,
) -> None:
    """Play a match to its end and close the players; `watch` is called after every move."""
    timekeeper = Timekeeper()
    try:
        _prepare(match, players)
        clock, adjudicator = GameClock(terms), Adjudicator(match, terms)
        timekeeper.start()
        while match.result is None:
            turn = match.position.turn
            use = TimeUse(players[turn].cpu_seconds)
            try:
                _move(match, players[turn], clock, timekeeper, use)
            except PlayerError as error:
                match.end(1 - turn, error.reason, error.detail, round(use.seconds(), 6))
            adjudicator.check()
            watch(match)
    finally:
        timekeeper.end()
        for player in players:
            player.close()


def _prepare(match: Match, players: Sequence[Player]) -> None:
    for seat, player in enumerate(players):
        try:
            player.prepare(match, seat)
        except PlayerError as error:
            match.end(1 - seat, error.reason, error.detail)
            return


def _move(
    match: Match, player: Player, clock: GameClock, timekeeper: "Timekeeper", use: TimeUse
) -> None:
    turn = match.position.turn
    allowance = clock.allowance(turn)
    limit = allowance.time_limit(turn)
    with timekeeper.watching(player, use, limit):
        choice = player.choose(match, allowance)
    seconds = use.seconds()
    if limit is not None and use.is_over(limit):
        raise PlayerError("timeout", f"took {seconds:.3f} s of {limit:.3f} s")
    clock.spend(turn, seconds)
    match.play(choice.code, round(seconds, 6), _thought(choice))


class Timekeeper(Thread):
    """Stops a player that still thinks when its time is up: it has lost anyway.

    It looks now and then. A thread that is started for a move may have to wait for a core while it
    holds the interpreter, and the player waits with it.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._is_over = Event()
        self._watched: tuple[Player, TimeUse, float] | None = None  # and its limit

    def run(self) -> None:
        while not self._is_over.wait(LOOK_EVERY):
            if (watched := self._watched) is None:
                continue
            player, use, limit = watched
            if use.is_over(limit):
                player.stop()

    def end(self) -> None:
        self._is_over.set()

    @contextmanager
    def watching(self, player: Player, use: TimeUse, limit: float | None) -> Iterator[None]:
        """Watch a player that may think for some seconds."""
        if limit is not None:
            self._watched = player, use, limit
        try:
            yield
        finally:
            self._watched = None


def _thought(choice: Choice) -> Thought | None:
    analysis = choice.analysis
    if analysis is None:
        return None
    return Thought(analysis.depth, analysis.nodes, analysis.best.score)


class Adjudicator:
    """Ends a game early: the tables know its result, or a player resigns."""

    def __init__(self, match: Match, terms: GameTerms) -> None:
        self._match = match
        self._terms = terms
        has_tables = terms.adjudicate and match.game.layers is not None
        self._tables = Tablebase(match.game) if has_tables else None
        self._bad = [0, 0]  # consecutive moves with a bad score, by player

    def check(self) -> None:
        """End the match if it is decided; call it after every move."""
        if self._tables is not None and self._match.result is None:
            self._adjudicate(self._tables)
        if self._terms.resign and self._match.result is None:
            self._resign()

    def _adjudicate(self, tables: Tablebase) -> None:
        position = self._match.position
        truth = tables.probe(position.state)
        if truth is None:
            return
        winner = position.turn if truth.outcome == WIN else 1 - position.turn
        self._match.end(None if truth.outcome == DRAW else winner, "adjudication")

    def _resign(self) -> None:
        mover, thought = 1 - self._match.position.turn, self._match.turns[-1].thought
        is_bad = thought is not None and thought.score <= -self._terms.resign
        self._bad[mover] = self._bad[mover] + 1 if is_bad else 0
        if self._bad[mover] >= RESIGN_AFTER:
            self._match.end(1 - mover, "resignation")
