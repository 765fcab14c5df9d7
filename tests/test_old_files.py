"""What the version before has written still opens, goes on and means the same.

`data/before/README.md` says what the files are. Each test works on a copy of them.
"""

import io
import json
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

import palamedes
from palamedes.ui.desktop.starting import first_choice
from palamedes.ui.settings import load_settings
from web import another_visitor, client_of, live, wait_until

pytestmark = pytest.mark.xdist_group("store")

BEFORE = Path(__file__).parent / "data" / "before"
OLD_ENGINE = "alphabeta:depth=2,eval=seed"
COOKIE = "palamedes"  # by which a browser is known
TOURNAMENTS = "/api/contests"
LABORATORY = "/api/laboratory/tree"
REFRESH_LOGINS = "update logins set created = strftime('%Y-%m-%d %H:%M:%f000', 'now')"


def read(name):
    return json.loads((BEFORE / name).read_text(encoding="utf-8"))


KEPT = read("database.json")
GAMES, CONTESTS = KEPT["games"], KEPT["contests"]


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The data folder of somebody who has used the version before; nothing is in it yet."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("PALAMEDES_DATA", str(folder))
    return folder


@pytest.fixture
def keep(data):
    """Put a file or a folder of the version before into the data folder: its place there."""

    def keep(name):
        source, target = BEFORE / name, data / name
        return Path((shutil.copytree if source.is_dir() else shutil.copy)(source, target))

    return keep


class Lines(io.StringIO):
    """What somebody types: at a terminal, or into a pipe."""

    def __init__(self, *lines, at_terminal):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.isatty = lambda: at_terminal


@pytest.fixture
def type_in(run, monkeypatch):
    """Run the program and type lines, then end the input: what was printed."""

    def type_in(*arguments, lines, at_terminal=False):
        monkeypatch.setattr(sys, "stdin", Lines(*lines, at_terminal=at_terminal))
        code, out, err = run(*arguments)
        assert (code, err) == (0, "")
        return out

    return type_in


# Files


@pytest.mark.parametrize("name", ["record.json", "record-teeko.json"])
def test_a_saved_game_has_all_that_was_in_it(name, keep, tmp_path):
    known, match = read(name), palamedes.load(keep(name))
    assert match.game.id == known["game"]
    assert list(match.players) == known["players"]
    assert [turn.move for turn in match.turns] == known["moves"]
    assert [turn.seconds for turn in match.turns] == known["seconds"]
    assert [list(turn.thought) for turn in match.turns] == known["thoughts"]
    assert match.result.winner == known["result"]["winner"] - 1
    palamedes.save(match, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == known


@pytest.mark.parametrize("name", ["journal.jsonl", "journal-morpion.jsonl"])
def test_an_interrupted_tournament_goes_on(name, keep, run):
    path = keep(name)
    plan, *before = map(json.loads, path.read_text().splitlines())
    code, out, _err = run("tournament", "--resume", path, "--workers", 1, "--json")
    assert code == 0
    players = {player["name"]: player for player in json.loads(out)["players"]}
    assert {name: each["spec"] for name, each in players.items()} == {
        entrant["name"]: entrant["spec"] for entrant in plan["entrants"]
    }
    assert any(each["spec"].endswith(("eval=seed", "eval=g")) for each in players.values())
    assert {each["games"] for each in players.values()} == {2 * plan["games"]}
    assert path.read_bytes().startswith((BEFORE / name).read_bytes())
    games = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert len(games) == 2 * len(before)
    moves = {str(game["fixture"][0]): game["record"]["moves"] for game in games}
    expected = read("resumed.json")[name]  # as the version before has gone on itself
    assert {number: moves[number] for number in expected} == expected


@pytest.mark.parametrize(
    ("name", "value", "plies"), [("morpion", "draw", None), ("morpion:4,beginner", "win", 5)]
)
def test_tables_are_used_and_not_made_again(name, value, plies, keep, run):
    folder = keep("tables") / name.replace(":", "-")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    code, out, _err = run("solve", name, "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["value"], found["plies"]) == (value, plies)
    assert before == {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()
    }
    solved = {each["id"] for each in json.loads(run("games", "--json")[1]) if each["solved"]}
    assert solved == {"morpion", "morpion:4,beginner"}


@pytest.mark.parametrize(
    ("name", "move", "sentence", "seats", "clock"),
    [
        (
            "teeko",
            "a1",
            "You have an unfinished game: Teeko, ",
            ["human", OLD_ENGINE],
            [900.0, 5.0, 0],
        ),
        (
            "morris",
            "g1",
            "You have an unfinished game: Nine men's morris, ",
            ["hard", "human"],
            None,
        ),
    ],
)
def test_a_game_left_behind_is_offered_and_goes_on(
    name, move, sentence, seats, clock, keep, type_in
):
    folder = keep("unfinished")
    (path,) = (each for each in folder.glob("*.json") if f'"{name}"' in each.read_text())
    before = json.loads(path.read_text())
    out = type_in("play", name, lines=["y", move], at_terminal=True)
    assert sentence in out
    assert f", {len(before['record']['moves'])} moves (" in out
    after = json.loads(path.read_text())
    assert (after["seats"], after["control"]) == (seats, clock)
    *moves, answer = after["record"]["moves"]
    assert moves == [*before["record"]["moves"], move]
    assert answer
    *thoughts, thought = after["record"]["thoughts"]
    assert thoughts == [*before["record"]["thoughts"], None]
    assert {thought[0]} == {each[0] for each in thoughts if each}  # as deep as before


def test_settings_are_read_by_every_front_end(keep, run):
    keep("settings.json")
    known, settings = read("settings.json"), load_settings()
    for name, value in known.items():
        assert getattr(settings, name) == (tuple(value) if isinstance(value, list) else value)
    choice = first_choice(None, None, None, settings)
    assert (choice.game.id, choice.specs) == ("teeko", ("human", OLD_ENGINE))
    assert "Nine men's morris" in run("games", "--lang", "en")[1]  # loads the help in English
    assert "Jeu du moulin" in run("games")[1]


def test_settings_stay_when_another_game_is_played(keep, type_in):
    path = keep("settings.json")
    type_in("--lang", "en", "play", "morpion", "--second", "easy", lines=["q"], at_terminal=True)
    changed = {"game": "morpion", "first": "human", "second": "easy"}
    now = json.loads(path.read_text())
    assert {name: now[name] for name in read("settings.json")} == {
        **read("settings.json"),
        **changed,
    }


def test_puzzles_go_on_where_somebody_stopped(keep, type_in):
    path, known = keep("puzzles.json"), read("puzzles.json")["campaigns"]
    out = type_in("puzzles", "play", "morpion", lines=["skip", "quit"])
    assert "Puzzle 5 of 60: morpion" in out
    assert "3 of 60 puzzles solved." in out
    (now,) = (each for each in json.loads(path.read_text()).values() if isinstance(each, dict))
    assert now["teeko"] == known["teeko"]
    assert now["morpion"]["solved"] == known["morpion"]["solved"]
    assert now["morpion"]["at"] != known["morpion"]["at"]


def test_puzzles_that_somebody_has_made_are_solved(keep, type_in):
    path = keep("made-puzzles.json")
    line = read("made-puzzles.json")["puzzles"][0]["line"]
    out = type_in("puzzles", "play", "morpion", "--file", path, lines=[*line[::2], "quit"])
    assert "1 of 4 puzzles solved." in out


def test_a_bot_that_somebody_has_begun_plays(keep, type_in):
    bot = f"bot:{keep('bots') / 'mine' / 'bot.py'}"
    out = type_in("play", "teeko", "--first", bot, "--second", "random", lines=["quit"])
    assert " wins: " in out


# The database of the web app


@pytest.fixture(scope="module")
def server_data(tmp_path_factory):
    """The data folder of a server. A login lasts for some months only: those in there are new."""
    folder = tmp_path_factory.mktemp("before") / "data"
    shutil.copytree(BEFORE / "database", folder)
    with closing(sqlite3.connect(folder / "games.db")) as connection:
        connection.execute(REFRESH_LOGINS)
        connection.commit()
    return folder


@pytest.fixture(scope="module")
def server(server_data):
    """A server that was stopped while it was of the version before, and is started now."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALAMEDES_DATA", str(server_data))
        with client_of(f"sqlite:///{server_data / 'games.db'}") as client:
            yield client


@pytest.fixture
def browser(server):
    """The browser of somebody by the name, with the cookie of then."""

    def browser(name):
        visitor = another_visitor(server)
        visitor.cookies.set(COOKIE, KEPT["people"][name]["cookie"])
        return visitor

    return browser


def get(visitor, address, **fields):
    answer = visitor.get(address, params=fields or None)
    assert answer.status_code == 200, answer.text
    return answer.json()


def record_of(visitor, name):
    return get(visitor, f"/api/games/{GAMES[name]['id']}")["record"]


def moves_of(name):
    return GAMES[name]["record"]["moves"]


def scene_when(socket, condition):
    """The first scene in which something is so. What fails is said at once, not waited for."""
    while True:
        message = socket.receive_json()
        assert message["type"] != "error", message
        if message["type"] == "scene" and condition(message):
            return message


def sit_down(socket):
    """See that one plays here, and does not only watch: the first scene."""
    scene = scene_when(socket, lambda scene: True)
    assert scene["seats"]
    return scene


def play_on(socket, plies):
    """Make any move by touches once so many have been made: the scene after the next one."""
    scene = sit_down(socket)
    while scene["plies"] < plies:
        scene = scene_when(socket, lambda scene: True)
    while scene["plies"] == plies and not scene["result"]:
        before = plies, scene["touched"]
        socket.send_json({"type": "touch", "spot": scene["open"][0]})
        scene = scene_when(
            socket, lambda scene, before=before: (scene["plies"], scene["touched"]) != before
        )
    return scene


def test_who_was_logged_in_still_is(server, browser):
    for name in ("Ada", "Bob"):
        assert get(browser(name), "/api/you")["name"] == name
    assert get(browser("Cleo"), "/api/you")["name"] is None
    names = {game["id"]: game["names"] for game in get(browser("Ada"), "/api/you/games")["games"]}
    for game in GAMES.values():
        people = {"Ada", "Bob", "Dan"} & set(game["record"]["players"])
        assert "Ada" not in people or people <= set(names[game["id"]])


def test_a_password_still_opens(server):
    visitor = another_visitor(server)
    wrong = visitor.post("/api/logins", json={"name": "Ada", "password": "incorrect horse"})
    assert wrong.status_code == 401
    password = KEPT["people"]["Ada"]["password"]
    answer = visitor.post("/api/logins", json={"name": "ada", "password": password})
    assert answer.json() == {"name": "Ada"}
    assert get(visitor, "/api/you")["name"] == "Ada"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_as_it_was(name, server):
    known, found = GAMES[name]["record"], record_of(server, name)
    for key in ("format", "version", "game", "start", "history"):
        assert found[key] == known[key]
    plies = len(known["moves"])  # other tests may have gone on
    for key in ("moves", "seconds", "thoughts"):
        assert found.get(key, [])[:plies] == known.get(key, [])
    if known["result"]:
        assert found["result"] == known["result"]


@pytest.mark.parametrize(
    ("name", "names", "sentence"),
    [
        ("rated", ["Ada", "Bob"], "You win: four in a row."),
        ("rated against a level", ["Ada", "Computer (easy)"], "You win: the last match is taken."),
        ("challenge", ["Ada", "Oiax"], "You win: the last match is taken."),
    ],
)
def test_a_finished_game_can_be_looked_at(name, names, sentence, browser):
    with live(browser("Ada"), GAMES[name]["id"]) as socket:
        scene = scene_when(socket, lambda scene: True)
    assert scene["names"] == names
    assert scene["moves"] == moves_of(name)
    assert scene["result"]["text"] == sentence


@pytest.mark.parametrize(
    ("name", "person", "names"),
    [
        ("against hard", "Ada", ["Ada", "Computer (hard)"]),
        ("of a guest", "Cleo", ["Cleo", "Computer (medium, 25% random moves)"]),
        ("challenge, unfinished", "Ada", ["Ada", "Oiax"]),
    ],
)
def test_a_game_against_an_engine_goes_on(name, person, names, browser):
    plies = len(moves_of(name))
    with live(browser(person), GAMES[name]["id"]) as socket:
        assert play_on(socket, plies)["result"] is None
        scene = scene_when(socket, lambda scene: scene["plies"] == plies + 2 or scene["result"])
    assert scene["moves"][:plies] == moves_of(name)
    assert scene["plies"] == plies + 2  # it has not lost by a failure
    assert scene["names"] == names
    assert bool(scene["clocks"]) == (name == "against hard")


def test_a_game_of_two_people_with_a_clock_goes_on(browser):
    game_id, plies = GAMES["by two"]["id"], len(moves_of("by two"))
    with live(browser("Ada"), game_id) as ada, live(browser("Bob"), game_id) as bob:
        play_on(ada, plies)
        scene = play_on(bob, plies + 1)
    assert scene["plies"] == plies + 2
    assert scene["names"] == ["Ada", "Bob"]
    assert all(900 < left < 1900 for left in scene["clocks"])


def test_a_free_seat_can_still_be_taken(server):
    friend = another_visitor(server)
    game_id = GAMES["waiting"]["id"]
    answer = friend.post(f"/api/games/{game_id}/seats/1", json={"name": "Eve"})
    assert answer.json() == {"id": game_id, "seat": 1}


def test_ratings_are_kept_and_go_on(browser):
    ada, bob = browser("Ada"), browser("Bob")
    for visitor, name in ((ada, "Ada"), (bob, "Bob")):
        found = {each["pool"]: each for each in get(visitor, "/api/you/ratings")}
        known = {each["pool"]: each for each in KEPT["ratings"][name]}
        assert {pool: each["games"] for pool, each in found.items()} == {
            pool: each["games"] for pool, each in known.items()
        }
        for pool, each in found.items():
            is_provisional = pool.startswith("puzzles/")  # nobody has ten yet: it is not shown
            assert each["course"] == ([] if is_provisional else known[pool]["course"])
    assert get(ada, f"/api/games/{GAMES['rated']['id']}/ratings") == KEPT["rated"]
    game_id = GAMES["rated, unfinished"]["id"]
    with live(bob, game_id) as socket:
        sit_down(socket)
        socket.send_json({"type": "move", "move": "d1"})
        assert scene_when(socket, lambda scene: scene["result"])["result"]["winner"] == 0
    won, lost = wait_until(lambda: rating_changes(bob, game_id))
    assert won["change"] > 0 > lost["change"]


def rating_changes(visitor, game_id):
    found = get(visitor, f"/api/games/{game_id}/ratings")
    return found if all(found) else None


def test_puzzles_and_challenges_are_still_solved(browser):
    ada = browser("Ada")
    for game, known in KEPT["puzzles"].items():
        found = get(ada, f"/api/puzzles/{game}")
        states = {str(row["number"]): row["state"] for row in found["puzzles"] if row["state"]}
        provisional = {"rating": None}  # nobody has ten yet: it is not shown
        assert {**known, **found, "states": states} == {**found, **known, **provisional}
    met = {each["id"]: each["met"] for each in get(ada, "/api/campaign")[0]["challenges"]}
    assert {step for step, is_met in KEPT["campaign"].items() if is_met} <= {
        step for step, is_met in met.items() if is_met
    }


def test_a_tournament_of_people_goes_on_to_its_end(browser):
    known = CONTESTS["people"]["seen"]
    address, dan = f"{TOURNAMENTS}/{known['id']}", browser("Dan")
    found = get(dan, address)
    for key in ("title", "game", "state", "settings", "round", "rounds", "entrants", "pairings"):
        assert found[key] == known[key]
    assert found["board"] == GAMES["of the tournament"]["id"]
    with live(dan, found["board"]) as socket:
        sit_down(socket)
        socket.send_json({"type": "resign"})
        scene_when(socket, lambda scene: scene["result"])
    found = wait_until(lambda: when_over(dan, address))
    names = {each["number"]: each["name"] for each in found["entrants"]}
    points = {names[row["number"]]: row["points"] for row in found["table"]}
    assert points["Ada"] == 2
    assert sum(points.values()) == 4


def when_over(visitor, address):
    found = get(visitor, address)
    return found if found["state"] == "over" else None


NEW_WORDS = {
    "The position has come up 3 times: the game is a draw.": (
        "Draw: the same position occurred 3 times."
    ),
}


def in_new_words(game):
    """A game as the old version has shown it, with the sentence about its result of today."""
    return game | {"result": NEW_WORDS.get(game["result"], game["result"])}


def test_a_tournament_of_engines_that_is_over(browser):
    known = CONTESTS["engines"]["seen"]
    ada, address = browser("Ada"), f"{TOURNAMENTS}/{known['id']}"
    found = get(ada, address)
    for key in ("title", "game", "state", "mine", "settings", "played"):
        assert found[key] == known[key]
    for row, before in zip(found["table"], known["table"], strict=True):
        assert row["error"] > before["error"]  # that of four games was too small
        assert row | {"error": None} == before | {"error": None}
    assert found["latest"] == [in_new_words(game) for game in known["latest"]]
    assert OLD_ENGINE in [row["spec"] for row in found["table"]]
    last = known["latest"][0]
    assert get(ada, f"{address}/games/{last['number']}")["moves"] == last["moves"]


def test_a_tournament_of_engines_that_was_interrupted_goes_on(browser, server_data):
    known = CONTESTS["engines, unfinished"]["seen"]
    bob, address = browser("Bob"), f"{TOURNAMENTS}/{known['id']}"
    found = wait_until(lambda: when_over(bob, address))
    assert found["played"] == found["total"] == known["total"] > known["played"]
    specs = [sorted(row["spec"] for row in each["table"]) for each in (known, found)]
    assert specs[0] == specs[1] == ["best:eval=g", "mcts:time=0.1"]
    latest = {game["number"]: game for game in found["latest"]}
    assert all(latest[game["number"]] == in_new_words(game) for game in known["latest"])
    (before,) = (BEFORE / "database" / "tournaments").glob(f"*{known['id']}*")
    journals = [path.read_bytes() for path in server_data.rglob("*.jsonl")]
    (journal,) = (each for each in journals if each.startswith(before.read_bytes()))
    assert journal.count(b"\n") == 1 + known["total"]


# Links


def test_every_address_leads_somewhere(browser):
    ada, links = browser("Ada"), read("links.json")
    for address in links["pages"] + links["files"]:
        answer = ada.get(address.partition("#")[0], headers={"accept": "text/html"})
        assert answer.status_code == 200, address


@pytest.mark.parametrize("link", read("links.json")["laboratory"], ids=lambda link: link["address"])
def test_an_exercise_of_the_laboratory_gives_the_same_tree(link, server):
    fields = dict(parse_qsl(urlsplit(link["address"]).fragment))
    del fields["step"]  # which the page shows
    tree = get(server, LABORATORY, **fields)
    for key in ("counts", "value", "best_moves"):
        assert tree[key] == link[key]
