"""The messages of a game's WebSocket. The tables in docs/api.md are tested against these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from palamedes.ui.web.messages.base import (
    OMITTED_IF_NONE,
    BoardData,
    ClientMessage,
    ErrorMessage,
    GeometryData,
    MoveText,
    PartialMoveData,
    Ping,
    Pong,
    ServerMessage,
    SpotName,
    TransferData,
)

# From the browser


class MoveRequest(ClientMessage):
    """Make a move, in notation; refused unless `ply` moves, if given, were made before it."""

    type: Literal["move"]
    move: MoveText
    ply: int | None = None


class TouchRequest(ClientMessage):
    """Make a move spot by spot: for bots that do not know the rules."""

    type: Literal["touch"]
    spot: SpotName


class LetGoRequest(ClientMessage):
    """Forget the spots touched so far."""

    type: Literal["let go"]


class UndoRequest(ClientMessage):
    """Take a move back; between two people, request it."""

    type: Literal["undo"]


class DrawRequest(ClientMessage):
    """Offer a draw."""

    type: Literal["draw"]


class AnswerRequest(ClientMessage):
    """Accept or decline the opponent's draw offer or takeback request."""

    type: Literal["answer"]
    kind: Literal["draw", "undo"] | None = None
    agrees: bool = False


class ResignRequest(ClientMessage):
    """Resign."""

    type: Literal["resign"]


class ClaimRequest(ClientMessage):
    """End a game that the opponent has left: as a win, or as a draw until both have moved."""

    type: Literal["claim"]


class RematchRequest(ClientMessage):
    """Ask for, accept or decline another game with sides swapped."""

    type: Literal["rematch"]
    agrees: bool = True


class SceneRequest(ClientMessage):
    """Ask for the whole scene: a change before the last one is missing."""

    type: Literal["scene"]


class HintRequest(ClientMessage):
    """Ask for a hint: first where to look, then the move."""

    type: Literal["hint"]


class PauseRequest(ClientMessage):
    """Stop the clocks and the engine."""

    type: Literal["pause"]


class ResumeRequest(ClientMessage):
    """End a pause."""

    type: Literal["go on"]


class MoveNowRequest(ClientMessage):
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
    | ClaimRequest
    | RematchRequest
    | HintRequest
    | PauseRequest
    | ResumeRequest
    | MoveNowRequest
    | SceneRequest
    | Ping,
    Field(discriminator="type"),
]
GAME_REQUESTS: TypeAdapter[GameRequest] = TypeAdapter(GameRequest)

# From the server


class GameInfo(ServerMessage):
    """Sent once: everything that does not change during the game."""

    type: Literal["hello"] = "hello"
    id: str
    game: str
    name: str  # of the game, without its variant
    variant: str
    title: str
    rules: str
    levels: list[dict[str, str]]
    solved: bool
    geometry: GeometryData
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
    strength: str  # how strong the adaptive player has played, as a sentence; empty until known


class HintData(BaseModel):
    spots: list[str]
    move: str  # empty in the first of the two hints


class OfferData(BaseModel):
    kind: Literal["draw", "undo"]
    by: int


class EvaluationData(BaseModel):
    """The value of a position for the first player."""

    score: int
    true: bool  # exact rather than estimated
    chance: float  # expected points, 0 to 1
    text: str


class SceneMessage(ServerMessage):
    """Everything to show; sent at every change."""

    type: Literal["scene"] = "scene"
    number: int  # of the scenes since the game was opened
    board: BoardData
    names: tuple[str, str]
    seats: list[int]  # the sides you play; empty for a spectator
    kinds: list[Literal["human", "engine"]]
    bots: list[int]  # the sides of bot accounts: programs that people have written
    free: list[int]  # sides that wait for a person
    apart: bool  # whether two people play on two screens
    paused: bool
    turn: int
    phase: str  # what the player to move is to do
    touched: list[str]  # by `touch` messages
    open: list[str]  # spots to touch next
    touches: dict[str, list[str]]  # every legal move, if it is your turn: the spots it touches
    partial: list[PartialMoveData]  # moves that are begun, if it is your turn
    transfers: dict[str, list[TransferData]]  # how pieces go in moves that do more than they touch
    plies: int
    moves: list[str]
    position: str
    result: ResultData | None
    thinking: int | None  # the player whose engine is thinking
    preparing: bool  # whether that engine is still being compiled, which happens once
    message: str
    hint: HintData | None
    worth: EvaluationData | None
    offer: OfferData | None
    clocks: tuple[float, float] | None  # seconds left
    can_undo: bool


class ChangeMessage(ServerMessage):
    """What is not as in the scene before, for those who want no more."""

    type: Literal["change"] = "change"
    number: int  # of this scene; the scene before has the number before
    kept: int  # the number of moves that are still the same
    moves: list[str]  # after those
    scene: dict[str, Any]  # the other fields that have changed


class ThinkingMessage(ServerMessage):
    """Sent while an engine thinks."""

    type: Literal["thinking"] = "thinking"
    depth: int
    nodes: int
    text: str
    moves: list[str]


class RematchData(BaseModel):
    by: list[int]  # the players who want another game
    id: str  # of that game, once all agree


class PresenceMessage(ServerMessage):
    """Sent when a player comes, goes, or wants another game."""

    type: Literal["company"] = "company"
    present: list[int]
    rematch: RematchData
    claim: tuple[float | None, float | None] = (None, None)  # seconds until each may claim it


class RematchMessage(ServerMessage):
    """Sent when a player asks for another game (`by`), and when it begins (`id`)."""

    type: Literal["rematch"] = "rematch"
    by: int | None = OMITTED_IF_NONE
    id: str | None = OMITTED_IF_NONE


class GreetingMessage(ServerMessage):
    """Sent when a player greets the other."""

    type: Literal["greeting"] = "greeting"
    by: int
    greeting: str


GameMessage = Annotated[
    GameInfo
    | SceneMessage
    | ChangeMessage
    | ThinkingMessage
    | PresenceMessage
    | RematchMessage
    | GreetingMessage
    | ErrorMessage
    | Pong,
    Field(discriminator="type"),
]
