"""The end of a game in the web app, and what it says about a spot that cannot be played."""

import os

import pytest
from playwright.sync_api import expect

from browser import PHONE, PROGRAM, begin, complaints, touch, wait_for_turn
from palamedes.campaign import CHAPTERS, find_challenge, next_challenge
from palamedes.core.match import Match
from palamedes.games import find_game
from web import another_visitor, client_of, live, new_game, scene_when

pytest_plugins = ["browsing"]
pytestmark = [pytest.mark.xdist_group("browser")]
needs_chromium = pytest.mark.skipif(
    PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"
)
# One move before a square of four, four in a row, and a mill.
SQUARE = "O4/O4/5/1X1X1/OXX1O X"
LINE = "OOO2/5/5/5/XXX2 X"
MILL = "O1O/2X/3/4XX/3/1X1/O1X X 0 0"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('endings') / 'games.db'}") as client:
        yield client


# Without a browser


def test_everybody_reads_the_result_as_it_concerns_them(client):
    """The winner, the loser and a watcher; who plays both sides reads a name."""
    friend, watcher = another_visitor(client), another_visitor(client)
    seats = {"first": {"who": "me", "name": "Ada"}, "second": {"who": "friend"}}
    game_id = new_game(client, position=LINE, **seats)
    friend.post(f"/api/games/{game_id}/seats/1", json={"name": "Bob"})
    texts = []
    for visitor in (client, friend, watcher):
        with live(visitor, game_id) as socket:
            if visitor is client:
                socket.send_json({"type": "move", "move": "d1"})
            scene = scene_when(socket, lambda scene: scene["result"])
            texts.append(scene["result"]["text"])
            assert scene["board"]["ended"] == ["a1", "b1", "c1", "d1"]
    assert texts == [
        "You win: four in a row.",
        "You lose: four in a row.",
        "Ada wins: four in a row.",
    ]
    (mine,) = client.get("/api/mine").json()
    assert mine["result"] == "You win: four in a row."
    both = new_game(client, position=LINE, first={"who": "me"}, second={"who": "me"})
    with live(client, both) as socket:
        socket.send_json({"type": "move", "move": "d1"})
        scene = scene_when(socket, lambda scene: scene["result"])
        assert scene["result"]["text"] == "Player 1 wins: four in a row."


def position_before(moves):
    match = Match.of(find_game("teeko"))
    for move in moves.split():
        match.play(move)
    return match.position.text


def object_to(client, **question):
    return client.post("/api/objections", json={"game": "teeko", "touched": [], **question})


def test_the_server_says_why_a_spot_cannot_be_played(client):
    start = position_before("a1 a5 b1 b5")
    told = object_to(client, position=start, spot="a5").json()
    assert told == {"text": "a5 is taken. Choose an empty square."}
    assert object_to(client, position=start, spot="nowhere").json() == {"text": ""}
    french = client.post(
        "/api/objections",
        json={"game": "teeko", "position": start, "spot": "a5"},
        headers={"accept-language": "fr"},
    )
    assert french.json() == {"text": "a5 est occupée. Choisissez une case vide."}


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"game": "chess"}, 404),
        ({"position": "no such thing"}, 422),
        ({"touched": ["a5", "b5"]}, 422),
        ({"touched": ["a1"] * 11}, 422),
        ({"spot": "x" * 41}, 422),
    ],
)
def test_a_bad_question_about_a_spot(client, wrong, status):
    question = {"position": position_before("a1 a5 b1 b5"), "spot": "a5", **wrong}
    answer = object_to(client, **question)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_the_next_challenge_is_open_and_not_done():
    first = CHAPTERS[0].challenges
    assert next_challenge(first[0], {first[0].id}) == first[1]
    assert next_challenge(first[-1], {first[-1].id}) == first[0]
    done = {each.id for chapter in CHAPTERS for each in chapter.challenges}
    assert next_challenge(first[0], done) is None
    assert next_challenge(find_challenge(first[0].id), done - {first[2].id}) == first[2]


# In a browser


@needs_chromium
def test_the_end_of_a_game_and_refusals_on_the_page(surfer):
    page = surfer.visitor()
    begin(page, "teeko", position=SQUARE)
    wait_for_turn(page)
    assert page.title() == "Your turn - Teeko - Palamedes"
    click(page, "a5")
    told(page, "a5 is your opponent's. Choose one of your pieces.")
    touch(page, "b1")
    click(page, "e5")
    told(page, "The piece on b1 cannot reach e5.")
    expect(page.locator(".next")).to_be_hidden()
    touch(page, "d2")
    touch(page, "c2")
    page.locator("#status.over", has_text="You win: a square of four.").wait_for()
    assert page.title() == "You win: a square of four. - Teeko - Palamedes"
    page.wait_for_function("() => document.querySelectorAll('.ending-core').length === 4")
    seconds = "() => getComputedStyle(document.querySelector('.ending-core')).animationDuration"
    assert float(page.evaluate(seconds).removesuffix("s")) < 0.001  # calm is wanted
    for action in ("rematch", "review"):
        expect(page.locator(f'.next [data-action="{action}"]')).to_be_visible()
    assert complaints(page) == []
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelectorAll('.ending-core').length === 0")
    page.locator('[data-action="rematch"]').click()
    page.locator('.bottom-player[data-player="1"]').wait_for()


@needs_chromium
def test_the_end_in_french_on_a_phone(surfer):
    page = surfer.visitor(PHONE, locale="fr-FR", has_touch=True, is_mobile=True)
    begin(page, "teeko", position=LINE)
    wait_for_turn(page)
    assert page.title().startswith("À vous de jouer - ")
    touch(page, "d1")
    page.locator("#status.over", has_text="Vous gagnez : quatre pions alignés.").wait_for()
    expect(page.locator("line.ending-core")).to_have_count(1)
    assert complaints(page) == []
    begin(page, "morris", position=MILL)
    for spot in ("d2", "f2"):
        touch(page, spot)
    click(page, "d7")
    told(page, "Cela ferme un moulin : choisissez le pion à retirer.")


def click(page, spot):
    """Click a spot without waiting for anything."""
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def told(page, text):
    page.locator("#message", has_text=text).wait_for()
