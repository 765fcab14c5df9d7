"""What an external program may see and touch.

Bubblewrap gives it a file system of its own with system libraries, the Python environment and the
program's own folder, all read-only, and a small scratch folder; it sees no other process, no
network and no variables of ours. Landlock, a part of the Linux kernel, closes the same files, but
neither the network nor other processes.

off        no sandbox
auto       bubblewrap if it works here, else Landlock, else none (`isolation` says which)
require    bubblewrap, or an error

A program's own folder is that of a file which its command names (`own_files`). A folder that it
names is its own, too.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from palamedes.core.cache import PACKAGE, cache_folder
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.plugins import plugin_places
from palamedes.players.player import PlayerError

SandboxChoice = Literal["off", "auto", "require"]
Isolation = Literal["bubblewrap", "landlock", "none"]

PROGRAMS = "usr bin sbin lib lib32 lib64 libx32 nix/store"
SETTINGS = "alternatives ld.so.cache ld.so.conf ld.so.conf.d localtime java*"
SYSTEM = (
    *(Path("/") / name for name in PROGRAMS.split()),
    *(path for name in SETTINGS.split() for path in sorted(Path("/etc").glob(name))),
)
SEARCHED = "/usr/local/bin:/usr/bin:/bin"  # the PATH inside
SCRATCH = "/tmp"
SCRATCH_BYTES, SHARED_BYTES = 64 << 20, 16 << 20  # of the scratch folder, and of shared memory
NOBODY = "65534"
LANDLOCK = Path(__file__).with_name("landlock.py")
PROBE_SECONDS = 20.0
CLASS_PATH = ("-cp", "-classpath", "--class-path")  # options of Java
PROGRAM_STARTS = (b"#!", b"\x7fELF", b"MZ", b"PK")  # of files that a kernel can execute
REFUSAL = re.compile(r"(?:bwrap: execvp|landlock:) .*: (.*)\n\Z")


class Confined(NamedTuple):
    """How to start a program: its command, its environment, and a folder to remove afterwards."""

    command: list[str]
    environment: dict[str, str]
    scratch: Path | None = None


def confined(command: Sequence[str], choice: SandboxChoice) -> Confined:
    """A command inside the sandbox; PalamedesError if it is required and not to be had.

    PlayerError if it is not a program.
    """
    kind = isolation(choice)
    if kind == "none":
        return Confined(list(command), {**os.environ, "PYTHONUNBUFFERED": "1"})
    words = list(command)
    words[0], installed = _found(words[0])
    _check_format(Path(words[0]))
    files = own_files(words)
    for index, path in files.items():
        words[index] = str(path)
    own = list(dict.fromkeys(_place_of(path) for path in files.values()))
    folder = next((place for place in own if place.is_dir()), None)
    own += installed
    if kind == "bubblewrap":
        return Confined([*_bubblewrap(own, folder), *words], _environment(Path(SCRATCH)))
    scratch = Path(tempfile.mkdtemp(prefix="palamedes-scratch-"))
    return Confined([*_landlock(scratch, own, folder), *words], _environment(scratch), scratch)


@cache
def isolation(choice: SandboxChoice) -> Isolation:
    """What a choice means on this machine; PalamedesError if it requires what is not here."""
    if choice == "off":
        return "none"
    if _works(_bubblewrap()):
        return "bubblewrap"
    if choice == "require":
        raise PalamedesError(
            _(
                "--sandbox require: bubblewrap is not installed or does not work here (on Debian: "
                "apt install bubblewrap)"
            )
        )
    return "landlock" if _works(_landlock(Path(tempfile.gettempdir()))) else "none"


def _works(start: Sequence[str]) -> bool:
    """Whether a program can be started in such a sandbox."""
    try:
        done = subprocess.run(
            [*start, "true"], capture_output=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _bubblewrap(own: Sequence[Path] = (), folder: Path | None = None) -> list[str]:
    """The beginning of a command line that shows a program its own places, and begins in one."""
    words = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent"]
    words += ["--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL"]
    words += ["--proc", "/proc", "--remount-ro", "/proc"]  # root could change the kernel there
    words += ["--dev", "/dev", "--size", str(SHARED_BYTES), "--tmpfs", "/dev/shm"]
    words += ["--remount-ro", "/dev", "--size", str(SCRATCH_BYTES), "--tmpfs", SCRATCH]
    for place in SYSTEM:
        if place.is_symlink():
            words += ["--symlink", str(place.readlink()), str(place)]
        elif place.exists():
            words += ["--ro-bind", str(place), str(place)]
    for path in (*_python_places(), *own):
        words += ["--ro-bind", str(path), str(path)]
    return [*words, "--remount-ro", "/", "--chdir", str(folder or SCRATCH), "--"]


def _landlock(scratch: Path, own: Sequence[Path] = (), folder: Path | None = None) -> list[str]:
    """The same with Landlock, and a scratch folder."""
    places = (*SYSTEM, *_python_places(), *own)
    shown = (str(place) for place in places if place.exists())
    start = str(folder or scratch)
    return [sys.executable, "-I", "-S", str(LANDLOCK), str(scratch), start, *shown, "--"]


def _environment(home: Path) -> dict[str, str]:
    """The variables of a program: none of ours but what Python needs to find this package."""
    known = {"PATH": SEARCHED, "HOME": str(home), "TMPDIR": str(home), "LANG": "C.UTF-8"}
    if (folder := cache_folder()) is not None:
        known["PALAMEDES_CACHE"] = str(folder.parent)
    if search_path := os.environ.get("PYTHONPATH"):
        known["PYTHONPATH"] = search_path
    return {**known, "PYTHONUNBUFFERED": "1"}


def _python_places() -> list[Path]:
    """The Python environment with this package, its compiled code and plug-ins."""
    packages = (place for place in sys.path if place.endswith(("site-packages", "dist-packages")))
    found = [sys.base_prefix, sys.prefix, *packages, PACKAGE, cache_folder(), *plugin_places()]
    places = dict.fromkeys(Path(place) for place in found if place is not None)
    return [place for place in places if place.exists() and not _is_in_system(place)]


def _check_format(program: Path) -> None:
    """Refuse a text without `#!`, which a sandbox would hand to a shell."""
    try:
        with program.open("rb") as file:
            is_text = not file.read(4).startswith(PROGRAM_STARTS)
    except OSError:
        return  # the sandbox will say what is wrong
    if is_text and os.access(program, os.X_OK):
        raise PlayerError("crash", "cannot start: Exec format error")


def refusal_of(errors: str) -> str:
    """Why a sandbox could not start the program, by what it printed; empty if it could."""
    found = REFUSAL.match(errors)
    return found[1] if found else ""


def _found(program: str) -> tuple[str, list[Path]]:
    """The full path of a program, and where it is installed if that is outside the system.

    Python is ours: where several are installed, the first one may be a script that looks for them.
    """
    if os.sep in program:
        return program, []
    if program in ("python", "python3"):
        return sys.executable, []
    path = Path(shutil.which(program, path=SEARCHED) or shutil.which(program) or program)
    is_elsewhere = path.is_absolute() and not _is_common(path)
    return str(path), [path.resolve().parent.parent] if is_elsewhere else []


def own_files(command: Sequence[str]) -> dict[int, Path]:
    """The files and folders of its own that a command names, by the places of their words.

    A word is a name if it has a slash or a file ending, or follows an option for a class path.
    Others may be names of files by chance: `nim` is a game, and perhaps the folder of a class.
    """
    found = {}
    for index, (before, word) in enumerate(zip(("", *command), command, strict=False)):
        path = Path(word).expanduser().absolute()
        is_name = os.sep in word or Path(word).suffix != "" or before in CLASS_PATH
        if is_name and path.exists() and not _is_common(path):
            found[index] = path
    return found


def _place_of(path: Path) -> Path:
    """What a program sees of a file it names: its folder, or only the file if others use that."""
    folder = path if path.is_dir() else path.parent
    common = (Path.home(), Path(tempfile.gettempdir()))
    return path if any(place.is_relative_to(folder) for place in common) else folder


def _is_common(path: Path) -> bool:
    """Whether a file belongs to the system or to our own Python environment."""
    return any(path.is_relative_to(place) for place in (*SYSTEM, *_python_places()))


def _is_in_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in SYSTEM)
