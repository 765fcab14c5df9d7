"""External programs: those that play, and a zoo of those that misbehave."""

import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from palamedes.arena.plan import GameTerms
from palamedes.arena.play_game import play_game
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.players.external import Bounds, guard
from palamedes.players.external.program import Program
from palamedes.players.player import PlayerError
from processes import ends
from waiting import PATIENCE

ZOO = Path(__file__).with_name("zoo.py")
BOUNDS = Bounds(start=PATIENCE, megabytes=200, output=200_000)  # a busy machine takes its time
SHORT, HASTE = 1.5, 0.2  # seconds to start and to move, for those who never answer
CHILD = "4242"  # how long the children of the zoo sleep: nothing else does


def zoo(kind: str) -> str:
    return f"cmd:{shlex.join([sys.executable, str(ZOO), kind])}"


def play(
    game: str, first: str, second: str = "random", start: float = PATIENCE, move: float = PATIENCE
) -> Match:
    """A game in which a program has some seconds to start, and some for each move."""
    chosen = find_game(game)
    match = Match.of(chosen)
    bounds = replace(BOUNDS, start=start)
    players = [make_player(chosen, text, 1, bounds) for text in (first, second)]
    play_game(match, players, GameTerms(chosen.history, move=move))
    return match


# A program that sleeps is given four times its limit and a second.
LATE = r"no answer after \d+\.\d s; the limit is 0\.2 s"


@pytest.mark.parametrize(
    ("kind", "reason", "detail"),
    [
        ("deaf", "timeout", r"no answer after 1\.5 s"),
        ("hang", "timeout", LATE),
        ("crash", "crash", "ended with code 3"),
        ("garbage", "illegal move", "no move given; legal moves: {legal}"),
        ("gigabytes", "disqualified", "printed more than 200000 bytes"),
        ("endless", "disqualified", "printed more than 200000 bytes"),
        ("illegal", "illegal move", "'z99' is illegal here; legal moves: {legal}"),
        ("close", "crash", "closed its output"),
        ("sigterm", "timeout", LATE),
        ("memory", "disqualified", "used more than 200 MB"),
        ("kill guard", "disqualified", "killed its guard"),
        ("stop guard", "timeout", LATE),
        ("fork bomb", "disqualified", "started more than 64 processes"),
    ],
)
def test_who_misbehaves_loses_for_the_right_reason(kind: str, reason: str, detail: str) -> None:
    start = SHORT if kind == "deaf" else PATIENCE
    move = HASTE if reason == "timeout" else PATIENCE
    for seat in (0, 1):
        players = (zoo(kind), "random") if seat == 0 else ("random", zoo(kind))
        match = play("teeko", *players, start, move)
        legal = ", ".join(match.position.moves[:6]) + ", ..."
        assert match.result == (1 - seat, reason)
        assert re.fullmatch(detail.format(legal=re.escape(legal)), match.detail)
        assert ends(f"zoo.py {kind}")


def test_a_guard_that_is_killed_before_it_has_listened_is_no_traceback() -> None:
    source = "import os; print(os.getppid(), flush=True); input()"
    program = Program([sys.executable, "-c", source], BOUNDS)
    try:
        program.new_turn(PATIENCE)
        pid = int(program.read())
        os.kill(pid, signal.SIGSTOP)
        program.pause()  # which it will never read
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(PlayerError) as caught:
            program.read()
        assert caught.value.detail == "killed its guard"
    finally:
        program.close()


def test_a_program_that_cannot_be_started_loses(tmp_path: Path) -> None:
    plain = tmp_path / "text"
    plain.write_text("no program")
    for command in ("no-such-program", str(plain)):
        match = play("teeko", f"cmd:{command}")
        assert match.result == (1, "crash")
        assert match.detail.startswith("cannot start: ")


def test_a_program_that_ends_at_once_loses() -> None:
    match = play("teeko", "cmd:true")
    assert (match.result, match.detail) == ((1, "crash"), "ended with code 0")


def test_a_move_of_the_other_side_is_illegal() -> None:
    for first, second in ((zoo("other side"), "random"), ("random", zoo("other side"))):
        match = play("awale", first, second)
        assert match.result is not None
        assert match.result.reason == "illegal move"


def test_time_cannot_be_hidden_in_children() -> None:
    """The limit is 0.7 s; with what is not waited for, 2.4 s would pass for almost nothing."""
    match = play("teeko", zoo("hide time"), move=0.7)
    assert match.result == (1, "timeout")


def test_processes_that_come_and_go_harm_nobody() -> None:
    storm = subprocess.Popen(["sh", "-c", "while :; do /bin/true; done"])
    try:
        for _look in range(300):
            guard.descendants(storm.pid)
            guard.descendants(os.getpid())
    finally:
        storm.kill()
        storm.wait()


def test_no_child_is_left_whatever_it_does() -> None:
    match = play("morpion", zoo("fork"))
    assert match.result is not None
    assert match.result.reason == "normal"
    assert ends(f"sleep {CHILD}")


def test_errors_are_kept_up_to_a_limit() -> None:
    game = find_game("morpion")
    match = Match.of(game)
    player = make_player(game, zoo("errors"), bounds=BOUNDS)
    play_game(match, [player, make_player(game, "random")], GameTerms(game.history, move=PATIENCE))
    assert match.result is not None
    assert match.result.reason == "normal"
    assert player.errors == "e" * BOUNDS.errors


def test_who_does_not_leave_is_made_to() -> None:
    match = play("morpion", zoo("stay"))
    assert match.result is not None
    assert match.result.reason == "normal"
    assert ends("zoo.py stay")


@pytest.mark.parametrize("text", ["cmd:", "cmd:  ", "cmd:'unclosed", "course:./bot"])
def test_a_text_that_names_no_program_is_told(text: str) -> None:
    with pytest.raises(PalamedesError):
        make_player(find_game("teeko"), text)
