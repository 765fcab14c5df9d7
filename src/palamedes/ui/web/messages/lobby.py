"""The messages of the lobby's WebSocket. The tables in docs/api.md are tested against these."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter

from palamedes.ui.web.messages.base import ErrorMessage, Ping, Pong, ServerMessage

LOBBY_REQUESTS: TypeAdapter[Ping] = TypeAdapter(Ping)


class ContenderData(BaseModel):
    name: str  # "" for a guest
    bot: bool
    rating: int | None  # in the game of the challenge
    you: bool


class ChallengeData(BaseModel):
    """A challenge to anybody or to you, or your own."""

    id: str
    game: str
    title: str
    challenger: ContenderData
    opponent: ContenderData | None
    clock: tuple[float, float] | None  # total and increment in seconds
    rated: bool
    strength: tuple[int | None, int | None]  # the lowest and the highest rating of the opponent
    objection: str  # why you cannot accept it; empty if you can


class PersonData(BaseModel):
    name: str
    bot: bool
    playing: bool  # a public game; otherwise in the lobby
    you: bool


class RunningGameData(BaseModel):
    id: str
    game: str
    title: str
    names: tuple[str, str]
    bots: list[int]  # the sides of bot accounts
    plies: int
    rated: bool


class LobbyMessage(ServerMessage):
    """Everything to see in the lobby; sent when you come, and at every change."""

    type: Literal["lobby"] = "lobby"
    challenges: list[ChallengeData]
    people: list[PersonData]  # with an account
    guests: int  # without one
    games: list[RunningGameData]  # to watch


LobbyAnswer = Annotated[LobbyMessage | ErrorMessage | Pong, Field(discriminator="type")]
