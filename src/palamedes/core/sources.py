"""The sources of code that is not ours: games, engines and evaluations of other packages.

Compiled code that contains theirs is kept under a hash of their files (`digest_of`): of the whole
package, or of the single file of a module outside packages, and of whatever these import; other
packages that are installed count by their versions. Where no hash can be trusted there is none, and
their code is not kept:

- for a program, a notebook, and a class or function that is not found again under its name;
- for files that have changed since this process began, which may run what they said before.
"""

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from palamedes.core import BEGAN

TICK = 10_000_000  # nanoseconds by which a file system may date a change too early
MOST_FILES = 1000  # of a package
KNOWN = ("palamedes", "numpy", "numba", "llvmlite")  # numba and our own hash look after them


def is_found(thing: Any) -> bool:
    """Whether a class or function is what other processes find under its name."""
    found = sys.modules.get(thing.__module__)
    if thing.__module__ in ("__main__", "__mp_main__"):
        return False
    if thing.__name__ != thing.__qualname__.rpartition(".")[2]:
        return False  # defined again: core/rules.py numbers such classes
    for name in thing.__qualname__.split("."):
        found = getattr(found, name, None)
    return getattr(found, "py_func", found) is getattr(thing, "py_func", thing)


class Sources(NamedTuple):
    """The files that code comes from, and a hash of them."""

    digest: str
    files: tuple[Path, ...]

    @property
    def are_settled(self) -> bool:
        """Whether none has changed since this process began."""
        return all(map(_is_settled, self.files))


def digest_of(packages: frozenset[str]) -> str | None:
    """A hash of the sources of packages, by their names, and of whatever they import.

    None if it says nothing about the code that runs in this process.
    """
    sources = _sources_of(packages)
    return sources.digest if sources is not None and sources.are_settled else None


@cache
def _sources_of(packages: frozenset[str]) -> Sources | None:
    """None if there are too many files, or one cannot be read."""
    digest, read = hashlib.sha256(), list[Path]()
    waiting, seen = sorted(packages, reverse=True), set(packages)
    while waiting:
        name = waiting.pop()
        digest.update(f"\n{name}\n".encode())
        installed = None if name in packages else _version(name)
        if installed is not None:
            digest.update(installed.encode())
            continue
        files = _files(name)
        if files is None:
            return None
        for label, path in files:
            try:
                text = path.read_bytes()
            except OSError:
                return None
            digest.update(f"{label} {len(text)}\n".encode() + text)
            read.append(path)
            imported = _imports(text) - seen if path.suffix == ".py" else set()
            seen |= imported
            waiting += sorted(imported, reverse=True)
    return Sources(digest.hexdigest()[:16], tuple(read))


def _files(name: str) -> list[tuple[str, Path]] | None:
    """The files of a package or module, labelled by their places in it; None if there are many."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [(name, Path(spec.origin))] if spec.has_location and spec.origin else []
    found: list[tuple[str, Path]] = []
    for folder in map(Path, sorted(spec.submodule_search_locations)):
        for path in _below(folder):
            found.append((path.relative_to(folder).as_posix(), path))
            if len(found) > MOST_FILES:
                return None
    return sorted(found)


def _below(folder: Path) -> Iterator[Path]:
    """The files below a folder, data too: rules may have been read from it."""
    for place, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if each != "__pycache__" and each[0] != "."]
        yield from (Path(place, each) for each in names if each[0] != "." and each[-4:] != ".pyc")


def _is_settled(path: Path) -> bool:
    """Whether a file has not changed since this process began."""
    try:
        status = path.stat()
    except OSError:
        return False
    return max(status.st_mtime_ns, status.st_ctime_ns) < BEGAN - TICK


def _imports(source: bytes) -> set[str]:
    """The names of the packages that a module imports anywhere, without Python's own."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names - sys.stdlib_module_names - {*KNOWN}


def _version(name: str) -> str | None:
    """The version of an installed package; None if it is not, or is edited where it lies."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return None
    place = json.loads(found.read_text("direct_url.json") or "{}")
    return None if place.get("dir_info", {}).get("editable") else found.version
