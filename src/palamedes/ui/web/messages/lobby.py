"""The messages of the lobby's WebSocket. The tables in docs/api.md are tested against these."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter

from palamedes.ui.web.messages.base import ErrorMessage, Ping, Pong, ServerMessage

LOBBY_REQUESTS: TypeAdapter[Ping] = TypeAdapter(Ping)


class ContenderData(BaseModel):
    name: str  # "" for a guest
    bot: bool
    rating: int | None  # in the game of the challenge


class ChallengeData(BaseModel):
    id: str
    game: str
    title: str
    challenger: ContenderData
    clock: tuple[float, float] | None  # total and increment in seconds
    rated: bool
    strength: tuple[int | None, int | None]  # the lowest and the highest rating of the opponent


class PersonData(BaseModel):
    name: str
    bot: bool
    playing: bool  # a public game; otherwise in the lobby


class RunningGameData(BaseModel):
    id: str
    game: str
    title: str
    names: tuple[str, str]
    bots: list[int]  # the sides of bot accounts
    plies: int
    rated: bool


class LobbyMessage(ServerMessage):
    """What there is to see for everybody; sent when you come, and at every change."""

    type: Literal["lobby"] = "lobby"
    challenges: list[ChallengeData]  # to anybody
    people: list[PersonData]  # with an account
    guests: int  # without one
    games: list[RunningGameData]  # to watch


class OwnLobbyMessage(ServerMessage):
    """What concerns you alone; sent when you come, and at every change."""

    type: Literal["you"] = "you"
    name: str  # of your account; "" for a guest
    own: str  # the id of your challenge in the lobby; "" without one
    challenges: list[ChallengeData]  # to you
    objections: dict[str, str]  # by the id of a challenge: why you cannot accept it


LobbyAnswer = Annotated[
    LobbyMessage | OwnLobbyMessage | ErrorMessage | Pong, Field(discriminator="type")
]
