"""The machine: cores, memory, the sandbox for bots, the window, the language."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

from palamedes.core.cores import usable_cores
from palamedes.core.language import LANGUAGE_NAMES, N_, _, language
from palamedes.ui.doctor.finding import Finding
from palamedes.ui.texts.sizes import size_text

FONT_SECONDS = 1.0  # the first call after a boot reads all fonts


def this_machine() -> Iterator[Finding]:
    """What this machine offers."""
    yield Finding(N_("cores"), str(usable_cores()), figures={"cores": usable_cores()})
    memory = _memory()
    yield Finding(
        N_("memory"),
        _("not known") if memory is None else size_text(memory),
        figures={"bytes": memory},
    )
    yield _sandbox()
    yield _window()
    yield from _fonts()
    yield _language()


def _memory() -> int | None:
    """The bytes of memory of this machine; None if it does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _sandbox() -> Finding:
    """How bots are isolated here."""
    from palamedes.players.external.sandbox import isolation
    from palamedes.ui.texts.sandboxes import sandbox_notice

    kind, name = isolation("auto"), N_("sandbox")
    if kind == "bubblewrap":
        return Finding(name, kind)
    return Finding(name, _("none") if kind == "none" else kind, "missing", sandbox_notice("auto"))


def _window() -> Finding:
    """Whether `palamedes desktop` can open its window."""
    name = "Tk"
    try:
        import_module("tkinter")
        version = str(import_module("_tkinter").TK_VERSION)
    except ImportError:
        advice = _(
            "For the window (palamedes desktop): install Tk for this Python (on Debian: apt "
            "install python3-tk)."
        )
        return Finding(name, _("not installed"), "missing", advice)
    if _lacks_a_screen():
        return Finding(
            name,
            _("{version}, but there is no screen").format(version=version),
            "missing",
            _("The window (palamedes desktop) needs one; the terminal and the web app do not."),
        )
    return Finding(name, version)


def _lacks_a_screen() -> bool:
    return sys.platform.startswith("linux") and not os.environ.get("DISPLAY")


def _fonts() -> Iterator[Finding]:
    """The fonts of the window, where the system can list them."""
    program = shutil.which("fc-list")
    if program is None:
        return
    try:
        done = subprocess.run(
            [program, ":scalable=true", "family"],
            capture_output=True,
            timeout=FONT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return
    count = len(set(done.stdout.splitlines()))
    advice = _("For the texts of the window: install a font (on Debian: apt install fonts-dejavu).")
    yield Finding(
        N_("fonts"),
        str(count) if count else _("none"),
        "good" if count else "missing",
        "" if count else advice,
        {"families": count},
    )


def _language() -> Finding:
    """The language of the texts, and whether boards can be drawn with lines."""
    encoding = str(getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    text, code = f"{LANGUAGE_NAMES[language()]}, {encoding}", language()
    if encoding.startswith("utf"):
        return Finding(N_("language"), text, figures={"language": code})
    advice = _("Boards are drawn in ASCII here. For more, use a UTF-8 locale, such as C.UTF-8.")
    return Finding(N_("language"), text, "missing", advice, {"language": code})
