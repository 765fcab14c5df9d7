"""What a hostile bot can do in a sandbox: nothing to others."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import palamedes
from conftest import needs
from palamedes.arena.bot_copies import BotCopies
from palamedes.arena.plan import Entrant
from palamedes.core.errors import PalamedesError
from palamedes.players import PlayerError
from palamedes.players.external import Bounds, sandbox
from palamedes.players.external.program import Program
from waiting import PATIENCE, wait_until

ATTACKER = Path(__file__).with_name("attacker.py")
SECRET = "PALAMEDES_TEST_SECRET"
CHILDREN = "4343"  # how long the children of the attacker sleep: nothing else does


class Attacker:
    """A bot in a sandbox that attacks when told."""

    def __init__(self, folder: Path, choice: sandbox.SandboxChoice) -> None:
        folder.mkdir()
        self.copy = shutil.copy(ATTACKER, folder / "bot.py")
        command = [sys.executable, str(self.copy)]
        self._is_closed = False
        self.program = Program(command, Bounds(start=PATIENCE, sandbox=choice))

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self.program.close()

    def attack(self, name: str, argument: object = "") -> str:
        """The answer of the bot."""
        self.program.new_turn(PATIENCE)
        self.program.send(f"{name}\t{argument}")
        return self.program.read()

    def is_refused(self, name: str, argument: object = "") -> bool:
        answer = self.attack(name, argument)
        assert answer.startswith(("got ", "refused ")), answer
        return answer.startswith("refused ")


@pytest.fixture
def attacker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Attacker]:
    """In bubblewrap."""
    monkeypatch.setenv(SECRET, "of the teacher")
    made = Attacker(tmp_path / "attacker", "require")
    yield made
    made.close()


@pytest.fixture
def rival(tmp_path: Path) -> Path:
    folder = tmp_path / "rival"
    folder.mkdir()
    (folder / "bot.py").write_text("the rival's idea")
    return folder / "bot.py"


def _is_anybody_left(words: str) -> bool:
    lines = (path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists())
    return any(words.encode() in line.replace(b"\0", b" ") for line in lines)


@needs("bwrap")
def test_no_file_of_others_can_be_read_or_written(
    attacker: Attacker, rival: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    notes = tmp_path_factory.mktemp("home") / "notes.txt"
    notes.write_text("the teacher's notes")
    for path in (rival, ATTACKER, "/etc/passwd", "/etc/shadow", f"/proc/self/root{rival}"):
        for attack in ("read", "follow link", "write"):
            assert attacker.is_refused(attack, path), (attack, path)
    assert rival.read_text() == "the rival's idea"
    assert attacker.is_refused("read", notes), "what is at home"
    assert notes.read_text() == "the teacher's notes"
    assert "ATTACKS" in attacker.attack("read", attacker.copy), "its own copy can be read"
    for path in (attacker.copy, "/new", "/usr/new", "/dev/new", "/proc/sys/kernel/hostname"):
        assert attacker.is_refused("write", path), path


@needs("bwrap")
def test_nothing_of_us_is_seen(attacker: Attacker) -> None:
    assert "of the teacher" not in attacker.attack("environment")
    for pid in (1, os.getpid(), os.getppid()):
        assert "of the teacher" not in attacker.attack("read", f"/proc/{pid}/environ")
    assert attacker.attack("processes") == "got 1 2", "bubblewrap and the bot"
    assert attacker.attack("networks") == "got lo"


@needs("bwrap")
def test_nobody_can_be_reached(attacker: Attacker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert attacker.is_refused("connect", server.getsockname()[1])
    victim = subprocess.Popen(["sleep", CHILDREN])
    try:
        attacker.attack("signal", victim.pid)
        assert victim.poll() is None
    finally:
        victim.kill()
        victim.wait()


@needs("bwrap")
def test_the_disk_cannot_be_filled(attacker: Attacker) -> None:
    for folder in ("/tmp", "/dev/shm"):
        assert "No space left" in attacker.attack("fill", folder)


@needs("bwrap")
def test_no_child_is_left(attacker: Attacker) -> None:
    assert attacker.attack("children", CHILDREN) == "got started"
    attacker.close()
    wait_until(lambda: not _is_anybody_left(f"sleep {CHILDREN}"))


@needs("bwrap")
def test_a_fork_bomb_is_stopped(attacker: Attacker) -> None:
    with pytest.raises(PlayerError) as caught:
        attacker.attack("bomb")
    assert caught.value.detail == "started more than 64 processes"
    attacker.close()
    wait_until(lambda: not _is_anybody_left(str(attacker.copy)))


PERFT = """import palamedes
from palamedes.search.perft import count_sequences
print(palamedes.perft(palamedes.start("nim"), 3), end=" ")
print(sum(count_sequences.dispatcher.stats.cache_misses.values()))
"""


@needs("bwrap")
def test_compiled_code_is_loaded_from_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    expected = palamedes.perft(palamedes.start("nim"), 3)
    path = tmp_path / "bot" / "count.py"
    path.parent.mkdir()
    path.write_text(PERFT)
    inside = sandbox.confined([sys.executable, str(path)], "require")
    told = subprocess.run(inside.command, env=inside.environment, capture_output=True, check=True)
    assert told.stdout.decode().split() == [str(expected), "0"], "nothing was compiled"


@pytest.fixture
def _without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    works = sandbox._works
    monkeypatch.setattr(sandbox, "_works", lambda start: "bwrap" not in start[0] and works(start))
    sandbox.isolation.cache_clear()
    yield
    sandbox.isolation.cache_clear()


def test_landlock_says_nothing_but_why_a_program_cannot_start(tmp_path: Path) -> None:
    """No warning of Python's may come before it: the arena reads that line."""
    command = [sys.executable, "-I", "-S", sandbox.LANDLOCK, tmp_path, tmp_path, "--", "./nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 126:
        pytest.skip("no Landlock here")
    assert done.stderr == "landlock: ./nowhere: No such file or directory\n"


@pytest.mark.usefixtures("_without_bubblewrap")
def test_landlock_closes_files(
    tmp_path: Path, rival: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sandbox.isolation("auto") == "none":
        pytest.skip("this kernel has no Landlock")
    monkeypatch.setenv(SECRET, "of the teacher")
    attacker = Attacker(tmp_path / "attacker", "auto")
    try:
        for path in (rival, ATTACKER, "/etc/passwd", f"/proc/{os.getpid()}/environ"):
            for attack in ("read", "follow link", "write"):
                assert attacker.is_refused(attack, path), (attack, path)
        assert attacker.is_refused("write", attacker.copy)
        assert "ATTACKS" in attacker.attack("read", attacker.copy)
        assert "of the teacher" not in attacker.attack("environment")
    finally:
        attacker.close()
    assert rival.read_text() == "the rival's idea"


@pytest.mark.usefixtures("_without_bubblewrap")
def test_bubblewrap_can_be_required() -> None:
    with pytest.raises(PalamedesError, match="bubblewrap is not installed or does not work"):
        sandbox.isolation("require")


@pytest.mark.parametrize(
    ("command", "own"),
    [
        (["java", "-cp", "mine", "Bot"], {2: "mine"}),
        (["python3", "mine/bot.py"], {1: "mine/bot.py"}),
        (["mine/bot", "nim"], {0: "mine/bot"}),
        (["bot", "nim"], {}),  # a folder may be called so by chance
    ],
)
def test_the_files_that_a_command_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], own: dict[int, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "nim", "bot"):
        (tmp_path / name).mkdir()
    for name in ("bot", "bot.py"):
        (tmp_path / "mine" / name).touch()
    expected = {index: tmp_path / name for index, name in own.items()}
    assert sandbox.own_files(command) == expected


def test_copies_are_what_is_played(tmp_path: Path, rival: Path) -> None:
    """A link leads nowhere else, single files come alone, and changes are noticed."""
    folder = tmp_path / "bots"
    (folder / "linking").mkdir(parents=True)
    (folder / "linking" / "bot.py").symlink_to(rival)
    (folder / "linking" / "data.txt").write_text("data")
    (folder / "single.py").write_text("print()")
    entrants = [
        Entrant("linking", f"bot:{folder / 'linking' / 'bot.py'}"),
        Entrant("single", f"cmd:{sys.executable} {folder / 'single.py'} --fast"),
        Entrant("hard", "hard"),
    ]
    copies = BotCopies(tmp_path / "copies", entrants)
    linking, single, hard = copies.make()
    copy = Path(linking.spec.removeprefix("bot:"))
    assert copy.is_symlink()
    assert (copy.parent / "data.txt").read_text() == "data"
    words = single.spec.split()
    assert words[::2] == [f"cmd:{sys.executable}", "--fast"]
    assert [path.name for path in Path(words[1]).parent.iterdir()] == ["single.py"]
    assert hard == entrants[2]
    (folder / "single.py").write_text("something better")
    assert copies.changed() == []
    assert Path(words[1]).read_text() == "print()"
    again = BotCopies(tmp_path / "copies", entrants)
    assert again.make() == (linking, single, hard), "a tournament that is resumed"
    Path(words[1]).write_text("spoilt")
    assert again.changed() == ["single"]
