"""What all messages have in common, and how a text from the network becomes one."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

LARGEST = 20_000  # characters of a message
Message = TypeVar("Message")

MoveText = Annotated[str, StringConstraints(max_length=40)]
SpotName = Annotated[str, StringConstraints(max_length=40)]
Owner = Literal[0, 1] | None  # of a piece: a player, or nobody


# A field that is left out of a message rather than sent as null.
LEFT_OUT = Field(default=None, exclude_if=lambda value: value is None)


class Request(BaseModel):
    """A message from a browser or a bot. What it says beyond its fields is passed over."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class Answer(BaseModel):
    """A message from the server."""

    model_config = ConfigDict(extra="forbid")

    def to_json(self, **more: Any) -> str:
        """The message as JSON, with more fields if there are any."""
        if not more:
            return self.model_dump_json()
        return self.model_copy(update=more).model_dump_json()


class Ping(Request):
    """To see whether the connection still works."""

    type: Literal["ping"]


class Pong(Answer):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"


class ErrorMessage(Answer):
    """A request that cannot be fulfilled, or a game that cannot be saved just now."""

    type: Literal["error"] = "error"
    message: str
    id: int | None = LEFT_OUT  # of the question, on the analysis connection


class BoardData(BaseModel):
    """A board as it looks.

    pieces: what stands on each spot, as [kind, owner, count]
    counters: [owner, label in English, value, label]
    regions: [kind, x1, y1, x2, y2, owner]
    last: the spots of the last move
    """

    turn: int
    pieces: dict[str, list[tuple[str, Owner, int]]]
    counters: list[tuple[Owner, str, int, str]] = []
    regions: list[tuple[str, float, float, float, float, Owner]] = []
    last: list[str] = []


class PartialMove(BaseModel):
    """A move that is begun: what to do next, and the pieces that are already put down."""

    touched: list[str]
    phase: str
    pieces: dict[str, list[tuple[str, Owner, int]]]


def parse(adapter: TypeAdapter[Message], text: str) -> Message:
    """The message that a text is; PalamedesError, in one line, if it is not a valid one."""
    if len(text) > LARGEST:
        raise PalamedesError(_("The message is too large."))
    try:
        message = adapter.validate_json(text)
    except ValidationError as error:
        raise PalamedesError(_complaint(error)) from None
    return message


def _complaint(error: ValidationError) -> str:
    """The first thing that is wrong with a message. What was sent is not repeated."""
    wrong = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in wrong["loc"][1:])[:40]
    kind = wrong["type"]
    if kind == "json_invalid":
        return _("The message is not valid JSON.")
    if kind == "union_tag_invalid":
        return _("Unknown message type.")
    if not where:
        return _("A message must be a JSON object with a type.")
    if kind in ("string_type", "missing"):
        return _("{where}: must be text").format(where=where)
    return _("{where}: invalid value").format(where=where)
