"""The terminal itself: encodings, colours, keys."""

import io
import os
import select
import subprocess
import sys

import pytest

from palamedes.ui.terminal import make_console, play
from talk import (
    Typist,
    made,
    play_lines,
    teeko,
)

# The console


def stream(encoding, data=b""):
    return io.TextIOWrapper(io.BytesIO(data), encoding=encoding)


@pytest.mark.parametrize(
    ("encoding", "plain", "variables", "unicode"),
    [
        ("utf-8", False, {}, True),
        ("utf-8", True, {}, False),
        ("ascii", False, {}, False),
        ("latin-1", False, {}, False),
        ("utf-8", False, {"TERM": "dumb"}, False),
        ("utf-8", False, {"NO_COLOR": "1"}, True),
    ],
)
def test_plain_text_where_unicode_would_not_show(encoding, plain, variables, unicode, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    console = make_console(plain, file=stream(encoding), source=Typist([]))
    play(teeko("c3"), console)
    told = console.file.buffer.getvalue().decode(encoding)
    assert ("(●)" if unicode else "(X)") in told
    assert unicode or told.isascii()


@pytest.mark.parametrize(("variable", "coloured"), [("LANG", True), ("NO_COLOR", False)])
def test_colours_are_used_unless_they_are_unwanted(variable, coloured, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv(variable, "1")
    for plain in (True, False):
        told = play_lines(teeko("c3"), plain=plain)[0]
        assert ("\x1b[" in told) == (coloured and not plain)


def test_letters_that_do_not_show_lose_their_accents():
    console = make_console(file=stream("ascii"), source=Typist([]))
    console.say("Règles de l'awalé: 50 €")
    assert console.file.buffer.getvalue() == b"Regles de l'awale: 50 ?\n"


def test_bytes_that_are_no_text_are_a_wrong_move():
    source = stream("utf-8", b"\xff\xfe\x00\x80\nc3\n")
    match = teeko()
    console = make_console(file=io.StringIO(), source=source)
    play(match, console)
    assert made(match) == ["c3"]
    assert "is not a legal move here" in console.file.getvalue()


PROGRAM = """
import fcntl, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C comes from the controlling terminal
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.terminal import make_console, play
print("left:", play(Match.of(find_game("teeko")), make_console()))
"""


def read_until(terminal, ending, patience=60):
    """Read from a terminal up to this ending, or until the other side is closed."""
    told = b""
    while not told.endswith(ending) and select.select([terminal], [], [], patience)[0]:
        try:
            told += os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
    return told.decode()


def press(terminal, key, ending):
    """Press a key again until it works: Python misses Ctrl-C just before it waits for input."""
    told = ""
    for _attempt in range(5):
        os.write(terminal, key)
        told += read_until(terminal, ending, patience=3)
        if told.endswith(ending.decode()):
            break
    return told


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_keys_leave_a_real_terminal(key):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
    )
    os.close(theirs)
    assert read_until(ours, b"Player 1> ")
    os.write(ours, b"c3\n")
    assert "38;5;32m●" in read_until(ours, b"Player 2> ")
    told = press(ours, key, b"left: False\r\n")
    assert program.wait(timeout=60) == 0
    os.close(ours)
    assert told.splitlines()[-2:] == [
        "Your game is kept: you can resume it next time.",
        "left: False",
    ]
    assert "Traceback" not in told
