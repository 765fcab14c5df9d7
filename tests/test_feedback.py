"""Feedback for a class: pages, marks, the file for learning platforms, hand-ins as zip files."""

import csv
import io
import re
import stat
from dataclasses import replace
from types import SimpleNamespace
from zipfile import ZipFile, ZipInfo

import pytest

from palamedes.arena import handins
from palamedes.arena.export import csv_text
from palamedes.arena.faults import faults_of, games_of, slowest_moves
from palamedes.arena.grade import UnreadableHandin, find_bots
from palamedes.arena.handins import unpack
from palamedes.arena.journal import stderr_file
from palamedes.arena.marks import StudentMark, mark_of, read_marks
from palamedes.arena.standings import GameCounts, Standing, standings
from palamedes.arena.yardstick import Likeness
from palamedes.core.errors import PalamedesError
from palamedes.core.language import set_language
from palamedes.games import find_game
from palamedes.ui.report.archive import unpack as unpack_games
from palamedes.ui.report.feedback import GradedClass, csv_rows, page_name, write_feedback
from palamedes.ui.terminal import tournament as progress
from tournament import make_plan, play_all

NIM = find_game("nim")
BOT = "from palamedes import Bot\nclass Mine(Bot):\n    pass\n"
BAD = '</script><img src=x onerror=alert(1)>"'


@pytest.fixture
def graded(tmp_path):
    """Three students, one with a bad name, and two steps; the first loses by faults."""
    plan = make_plan("teeko", names=(BAD, "=Ann", "Cid", "step1", "step4"), games=2, yardstick=2)
    games = play_all(plan)
    for number, played in enumerate(games_of(0, games)):
        winner = 2 if played.fixture.first == 0 else 1
        reason = ("illegal move", "timeout", "crash")[number % 3]
        result = {"winner": winner, "reason": reason, "detail": f"{BAD} {number}"}
        unfinished = {
            name: value[:-1] if name in ("moves", "seconds", "thoughts") else value
            for name, value in played.record.items()
        }
        games[played.fixture.number] = replace(played, record=unfinished | {"result": result})
        seat = int(played.fixture.second == 0)
        path = stderr_file(tmp_path / "games.jsonl", played, seat)
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(f"line {line} {BAD}" for line in range(40)))
    result = standings(plan, games)
    unread = [UnreadableHandin("Zoe", "the zip file has a link")]
    marks = {0: StudentMark(7.5, 2.5), 1: StudentMark("A")}
    return GradedClass(plan, games, result, tmp_path / "games.jsonl", unread, marks)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_for_each_student_and_an_index(graded, language, tmp_path):
    set_language(language)
    write_feedback(graded, tmp_path / "feedback")
    files = sorted(path.name for path in (tmp_path / "feedback").iterdir())
    assert files == ["01-script-img-src-x-onerror-alert-1.html", "02-ann.html", "03-cid.html",
                     "index.html"]  # fmt: skip
    index = (tmp_path / "feedback" / "index.html").read_text()
    assert set(re.findall('href="([^"]*)"', index)) == set(files) - {"index.html"}
    assert "Zoe" in index
    text = (tmp_path / "feedback" / files[0]).read_text()
    assert f'<html lang="{language}">' in text
    assert not re.search(r"\{\{\w+\}\}|<img", text + index)
    assert text.count("data-game=") == 6  # two of each kind
    assert "line 39" in text
    assert "line 20 " not in text
    packed = unpack_games(re.search(r'id="games">([^<]*)<', text)[1])
    assert len(packed["games"]) == 8
    assert len(unpack_games(re.search(r'id="examples">([^<]*)<', text)[1])["frames"]) == 6


def test_a_page_about_no_faults_says_so(graded, tmp_path):
    for played in graded.games:
        played.record["result"] = {"winner": 1, "reason": "normal"}
    write_feedback(graded._replace(result=standings(graded.plan, graded.games)), tmp_path / "f")
    assert "Nothing: no game was lost by a fault." in (tmp_path / "f" / "03-cid.html").read_text()


def test_faults_and_slow_moves(graded):
    own = games_of(0, graded.games)
    faults = faults_of(find_game("teeko"), 0, own, graded.journal)
    assert [fault.game for fault in faults] == own
    assert all(len(fault.stderr) == 15 for fault in faults)
    moves = slowest_moves(0, own, 6)
    late = [move for move in moves if move.move is None]
    assert 1 <= len(late) <= 3
    seconds = [move.seconds for move in moves[len(late) :]]
    assert seconds == sorted(seconds, reverse=True)
    assert faults_of(find_game("teeko"), 1, games_of(1, own), graded.journal) == []


def test_the_file_for_learning_platforms(graded):
    rows = list(csv.DictReader(io.StringIO(csv_text(csv_rows(graded)))))
    assert len(rows) == 4
    found = {row["student"]: row for row in rows}
    assert found[BAD]["Mark"] == "7.5"
    assert found["'=Ann"]["Mark"] == "A"
    assert "The hand-in could not be read: the zip file has a link." in found["Zoe"]["comment"]
    assert "2.5 deducted" in found[BAD]["comment"]
    assert "\n" not in "".join(row["comment"] for row in rows)


def test_names_of_pages_are_safe():
    names = ("../../x", "..", "Ünïté", "日本", "a" * 300, "con/..\\nul")
    for place, name in enumerate(names):
        assert re.fullmatch(r"[0-9]{2}-[a-z0-9-]{1,40}\.html", page_name(Standing(place, name, "")))


# Marks

MARKS = """
[step]
8 = 20
4 = 12.5
0 = "E"

[deductions]
crashes = 1
illegal_moves = 0.5
at_most = 2
"""


def player(step, sense="like", **failures):
    found = Standing(0, "x", "x", rating=1500.0, likeness=Likeness(step, sense))
    found.first = GameCounts(1, 1, 2)
    found.failures.update({reason.replace("_", " "): count for reason, count in failures.items()})
    return found


@pytest.fixture
def scheme(tmp_path):
    def scheme(text):
        (tmp_path / "marks.toml").write_text(text)
        return read_marks(tmp_path / "marks.toml")

    return scheme


def test_marks_by_thresholds(scheme):
    marks = scheme(MARKS)
    assert mark_of(marks, player(9)) == (20, 0)
    assert mark_of(marks, player(7, "above")) == (20, 0)
    assert mark_of(marks, player(7, crash=1, illegal_move=1)) == (11, 1.5)
    assert mark_of(marks, player(4, crash=9)) == (10.5, 2)
    assert mark_of(marks, player(1, "below", crash=9)) == ("E", 0)
    assert mark_of(marks, replace(player(4), likeness=None)) == (None, 0)
    assert mark_of(scheme("[rating]\n1500 = 3\n[deductions]\ncrashes = 9"), player(1, crash=1)) == (
        0,
        3,
    )
    assert mark_of(scheme('[score]\n"37.5" = 3\n"37.6" = 4'), player(1)).mark == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[step\n", "line 1"),
        ("[stairs]\n1 = 2", "'stairs' is none of [step], [rating], [score], [deductions]"),
        ("[deductions]\ncrashes = 1", "one of [step], [rating] and [score]"),
        ("[step]\n1 = 2\n[score]\n1 = 2", "one of [step], [rating] and [score]"),
        ("[step]\nfour = 2", "[step]: 'four' is not a number"),
        ("[step]\n4 = [2]", "[step]: the mark of 4 must be a number or a text"),
        ("[step]\n37.5 = 2", "[step]: the mark of 37 must be a number or a text"),
        (
            "[step]\n4 = 2\n[deductions]\ncrash = 1",
            "[deductions]: 'crash' is none of illegal_moves",
        ),
        ("[step]\n4 = 2\n[deductions]\ncrashes = -1", "crashes must be a number from 0 on"),
        ("step = 4", "[step] must be a table"),
    ],
)
def test_a_bad_file_is_one_clear_line(text, said, scheme):
    with pytest.raises(PalamedesError) as caught:
        scheme(text)
    assert said in str(caught.value)
    assert "marks.toml: " in str(caught.value)
    assert "\n" not in str(caught.value)


# Zip files


def pack(path, **files):
    with ZipFile(path, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)


def pack_one(path, name, text="", mode=0):
    member = ZipInfo(name)
    member.external_attr = mode << 16
    with ZipFile(path, "w") as packed:
        packed.writestr(member, text)


def test_zip_files_of_students(tmp_path):
    folder, unpacked = tmp_path / "class", tmp_path / "unpacked"
    folder.mkdir()
    pack(folder / "ada.zip", **{"bot.py": BOT})
    pack(folder / "bob.zip", **{"bob/project/mine.py": BOT, "__MACOSX/x": ""})
    (folder / "cid").mkdir()
    pack(folder / "cid" / "work.zip", **{"bot.py": BOT})
    pack_one(folder / "dee.ZIP", "bot", "#!/bin/sh\n", stat.S_IFREG | 0o755)
    pack(folder / "eve.zip", **{"notes.txt": ""})
    (folder / "fay.zip").write_bytes(b"PK\x03\x04 no")
    found = find_bots(folder, NIM, unpacked)
    assert [bot.name for bot in found.bots] == ["ada", "bob", "cid", "dee"]
    assert all(str(unpacked) in bot.spec for bot in found.bots)
    assert dict(found.unreadable) == {
        "eve": "the zip file has no bot: no bot.py, bot or Bot.class",
        "fay": "the zip file is damaged or encrypted",
    }


def test_the_whole_class_in_one_zip_file(tmp_path):
    pack(tmp_path / "class.zip", **{"class/ada/bot.py": BOT, "class/bob.py": BOT})
    found = find_bots(tmp_path / "class.zip", NIM, tmp_path / "unpacked")
    assert [bot.name for bot in found.bots] == ["ada", "bob"]


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("../bot.py", 0, "a path that leads outside"),
        ("/etc/bot.py", 0, "a path that leads outside"),
        ("a/../../bot.py", 0, "a path that leads outside"),
        ("..\\bot.py", 0, "a path that leads outside"),
        ("bot.py", stat.S_IFLNK | 0o777, "has a link"),
        ("pipe", stat.S_IFIFO | 0o777, "has a link"),
    ],
)
def test_nothing_leads_outside(name, mode, said, tmp_path):
    pack_one(tmp_path / "x.zip", name, "/etc/passwd", mode)
    with pytest.raises(PalamedesError, match=said):
        unpack(tmp_path / "x.zip", tmp_path / "deep" / "inside")
    assert list((tmp_path / "deep").rglob("*")) == [tmp_path / "deep" / "inside"]


def test_limits_of_zip_files(tmp_path, monkeypatch):
    monkeypatch.setattr(handins, "LARGEST", 1000)
    monkeypatch.setattr(handins, "MOST_FILES", 3)
    pack(tmp_path / "many.zip", **{f"{number}.txt": "" for number in range(4)})
    with pytest.raises(PalamedesError, match="too many files"):
        unpack(tmp_path / "many.zip", tmp_path / "many")
    with ZipFile(tmp_path / "large.zip", "w", compression=8) as packed:
        packed.writestr("one", b"0" * 600)
        packed.writestr("two", b"0" * 600)
    with pytest.raises(PalamedesError, match="too large"):
        unpack(tmp_path / "large.zip", tmp_path / "large")


# Progress


def test_progress_is_told_in_files_too(monkeypatch, capsys):
    plan = make_plan("nim", games=4)
    journal = SimpleNamespace(plan=plan, games=play_all(plan, 2))
    now = iter([0.0, 5.0, 12.0, 13.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    lines = progress.ProgressLines(journal)
    for _game in range(3):
        journal.games.append(None)
        lines.update(None)
    assert capsys.readouterr().err == "4 of 12 games played, about 48 s left\n"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (119, "119 s"), (150, "2 min"), (3720, "1 h 2 min")]
)
def test_how_long_it_takes(seconds, text):
    assert progress.duration_text(seconds) == text
