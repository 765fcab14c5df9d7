"""What is installed: Python, the packages that Palamedes needs, and what more it can use."""

import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from typing import NamedTuple

from palamedes.core.language import N_, _
from palamedes.ui.doctor.finding import Finding

OLDEST_PYTHON = (3, 11)
IMPORTED = ("numpy", "numba")  # native code: being installed does not mean that it works
PURPOSES = {  # of the optional extras, as `pip` calls them
    "cluster": N_("tournaments, learning and opening books on several machines"),
    "cuda": N_("solving and random games on an NVIDIA GPU"),
    "peers": N_("speed compared with OpenSpiel (benchmarks/openspiel.py)"),
    "postgresql": N_("a web server that keeps its games in PostgreSQL"),
    "rl": N_("environments for reinforcement learning"),
}
PROGRAMS = {  # what they are for, by the names under which they are found
    ("cc", "gcc", "clang"): (N_("C compiler"), N_("bots in C (palamedes bot new --language c)")),
    ("javac",): (N_("Java compiler"), N_("bots in Java (palamedes bot new --language java)")),
}
REQUIREMENT = re.compile(r"([\w.-]+)[^>;]*>=([\d.]+)[^;]*(?:;.*extra == .([\w-]+).)?")


class Requirement(NamedTuple):
    """A package that is needed, or wanted by an optional extra."""

    package: str
    least: str  # its oldest version that will do
    extra: str  # empty for what is always needed


def installed() -> Iterator[Finding]:
    """Python, Palamedes and the packages it needs."""
    version, where = sys.version.partition(" ")[0], sys.executable
    is_old = sys.version_info < OLDEST_PYTHON
    yield Finding(
        "Python",
        f"{version} ({where})",
        "broken" if is_old else "good",
        _("Install Python 3.11 or newer.") if is_old else "",
    )
    needed = requirements()
    if needed is None:
        text = _("run from its sources, not installed: what it needs is not known")
        yield Finding("palamedes", text, "missing", _("To install it: pip install ."))
        return
    yield Finding("palamedes", metadata.version("palamedes"))
    yield from (_needed(each) for each in needed if not each.extra)


def optional() -> Iterator[Finding]:
    """Packages and programs that Palamedes can use."""
    yield from (_extra(each) for each in requirements() or () if each.extra)
    for names, (title, purpose) in PROGRAMS.items():
        found = next(filter(None, map(shutil.which, names)), None)
        yield Finding(
            title,
            found or _("not found"),
            "good" if found else "missing",
            "" if found else _("For {purpose}.").format(purpose=_(purpose)),
        )


def requirements() -> list[Requirement] | None:
    """What Palamedes asks `pip` for; None if it was not installed by it."""
    try:
        lines = metadata.requires("palamedes") or []
    except metadata.PackageNotFoundError:
        return None
    found = filter(None, map(REQUIREMENT.match, lines))
    return sorted(Requirement(each[1], each[2], each[3] or "") for each in found)


def _needed(wanted: Requirement) -> Finding:
    """A package that Palamedes does not work without."""
    trouble = _trouble(wanted)
    if not trouble:
        return Finding(wanted.package, metadata.version(wanted.package))
    command = "pip install --force-reinstall palamedes"
    return Finding(
        wanted.package, trouble, "broken", _("To repair it: {command}").format(command=command)
    )


def _extra(wanted: Requirement) -> Finding:
    """A package of an optional extra."""
    trouble = _trouble(wanted)
    if not trouble:
        return Finding(wanted.package, metadata.version(wanted.package))
    advice = _("For {purpose}: {command}").format(
        purpose=_(PURPOSES[wanted.extra]) if wanted.extra in PURPOSES else wanted.extra,
        command=f"pip install 'palamedes[{wanted.extra}]'",
    )
    return Finding(wanted.package, trouble, "missing", advice)


def _trouble(wanted: Requirement) -> str:
    """Why a package is no good; empty if it is."""
    try:
        version = metadata.version(wanted.package)
    except metadata.PackageNotFoundError:
        return _("not installed")
    if _numbers(version) < _numbers(wanted.least):
        return _("{version}, but {least} or newer is needed").format(
            version=version, least=wanted.least
        )
    if wanted.package in IMPORTED:
        try:
            import_module(wanted.package)
        except Exception as error:  # native code fails in any way
            reason = str(error).partition("\n")[0]
            return _("{version}, does not load: {reason}").format(version=version, reason=reason)
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    """A version as it is compared: 3.11 is newer than 3.9."""
    return tuple(map(int, re.findall(r"\d+", version)[:3]))
