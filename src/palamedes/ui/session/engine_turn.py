"""The engine whose turn it is: it thinks in the background, and its move comes as an event."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event as Flag
from threading import Lock
from time import monotonic
from typing import Protocol

from palamedes.core.match import Match, Thought
from palamedes.players import FREE, Choice, Player, PlayerError, is_program
from palamedes.ui.session.background import BackgroundTask, Event, nothing
from palamedes.ui.session.clock import SessionClock
from palamedes.ui.session.seats import Seats, close_players


class PlayMove(Protocol):
    """Plays the move that an engine has chosen."""

    def __call__(self, code: int, thought: Thought | None) -> None: ...


class EngineTurn:
    """Lets one engine at a time think about its move.

    play: called with the move.
    forfeit: called if the player breaks a rule, crashes or takes too long.
    pace: seconds for which people see the position before an engine's answer comes.
    """

    def __init__(
        self,
        post: Callable[[Event], None],
        play: PlayMove,
        forfeit: Callable[[PlayerError], None],
    ) -> None:
        self._task = BackgroundTask(post)
        self._preparation = BackgroundTask(post)
        self._play, self._forfeit = play, forfeit
        self._preparing = Lock()
        self._prepared: set[Player] = set()  # for the present seats
        self._thinker: Player | None = None  # the player who was told to move last
        self.pace = 0.0
        self._seen: float | None = None  # since when people see the position
        self._skips_pause = False  # before the move to come

    @property
    def is_thinking(self) -> bool:
        return self._task.is_wanted

    @property
    def is_preparing(self) -> bool:
        """Whether the engine to move is still getting ready: its code is being compiled."""
        return self.is_thinking and self._thinker not in self._prepared

    # Getting ready

    def prepare(self, match: Match, seats: Seats) -> None:
        """Get the engines at these seats ready in the background, before their first moves.

        External programs are started only when they are to move.
        """
        waiting = [
            (seat.player, side)
            for side, seat in enumerate(seats)
            if seat.player is not None and not is_program(seat.spec)
        ]
        copy, prepared = match.copy(), self._prepared

        def work() -> None:
            for player, side in waiting:
                with suppress(PlayerError):  # it comes again, and is reported, at the first move
                    self._prepare(prepared, player, copy, side)

        if waiting:
            self._preparation.start(work, nothing, lambda _done: None, lambda _error: None)

    def _prepare(self, prepared: set[Player], player: Player, match: Match, side: int) -> None:
        """Get a player ready, unless it is one of those already `prepared`; in any thread."""
        with self._preparing:
            if player not in prepared:
                player.prepare(match, side)
                prepared.add(player)

    # Thinking

    def start(self, match: Match, seats: Seats, clock: SessionClock) -> None:
        """If it is an engine's turn, let it think about a copy of the match.

        An engine that is not ready yet gets ready first; no clock runs meanwhile.
        """
        self._seen, self._skips_pause = None, False
        player = seats[match.position.turn].player
        if player is None or match.result is not None or clock.is_paused:
            return
        self._thinker = player
        if player in self._prepared:
            self._think(player, match, clock)
            return
        copy = match.copy()
        clock.hold(match)

        def begin(_done: None) -> None:
            clock.release()
            self._think(player, match, clock)

        work = partial(self._prepare, self._prepared, player, copy, match.position.turn)
        self._task.start(work, player.stop, begin, self._failed)

    def _think(self, player: Player, match: Match, clock: SessionClock) -> None:
        copy, allowance = match.copy(), clock.allowance(match)
        if player.is_untimed:
            allowance = FREE
            clock.hold(match)
        chosen = partial(self._chosen, match, clock)
        work = partial(player.choose, copy, allowance)
        self._task.start(work, player.stop, chosen, self._failed)

    def _chosen(self, match: Match, clock: SessionClock, choice: Choice) -> None:
        """Play the move, as soon as people have seen the position for long enough."""
        seen = 0.0 if self._seen is None else monotonic() - self._seen
        if seen >= self.pace or self._skips_pause:
            self._answer(choice)
            return
        clock.hold(match)
        flag = Flag()
        wait = partial(flag.wait, self.pace - seen)
        self._task.start(wait, flag.set, lambda _done: self._answer(choice))

    def _answer(self, choice: Choice) -> None:
        found = choice.analysis
        thought = Thought(found.depth, found.nodes, found.best.score) if found else None
        self._play(choice.code, thought)

    def seen(self) -> None:
        """People see the position now: the pause before the answer begins."""
        if self._seen is None:
            self._seen = monotonic()

    def _failed(self, error: BaseException) -> None:
        """A player forfeits by a PlayerError. Any other error is a mistake of ours."""
        if not isinstance(error, PlayerError):
            raise error
        self._forfeit(error)

    def skip_pause(self) -> None:
        """Show the move to come as soon as it is chosen."""
        self._skips_pause = True

    def hurry(self) -> None:
        """Make the engine that thinks move at once."""
        self.skip_pause()
        self._task.hurry()

    def cancel(self) -> None:
        """Stop the engine; its move is not played."""
        self._task.cancel()

    def stop_again(self) -> None:
        self._task.stop_again()

    def change_seats(self, old: Seats, new: Seats) -> None:
        """Close the players who leave; those who stay are prepared again."""
        self.cancel()
        self._preparation.cancel()
        close_players(old, staying=new)
        self._prepared = set()  # a new one: an engine of before may be getting ready just now

    def close(self) -> None:
        self._preparation.close()
        self._task.close()
