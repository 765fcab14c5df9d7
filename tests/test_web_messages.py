"""The WebSocket messages: the tables of docs/api.md, what the server sends, and bad messages."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from palamedes.core.errors import PalamedesError
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.live.connection import GameConnection
from palamedes.ui.web.live.forwarding import ForwardedSocket
from palamedes.ui.web.messages import analysis, base, game, lobby
from palamedes.ui.web.messages.base import LONGEST_MESSAGE, parse_message
from web import another_visitor, client_of, limits_of, live, new_game, two_people

pytestmark = pytest.mark.xdist_group("web")
PAGE = (Path(__file__).parent.parent / "docs" / "api.md").read_text()
WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]
ONE_SCREEN = {"first": {"who": "me"}, "second": {"who": "me"}}
UNIONS = {
    "Game: messages you send": game.GameRequest,
    "Game: messages you get": game.GameMessage,
    "Lobby: messages you get": lobby.LobbyAnswer,
    "Analysis: questions": analysis.AnalysisQuestion,
    "Analysis: answers": analysis.AnalysisMessage,
}
OBJECTS = {
    "Game: objects in messages": {
        "board": base.BoardData,
        "partial": base.PartialMoveData,
        "result": game.ResultData,
        "hint": game.HintData,
        "worth": game.EvaluationData,
        "offer": game.OfferData,
        "rematch": game.RematchData,
    },
    "Lobby: objects in messages": {
        "challenges": lobby.ChallengeData,
        "challenger": lobby.ContenderData,
        "people": lobby.PersonData,
        "games": lobby.RunningGameData,
    },
    "Analysis: objects in answers": {
        "lines": analysis.VariationData,
        "moves": analysis.JudgedMove,
    },
}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('messages') / 'games.db'}") as client:
        limits_of(client).new_games = RateLimit(1e9, 1e9)
        yield client


# The tables of the page


def rows_of(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    section = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#|\Z)", PAGE, re.M | re.S).group(1)
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows[2:]]


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([a-z_ ]+)`", cell)


def fields_of(model: type[BaseModel]) -> list[str]:
    return sorted(set(model.model_fields) - {"type"})


def models_of(union: object) -> dict[str, type[BaseModel]]:
    """The models of a union by their types."""
    models = get_args(get_args(union)[0])
    return {get_args(model.model_fields["type"].annotation)[0]: model for model in models}


@pytest.mark.parametrize("heading", UNIONS)
def test_every_message_is_a_row_with_its_fields(heading):
    rows = {names_in(row[0])[0]: names_in(row[1]) for row in rows_of(heading)}
    expected = {kind: fields_of(model) for kind, model in models_of(UNIONS[heading]).items()}
    if heading == "Game: messages you get":
        del rows["scene"], expected["scene"]  # it has a table of its own
    assert {kind: sorted(fields) for kind, fields in rows.items()} == expected


@pytest.mark.parametrize("kind", ["hello", "scene"])
def test_a_large_message_has_a_table_of_its_fields(kind):
    named = [name for row in rows_of(f"Game: fields of `{kind}`") for name in names_in(row[0])]
    assert sorted(named) == fields_of(models_of(game.GameMessage)[kind])


@pytest.mark.parametrize("heading", OBJECTS)
def test_every_object_is_a_row_with_its_fields(heading):
    rows = {names_in(row[0])[0]: sorted(names_in(row[1])) for row in rows_of(heading)}
    assert rows == {name: fields_of(model) for name, model in OBJECTS[heading].items()}


# What the server sends


@pytest.fixture
def sent(monkeypatch):
    """The texts of all messages that the server sends over the connections of games."""
    texts = []
    send, show = GameConnection.send_text, ForwardedSocket.show

    def record(self, text, *ply):
        texts.append(text)
        send(self, text, *ply)

    def record_forwarded(self, message):  # to those whose game is in another process
        if isinstance(message, str):
            texts.append(message)
        show(self, message)

    monkeypatch.setattr(GameConnection, "send_text", record)
    monkeypatch.setattr(ForwardedSocket, "show", record_forwarded)
    return texts


def until(socket, condition):
    """Read messages until one fulfils a condition, and return it."""
    while not condition(message := socket.receive_json()):
        pass
    return message


def test_every_message_of_a_game_between_two_people_is_valid(client, sent):
    friend, game_id = another_visitor(client), two_people(client, clock={"total": 600})
    assert friend.post(f"/api/games/{game_id}/seats/1", json={"name": "Bob"}).status_code == 200
    with live(client, game_id) as ann, live(friend, game_id) as bob:
        ann.send_json({"type": "ping"})
        ann.send_json({"type": "draw"})
        until(bob, lambda message: message.get("offer"))
        bob.send_json({"type": "answer", "kind": "draw", "agrees": False})
        for number, move in enumerate(WIN):
            (ann, bob)[number % 2].send_json({"type": "move", "move": move})
            for socket in (ann, bob):
                until(socket, lambda message, n=number: message.get("plies") == n + 1)
        bob.send_json({"type": "move", "move": "e5"})
        until(bob, lambda message: message["type"] == "error")
        for socket in (ann, bob):
            socket.send_json({"type": "rematch"})
        until(ann, lambda message: message["type"] == "rematch" and "id" in message)
    kinds = check_all(game.GameMessage, sent)
    assert kinds >= {"hello", "scene", "company", "rematch", "error", "pong"}


@pytest.mark.usefixtures("no_books")
def test_every_message_of_a_game_against_an_engine_is_valid(client, sent):
    engine = {"who": "engine", "level": "master"}
    game_id = new_game(client, "ultimate", first=engine, second={"who": "me"})
    with live(client, game_id) as socket:
        until(socket, lambda message: message["type"] == "thinking")
        socket.send_json({"type": "move now"})
        until(socket, lambda message: message.get("touches"))
        socket.send_json({"type": "hint"})
        until(socket, lambda message: message.get("hint"))
        socket.send_json({"type": "resign"})
        until(socket, lambda message: message.get("result"))
    assert check_all(game.GameMessage, sent) >= {"hello", "scene", "thinking"}


def check_all(union: object, texts: list[str]) -> set[str]:
    """Validate all messages, and return their types."""
    adapter = TypeAdapter(union)
    for text in texts:
        message = adapter.validate_json(text)
        assert json.loads(text).keys() <= type(message).model_fields.keys()
    return {json.loads(text)["type"] for text in texts}


QUESTIONS = [
    {"type": "position", "game": "teeko", "moves": ["a1"]},
    {"type": "analyse", "game": "nim", "lines": 2},
    {"type": "values", "game": "nim"},
    {"type": "review", "game": "nim", "moves": ["1-1"]},
    {"type": "record", "game": "nim", "names": ["Ada", "Bob"]},
    {"type": "position", "game": "chess"},
    {"type": "ping"},
]


def test_every_answer_of_the_analysis_is_valid(client):
    with client.websocket_connect("/api/analysis") as socket:
        texts = []
        for number, question in enumerate(QUESTIONS):
            socket.send_json({**question, "id": number})
            while not is_last(json.loads(text := socket.receive_text())):
                texts.append(text)
            texts.append(text)
        board = next(json.loads(text)["board"] for text in texts if '"board"' in text)
        socket.send_json({"type": "compose", "game": "teeko", "board": board})
        texts.append(socket.receive_text())
    assert check_all(analysis.AnalysisMessage, texts) == {
        *models_of(analysis.AnalysisMessage),
    }


def is_last(answer):
    return answer["type"] != "progress" and answer.get("done", True)


# What a client sends

BAD = {
    "": "The message is not valid JSON.",
    "{": "The message is not valid JSON.",
    '{"type": "move", "move": "\\ud800"}': "The message is not valid JSON.",
    "[" * 5000 + "]" * 5000: "The message is not valid JSON.",
    '{"a":' * 3000 + "1" + "}" * 3000: "The message is not valid JSON.",
    "[]": "A message must be a JSON object with a type.",
    "17": "A message must be a JSON object with a type.",
    "null": "A message must be a JSON object with a type.",
    "{}": "A message must be a JSON object with a type.",
    '{"type": null}': "Unknown message type.",
    '{"type": 5}': "Unknown message type.",
    '{"type": "mvoe", "move": "c3"}': "Unknown message type.",
    '{"type": "move"}': "move is missing.",
    '{"type": "move", "move": 7}': "move must be text.",
    '{"type": "move", "move": ["c3"]}': "move must be text.",
    '{"type": "move", "move": "' + "c" * 41 + '"}': "move must have at most 40 characters.",
    '{"type": "touch", "spot": ' + "9" * 4000 + "}": "spot must be text.",
    '{"type": "answer", "agrees": "yes"}': "agrees must be true or false.",
    '{"type": "answer", "agrees": ' + "9" * 4000 + "}": "agrees must be true or false.",
    '{"type": "answer", "kind": "truce"}': "kind must be one of: draw, undo.",
    '{"type": "move", "move": "' + "x" * LONGEST_MESSAGE + '"}': "The message is too large.",
}
BAD_QUESTIONS = {
    '{"type": "position"}': "The name of the game is missing.",
    '{"type": "position", "game": {}}': "The name of the game must be text.",
    '{"type": "position", "game": "nim", "moves": "1-1"}': "moves must be a list.",
    '{"type": "position", "game": "nim", "moves": [1]}': "moves.0 must be text.",
    '{"type": "analyse", "game": "nim", "lines": 1.5}': "lines must be a whole number.",
    '{"type": "analyse", "game": "nim", "names": ["Ada"]}': "names.1 is missing.",
    json.dumps({"type": "position", "game": "nim", "moves": ["1"] * 1001}): (
        "moves must have at most 1000 entries."
    ),
    '{"type": "compose", "game": "nim"}': "board is missing.",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_bad_message_is_refused_in_one_line(text):
    for adapter in (game.GAME_REQUESTS, analysis.ANALYSIS_QUESTIONS):
        if adapter is game.GAME_REQUESTS or "type" not in text or "mvoe" in text:
            with pytest.raises(PalamedesError, match=f"^{re.escape(BAD[text])}$"):
                parse_message(adapter, text)


@pytest.mark.parametrize("text", BAD_QUESTIONS, ids=range(len(BAD_QUESTIONS)))
def test_a_bad_question_is_refused_in_one_line(text):
    with pytest.raises(PalamedesError, match=f"^{re.escape(BAD_QUESTIONS[text])}$"):
        parse_message(analysis.ANALYSIS_QUESTIONS, text)


@pytest.mark.parametrize("path", ["/api/games/{}/live", "/api/analysis"])
def test_each_bad_message_gets_one_error_over_the_network(client, path):
    game_id = new_game(client, **ONE_SCREEN)
    for number, text in enumerate(BAD if "games" in path else [*BAD, *BAD_QUESTIONS]):
        with client.websocket_connect(path.format(game_id)) as socket:
            socket.send_text(text)
            socket.send_json({"type": "ping"})
            answers = [socket.receive_json()]
            while answers[-1]["type"] != "pong":
                answers.append(socket.receive_json())
        errors = [each["message"] for each in answers if each["type"] == "error"]
        assert len(errors) == 1, (number, answers)
        assert len(errors[0]) < 200
        assert "\n" not in errors[0]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**300, 10**301)
    | st.floats()
    | st.text(max_size=50)
    | st.sampled_from(["c3", "nim", "teeko", "draw", "1-1"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=8,
)
NAMES = sorted(
    {
        name
        for union in (game.GameRequest, analysis.AnalysisQuestion)
        for model in models_of(union).values()
        for name in (*fields_of(model), "pieces", "turn", "counters", "regions")
    }
)
KINDS = sorted({*models_of(game.GameRequest), *models_of(analysis.AnalysisQuestion)})
BOARDS = st.fixed_dictionaries(
    {"turn": VALUES, "pieces": VALUES}, optional={"counters": VALUES, "regions": VALUES}
)
MESSAGES = VALUES | st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS) | VALUES},
    optional={name: BOARDS | VALUES if name == "board" else VALUES for name in NAMES},
)


@pytest.mark.parametrize("path", ["/api/games/{}/live", "/api/analysis"])
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(messages=st.lists(MESSAGES, min_size=1, max_size=12))
def test_random_json_never_ends_a_connection(client, path, messages):
    game_id = new_game(client, "nim", **ONE_SCREEN)
    with client.websocket_connect(path.format(game_id)) as socket:
        for message in messages:
            socket.send_text(json.dumps(message)[:LONGEST_MESSAGE])
        socket.send_json({"type": "ping"})
        while (answer := socket.receive_json())["type"] != "pong":
            assert "went wrong" not in answer.get("message", ""), messages


def test_an_error_names_the_question_it_is_about(client):
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_json({"type": "position", "id": 7, "game": "teeko", "moves": [1]})
        answer = socket.receive_json()
    assert (answer["type"], answer["id"]) == ("error", 7)
