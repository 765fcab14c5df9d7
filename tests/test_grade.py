"""Grading a folder of bots, good and bad ones."""

import csv
import io
import json
import re
import sys

import pytest

from palamedes.arena.export import to_csv
from palamedes.arena.grade import find_bots, grading_plan
from palamedes.arena.plan import GameTerms
from palamedes.arena.standings import standings
from palamedes.arena.tournament import check_players
from palamedes.arena.yardstick import yardstick
from palamedes.core.errors import PalamedesError
from palamedes.games import find_game
from tournament import make_plan, play_all

NIM = find_game("nim")
SECONDS = 0.5
FORMULA = "=cmd|' -C calc'!A0"
KINDS = {"crashing": "crashes", "hanging": "timeouts", FORMULA: "illegal_moves"}
OTHERS = {"helper.py": "class Helper:\n    pass\n", "notes.txt": "class Mine(Bot)\n", ".git": ""}
PROGRAM = """#!{python}
import sys, time
for line in sys.stdin:
    answers = {{"ugi": "ugiok", "isready": "readyok"}}
    if line.startswith("go"):
        began = time.process_time()
        while time.process_time() < began + {seconds}:
            pass
        print("bestmove zz9")
    elif line.strip() in answers:
        print(answers[line.strip()])
"""


def write(path, body):
    path.write_text(
        "from palamedes import Bot\n"
        f"class Mine(Bot):\n    def move(self, position):\n        {body}\n"
    )


def write_program(path, seconds):
    """One that makes illegal moves, after computing for some seconds. It starts quickly."""
    path.write_text(PROGRAM.format(python=sys.executable, seconds=seconds))
    path.chmod(0o755)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "bots"
    folder.mkdir()
    write(folder / "good.py", "return position.moves[0]")
    write(folder / "crashing.py", "raise ValueError('what now?')")
    write_program(folder / FORMULA, 0)
    write_program(folder / "hanging", 100)
    for name, text in OTHERS.items():
        (folder / name).write_text(text)
    return folder


def test_grading_a_folder(folder, run, tmp_path):
    files = {name: tmp_path / f"table.{name}" for name in ("csv", "json", "jsonl", "html")}
    code, out, err = run(
        *("grade", "nim", "--bots", folder, "--games", 2, "--time", SECONDS, "--levels", "easy"),
        *("--openings", 0, "--workers", 2, "--start", 120, "--plain"),
        *("--journal", files["jsonl"], "--csv", files["csv"], "--json-file", files["json"]),
        *("--report", files["html"]),
    )
    assert code == 0
    assert err.startswith("'helper.py' is not a bot: skipped\n'notes.txt' is not a bot: skipped\n")
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(files["csv"].read_text()))}
    assert set(rows) == {"good", "crashing", "hanging", f"'{FORMULA}", "easy"}
    for name, row in rows.items():
        check_row(row, KINDS.get(name.removeprefix("'")))
    assert float(rows["good"]["rating"]) > float(rows["crashing"]["rating"])
    players = json.loads(files["json"].read_text())["players"]
    assert {row["name"] for row in players} == {name.removeprefix("'") for name in rows}
    named = re.findall(r'<th scope="row">([^<(]+) \(', files["html"].read_text())
    assert set(named) == {*KINDS, "good"}
    assert re.search("^crashing: crash [678]$", out, re.MULTILINE)
    kept = [path.read_text() for path in (tmp_path / "table.jsonl.stderr").iterdir()]
    assert all(text.endswith("ValueError: what now?\n") for text in kept)


def check_row(row, own):
    """Everybody has met everybody twice; a bad one loses those games in its own way.

    Where two bad ones meet, the first to move fails first.
    """
    assert row["games"] == "8"
    for kind in ("illegal_moves", "timeouts", "crashes", "disqualifications"):
        assert int(row[kind]) in ((6, 7, 8) if kind == own else (0,)), (row["name"], kind)
    if own == "timeouts":
        assert float(row["slowest_move"]) >= SECONDS, "the move that lost is the slowest"
    assert own is None or float(row["points"]) <= 2


def test_hand_ins_that_mean_no_good(tmp_path):
    """Links lead nowhere, huge files are not parsed, deep ones do no harm, sources are named."""
    folder = tmp_path / "bots"
    (folder / "unbuilt").mkdir(parents=True)
    (folder / "unbuilt" / "bot.c").write_text("int main(void) { return 0; }")
    write(folder / "good.py", "return position.moves[0]")
    (folder / "thief.py").symlink_to(folder / "good.py")
    (folder / "deep.py").write_text(f"class A(a{'.b' * 900}): pass\n")
    (folder / "huge.py").write_bytes(b"a=1\n" * 300_000)
    found = find_bots(folder, NIM, tmp_path / "unpacked")
    assert [bot.name for bot in found.bots] == ["good", "huge"]
    assert found.others == ("deep.py", "thief.py")
    assert [handin.name for handin in found.unreadable] == ["unbuilt"]


def test_what_is_a_bot(tmp_path):
    write(tmp_path / "easy.py", "return ''")
    for name in ("one", "two", "three", "four", "easy"):
        (tmp_path / name).mkdir()
    write(tmp_path / "one" / "bot.py", "return ''")
    for path in ("two/bot", "program", "script.py"):
        (tmp_path / path).write_text("#!/bin/sh\n")
        (tmp_path / path).chmod(0o755)
    (tmp_path / "three" / "Bot.class").write_bytes(b"")
    (tmp_path / "easy" / "Bot.class").write_bytes(b"")
    found = find_bots(tmp_path, NIM, tmp_path / "unpacked")
    assert found.others == ("four",)
    specs = {bot.name: bot.spec for bot in found.bots}
    assert list(specs) == ["easy (2)", "easy (3)", "one", "program", "script", "three", "two"]
    assert specs["program"] == f"cmd:{tmp_path}/program"
    assert specs["two"] == f"cmd:{tmp_path}/two/bot"
    assert specs["three"] == f"cmd:java -cp {tmp_path}/three Bot"
    assert specs["one"].endswith(f" -P -m palamedes bot run {tmp_path}/one/bot.py nim")


def test_a_folder_without_bots(tmp_path, run):
    code, _out, err = run("grade", "nim", "--bots", tmp_path)
    wanted = f"{tmp_path}: no .py file, program, or folder with bot.py, bot or Bot.class"
    assert (code, err) == (2, f"palamedes: {wanted}\n")
    assert run("grade", "nim", "--bots", tmp_path / "nowhere")[0] == 2


def test_a_level_that_is_none(tmp_path):
    write(tmp_path / "bot.py", "return ''")
    with pytest.raises(PalamedesError, match="unknown level 'lazy'"):
        grading_plan(
            NIM,
            find_bots(tmp_path, NIM, tmp_path / "unpacked"),
            ["easy", "lazy"],
            GameTerms(NIM.history),
            2,
            0,
            0,
        )


def test_steps_are_the_usual_opponents_and_no_bot_has_their_names(tmp_path):
    write(tmp_path / "step1.py", "return ''")
    found = find_bots(tmp_path, NIM, tmp_path / "unpacked")
    assert [bot.name for bot in found.bots] == ["step1 (2)"]
    plan = grading_plan(NIM, found, yardstick(NIM), GameTerms(NIM.history), 2, 0, 0)
    assert [each.spec for each in plan.entrants[1:]] == yardstick(NIM)
    check_players(plan)


@pytest.mark.parametrize("name", [FORMULA, "+1", "-1", "@x", "\t=1", " =1", "x;=1", "x\n+1"])
def test_no_name_is_a_formula(name):
    plan = make_plan("nim", names=(name, "other"), games=2)
    text = to_csv(standings(plan, play_all(plan)))
    rows = {row["rank"]: row for row in csv.DictReader(io.StringIO(text))}
    (row,) = (row for row in rows.values() if row["name"] != "other")
    assert row["name"].replace("'", "") == name.replace("'", "")
    for cell in row["name"].replace("\n", ";").split(";"):
        assert cell.lstrip()[:1] not in tuple("=+-@")
    assert all(float(row["rating"]) < 1e9 for row in rows.values())
