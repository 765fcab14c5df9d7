"""Records: what is saved is what was played; whatever is wrong with a file is said in one line."""

import json
import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palamedes
from palamedes import PalamedesError
from palamedes.core.match import Match
from palamedes.core.record import from_document, to_document
from palamedes.games import find_game


def _random_match(game, seed=1, plies=80):
    random, match = Random(seed), Match.of(game, ("Ann", "Bertrand"))
    while match.result is None and len(match.turns) < plies:
        match.play(random.choice(match.position.moves), random.choice([None, 0.5, 3]))
    return match


def _document(game="teeko", plies=12):
    return to_document(_random_match(find_game(game), plies=plies))


def _complaint(document):
    with pytest.raises(PalamedesError) as caught:
        from_document(document, find_game)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.families
def test_round_trip(game, tmp_path):
    match = _random_match(game)
    path = tmp_path / "game.json"
    palamedes.save(match, path)
    again = palamedes.load(path)
    assert again.positions == match.positions
    assert again.turns == match.turns
    assert (again.result, again.players, again.history) == (
        match.result,
        match.players,
        match.history,
    )
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_record_from_a_position(tmp_path):
    match = Match(palamedes.parse("teeko", "5/3O1/2X2/5/5 X"), find_game("teeko").history)
    match.play("a1")
    palamedes.save(match, tmp_path / "game.json")
    assert palamedes.load(tmp_path / "game.json").positions == match.positions


def test_resignation_is_kept(tmp_path):
    match = _random_match(find_game("teeko"), plies=3)
    match.end(0, "resignation")
    palamedes.save(match, tmp_path / "game.json")
    assert palamedes.load(tmp_path / "game.json").result == (0, "resignation")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "chess"}, "not a game saved by Palamedes"),
        ({"version": 2}, "version 2"),
        ({"version": "1"}, "version '1'"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": 7}, "game: must be text"),
        ({"game": "teeko:huge"}, "variant"),
        ({"start": "5/5 X"}, "5 rows"),
        ({"start": None}, "start: must be text"),
        ({"history": {}}, "history: must have"),
        (
            {"history": {"repetition": -1, "quiet": 0, "plies": 0, "points": False}},
            "history.repetition",
        ),
        (
            {"history": {"repetition": True, "quiet": 0, "plies": 0, "points": False}},
            "history.repetition",
        ),
        ({"history": {"repetition": 3, "quiet": 0, "plies": 0, "points": 1}}, "history.points"),
        ({"players": ["one"]}, "players"),
        ({"players": [1, 2]}, r"players\[1\]"),
        ({"moves": "c3"}, "moves: must be a list"),
        ({"moves": [None] * 12}, r"moves\[1\]"),
        ({"moves": ["a1"] * 12}, r"moves\[2\]: a1 is taken"),
        ({"seconds": []}, "seconds"),
        ({"seconds": ["x"] * 12}, r"seconds\[1\]"),
        ({"seconds": [-1] * 12}, r"seconds\[1\]"),
        ({"seconds": [float("nan")] * 12}, r"seconds\[1\]"),
        ({"seconds": [True] * 12}, r"seconds\[1\]"),
        ({"result": {"winner": 1, "reason": "normal"}}, "result: does not match the moves"),
        ({"result": {"winner": 3, "reason": "resignation"}}, "result.winner"),
        ({"result": {"winner": True, "reason": "resignation"}}, "result.winner"),
        ({"result": {"winner": [1], "reason": "resignation"}}, "result.winner"),
        ({"result": {"winner": 1, "reason": "magic"}}, "result.reason"),
        ({"result": {"winner": 1, "reason": ["x"]}}, "result.reason"),
        ({"result": "1-0"}, "result"),
        ({"result": {"winner": 1.0, "reason": "resignation"}}, "result.winner"),
        ({"result": {"winner": 1, "reason": "agreement"}}, "result.reason"),
        ({"result": {"winner": None, "reason": "resignation"}}, "result.reason"),
        ({"version": True}, "version True"),
        ({"players": ["\ud800", "x"]}, r"players\[1\]"),
        ({"comment": "hello"}, "unknown entry 'comment'"),
    ],
)
def test_wrong_entries_are_named(change, complaint):
    with pytest.raises(PalamedesError, match=complaint):
        from_document({**_document(), **change}, find_game)


@pytest.mark.parametrize(
    "key", ["game", "start", "history", "players", "moves", "seconds", "result"]
)
def test_missing_entries_are_named(key):
    document = _document()
    del document[key]
    assert _complaint(document) == f"the entry {key} is missing"


def test_a_result_that_the_moves_contradict():
    document = to_document(_random_match(find_game("morpion"), plies=500))
    assert document["result"]
    assert "result" in _complaint({**document, "result": None})
    other = {"winner": 1, "reason": "resignation"}
    assert "result" in _complaint({**document, "result": other})


def test_moves_after_the_end():
    document = to_document(_random_match(find_game("morpion"), plies=500))
    document["moves"].append("a1")
    document["seconds"].append(None)
    assert "the game is over" in _complaint(document)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_document_is_answered_in_one_line(document):
    _complaint(document)


@given(
    st.sampled_from(sorted(_document())),
    st.none() | st.integers() | st.text() | st.lists(st.text()),
)
def test_any_entry_is_answered(key, value):
    document = {**_document(), key: value}
    if document != _document():
        _complaint(document)


GOOD = json.dumps(_document()).encode()


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "invalid JSON at line 1"),
        (GOOD[: len(GOOD) // 2], "invalid JSON"),
        (bytes(range(256)), "not a text file"),
        (b"\x00" * 100, "invalid JSON"),
        (b"[" * 100_000, "not a game saved by Palamedes"),
        (b"9" * 100_000, "not a game saved by Palamedes"),
        (b" " * 10_000_000, "too large"),
        (b"[]", "not a game saved by Palamedes"),
        (b"null", "not a game saved by Palamedes"),
        (b'{"format": "palamedes-record"}', "version None"),
    ],
    ids=["empty", "truncated", "binary", "zeros", "deep", "number", "10MB", "list", "null", "bare"],
)
def test_bad_files(tmp_path, data, complaint):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(PalamedesError, match=complaint) as caught:
        palamedes.load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == data


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(PalamedesError, match="No such file"):
        palamedes.load(tmp_path / "nothing.json")
    with pytest.raises(PalamedesError, match="not a regular file"):
        palamedes.load(tmp_path)
    with pytest.raises(PalamedesError, match="No such file"):
        palamedes.save(palamedes.new_match("teeko"), tmp_path / "no" / "folder.json")


def test_saving_keeps_permissions_and_writes_through_links(tmp_path):
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    match = palamedes.new_match("teeko")
    palamedes.save(match, path)
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o640)
    link.symlink_to(path)
    match.play("c3")
    palamedes.save(match, link)
    assert link.is_symlink()
    assert len(palamedes.load(path).turns) == 1
    assert path.stat().st_mode & 0o777 == 0o640


def test_only_regular_files_are_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PalamedesError, match="not a regular file"):
        palamedes.save(palamedes.new_match("teeko"), tmp_path / "pipe")
    with pytest.raises(PalamedesError, match="not a regular file"):
        palamedes.save(palamedes.new_match("teeko"), tmp_path)


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    palamedes.save(palamedes.new_match("teeko"), path)
    before = path.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(PalamedesError, match="No space"):
        palamedes.save(_random_match(find_game("teeko"), plies=3), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
