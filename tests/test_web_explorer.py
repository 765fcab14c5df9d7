"""The opening explorer: its counts, its truths, and that it says nothing about anybody."""

import os
from collections import Counter
from functools import reduce
from operator import xor
from random import Random

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from browser import DESKTOP, HERE, PHONE, PROGRAM, begin, complaints, touch
from palamedes.core.language import _, set_language
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.book_engine import own_book_path
from palamedes.search.opening_book import BookEntry, BookMove, OpeningBook, canonical
from palamedes.ui.web.features.explorer import Explorer, explore
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from palamedes.ui.web.store import GameStore
from palamedes.ui.web.store import openings as archives
from palamedes.ui.web.store.openings import OpeningStore, counting_query
from test_web_store import store, stored_game, url  # noqa: F401 - fixtures
from web import client_of, live, new_game, scene_when

pytest_plugins = ["browsing"]
on_databases = pytest.mark.xdist_group("store")
at_a_server = pytest.mark.xdist_group("web")
WON = ["b1", "a1", "b2", "a2", "b3"]  # by the first player, on the small board


def keep_random_games(keeper, name, count=15):
    """Games of chance; every third is not over."""
    random = Random(5)
    matches = []
    for number in range(count):
        stored = stored_game(name, f"{name[-12:]}-{number}")
        match = stored.match
        while match.result is None and len(match.turns) < 40:
            match.play(random.choice(match.position.codes))
        if match.result is None:
            match.end(None, "agreement")
        while number % 3 == 0 and len(match.turns) > 5:
            match.undo()
        keeper.add(stored)
        matches.append(match)
    return matches


def recounted(matches, position):
    """The results of all moves from a position, by looking at every position of every game.

    A move is known by what its images lead to. Each game counts once for each way of writing it.
    """
    seen = set()
    for number, match in enumerate(matches):
        for before, turn in zip(match.positions, match.turns, strict=False):
            same = (before.turn, before.state) in _images(position)
            if same and match.result is not None:
                after = frozenset(_images(before.play(turn.move)))
                seen.add((number, before.text, turn.move, after, match.result.winner))
    return Counter((after, winner) for _number, _text, _move, after, winner in seen)


def _images(position):
    state = position.state
    return {(position.turn, state.image(each)) for each in range(state.SYMMETRIES)}


@on_databases
def test_counts_are_those_of_a_slow_recount(store):  # noqa: F811
    games = ("morpion", "nim:3,4,5", "nim:3,4,5,misere")  # two of them have the same positions
    for name in games:
        matches = keep_random_games(store, name)
        finished = [match for match in matches if match.result is not None]
        assert 0 < len(finished) < len(matches)
        for position in [*finished[0].positions[:4], *matches[0].positions[:2]]:
            counted = Counter()
            for move in explore(OpeningStore(store.engine), position)["moves"]:
                after = frozenset(_images(position.play(move["move"])))
                counted[after, position.turn] += move["wins"]
                counted[after, None] += move["draws"]
                counted[after, 1 - position.turn] += move["losses"]
                assert move["games"] == move["wins"] + move["draws"] + move["losses"]
            assert +counted == recounted(matches, position)


@on_databases
def test_a_game_that_comes_back_to_a_position_counts_once(store):  # noqa: F811
    stored = stored_game("morpion")
    for move in ["a1", "b1", "a2", "b3", "c3", "c2", "c3-c1", "c2-a3", "c1-c3", "a3-c2", "c3-c1"]:
        stored.match.play(move)
    stored.match.end(1, "resignation")
    store.add(stored)
    position = stored.match.positions[6]
    assert position == stored.match.positions[10]
    (played,) = (
        move for move in explore(OpeningStore(store.engine), position)["moves"] if move["games"]
    )
    assert (played["move"], played["games"], played["losses"]) == ("c3-c1", 1, 1)


@on_databases
def test_a_position_is_found_by_its_index(store):  # noqa: F811
    is_sqlite = store.engine.dialect.name == "sqlite"
    question = counting_query("teeko", ["5/5/5/5/5 X", "5/5/5/5/5 O"])
    words = question.compile(store.engine, compile_kwargs={"literal_binds": True})
    with store.engine.begin() as connection:
        if not is_sqlite:  # an empty table is read whole, unless that is forbidden
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        explain = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
        plan = "\n".join(str(row[-1]) for row in connection.execute(text(f"{explain} {words}")))
    assert "moves_by_position" in plan


@on_databases
def test_where_many_games_came_by_they_are_counted_now_and_then(store, monkeypatch):  # noqa: F811
    monkeypatch.setattr(archives, "MANY_GAMES", 2)
    archive, start = OpeningStore(store.engine), Position.start(find_game("morpion"))
    games = []
    for number in range(4):
        stored = stored_game("morpion", f"game-{number}")
        for move in WON:
            stored.match.play(move)
        store.add(stored)
        if number == 3:
            monkeypatch.setattr(archives, "CACHE_SECONDS", 0.0)
        games.append(explore(archive, start)["games"])
    assert games == [1, 2, 2, 4]


@pytest.mark.xdist_group("nim:3,4,5")
def test_solved_positions_tell_the_truth_of_every_move(solved, tmp_path, monkeypatch):
    folder = solved("nim:3,4,5").folder
    monkeypatch.setenv("PALAMEDES_DATA", str(folder.parent.parent))
    position = Position.parse(find_game("nim:3,4,5"), "1;4;5 1")
    empty = GameStore(f"sqlite:///{tmp_path / 'games.db'}")
    moves = explore(OpeningStore(empty.engine), position)["moves"]
    empty.close()
    assert {move["move"] for move in moves} == set(position.moves)
    for move in moves:
        heaps = position.play(move["move"]).text.split(" ")[0].split(";")
        wins = reduce(xor, map(int, heaps)) == 0
        assert (move["worth"]["score"] > 0) == wins
        assert move["worth"]["text"].startswith("win in" if wins else "loss in")
        assert move["games"] == 0


@pytest.mark.parametrize(
    ("is_exact", "text", "source"),
    [(True, "draw", "book (table)"), (False, "50 %", "book (search)")],
)
def test_the_book_tells_values_and_where_they_come_from(
    is_exact, text, source, tmp_path, monkeypatch
):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    game = find_game("morpion")
    path = own_book_path(game)
    path.parent.mkdir()
    corner = game.start.move_image(0, 1)
    entries = {canonical(game.start).key: BookEntry((BookMove(corner, 0),), is_exact)}
    OpeningBook.of(game, entries, {}).write(path)
    empty = GameStore(f"sqlite:///{tmp_path / 'games.db'}")
    (move,) = explore(OpeningStore(empty.engine), Position.start(game))["moves"]
    empty.close()
    assert move["move"] == "a1"  # the first of the four corners
    assert move["worth"] == {"score": 0, "text": text, "exact": is_exact, "source": source}


# At a server


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('explorer') / 'games.db'}") as client:
        yield client


def ask(client, game, position):
    return client.get("/api/explorer", params={"game": game, "position": position})


@at_a_server
def test_games_in_play_are_not_counted_and_nobody_is_named(client):
    people = {"first": {"who": "me", "name": "Zoë"}, "second": {"who": "me", "name": "Ann"}}
    game_id = new_game(client, "morpion", **people)
    with live(client, game_id) as socket:
        for number, move in enumerate(WON, 1):
            socket.send_json({"type": "move", "move": move})
            scene_when(socket, lambda scene, number=number: scene["plies"] == number)
            answer = ask(client, "morpion", "3/3/3 X")
            is_over = number == len(WON)
            assert answer.json()["games"] == is_over
    (move,) = answer.json()["moves"]
    assert set(answer.json()) == {"position", "turn", "symmetric", "games", "moves", "unknown"}
    assert move == {"move": "b1", "games": 1, "wins": 1, "draws": 0, "losses": 0, "worth": None}
    for secret in ("Zoë", "Ann", game_id, client.cookies["palamedes"]):
        assert secret not in answer.text
    other = ask(client, "morpion", "3/2X/3 O").json()  # an image of the position after b1
    assert [(move["move"], move["losses"]) for move in other["moves"]] == [("c1", 1)]


@at_a_server
@pytest.mark.parametrize(
    ("name", "position", "status"),
    [
        ("chess", "5/5/5/5/5 X", 404),
        ("teeko", "nonsense", 422),
        ("teeko", "", 422),
        ("teeko", "5" * 401, 422),
        ("t" * 81, "5/5/5/5/5 X", 422),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(client, name, position, status):
    assert ask(client, name, position).status_code == status


@at_a_server
def test_nobody_asks_too_much(client, monkeypatch):
    monkeypatch.setattr(service(client, Explorer), "_rate", RateLimit(2, 0))
    answers = [ask(client, "morpion", "3/3/3 X").status_code for _question in range(3)]
    assert answers == [200, 200, 429]


# In a browser


@pytest.mark.xdist_group("browser of pages")
@pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here")
@pytest.mark.parametrize(("viewport", "other"), [(DESKTOP, "fr"), (PHONE, "en")])
def test_moves_are_explored_and_played(surfer, viewport, other):
    page = surfer.visitor(viewport, locale="en" if other == "fr" else "fr")
    begin(page, "nim:1,1", **HERE)
    for spot in ("1.1", "2.1"):
        touch(page, spot)
    page.goto("/analysis#game=nim:1,1")
    explorer = page.locator(".explorer")
    explorer.get_by_role("button").first.click()
    move = explorer.locator(".openings .move", has_text="1-1")
    move.click() if viewport is DESKTOP else move.press("Enter")
    page.wait_for_url("**moves=1-1")
    row = explorer.locator("tbody tr", has=page.locator(".move", has_text="2-1"))
    row.locator(".line-worth.win").wait_for()
    page.wait_for_function("() => document.activeElement?.matches('.openings .move')")
    assert row.locator(".outcome").inner_text().strip() in ("+1 =0 -0", "+2 =0 -0")
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.context.add_cookies([{"name": "language", "value": other, "url": surfer.address}])
    page.goto("/analysis#game=nim:1,2")
    page.reload()
    set_language(other)
    explorer.get_by_text(_("No games from this position yet.")).wait_for()  # it is open, as it was
    expect(explorer.get_by_role("button").first).to_have_text(_("Opening explorer"))
