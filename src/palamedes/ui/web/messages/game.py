"""What is said over the WebSocket of a game; docs/api.md has these as tables."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter

from palamedes.ui.web.messages.base import (
    LEFT_OUT,
    Answer,
    BoardData,
    ErrorMessage,
    MoveText,
    PartialMove,
    Ping,
    Pong,
    Request,
    SpotName,
)

# From the browser


class MoveRequest(Request):
    """Make a move, in notation."""

    type: Literal["move"]
    move: MoveText


class TouchRequest(Request):
    """Make a move by hand, spot by spot: for bots that know no rules."""

    type: Literal["touch"]
    spot: SpotName


class LetGoRequest(Request):
    """Forget the spots touched so far."""

    type: Literal["let go"]


class UndoRequest(Request):
    """Take a move back; between two people, ask for it."""

    type: Literal["undo"]


class DrawRequest(Request):
    """Offer a draw."""

    type: Literal["draw"]


class AnswerRequest(Request):
    """Accept or decline the opponent's draw offer or takeback request."""

    type: Literal["answer"]
    kind: Literal["draw", "undo"] | None = None
    agrees: bool = False


class ResignRequest(Request):
    """Resign."""

    type: Literal["resign"]


class RematchRequest(Request):
    """Ask for, agree to or decline another game with sides swapped."""

    type: Literal["rematch"]
    agrees: bool = True


class HintRequest(Request):
    """Ask for a hint: first where to look, then the move."""

    type: Literal["hint"]


class PauseRequest(Request):
    """Stop the clocks and the engine."""

    type: Literal["pause"]


class ResumeRequest(Request):
    """End a pause."""

    type: Literal["go on"]


class MoveNowRequest(Request):
    """Make the engine move at once."""

    type: Literal["move now"]


GameRequest = Annotated[
    MoveRequest
    | TouchRequest
    | LetGoRequest
    | UndoRequest
    | DrawRequest
    | AnswerRequest
    | ResignRequest
    | RematchRequest
    | HintRequest
    | PauseRequest
    | ResumeRequest
    | MoveNowRequest
    | Ping,
    Field(discriminator="type"),
]
GAME_REQUESTS: TypeAdapter[GameRequest] = TypeAdapter(GameRequest)

# From the server


class GameInfo(Answer):
    """Sent once: what does not change during the game."""

    type: Literal["hello"] = "hello"
    id: str
    game: str
    name: str  # of the game, without its variant
    variant: str
    title: str
    rules: str
    levels: list[dict[str, str]]
    solved: bool
    geometry: dict[str, list[list[str | float | bool]]]  # spots, lines, labels
    start: str  # the position the game starts from
    first: int  # the player who begins
    clock: tuple[float, float] | None  # total and increment in seconds
    rated: bool
    step: str  # the id of the campaign challenge it is played for
    contest: str  # the id of its tournament
    forbidden: list[str]  # types of messages that are refused in this game


class ResultData(BaseModel):
    winner: int | None  # null in a draw
    reason: str
    text: str


class HintData(BaseModel):
    spots: list[str]
    move: str  # empty at the first step


class OfferData(BaseModel):
    kind: Literal["draw", "undo"]
    by: int


class EvaluationData(BaseModel):
    """What a position is worth, for the first player."""

    score: int
    true: bool  # known rather than estimated
    chance: float  # expected points, 0 to 1
    text: str


class SceneMessage(Answer):
    """Everything there is to see; sent at every change."""

    type: Literal["scene"] = "scene"
    board: BoardData
    names: tuple[str, str]
    seats: list[int]  # the sides that are yours: none if you watch
    kinds: list[Literal["human", "engine"]]
    free: list[int]  # sides that wait for a person
    apart: bool  # whether two people play at two screens
    paused: bool
    turn: int
    phase: str  # what the player to move is to do
    touched: list[str]  # by `touch` messages
    open: list[str]  # spots to touch next
    touches: dict[str, list[str]]  # every legal move, if it is your turn: the spots it touches
    partial: list[PartialMove]  # moves that are begun, if it is your turn
    plies: int
    moves: list[str]
    position: str
    result: ResultData | None
    thinking: int | None  # the player whose engine is thinking
    message: str
    hint: HintData | None
    worth: EvaluationData | None
    offer: OfferData | None
    clocks: tuple[float, float] | None  # seconds left
    can_undo: bool


class ThinkingMessage(Answer):
    """Sent while an engine thinks."""

    type: Literal["thinking"] = "thinking"
    depth: int
    nodes: int
    text: str
    moves: list[str]


class RematchData(BaseModel):
    by: list[int]  # the players who want another game
    id: str  # of that game, once all agree


class CompanyMessage(Answer):
    """Sent when somebody comes, goes, or wants another game."""

    type: Literal["company"] = "company"
    present: list[int]
    rematch: RematchData


class RematchMessage(Answer):
    """Sent when somebody asks for another game (`by`), or it begins (`id`)."""

    type: Literal["rematch"] = "rematch"
    by: int | None = LEFT_OUT
    id: str | None = LEFT_OUT


GameMessage = Annotated[
    GameInfo
    | SceneMessage
    | ThinkingMessage
    | CompanyMessage
    | RematchMessage
    | ErrorMessage
    | Pong,
    Field(discriminator="type"),
]
