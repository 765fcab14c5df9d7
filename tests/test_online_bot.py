"""`palamedes bot connect`: a bot plays on a real server, which is killed and comes back."""

import json
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import connect

from palamedes.arena.online import ServerApi, Span, Wishes, parse_span
from palamedes.core.errors import PalamedesError
from waiting import wait_until
from web import PATIENCE, free_port, server

FAILING = """
from palamedes.players import Bot

class Fails(Bot):
    def move(self, position):
        raise ValueError("no idea")
"""


def ask(address, path, body=None, **headers):
    """An answer, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **headers}
    with urlopen(Request(address + path, data, headers), timeout=PATIENCE) as answer:
        return json.load(answer), (answer.headers["set-cookie"] or "").partition(";")[0]


def bot_token(address, name):
    account = {"name": name, "password": "correct horse"}
    _made, cookie = ask(address, "/api/accounts", account)
    ask(address, "/api/you/bot", {"sure": True}, cookie=cookie)
    return ask(address, "/api/you/tokens", {}, cookie=cookie)[0]["token"]


def connected(folder, address, player, token, *options):
    """The process of a connected bot; its log is `bot.log`."""
    (folder / "token").write_text(token)
    command = [sys.executable, "-m", "palamedes", "bot", "connect", address, str(player)]
    command += ["--token-file", str(folder / "token"), "--log", str(folder / "bot.log")]
    return subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True)


def challenge(address, cookie, **wish):
    """Challenge the bot as a guest, and wait for its answer: the challenge and the cookie."""
    headers = {"cookie": cookie} if cookie else {}
    wish = {"game": "teeko", "opponent": "Robot", "first": "challenger", **wish}
    made, new_cookie = ask(address, "/api/challenges", wish, **headers)
    headers = {"cookie": cookie or new_cookie}
    path, answers = f"/api/challenges/{made['id']}", []

    def is_answered():
        answers.append(ask(address, path, **headers)[0])
        return answers[-1]["state"] != "open"

    wait_until(is_answered, what="the bot does not answer")
    return answers[-1], headers["cookie"]


def play(address, cookie, game_id, until):
    """Make the first legal move, again and again, until something is seen: the last scene."""
    url = f"{address.replace('http', 'ws')}/api/games/{game_id}/live"
    with connect(url, additional_headers={"cookie": cookie}) as line:
        for text in line:
            scene = json.loads(text)
            if scene["type"] != "scene":
                continue
            if until(scene):
                return scene
            if scene["touches"]:
                line.send(json.dumps({"type": "move", "move": next(iter(scene["touches"]))}))
    raise AssertionError("it never came")


def test_a_bot_plays_on_after_a_crash_of_the_server(tmp_path):
    port = free_port()
    with server(tmp_path, port) as (address, process):
        token = bot_token(address, "Robot")
        bot = connected(tmp_path, address, "random", token, "--game", "morpion,nim")
        try:
            declined, cookie = challenge(address, "", game="awale")
            assert (declined["state"], declined["reason"]) == ("declined", "game")
            accepted, cookie = challenge(address, cookie, game="morpion")
            game_id = accepted["game_id"]
            scene = play(address, cookie, game_id, lambda scene: scene["plies"] >= 2)
            assert scene["bots"] == [1]
            process.kill()
            process.wait()
            with server(tmp_path, port):
                scene = play(address, cookie, game_id, lambda scene: scene["result"])
                assert scene["plies"] > 2
                assert challenge(address, cookie, game="nim")[0]["state"] == "accepted"
        finally:
            bot.kill()
            bot.communicate()
    events = [line.split()[1] for line in (tmp_path / "bot.log").read_text().splitlines()]
    assert events.count("connected") <= 2  # a quick restart goes unnoticed between two looks
    assert {"decline", "accept", "disconnected", "over"} <= set(events)


def test_a_bot_that_fails_loses_its_game_and_comes_to_the_next(tmp_path):
    (tmp_path / "fails.py").write_text(FAILING)
    with server(tmp_path, free_port()) as (address, _process):
        token = bot_token(address, "Robot")
        bot = connected(tmp_path, address, tmp_path / "fails.py", token)
        cookie = ""
        try:
            for _game in range(2):
                accepted, cookie = challenge(address, cookie)
                scene = play(address, cookie, accepted["game_id"], lambda scene: scene["result"])
                assert scene["result"]["reason"] == "resignation"
                assert scene["result"]["winner"] == 0
        finally:
            bot.terminate()
            bot.communicate()
        assert (tmp_path / "bot.log").read_text().count(" failed ") == 2
        wrong = connected(tmp_path, address, "random", f"{token}x")
        _out, errors = wrong.communicate(timeout=PATIENCE)
        assert (wrong.returncode, errors.count("\n")) == (2, 1)
        assert "does not know this token" in errors
        with pytest.raises(HTTPError):
            ask(address, "/api/you", authorization="Bearer x")


@pytest.mark.parametrize(
    "url",
    [
        "games.example",
        "ftp://x",
        "http://",
        "http://x:port",
        "https://a b",
        "http://u@x",
        "http://x?a",
    ],
)
def test_an_address_that_is_none(url):
    with pytest.raises(PalamedesError, match="is not the address of a server"):
        ServerApi(url, "token")


@pytest.mark.parametrize("token", ["", "a b", "é", "a\nb"])
def test_a_token_that_is_none(token):
    with pytest.raises(PalamedesError, match="one token"):
        ServerApi("http://127.0.0.1", token)


@pytest.mark.parametrize(
    ("text", "span"),
    [("60..600", Span(60, 600)), ("60..", Span(60, None)), ("..600", Span(None, 600))],
)
def test_spans(text, span):
    assert parse_span(text, "--clock") == span


@pytest.mark.parametrize("text", ["", "60", "600..60", "a..b", "-1..5", "nan..", "..inf"])
def test_texts_that_are_no_spans(text):
    with pytest.raises(PalamedesError, match=r"MIN\.\.MAX"):
        parse_span(text, "--clock")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"game": "nim"}, "game"),
        ({"clock": None}, "clock"),
        ({"clock": {"total": 60, "increment": 30}}, "clock"),
        ({"challenger": {"rating": 1800}}, "strength"),
        ({"challenger": {"rating": 1600}}, None),
    ],
)
def test_wishes(changes, reason):
    wishes = Wishes({"teeko"}, Span(60, 600), Span(1400, 1700))
    offered = {"game": "teeko", "clock": {"total": 300, "increment": 0}}
    assert wishes.refusal({**offered, "challenger": {"rating": None}, **changes}) == reason
