"""What is said over the WebSocket of the analysis board; docs/api.md has these as tables."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints, TypeAdapter

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
)
from palamedes.ui.web.messages.game import EvaluationData

MOST_MOVES = 1000

GameName = Annotated[str, StringConstraints(max_length=80)]
PositionText = Annotated[str, StringConstraints(max_length=400)]
PlayerName = Annotated[str, StringConstraints(max_length=40)]

# From the browser


class Question(Request):
    """A question may have an `id`: it comes back with the answers."""

    id: int | None = None


class MatchQuestion(Question):
    """A question about a position: where it starts from, and the moves made since."""

    game: GameName
    start: PositionText | None = None
    moves: list[MoveText] = Field(default=[], max_length=MOST_MOVES)
    names: tuple[PlayerName, PlayerName] = ("", "")


class PositionQuestion(MatchQuestion):
    """How does the position look, and what can be played?"""

    type: Literal["position"]


class AnalyseQuestion(MatchQuestion):
    """What does an engine see? Answered again and again until `done`."""

    type: Literal["analyse"]
    lines: int = 1  # 1 to 5


class ValuesQuestion(MatchQuestion):
    """What is every legal move worth?"""

    type: Literal["values"]


class ReviewQuestion(MatchQuestion):
    """Where was the game won, lost, thrown away?"""

    type: Literal["review"]


class RecordQuestion(MatchQuestion):
    """The game as a record that can be saved."""

    type: Literal["record"]


class ComposeQuestion(Question):
    """Is a position that was set up by hand valid?"""

    type: Literal["compose"]
    game: GameName
    board: Any  # checked by `parse_board`, against the geometry of the game


class StopRequest(Question):
    """No more answers to the last question."""

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

# From the server


class AnalysisAnswer(Answer):
    id: int | None = LEFT_OUT  # of the question


class PositionAnswer(AnalysisAnswer):
    """A position, and every move that can be made in it by the spots that are touched."""

    type: Literal["position"] = "position"
    text: str
    board: BoardData
    turn: int
    phase: str
    touches: dict[str, list[str]]
    partial: list[PartialMove]
    over: bool
    winner: int | None
    result: str


class VariationData(BaseModel):
    """A move and what is expected after it, for the player to move."""

    move: str
    moves: list[str]
    score: int
    chance: float  # expected points, 0 to 1
    text: str
    true: bool  # known rather than estimated


class EngineAnswer(AnalysisAnswer):
    """What an engine sees, the best line first."""

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
    """How far a review has come."""

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
    """A whole game looked at afterwards."""

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
