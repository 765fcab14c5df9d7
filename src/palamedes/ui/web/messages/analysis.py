"""The messages of the analysis WebSocket. The tables in docs/api.md are tested against these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints, TypeAdapter, ValidationError

from palamedes.ui.web.messages.base import (
    OMITTED_IF_NONE,
    BoardData,
    ClientMessage,
    ErrorMessage,
    MoveText,
    PartialMoveData,
    Ping,
    Pong,
    ServerMessage,
    TransferData,
)
from palamedes.ui.web.messages.game import EvaluationData

MOST_MOVES = 1000

GameName = Annotated[str, StringConstraints(max_length=80)]
PositionText = Annotated[str, StringConstraints(max_length=400)]
PlayerName = Annotated[str, StringConstraints(max_length=40)]

# From the browser


class Question(ClientMessage):
    """A question; its answers carry the same `id`."""

    id: int | None = None


class MatchQuestion(Question):
    """A question about a position, given as a start and the moves made from there."""

    game: GameName
    start: PositionText | None = None
    moves: list[MoveText] = Field(default=[], max_length=MOST_MOVES)
    names: tuple[PlayerName, PlayerName] = ("", "")


class PositionQuestion(MatchQuestion):
    """Ask for the board and the legal moves."""

    type: Literal["position"]


class AnalyseQuestion(MatchQuestion):
    """Ask an engine for the best lines; it answers repeatedly until `done`."""

    type: Literal["analyse"]
    lines: int = 1  # 1 to 5


class ValuesQuestion(MatchQuestion):
    """Ask for the value of every legal move."""

    type: Literal["values"]


class ReviewQuestion(MatchQuestion):
    """Ask for a review of the whole game."""

    type: Literal["review"]


class RecordQuestion(MatchQuestion):
    """Ask for the game as a record that can be saved."""

    type: Literal["record"]


class ComposeQuestion(Question):
    """Check a position that was set up piece by piece."""

    type: Literal["compose"]
    game: GameName
    board: Any  # checked by `parse_board`, against the geometry of the game


class StopRequest(Question):
    """Stop answering the last question."""

    type: Literal["stop"]


AnalysisQuestion = Annotated[
    PositionQuestion
    | AnalyseQuestion
    | ValuesQuestion
    | ReviewQuestion
    | RecordQuestion
    | ComposeQuestion
    | StopRequest
    | Ping,
    Field(discriminator="type"),
]
ANALYSIS_QUESTIONS: TypeAdapter[AnalysisQuestion] = TypeAdapter(AnalysisQuestion)


def id_in(text: str) -> int | None:
    """The id of a question, even of one that is otherwise wrong: its error names it too."""
    try:
        return Question.model_validate_json(text).id
    except ValidationError:
        return None


# From the server


class AnalysisAnswer(ServerMessage):
    id: int | None = OMITTED_IF_NONE  # of the question


class PositionAnswer(AnalysisAnswer):
    """A position with its legal moves."""

    type: Literal["position"] = "position"
    text: str
    board: BoardData
    turn: int
    phase: str
    touches: dict[str, list[str]]
    partial: list[PartialMoveData]
    transfers: dict[str, list[TransferData]]
    over: bool
    winner: int | None
    result: str


class VariationData(BaseModel):
    """A move and the expected continuation, with its value for the player to move."""

    move: str
    moves: list[str]
    score: int
    chance: float  # expected points, 0 to 1
    text: str
    true: bool  # exact rather than estimated


class EngineAnswer(AnalysisAnswer):
    """What an engine has found so far, the best line first."""

    type: Literal["analysis"] = "analysis"
    done: bool
    depth: int
    nodes: int
    worth: EvaluationData
    lines: list[VariationData]


class ValuesAnswer(AnalysisAnswer):
    """The value of every legal move."""

    type: Literal["values"] = "values"
    moves: dict[str, VariationData]


class ProgressAnswer(AnalysisAnswer):
    """How much of a review is done."""

    type: Literal["progress"] = "progress"
    done: int
    total: int


class JudgedMove(BaseModel):
    ply: int
    move: str
    best: str
    cost: float  # expected points given away
    fault: str | None
    turning: bool
    text: str


class ReviewAnswer(AnalysisAnswer):
    """The review of a game."""

    type: Literal["review"] = "review"
    chances: list[float]
    moves: list[JudgedMove]
    accuracy: tuple[float | None, float | None]
    rows: list[tuple[str, str, str]]


class RecordAnswer(AnalysisAnswer):
    """A record, as `palamedes replay` reads it."""

    type: Literal["record"] = "record"
    record: dict[str, Any]


class ComposedAnswer(AnalysisAnswer):
    """A valid position that was set up by hand."""

    type: Literal["composed"] = "composed"
    text: str
    board: BoardData


AnalysisMessage = Annotated[
    PositionAnswer
    | EngineAnswer
    | ValuesAnswer
    | ProgressAnswer
    | ReviewAnswer
    | RecordAnswer
    | ComposedAnswer
    | ErrorMessage
    | Pong,
    Field(discriminator="type"),
]
