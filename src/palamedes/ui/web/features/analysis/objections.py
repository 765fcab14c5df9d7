"""The REST route that says why a spot of a board cannot be played: browsers know no rules."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field, StringConstraints

from palamedes.core.language import _
from palamedes.ui.web.http.limits import VisitorLimits, address_of
from palamedes.ui.web.http.lookups import find_game_or_404, parse_position_or_422
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.validation import RequestBody
from palamedes.ui.web.live.routes import GameName, PositionText

router = APIRouter(prefix="/api", tags=["analysis"])

SpotName = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class ObjectionRequest(RequestBody):
    """A spot that cannot be played, and the spots touched before it."""

    game: GameName
    position: PositionText
    touched: list[SpotName] = Field(default=[], max_length=10)
    spot: SpotName


class ObjectionAnswer(BaseModel):
    """A sentence; empty if nothing more is known than that the spot cannot be played."""

    text: str


@router.post("/objections", summary="Why a spot cannot be played")
async def post_objection(body: ObjectionRequest, request: Request) -> ObjectionAnswer:
    if not service(request, VisitorLimits).questions.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    position = parse_position_or_422(find_game_or_404(body.game), body.position)
    touched = tuple(body.touched)
    if touched and touched[-1] not in position.next_spots(touched[:-1]):
        raise HTTPException(422, _("No legal move begins like that."))
    return ObjectionAnswer(text=position.objection(touched, body.spot))
