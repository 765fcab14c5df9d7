"""The report: one self-contained, safe file that shows every game as it was played."""

import base64
import hashlib
import json
import re
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from conftest import needs
from palamedes.arena.plan import Sprt
from palamedes.core.language import set_language
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.library.playing import TournamentResult
from palamedes.ui.report import write_report
from palamedes.ui.report.archive import pack, unpack
from tournament import make_plan, play_all

GAMES = ("teeko", "morpion", "ultimate", "morris", "awale", "nim")
BAD = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "{{games}}\x00\u202e",
)
BROWSER = Path(__file__).with_name("browser.js")


class _Reader(HTMLParser):
    """Counts the elements of a page, and keeps the attributes and the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.texts = Counter(), [], []
        self.latest, self.scripts = "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        self.attributes += [(tag, name, value) for name, value in attributes]
        self.latest = tag

    def handle_data(self, data):
        (self.scripts if self.latest == "script" else self.texts).append(data)


def _written(plan, games, folder):
    path = folder / "report.html"
    write_report(TournamentResult(plan, tuple(games)), path)
    assert [file.name for file in folder.iterdir()] == ["report.html"]
    return path


def _page(plan, games, folder):
    return _written(plan, games, folder).read_text(encoding="utf-8")


def _embedded(text):
    return unpack(re.search(r'id="games">([^<]*)<', text)[1])


@pytest.mark.parametrize("name", GAMES)
def test_the_embedded_games_are_the_games(name, tmp_path):
    plan = make_plan(name, games=4)
    games = play_all(plan)
    document = _embedded(_page(plan, games[::-1], tmp_path))
    assert [game["moves"] for game in document["games"]] == [played.moves for played in games]
    assert [game["number"] for game in document["games"]] == list(range(1, 13))
    for game, played in zip(document["games"], games, strict=True):
        assert len(game["frames"]) == len(game["moves"]) + 1
        assert game["winner"] == (played.record["result"]["winner"] or 0)
        thoughts = played.record["thoughts"]
        assert game["scores"] == [thought and thought[2] for thought in thoughts]


def test_the_file_needs_nothing_else(tmp_path):
    plan = make_plan(games=2)
    text = _page(plan, play_all(plan), tmp_path)
    addresses = set(re.findall(r"\w+://[^\s\"']*", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a namespace, which is never loaded
    reader = _Reader(text)
    assert not {"link", "img", "iframe", "object", "base"} & set(reader.tags)
    assert not {"src", "href", "srcset"} & {name for _tag, name, _value in reader.attributes}
    assert "@import" not in text
    assert "url(" not in text
    assert not re.search(r"\{\{\w+\}\}", text)


def test_only_our_script_may_run(tmp_path):
    plan = make_plan(games=1)
    text = _page(plan, play_all(plan), tmp_path)
    script = re.search(r"<script>(.*)</script>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text
    assert "innerHTML" not in script


def test_what_comes_from_players_does_no_harm(tmp_path):
    fine, bad = (make_plan(names=names, games=3) for names in (("A", "B", "C"), BAD))
    pages = [_page(plan, play_all(plan), tmp_path) for plan in (fine, bad)]
    one, other = map(_Reader, pages)
    assert one.tags == other.tags
    assert [each[:2] for each in one.attributes] == [each[:2] for each in other.attributes]
    assert one.tags["script"] == 2
    assert "alert" not in other.scripts[-1]
    assert any(BAD[0] in text for text in other.texts)
    assert "\x00" not in pages[1]
    assert "\u202e" not in pages[1]
    embedded = _embedded(pages[1])
    assert embedded["names"] == [*BAD[:2], "{{games}}??"]
    assert {game["detail"] for game in embedded["games"]} <= {"", "too slow: <b>&?"}


def test_packing():
    document = {"a": [1, None, "é</script>"], "b": {"c": 0.5}}
    assert unpack(pack(document)) == document
    assert re.fullmatch("[A-Za-z0-9+/=]+", pack(document))


def test_thousands_of_positions_stay_small(tmp_path):
    plan = make_plan(games=40)
    path = _written(plan, play_all(plan), tmp_path)
    positions = sum(len(game["frames"]) for game in _embedded(path.read_text())["games"])
    assert path.stat().st_size < 40_000 + 25 * positions


def test_the_languages(tmp_path):
    plan = make_plan("awale", games=1)
    games = play_all(plan)
    english = _page(plan, games, tmp_path)
    set_language("fr")
    french = _page(plan, games, tmp_path)
    assert '<html lang="en">' in english
    assert " players, 1 game per pairing." in english
    assert '<html lang="fr">' in french
    assert _embedded(english)["labels"] == ["seeds taken"]
    assert _embedded(french)["labels"] != ["seeds taken"]


def test_axes_and_tables_write_numbers_as_the_language_does(tmp_path):
    """Only addresses, sizes and names of engines have points in French."""
    plan = make_plan("morpion", games=3)
    games = play_all(plan)
    for number, played in enumerate(games):
        played.record["thoughts"] = [[1, 1, number % 2] for _move in played.moves]
    english = _Reader(_page(plan, games, tmp_path))
    set_language("fr")
    french = _Reader(_page(plan, games, tmp_path))
    numbers = [text for text in english.texts if re.fullmatch(r"[-+]?\d*\.\d+( %)?", text)]
    assert "0.2" in numbers
    translated = [each.replace(".", ",") for each in numbers]
    assert [text for text in french.texts if text in translated] == translated
    assert not any(text in french.texts for text in numbers)


@pytest.mark.parametrize("played", [0, 1])
def test_few_games(played, tmp_path):
    plan = make_plan("nim", games=2, names=("A", "B"), sprt=Sprt(0, 20))
    text = _page(plan, play_all(plan, played), tmp_path)
    assert f"{played} of 2 games played." in text
    assert len(_embedded(text)["games"]) == played


def test_players_who_say_nothing(tmp_path):
    plan = make_plan("nim", games=2)
    games = play_all(plan)
    for each in games:
        del each.record["thoughts"]
    assert "Mean evaluation" not in _page(plan, games, tmp_path)


needs_node = needs("node")


def _watched(path):
    """What the page shows of all games, position by position."""
    done = subprocess.run(
        ["node", BROWSER, path], capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)


@needs_node
@pytest.mark.parametrize("name", GAMES)
def test_the_replay_shows_every_position(name, tmp_path):
    plan, game = make_plan(name, games=2), find_game(name)
    games = play_all(plan)
    watched = _watched(_written(plan, games, tmp_path))
    for shown, played in zip(watched["games"], games, strict=True):
        assert len(shown["boards"]) == len(played.moves) + 1
        position, expected = Position.start(game), []
        for seen, move in zip(shown["positions"], [*played.moves, None], strict=True):
            touched = seen.pop("touched")
            assert touched == expected
            assert {**seen, "stacks": dict(seen["stacks"])} == _as_seen(position.board())
            if move:
                code = position.move_code(move)
                expected = list(game.view.touches(position.state, code, position.turn))
                position = position.play(code)
        assert all(move in shown["moves"] for move in played.moves)
        assert shown["ply"] == 0


def _as_seen(board):
    """A board as the script should hold it, with lists for tuples."""
    return {
        "stacks": {
            name: [[piece.kind, piece.owner, piece.count] for piece in stack]
            for name, stack in board.pieces.items()
        },
        "regions": [[r.kind, r.x1, r.y1, r.x2, r.y2, r.owner] for r in board.regions],
        "counters": [[c.owner, c.label, c.value] for c in board.counters],
    }


@needs_node
def test_the_replay_with_bad_names(tmp_path):
    plan = make_plan(names=BAD, games=3)
    games = play_all(plan)
    watched = _watched(_written(plan, games, tmp_path))
    assert BAD[0] in watched["games"][0]["title"]
    mine = [played for played in games if 0 in played.fixture[2:]]
    won = sum(played.winner == 0 for played in mine)
    assert watched["counts"][""] == len(mine)
    assert (watched["counts"]["wins"], watched["counts"]["loses"]) == (won, len(mine) - won)
