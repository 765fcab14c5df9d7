"""The referee of the coloured awalé's course, and programs with manners of their own."""

import json
import re
import sys
from pathlib import Path

import pytest

from conftest import Run

BOT = Path(__file__).with_name("course_bot.py")


def bot(manner: str) -> str:
    return f"{sys.executable} {BOT} {manner!r}"


@pytest.mark.parametrize("manner", ["never", "second line", "late", "proper"])
def test_a_game_ends_whoever_announces_it_how(run: Run, manner: str) -> None:
    for first, second in ((bot(manner), "easy"), ("easy", bot(manner))):
        code, out, err = run(
            *("referee", "awale", "--first", first, "--second", second),
            *("--first-move", 60, "--time", 60),
        )
        *moves, result = out.splitlines()
        assert code == 0
        assert re.fullmatch(r"[AB]: runs .* Joueur[12] in /.*, without a shell\n", err)
        assert all(re.fullmatch(r"[AB] -> \d+(R|B|TR|TB) \[\d+ ms\]", line) for line in moves)
        assert re.fullmatch(r"RESULT (\d+(R|B|TR|TB)|LIMIT) \d+ \d+", result)


def test_two_bots_meet(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    code, out, _err = run(
        *("referee", "awale", "--first", bot("late"), "--second", bot("second line")),
        *("--first-move", 60, "--time", 60, "--save", path, "--board", "--plain"),
    )
    assert code == 0
    assert "seeds taken" in out
    assert json.loads(path.read_text())["result"]["reason"] in ("normal", "limit")


@pytest.mark.parametrize(
    ("command", "cause"),
    [
        (bot("wrong"), "illegal move, '1R' is illegal here; legal moves: 2"),
        ("false", "crash, ended with code 1"),
        ("echo hello", "illegal move, 'hello Joueur2' is illegal here; legal moves: 2"),
        (f"{sys.executable} -c 'import time; time.sleep(60)'", "timeout, no answer after "),
    ],
)
def test_who_breaks_the_rules_is_disqualified(run: Run, command: str, cause: str) -> None:
    code, out, _err = run(
        *("referee", "awale", "--first", "easy", "--second", command),
        *("--first-move", 0.2 if "sleep" in command else 60, "--time", 60),
    )
    *_moves, reason, result = out.splitlines()
    assert code == 0
    assert reason.startswith(f"B is disqualified: {cause}")
    assert re.fullmatch(r"RESULT DISQUALIFIED \d+ \d+", result)


def test_the_record_on_request(run: Run) -> None:
    code, out, _err = run(
        "referee", "awale", "--first", "easy", "--second", "medium", "--first-move", 60, "--json"
    )
    assert code == 0
    assert json.loads(out)["players"] == ["A", "B"]


def test_only_awale_has_this_referee(run: Run) -> None:
    code, out, err = run("referee", "teeko", "--first", "easy", "--second", "easy")
    assert (code, out) == (2, "")
    assert "awale" in err
