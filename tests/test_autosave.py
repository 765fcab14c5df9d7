"""Games kept while they are played, and found again after a crash."""

import json
import os
import signal
import subprocess
import sys

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.session import Autosave, Session, TimeControl, take_seat, unfinished
from palamedes.ui.settings import Settings, load_settings, save_settings


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    return tmp_path


def session_of(*moves, game="teeko", **options):
    session = Session(Match.of(find_game(game)), autosave=Autosave(), **options)
    for move in moves:
        session.move(move)
    return session


def moves_of(left):
    return [turn.move for turn in left.match.turns]


def test_a_game_in_play_is_not_offered_to_others():
    session = session_of("c3")
    assert unfinished() == []
    session.close(keep=True)
    (left,) = unfinished()
    assert moves_of(left) == ["c3"]


def test_who_leaves_for_good_leaves_nothing(data):
    session_of("c3").close()
    assert [path.name for path in (data / "unfinished").iterdir()] == []


@pytest.mark.parametrize("moves", [[], ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]])
def test_only_games_that_have_begun_and_go_on_are_kept(moves):
    session_of(*moves).close(keep=True)
    assert unfinished() == []


def test_seats_and_clock_are_kept_too():
    game = find_game("morpion")
    seats = (take_seat(game, "human"), take_seat(game, "hard:error=0.5"))
    session = session_of("b2", game="morpion", seats=seats, control=TimeControl(60, 2))
    session.close(keep=True)
    (left,) = unfinished()
    assert left.specs == ("human", "hard:error=0.5")
    assert left.control == TimeControl(60, 2)
    assert left.match.players == ("", "hard:error=0.5")


def test_going_on_keeps_to_the_same_file():
    session_of("c3").close(keep=True)
    (left,) = unfinished()
    session = Session(left.match, autosave=Autosave(left.path))
    assert unfinished() == []
    with pytest.raises(PalamedesError, match="this game is already open in another window"):
        Autosave(left.path)
    session.move("d4")
    session.close(keep=True)
    (again,) = unfinished()
    assert again.path == left.path
    assert moves_of(again) == ["c3", "d4"]
    again.discard()
    assert unfinished() == []


def test_what_a_crash_leaves_of_a_finished_game_is_thrown_away(data):
    for moves in ([], ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]):
        session = session_of(*moves)
        session._autosave.close(keep=True)  # as a crash does
    assert unfinished() == []
    assert [path.name for path in (data / "unfinished").iterdir()] == []


def test_the_newest_comes_first():
    for number, move in enumerate(("a1", "b1", "c1")):
        session_of(move).close(keep=True)
        for left in unfinished():
            if moves_of(left) == [move]:
                os.utime(left.path, (1000 * number, 1000 * number))
    assert [moves_of(left) for left in unfinished()] == [["c1"], ["b1"], ["a1"]]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: "\0" * 100,
        lambda text: text.replace('"c3"', '"z9"'),
        lambda text: text.replace('"version": 1', '"version": 2'),
        lambda text: json.dumps({**json.loads(text), "seats": None}),
        lambda text: json.dumps({**json.loads(text), "control": "soon"}),
        lambda text: json.dumps({**json.loads(text), "control": [1e999, -1, 0]}),
        lambda text: json.dumps({**json.loads(text), "control": [10**400, 0, 0]}),
        lambda text: json.dumps({**json.loads(text), "control": [60, 0]}),
    ],
)
def test_a_damaged_file_is_left_alone(damage):
    session_of("c3").close(keep=True)
    (left,) = unfinished()
    left.path.write_text(damage(left.path.read_text()))
    assert unfinished() == []
    assert left.path.exists()


CHILD = """
import os, signal, sys
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.session import Autosave, Session
session = Session(Match.of(find_game("teeko")), autosave=Autosave())
for move in sys.argv[1:]:
    session.move(move)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_kill_9_loses_no_move():
    moves = ["c3", "d4", "b2", "a1"]
    child = subprocess.run([sys.executable, "-c", CHILD, *moves], env=os.environ)
    assert child.returncode == -signal.SIGKILL
    (left,) = unfinished()
    assert moves_of(left) == moves


def test_a_full_disk_is_said_and_the_game_goes_on(monkeypatch):
    session = session_of("c3")

    def refuse(*_anything):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("palamedes.ui.session.autosave.write_atomically", refuse)
    assert session.is_saved
    session.move("d4")
    assert not session.is_saved
    assert session.scene().message == "Autosave failed: No space left on device"
    assert len(session.match.turns) == 2


def test_a_folder_that_has_gone_hurts_nobody(data):
    session = session_of("c3")
    (left,) = (data / "unfinished").glob("*.json")
    session.close(keep=True)
    (found,) = unfinished()
    for path in (data / "unfinished").iterdir():
        path.unlink()
    (data / "unfinished").rmdir()
    (data / "unfinished").write_text("not a folder")
    found.discard()
    assert unfinished() == []
    assert left.name == found.path.name


# Settings


def test_settings_are_found_again():
    chosen = Settings(language="fr", dark=True, game="teeko:advanced", read=("teeko", "nim"))
    save_settings(chosen)
    assert load_settings() == chosen


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "\0", "null", '{"dark": 1, "language": 5, "read": [1], "new": 2}']
)
def test_settings_that_make_no_sense_are_as_usual(text, data):
    (data / "settings.json").write_text(text)
    assert load_settings() == Settings()


def test_settings_that_cannot_be_kept_hurt_nobody(data):
    (data / "settings.json").mkdir()
    save_settings(Settings(dark=True))
    assert load_settings() == Settings(dark=True)  # until the program ends
    (data / "settings.json").rmdir()
    save_settings(Settings(gauge=True))
    assert load_settings() == Settings(gauge=True)
    assert (data / "settings.json").is_file()
