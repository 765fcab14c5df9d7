"""The engine whose turn it is: it thinks in the background, and its move comes as an event."""

from collections.abc import Callable
from typing import Protocol

from palamedes.core.match import Match, Thought
from palamedes.players import Allowance, Choice, Player, PlayerError
from palamedes.ui.session.background import BackgroundTask, Event
from palamedes.ui.session.clock import SessionClock
from palamedes.ui.session.seats import Seats, close_players


class PlayMove(Protocol):
    """Plays the move that an engine has chosen."""

    def __call__(self, code: int, thought: Thought | None) -> None: ...


class EngineTurn:
    """Lets one engine at a time think about its move.

    play: called with the move.
    forfeit: called if the player breaks a rule, crashes or takes too long.
    """

    def __init__(
        self,
        post: Callable[[Event], None],
        play: PlayMove,
        forfeit: Callable[[PlayerError], None],
    ) -> None:
        self._task = BackgroundTask(post)
        self._play, self._forfeit = play, forfeit
        self._prepared: set[Player] = set()

    @property
    def is_thinking(self) -> bool:
        return self._task.is_wanted

    def start(self, match: Match, seats: Seats, clock: SessionClock) -> None:
        """If it is an engine's turn, let it think about a copy of the match."""
        player = seats[match.position.turn].player
        if player is not None and match.result is None and not clock.is_paused:
            self._think(player, match.copy(), clock.allowance(match))

    def _think(self, player: Player, match: Match, allowance: Allowance) -> None:
        turn = match.position.turn

        def choose() -> Choice:
            if player not in self._prepared:
                player.prepare(match, turn)
                self._prepared.add(player)
            return player.choose(match, allowance)

        self._task.start(choose, player.stop, self._chosen, self._failed)

    def _chosen(self, choice: Choice) -> None:
        found = choice.analysis
        thought = Thought(found.depth, found.nodes, found.best.score) if found else None
        self._play(choice.code, thought)

    def _failed(self, error: BaseException) -> None:
        """A player forfeits by a PlayerError. Any other error is a mistake of ours."""
        if not isinstance(error, PlayerError):
            raise error
        self._forfeit(error)

    def hurry(self) -> None:
        """Make the engine that thinks move at once."""
        self._task.hurry()

    def cancel(self) -> None:
        """Stop the engine; its move is not played."""
        self._task.cancel()

    def stop_again(self) -> None:
        self._task.stop_again()

    def change_seats(self, old: Seats, new: Seats) -> None:
        """Close the players who leave; those who stay are prepared again."""
        self.cancel()
        close_players(old, staying=new)
        self._prepared.clear()

    def close(self) -> None:
        self._task.close()
