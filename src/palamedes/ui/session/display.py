"""What the screen of a session shows, besides the match itself."""

from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.session.advice import Adviser, Evaluator
from palamedes.ui.session.clock import SessionClock
from palamedes.ui.session.engine_turn import EngineTurn
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.scene import Offer, Scene, board_at, board_during_move
from palamedes.ui.session.seats import Seats
from palamedes.ui.texts.games import player_name


class Display:
    """The position that is shown, the spots touched in it, and a message.

    ply: the number of moves made before the position that is shown.
    """

    def __init__(self) -> None:
        self.ply = 0
        self.hand = Hand()
        self._message, self._message_number = "", 0
        self._message_for: int | None = None
        self._is_refusal = False

    def look(self, match: Match, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.ply = max(0, min(ply, len(match.turns)))
        self.hand.let_go()

    def is_latest(self, match: Match) -> bool:
        """Whether the position of the match is shown, and not an earlier one."""
        return self.ply == len(match.turns)

    def say(self, message: str, to: int | None = None, is_refusal: bool = False) -> None:
        """Show a message, to one player or to all. The same message again gets a new number."""
        self._message, self._message_for, self._is_refusal = message, to, is_refusal
        self._message_number += bool(message)

    def why_not_move(self, match: Match, seats: Seats, clock: SessionClock) -> str:
        """Why no person can move in the position that is shown; "" if one can."""
        if not self.is_latest(match):
            return _("This is an earlier position. Go to the last move to play.")
        if match.result is not None:
            return _("The game is over.")
        if clock.is_paused:
            return _("The game is paused.")
        if not seats[match.position.turn].is_person:
            return _("It is not your turn.")
        return ""

    def scene(
        self,
        match: Match,
        seats: Seats,
        clock: SessionClock,
        engine: EngineTurn,
        adviser: Adviser,
        evaluator: Evaluator,
        offer: Offer | None,
    ) -> Scene:
        """Everything to show now."""
        turn, touched = match.position.turn, self.hand.path
        board = board_at(match, self.ply)
        can_move = not self.why_not_move(match, seats, clock)
        return Scene(
            board=board_during_move(board, match.position, touched) if touched else board,
            names=(player_name(match.players, 0), player_name(match.players, 1)),
            turn=turn,
            phase=match.game.view.phase(match.position.state, turn, touched),
            touched=touched,
            open=frozenset(match.position.next_spots(touched) if can_move else ()),
            ply=self.ply,
            plies=len(match.turns),
            result=match.result,
            thinking=turn if engine.is_thinking else None,
            preparing=engine.is_preparing,
            paused=clock.is_paused,
            message=self._message,
            message_number=self._message_number,
            message_for=self._message_for,
            is_refusal=self._is_refusal,
            hint=adviser.hint,
            worth=evaluator.worth if self.is_latest(match) else None,
            measuring=evaluator.is_thinking,
            offer=offer,
            clocks=clock.left(match),
            can_undo=bool(match.turns) or match.verdict is not None,
            can_redo=match.can_redo,
        )
