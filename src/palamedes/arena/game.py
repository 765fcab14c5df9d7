"""One game between two players: clocks, rules of history, and an end with a reason."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from threading import Timer
from time import perf_counter

from palamedes.arena.plan import GameTerms
from palamedes.core.match import Match, Thought
from palamedes.core.rules import DRAW, WIN
from palamedes.players import Allowance, Choice, Player, PlayerError
from palamedes.solver.tablebase import Tablebase

PATIENCE = 3  # moves running with a bad score before a player resigns


class GameClock:
    """The time of both players."""

    def __init__(self, terms: GameTerms) -> None:
        self._terms = terms
        self._left = None if terms.total is None else (terms.total, terms.total)
        self._moved = [False, False]

    def allowance(self, turn: int) -> Allowance:
        terms = self._terms
        first = terms.first if terms.first is not None else terms.move
        seconds = terms.move if self._moved[turn] else first
        return Allowance(seconds, self._left, terms.increment, terms.depth, terms.nodes)

    def spend(self, turn: int, seconds: float, most: float | None) -> None:
        """Take the time of a move off; PlayerError if there was not so much."""
        if most is not None and seconds > most:
            raise PlayerError("timeout", f"took {seconds:.3f} s of {most:.3f} s")
        self._moved[turn] = True
        if self._left is not None:
            first, second = self._left
            change = self._terms.increment - seconds
            self._left = (first, second + change) if turn else (first + change, second)


def play_game(
    match: Match,
    players: Sequence[Player],
    terms: GameTerms,
    watch: Callable[[Match], None] = lambda match: None,
) -> None:
    """Play a match to its end; `watch` sees it after every move. The players are closed."""
    try:
        _prepare(match, players)
        clock, adjudicator = GameClock(terms), Adjudicator(match, terms)
        while match.result is None:
            turn = match.position.turn
            try:
                _move(match, players[turn], clock)
            except PlayerError as error:
                match.end(1 - turn, error.reason, error.detail)
            adjudicator.check()
            watch(match)
    finally:
        for player in players:
            player.close()


def _prepare(match: Match, players: Sequence[Player]) -> None:
    for seat, player in enumerate(players):
        try:
            player.prepare(match, seat)
        except PlayerError as error:
            match.end(1 - seat, error.reason, error.detail)
            return


def _move(match: Match, player: Player, clock: GameClock) -> None:
    turn = match.position.turn
    allowance = clock.allowance(turn)
    most = allowance.time_limit(turn)
    began = perf_counter()
    with nullcontext() if most is None else _stopped_after(player, most):
        choice = player.choose(match, allowance)
    seconds = perf_counter() - began
    clock.spend(turn, seconds, most)
    match.play(choice.code, round(seconds, 6), _thought(choice))


@contextmanager
def _stopped_after(player: Player, seconds: float) -> Iterator[None]:
    """Stop a player that has used up its time and thinks on: it has lost anyway."""
    timer = Timer(seconds, player.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _thought(choice: Choice) -> Thought | None:
    seen = choice.analysis
    return None if seen is None else Thought(seen.depth, seen.nodes, seen.best.score)


class Adjudicator:
    """Ends games that need not be played to the end."""

    def __init__(self, match: Match, terms: GameTerms) -> None:
        self._match = match
        self._terms = terms
        has_tables = terms.adjudicate and match.game.layers is not None
        self._tables = Tablebase(match.game) if has_tables else None
        self._bad = [0, 0]  # moves running with a bad score

    def check(self) -> None:
        """After a move."""
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
        if self._bad[mover] >= PATIENCE:
            self._match.end(1 - mover, "resignation")
