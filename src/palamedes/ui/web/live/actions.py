"""Performs a player's requests on the session of a game."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.session import Session
from palamedes.ui.web.messages.game import (
    AnswerRequest,
    DrawRequest,
    GameRequest,
    HintRequest,
    LetGoRequest,
    MoveNowRequest,
    MoveRequest,
    PauseRequest,
    ResignRequest,
    ResumeRequest,
    TouchRequest,
    UndoRequest,
)


def perform(request: GameRequest, session: Session, player: int) -> None:
    """Perform a player's request; raises PalamedesError if it is not possible now."""
    match request:
        case MoveRequest() | TouchRequest() | LetGoRequest() | HintRequest():
            _check_turn(session, player)
            _perform_at_own_turn(request, session)
        case UndoRequest():
            session.undo(by=player)
        case ResignRequest():
            session.resign(by=player)
        case DrawRequest():
            session.offer_draw(by=player)
        case AnswerRequest():
            _answer_offer(request, session, player)
        case PauseRequest():
            _check_one_screen(session)
            session.pause()
        case ResumeRequest():
            session.resume()
        case MoveNowRequest():
            session.move_now()


def _perform_at_own_turn(request: GameRequest, session: Session) -> None:
    match request:
        case MoveRequest():
            _check_ply(request, session)
            session.move(request.move)
        case TouchRequest():
            session.touch(request.spot)
        case LetGoRequest():
            session.let_go()
        case HintRequest():
            _check_one_screen(session)
            session.hint()


def _check_turn(session: Session, player: int) -> None:
    if session.match.position.turn != player:
        raise PalamedesError(_("It is not your turn."))


def _check_ply(request: MoveRequest, session: Session) -> None:
    """A move that was long under way may be of a connection that its player has given up."""
    if request.ply not in (None, len(session.match.turns)):
        raise PalamedesError(_("This move came too late: the game has gone on."))


def _check_one_screen(session: Session) -> None:
    if any(seat.remote for seat in session.seats):
        raise PalamedesError(_("Not possible in a game against another player."))


def _answer_offer(request: AnswerRequest, session: Session, player: int) -> None:
    offer, other = session.offer, session.seats[1 - player]
    if offer is None or (offer.by == player and (other.remote or not other.is_person)):
        raise PalamedesError(_("There is no request to answer."))
    if request.kind not in (None, offer.kind):
        raise PalamedesError(_("This request is no longer valid."))
    session.answer(request.agrees)
