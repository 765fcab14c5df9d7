"""Programs that stay alive from game to game."""

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from palamedes.arena.kept_programs import MOST, KeptPrograms
from palamedes.arena.plan import Entrant, GameTerms
from palamedes.arena.play_game import play_game
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Allowance, make_player
from palamedes.players.external import Bounds
from waiting import PATIENCE, wait_until

NIM = find_game("nim")
ZOO = Path(__file__).with_name("zoo.py")
BOUNDS = Bounds(start=PATIENCE, keep_alive=True)


@pytest.fixture
def kept() -> Iterator[KeptPrograms]:
    programs = KeptPrograms()
    yield programs
    programs.end_all()


def test_in_a_sandbox_a_program_sleeps_while_its_opponent_thinks() -> None:
    bounds = replace(BOUNDS, sandbox="auto", keep_alive=False)
    player = make_player(NIM, f"cmd:{shlex.join([sys.executable, str(ZOO), 'good'])}", 0, bounds)
    match = Match.of(NIM)
    player.prepare(match, 0)
    try:
        match.play(player.choose(match, Allowance(move=PATIENCE)).code)
        wait_until(lambda: _asleep(str(ZOO)))
        match.play(match.position.moves[0])
        assert player.choose(match, Allowance(move=PATIENCE)).code in match.position.codes
    finally:
        player.close()


def _asleep(words: str) -> list[int]:
    """The stopped processes with some words on their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if words in line and state(int(folder.name)) == "T":
                found.append(int(folder.name))
    return found


def play(kept: KeptPrograms, kind: str = "good", name: str = "bot") -> tuple[int, str]:
    """A game of a program of the zoo: its process, and how the game ended."""
    command = shlex.join([sys.executable, str(ZOO), kind])
    player = kept.player(NIM, Entrant(name, f"cmd:{command}"), 0, BOUNDS)
    match = Match.of(NIM)
    play_game(match, (player, make_player(NIM, "random")), GameTerms(NIM.history, move=PATIENCE))
    kept.forget_ended()
    assert match.result is not None
    return int(player.errors.split()[0]), match.result.reason


def state(pid: int) -> str:
    text = Path(f"/proc/{pid}/stat").read_text()
    return text[text.rindex(")") + 2]


def test_a_program_plays_game_after_game_and_sleeps_between_them(kept: KeptPrograms) -> None:
    first, reason = play(kept)
    assert reason == "normal"
    wait_until(lambda: state(first) == "T")
    assert play(kept) == (first, "normal")
    assert play(kept, name="another")[0] != first, "two players of a tournament are two programs"


def test_one_that_fails_is_started_anew(kept: KeptPrograms) -> None:
    first, _reason = play(kept, "crash later")
    assert play(kept, "crash later") == (first, "crash")
    again, reason = play(kept, "crash later")
    assert again != first
    assert reason == "normal"


def test_one_that_dies_between_two_games_is_started_anew(kept: KeptPrograms) -> None:
    first, _reason = play(kept)
    os.kill(first, signal.SIGKILL)
    again, reason = play(kept)
    assert again != first
    assert reason == "normal"


def test_the_oldest_of_too_many_end(kept: KeptPrograms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palamedes.arena.kept_programs.MOST", 1)
    assert MOST > 30, "a class fits"
    first, _reason = play(kept)
    play(kept, name="another")
    wait_until(lambda: not Path(f"/proc/{first}").exists())
