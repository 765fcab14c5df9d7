"""What `palamedes bot check` says about the classic mistakes, and the steps of --compliance."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from conftest import Run
from palamedes.arena.diagnosis import diagnose
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.mistakes import MISTAKES, STARTING
from palamedes.arena.plan import Fixture
from palamedes.arena.tracebacks import own_line
from palamedes.core.history_rules import Reason
from palamedes.core.language import in_all_languages
from palamedes.core.match import Match
from palamedes.core.record import to_document
from palamedes.games import find_game
from palamedes.players.external import program
from processes import ends
from waiting import PATIENCE

MISTAKEN = Path(__file__).with_name("mistaken.py")
SHORT = {"--start": 0.5, "--time": 1.5}  # seconds, for those who never answer
BODIES = {
    "raises": "return position.nothing",
    "None": "position.moves[0]",
    "number": "return 3",
    "shape": "return 'zz9'",
}


def program_of(kind: str) -> str:
    return f"cmd:{shlex.join([sys.executable, str(MISTAKEN), kind])}"


def check(run: Run, player: object, *more: object) -> tuple[int, str, str]:
    return run("bot", "check", "nim", player, "--start", PATIENCE, "--time", PATIENCE, *more)


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("ends", ["The program ended by itself", "end only after `quit`"]),
        ("segfault", ["Segmentation fault, after 0 plies", "-fsanitize=address"]),
        ("notation", ["Wrong notation", "'(1,1)' is not how moves", "write them like '1-1'"]),
        ("illegal", ["Illegal move", "'9-9' is not possible in this position", "Answered: '9-9'"]),
        ("debug move", ["Debug output on stdout", "'bestmove is 1-1'", "print(..., file=sys"]),
    ],
)
def test_a_mistake_is_named(run: Run, kind: str, shown: list[str]) -> None:
    code, out, err = check(run, program_of(kind), "--games", 1)
    assert (code, err) == (1, "")
    for text in shown:
        assert text in out
    if kind != "ends":
        assert "Position: 1;3;5;7 1" in out
        assert "Legal moves: 1-1, 2-1, 2-2, 2-3, 3-1" in out


@pytest.mark.parametrize(
    ("kind", "option", "shown"),
    [
        ("no flush", "--start", ["Output not flushed", "printed 'ugiok' only when", "fflush"]),
        ("deaf", "--start", ["No answer to `ugi`", "It must print `ugiok`"]),
        ("bare", "--time", ["The move is not announced", "`bestmove 1-1`"]),
        ("newline", "--time", ["A line without an end", "printed 'bestmove 1-1', but no newline"]),
    ],
)
def test_a_missing_answer_is_explained(
    run: Run, monkeypatch: pytest.MonkeyPatch, kind: str, option: str, shown: list[str]
) -> None:
    monkeypatch.setattr(program, "EXIT_SECONDS", PATIENCE)  # it may be slow to end
    code, out, _err = check(run, program_of(kind), "--games", 1, option, SHORT[option])
    assert code == 1
    for text in shown:
        assert text in out


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        (
            "raises",
            [
                "An exception in your code, after 0 plies",
                "Your line: bot.py, line 4: return position.nothing",
                "Error: AttributeError: 'Position' object has no attribute 'nothing'",
                "  stderr: Traceback (most recent call last):",
            ],
        ),
        ("None", ["move() returned None", "A `return` is missing"]),
        ("number", ["move() did not return text", "such as '1-1'"]),
        ("shape", ["Wrong notation", "'zz9' is not how moves are written here"]),
    ],
)
def test_a_mistake_in_a_python_bot(run: Run, tmp_path: Path, kind: str, shown: list[str]) -> None:
    path = tmp_path / "bot.py"
    body = f"class Mine(Bot):\n    def move(self, position):\n        {BODIES[kind]}\n"
    path.write_text(f"from palamedes import Bot\n{body}")
    code, out, _err = check(run, path, "--games", 2 if kind == "raises" else 1)
    assert code == 1
    for text in shown:
        assert text in out
    if kind == "raises":
        assert "Game 2 of 2, your bot moves second: An exception in your code, after 1 plies" in out
        assert out.endswith("Your bot failed in 2 of 2 games.\n")


def test_a_python_file_that_never_begins_is_tried_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("x = 1\n")
    _code, out, _err = check(run, path)
    assert "Game 1 of 4, your bot moves first: No bot in the file, after 0 plies" in out
    assert out.endswith("Your bot failed before its first move: the other games are not played.\n")
    path.write_text("\nimport nothing_of_the_kind\n")
    _code, out, _err = run("--lang", "fr", "bot", "check", "nim", path, "--start", PATIENCE)
    assert "Il manque un module" in out
    assert "Votre ligne\u00a0: bot.py, ligne 2\u00a0: import nothing_of_the_kind" in out


def test_files_that_are_no_programs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("no program\n")
    assert "File not executable" in check(run, path)[1]
    path.chmod(0o755)
    assert "Not a program" in check(run, f"cmd:{path}")[1]
    missing = f"cmd:{shlex.join([sys.executable, str(tmp_path / 'nowhere.py')])}"
    assert "Program not found" in check(run, missing)[1]


def test_debug_output_is_remarked_and_long_games_are_stopped(run: Run) -> None:
    code, out, _err = check(run, program_of("debug"), "--games", 2, "--plies", 2, "--json")
    document = json.loads(out)
    assert (code, document["ok"], document["faults"], document["steps"]) == (0, True, 0, [])
    assert [game["stopped"] for game in document["games"]] == [True, True]
    assert [game["remark"]["mistake"] for game in document["games"]] == ["debug output"] * 2


def test_the_document_of_a_fault(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "check.json"
    code, out, _err = check(run, program_of("notation"), "--games", 1, "--json-file", path)
    assert (code, out.startswith("Game 1 of 1")) == (1, True)
    (game,) = json.loads(path.read_text())["games"]
    assert game["fault"]["mistake"] == "wrong notation"
    assert (game["fault"]["answered"], len(game["fault"]["legal"])) == ("(1,1)", 16)
    missing = tmp_path / "no" / "check.json"
    assert check(run, "random", "--json-file", missing)[0] == 2


def test_every_text_is_there_in_both_languages() -> None:
    for mistake in MISTAKES.values():
        for text in mistake:
            english, french = in_all_languages(text)
            assert english != french, text


PYTHON_TRACE = """thinking
Traceback (most recent call last):
  File "/home/ada/bot.py", line 12, in move
    return choice(good)
           ^^^^^^^^^^^^
  File "/usr/lib/python3.9/random.py", line 373, in choice
    raise IndexError('Cannot choose from an empty sequence')
IndexError: Cannot choose from an empty sequence
"""
JAVA_TRACE = """Exception in thread "main" java.lang.NullPointerException: it is null
\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)
\tat Bot.answer(Bot.java:41)
\tat Bot.main(Bot.java:12)
"""


def test_the_line_of_the_author_is_found_in_a_trace() -> None:
    error = "IndexError: Cannot choose from an empty sequence"
    assert own_line(PYTHON_TRACE) == ("bot.py", 12, "return choice(good)", error)
    error = 'Exception in thread "main" java.lang.NullPointerException: it is null'
    assert own_line(JAVA_TRACE) == ("Bot.java", 41, "", error)
    assert own_line("thinking\nhard\n") is None


@pytest.mark.parametrize(
    ("reason", "detail", "errors", "mistake"),
    [
        ("crash", "ended with code -11", "", "segmentation fault"),
        ("crash", "ended with code 139", "", "segmentation fault"),
        ("crash", "ended with code -6", "", "aborted"),
        ("crash", "ended with code -8", "", "arithmetic error"),
        ("crash", "ended with code -9", "", "killed"),
        ("crash", "ended with code 127", "sh: 1: ./bot: not found", "not found"),
        ("crash", "ended with code 1", PYTHON_TRACE, "exception"),
        ("crash", "ended with code 1", JAVA_TRACE, "exception"),
        ("crash", "ended with code 3", "about to crash", "ended with an error"),
        ("crash", "closed its output", "", "closed its output"),
        ("crash", "cannot start: Permission denied", "", "not executable"),
        ("timeout", "no answer after 1.0 s", "", "too slow"),
        ("illegal move", "'9-9' est illégal ici ; coups légaux : 1-1", "", "illegal move"),
        ("illegal move", "no move given; legal moves: 1-1", "", "no move"),
        ("disqualified", "used more than 200 MB", "", "memory"),
        ("disqualified", "printed more than 200000 bytes", "", "too much output"),
        ("disqualified", "killed its guard", "", "disqualified"),
    ],
)
def test_a_finished_game_is_enough_for_a_diagnosis(
    reason: Reason, detail: str, errors: str, mistake: str
) -> None:
    match = Match.of(find_game("nim"))
    match.play("2-1")
    match.end(0, reason, detail)
    finished = FinishedGame(Fixture(0, 0, 0, 1), to_document(match))
    found = diagnose(finished, 1, errors)
    assert found is not None
    assert (found.mistake, found.detail) == (mistake, detail)
    assert bool(found.position) == (mistake not in STARTING)
    assert diagnose(finished, 0, errors) is None


def compliance(run: Run, kind: str, *more: object) -> tuple[int, dict[str, dict[str, object]]]:
    code, out, _err = check(run, program_of(kind), "--compliance", "--json", *more)
    return code, {step["name"]: step for step in json.loads(out)["steps"]}


def test_a_program_that_speaks_the_protocol(run: Run) -> None:
    code, steps = compliance(run, "well")
    failed = {name: step["why"] for name, step in steps.items() if step["ok"] is False}
    assert (code, failed) == (0, {})
    assert [name for name, step in steps.items() if step["ok"] is None] == ["go depth", "go nodes"]
    code, out, _err = check(run, program_of("well"), "--compliance")
    assert out.splitlines()[-1] == "Your program speaks UGI: no step failed."
    assert check(run, "random", "--compliance")[0] == 2


@pytest.mark.parametrize(
    ("kind", "failing"),
    [
        ("ends", {"start"}),
        ("leaves", {"nothing left"}),
        ("strict", {"unknown commands", "empty lines"}),
        ("debug", {"clean output"}),
        (
            "notation",
            {"go movetime", "go p1time", "stop", "position fen", "game", "games"},
        ),
    ],
)
def test_steps_that_fail(run: Run, kind: str, failing: set[str]) -> None:
    # A sandbox ends whatever a program leaves, perhaps before it is seen.
    more = ("--sandbox", "off") if kind == "leaves" else ()
    code, steps = compliance(run, kind, *more)
    assert {name for name, step in steps.items() if step["ok"] is False} == failing
    assert code == 1
    assert ends("sleep 4243")
