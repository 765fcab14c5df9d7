"""The bot of docs/api.md, run as it is printed there, plays a whole game over the network."""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import connect

from web import PATIENCE, free_port, server

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
WISH = {"first": {"who": "me"}, "second": {"who": "friend"}}


@pytest.mark.parametrize("name", ["morris", "awale"])
def test_the_bot_plays_to_the_end(tmp_path, name):
    bot = tmp_path / "bot.py"
    bot.write_text(re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL).group(1))
    with server(tmp_path, free_port()) as (address, _process):
        wish = json.dumps({"game": name, **WISH}).encode()
        asked = Request(f"{address}/api/games", wish, {"content-type": "application/json"})
        with urlopen(asked) as answer:
            game_id = json.load(answer)["id"]
            cookie = answer.headers["set-cookie"].partition(";")[0]
        run = subprocess.Popen([sys.executable, bot, address, game_id], stdout=subprocess.PIPE)
        result = play(f"{address.replace('http', 'ws')}/api/games/{game_id}/live", cookie)
        said, _errors = run.communicate(timeout=PATIENCE)
    told = said.decode().strip()  # to the other side
    assert told.startswith(("You", "Draw"))
    assert told.startswith("You win") == result["text"].startswith("You lose")


def play(address, cookie):
    """Touch whatever is open, the last first, and give up after a while: how it ended."""
    with connect(address, additional_headers={"cookie": cookie}) as line:
        for text in line:
            scene = json.loads(text)
            if scene["type"] == "scene" and scene["result"]:
                return scene["result"]
            if scene["type"] == "scene" and scene["open"] and not scene["free"]:
                action = {"type": "touch", "spot": scene["open"][-1]}
                if scene["plies"] > 30:
                    action = {"type": "resign"}
                line.send(json.dumps(action))
    raise AssertionError("the game never ended")
