"""Files of positions: where the games of a tournament begin, and what `analyse` looks at."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palamedes
from palamedes import PalamedesError
from palamedes.arena.journal import open_journal, plan_document, read_journal
from palamedes.arena.openings import Openings, openings_of, read_openings
from palamedes.arena.plan import Opening
from palamedes.core.position_file import read_positions
from palamedes.games import find_game
from palamedes.ui.texts.tournaments import plan_sentences
from tournament import make_plan

GAME = find_game("teeko")
LINES = """\
# openings of Ann
c3 d4 b2

moves c3,d4
5/3O1/2X2/5/5 X
5/3O1/2X2/5/5 X moves b2 a1
"""
TEXT = '[Game "teeko"]\n1. c3 {@ 3s} d4 *\n\n[Game "teeko"]\n[Start "5/3O1/2X2/5/5 X"]\n1. a1 *\n'


def _read(tmp_path, text, game=GAME):
    path = tmp_path / "positions.txt"
    path.write_text(text)
    return read_positions(path, game, game.history, find_game)


def test_each_line_is_a_position_or_moves(tmp_path):
    found = _read(tmp_path, LINES)
    assert [each.place for each in found] == [2, 4, 5, 6]
    assert [len(each.match.turns) for each in found] == [3, 2, 0, 2]
    assert found[1].match.position.text == found[2].match.position.text == "5/3O1/2X2/5/5 X"
    assert found[3].match.start == found[2].match.position


def test_games_as_text_are_positions_too(tmp_path):
    found = _read(tmp_path, TEXT)
    assert [each.place for each in found] == [1, 2]
    assert [Opening.of(each.match) for each in found] == [
        Opening("", ("c3", "d4")),
        Opening("5/3O1/2X2/5/5 X", ("a1",)),
    ]
    assert found[0].match.turns[0].seconds is None


def test_every_game_has_such_files(game, tmp_path):
    position = palamedes.start(game.id)
    first = position.moves[0]
    after = position.play(first)
    lines = [first, position.text, after.text, f"{position.text} moves {first}"]
    found = _read(tmp_path, "\n".join(lines), game)
    assert [each.match.position for each in found] == [after, position, after, after]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "there is no position here"),
        ("# nothing\n", "there is no position here"),
        ("c3 c3", "line 1: c3 is taken"),
        ("\nmoves z9", "line 2: 'z9' is not a legal move here"),
        ("nonsense", "line 1: a position is written as its rows"),
        ("5/5 X", "line 1: the position must have 5 rows"),
        ("5/3O1/2X2/5/5 X moves c3", "line 1: c3 is taken"),
        ("moves a1 e5 a2 e4 a3 e3 a4", "line 1: the game is over"),
        ('[Game "nim"]\n*', "game 1: this is a game of nim, not of teeko"),
        ('[Game "teeko"]\n1. c3 c3 *', "line 2: c3 is taken"),
        ('[Game "teeko"]\n1. a1 e5 2. a2 e4 3. a3 e3 4. a4 1-0', "game 1: the game is over"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, text, complaint):
    with pytest.raises(PalamedesError, match=complaint) as caught:
        _read(tmp_path, text)
    assert str(caught.value).startswith(str(tmp_path / "positions.txt"))
    assert "\n" not in str(caught.value)


def test_files_that_hold_no_text(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_bytes(b"\xff")
    with pytest.raises(PalamedesError, match="not a text file"):
        read_openings(path, GAME, GAME.history)
    with pytest.raises(PalamedesError, match="No such file"):
        read_openings(tmp_path / "nothing", GAME, GAME.history)


@given(text=st.text() | st.from_regex(r"([a-e1-5XO/# ,\n]|moves )*"))
def test_any_file_is_positions_or_one_line(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(text.encode())
    try:
        found, complaint = read_positions(path, GAME, GAME.history, find_game), ""
    except PalamedesError as error:
        found, complaint = [], str(error)
    assert "\n" not in complaint
    assert bool(found) != complaint.startswith(f"{path}: ")


def test_an_opening_is_played_as_it_is_given(tmp_path):
    for placed in _read(tmp_path, LINES):
        again = Opening.of(placed.match).begin(GAME, GAME.history, ("", ""))
        assert again.positions == placed.match.positions


def test_openings_follow_the_lines_or_are_random(tmp_path):
    game, path = find_game("nim"), tmp_path / "lines.txt"
    path.write_text("1-1\n2-1\n")
    lines = read_openings(path, game, game.history)
    given_one = openings_of(make_plan("nim", lines=lines))
    assert [given_one(number).moves for number in range(3)] == [("1-1",), ("2-1",), ("1-1",)]
    random = Openings(game, game.history, 2, 0)
    assert openings_of(make_plan("nim"))(1) == Opening(moves=random.line(1))


def test_a_journal_keeps_the_openings(tmp_path):
    plan = make_plan(lines=(Opening("5/3O1/2X2/5/5 X", ("a1",)), Opening(moves=("c3", "d4"))))
    path = tmp_path / "games.jsonl"
    with open_journal(path, plan):
        pass
    assert read_journal(path)[0] == plan
    assert any("2 openings from a file" in sentence for sentence in plan_sentences(GAME, plan, 0))
    older = plan_document(make_plan())
    del older["lines"]
    path.write_text(json.dumps(older) + "\n")
    assert read_journal(path)[0] == make_plan()


def test_a_tournament_from_a_file_of_openings(tmp_path, run):
    (tmp_path / "lines.txt").write_text("1-1\n1;3;5;0 2\n")
    journal, more = tmp_path / "games.jsonl", ("--games", 4, "--workers", 1, "--json")
    code, _told, error = run(
        *("tournament", "nim", "random", "perfect", *more, "--journal", journal),
        *("--openings-file", tmp_path / "lines.txt"),
    )
    assert code == 0, error
    plan, games, _size = read_journal(journal)
    games = sorted(games, key=lambda each: each.fixture.number)  # short ones may end together
    begun = {(each.record["start"], tuple(each.record["moves"][:1])) for each in games[:2]}
    assert begun == {(palamedes.start("nim").text, ("1-1",))}
    assert {each.record["start"] for each in games[2:]} == {"1;3;5;0 2"}
    assert [each.fixture.first for each in games] == [0, 1, 0, 1]
    journal.write_text("\n".join(journal.read_text().splitlines()[:3]) + "\n")
    assert run("tournament", "--resume", journal, "--json")[0] == 0
    assert read_journal(journal)[:1] == (plan,)
    assert [each.record["start"] for each in read_journal(journal)[1][2:]] == ["1;3;5;0 2"] * 2


def test_a_wrong_opening_stops_a_tournament_before_it_begins(tmp_path, run):
    (tmp_path / "lines.txt").write_text("1-1\n9-9\n")
    code, told, error = run(
        *("tournament", "nim", "random", "perfect", "--journal", tmp_path / "games.jsonl"),
        *("--openings-file", tmp_path / "lines.txt"),
    )
    assert (code, told) == (2, "")
    assert "lines.txt: line 2: " in error
    assert not (tmp_path / "games.jsonl").exists()


def test_a_file_is_analysed(tmp_path, run):
    path = tmp_path / "positions.txt"
    path.write_text("moves 1-1\n\n0;0;2;1 2\n")
    code, told, _ = run("analyse", "nim", "--file", path, "--depth", 3, "--plain")
    assert code == 0
    assert ["1" in told, "0;0;2;1 2" in told, "3-1" in told] == [True] * 3
    code, told, _ = run("analyse", "nim", "--file", path, "--depth", 3, "--lines", 2, "--json")
    document = json.loads(told)
    assert (code, document["game"]) == (0, "nim")
    assert [each["place"] for each in document["positions"]] == [1, 3]
    assert document["positions"][1]["lines"][0]["move"] == "3-1"
    assert len(document["positions"][0]["lines"]) == 2
    code, _, error = run("analyse", "nim", "--file", path, "--moves", "1-1")
    assert (code, "with --file" in error) == (2, True)
