"""What all messages have in common, and how a text from the network is parsed."""

import re
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.texts.validation import validation_sentence

LONGEST_MESSAGE = 20_000  # characters of a message
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it
Message = TypeVar("Message")

MoveText = Annotated[str, StringConstraints(max_length=40)]
SpotName = Annotated[str, StringConstraints(max_length=40)]
Owner = Literal[0, 1] | None  # of a piece; None if it belongs to neither player

# For a field that is omitted from a message rather than sent as null.
OMITTED_IF_NONE = Field(default=None, exclude_if=lambda value: value is None)


class ClientMessage(BaseModel):
    """A message from a browser or a bot. Fields that it does not know are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class ServerMessage(BaseModel):
    """A message from the server."""

    model_config = ConfigDict(extra="forbid")

    def to_json(self, **more: Any) -> str:
        """The message as JSON, with some fields replaced."""
        if not more:
            return self.model_dump_json()
        return self.model_copy(update=more).model_dump_json()


class Ping(ClientMessage):
    """Check whether the connection still works."""

    type: Literal["ping"]


class Pong(ServerMessage):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"


class ErrorMessage(ServerMessage):
    """A request is refused, or the game cannot be saved at the moment."""

    type: Literal["error"] = "error"
    message: str
    id: int | None = OMITTED_IF_NONE  # of the question, on the analysis connection

    @classmethod
    def about(cls, error: Exception, question_id: int | None = None) -> Self:
        """The message about an error; an unexpected one is not shown in detail."""
        is_expected = isinstance(error, PalamedesError)
        text = str(error) if is_expected else _("Something went wrong on the server. Try again.")
        return cls(message=text, id=question_id)


StackData = list[tuple[str, Owner, int]]  # the pieces on a spot: [kind, owner, count]
# Pieces that go from one spot to another: [kind, owner, count, origin, target]. Without an origin
# they come onto the board, without a target they leave it.
TransferData = tuple[str, Owner, int, str | None, str | None]


class GeometryData(BaseModel):
    """The empty board.

    spots: each as [name, x, y, kind]
    lines: each as [x1, y1, x2, y2, heavy]
    labels: each as [text, x, y]
    owners: the player to whom a spot belongs
    faces: the pieces to draw on a button
    """

    spots: list[tuple[str, float, float, str]]
    lines: list[tuple[float, float, float, float, bool]]
    labels: list[tuple[str, float, float]]
    owners: dict[str, Literal[0, 1]] = {}
    faces: dict[str, StackData] = {}


class BoardData(BaseModel):
    """A board to draw.

    pieces: the pieces on each spot
    counters: each as [owner, label in English, value, label]
    regions: each as [kind, x1, y1, x2, y2, owner]
    last: the spots of the last move
    ended: the spots that show why the game is over
    transfers: how the pieces went in the last move, if the game tells
    formed: the spots of what the last move completed, such as a mill
    covered: the pieces under closed regions
    """

    turn: int
    pieces: dict[str, StackData]
    counters: list[tuple[Owner, str, int, str]] = []
    regions: list[tuple[str, float, float, float, float, Owner]] = []
    last: list[str] = []
    ended: list[str] = []
    transfers: list[TransferData] = []
    formed: list[str] = []
    covered: dict[str, StackData] = {}


class PartialMoveData(BaseModel):
    """A move that is begun: the spots touched, what to do next, and pieces already placed.

    formed: the spots of what is completed so far, such as a mill
    """

    touched: list[str]
    phase: str
    pieces: dict[str, StackData]
    formed: list[str] = []


def parse_message(adapter: TypeAdapter[Message], text: str) -> Message:
    """The message in a text; raises PalamedesError with one line if it is not valid."""
    if len(text) > LONGEST_MESSAGE:
        raise PalamedesError(_("The message is too large."))
    if NUL.search(text):
        raise PalamedesError(_("The text contains invisible characters."))
    try:
        message = adapter.validate_json(text)
    except ValidationError as error:
        raise PalamedesError(_error_line(error)) from None
    return message


def _error_line(error: ValidationError) -> str:
    """What is wrong with a message; the line does not repeat what was sent."""
    first = error.errors(include_url=False, include_input=False)[0]
    kind, location = first["type"], first["loc"][1:]  # after the type of the message
    if kind == "union_tag_invalid":
        return _("Unknown message type.")
    if not location and kind != "json_invalid":
        return _("A message must be a JSON object with a type.")
    return validation_sentence(first, location)
