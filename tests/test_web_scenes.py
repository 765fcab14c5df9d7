"""Scenes of live games: whoever follows the changes sees what others are sent whole."""

import json
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.games import GAMES
from palamedes.ui.session import Seat, Session, TimeControl
from palamedes.ui.web.live.scenes import SceneTexts
from palamedes.ui.web.messages.game import ChangeMessage, SceneMessage
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.stored_game import Side
from test_web_scripts import NODE, run_module
from web import another_visitor, client_of, live, scene_when, two_people

VIEWS = [("en", (0,)), ("fr", (1,)), ("en", ())]
ACTIONS = st.sampled_from(["move"] * 6 + ["touch"] * 3 + ["undo", "agree", "draw", "resign"])

FOLLOW = """
import { readFileSync } from "node:fs";
import { Scenes } from "./scenes.mjs";
let asked = 0;
const scenes = new Scenes(() => asked++);
const seen = JSON.parse(readFileSync(0)).map((message) => scenes.receive(message));
console.log(JSON.stringify({ asked, seen }));
"""


def new_session(name: str) -> tuple[Session, StoredGame]:
    family = next(family for family in GAMES if family.name == name)
    match, control = Match.of(family.make("")), TimeControl(600)
    stored = StoredGame(
        "game", match, (Side(owner="a"), Side(owner="b")), control, datetime.now(UTC)
    )
    people = (Seat(remote=True), Seat(remote=True))
    return Session(match, people, control, engine_for=None), stored


def act(session: Session, action: str, choice: int) -> None:
    turn, moves = session.match.position.turn, session.match.position.moves
    if action == "move":
        session.move(moves[choice % len(moves)])
    elif action == "touch":
        spots = sorted(session.scene().open)
        session.touch(spots[choice % len(spots)])
        session.handle_next()
    elif action == "undo":
        session.undo(by=1 - turn)
    elif action == "agree":
        session.answer(True)
    elif action == "draw":
        session.offer_draw(by=turn)
    else:
        session.resign(by=turn)


def merged(scene: dict, change: dict) -> dict:
    """What docs/api.md says about a change."""
    assert change["number"] == scene["number"] + 1
    moves = scene["moves"][: change["kept"]] + change["moves"]
    return {**scene, **change["scene"], "number": change["number"], "moves": moves}


@pytest.mark.parametrize("name", [family.name for family in GAMES])
@settings(max_examples=8, deadline=None)
@given(actions=st.lists(st.tuples(ACTIONS, st.integers(0, 200)), min_size=3, max_size=25))
def test_changes_lead_to_the_same_as_whole_scenes(name, actions):
    session, stored = new_session(name)
    last, seen = None, {}
    for action, choice in actions:
        texts = SceneTexts(session.scene(), stored, 1 + (last.number if last else 0), last)
        for view in VIEWS:
            whole, change = json.loads(texts.message(view)), json.loads(texts.changes(view))
            SceneMessage.model_validate_json(texts.message(view))
            if last is None:
                assert change == whole
            else:
                ChangeMessage.model_validate_json(texts.changes(view))
                assert merged(seen[view], change) == whole
                assert change["scene"].keys().isdisjoint({"names", "seats", "kinds"})
            seen[view] = whole
        texts.forget_before()
        last = texts
        if session.match.result is not None:
            return
        with suppress(PalamedesError):  # not possible now
            act(session, action, choice)


@pytest.mark.xdist_group("web")
def test_a_page_gets_changes_and_may_ask_for_the_whole(tmp_path):
    with client_of(f"sqlite:///{tmp_path / 'games.db'}") as ann:
        bob, game_id = another_visitor(ann), two_people(ann, "morpion")
        assert bob.post(f"/api/games/{game_id}/seats/1", json={}).status_code == 200
        url = f"/api/games/{game_id}/live?changes=true"
        with live(ann, game_id) as old, bob.websocket_connect(url) as page:
            old.send_json({"type": "move", "move": "a1"})
            one = scene_when(page, lambda scene: scene["plies"] == 1)
            page.send_json({"type": "move", "move": "b2"})
            two = merged(one, next_of(page, "change"))
            whole = scene_when(old, lambda scene: scene["plies"] == 2)
            same = whole.keys() - {"seats", "touches", "open", "can_undo", "clocks"}
            assert {name: two[name] for name in same} == {name: whole[name] for name in same}
            page.send_json({"type": "scene"})
            assert scene_when(page, lambda scene: True) == two
            old.send_json({"type": "move", "move": "c3"})
            three = scene_when(page, lambda scene: scene["plies"] == 3)
            page.send_json({"type": "draw"})
            assert merged(three, next_of(page, "change"))["offer"] == {"kind": "draw", "by": 1}


def next_of(socket, kind):
    while (message := socket.receive_json())["type"] not in ("scene", "change"):
        pass
    assert message["type"] == kind
    return message


@pytest.mark.skipif(NODE is None, reason="no node here")
def test_the_browser_asks_for_the_whole_scene_once_if_a_change_is_missing(tmp_path):
    one = {"type": "scene", "number": 1, "moves": ["a", "b"], "turn": 0, "message": ""}
    two = {"type": "change", "number": 2, "kept": 1, "moves": ["c", "d"], "scene": {"turn": 1}}
    late = [{**two, "number": number} for number in (4, 5)]
    six = {**one, "number": 6}
    found = run_module(tmp_path, "game/scenes.js", FOLLOW, [one, two, *late, six])
    assert found["seen"] == [one, merged(one, two), None, None, six]
    assert found["asked"] == 1
