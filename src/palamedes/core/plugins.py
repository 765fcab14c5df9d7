"""Plug-ins: the games, engines and evaluations that other packages and programs add.

A package offers them as entry points, which are loaded when somebody first asks for what is not
Palamedes' own. One that fails is left out with a line in the log, and nothing else breaks. What a
program registers by itself is also made known to the processes it starts (`handed_over`).
"""

import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from multiprocessing import parent_process
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _

log = logging.getLogger("palamedes")
LOADING = RLock()  # a plug-in may ask for all games while it is imported
ONLY_HERE = N_(
    "{name!r} was registered in this program only; workers need it as an entry point: see "
    "docs/howto/add-a-game.md"
)


class Registration(NamedTuple):
    """A thing that the process that started this one has registered by itself."""

    group: str
    name: str
    place: str  # `module:name`, for an import; empty if it can only be found there


class PluginGroup:
    """One group of entry points, and what programs register themselves."""

    def __init__(self, group: str, add: Callable[[str, Any], object]) -> None:
        self.group = group
        self._add = add
        self._is_loaded = False

    def load(self) -> None:
        """Add everything that is installed, once."""
        if self._is_loaded:
            return
        with LOADING:
            if self._is_loaded:
                return
            self._is_loaded = True
            from importlib.metadata import EntryPoint, entry_points

            found = sorted(entry_points(group=self.group), key=lambda each: each.name)
            for offer in _offers:
                if offer.group == self.group and offer.place:
                    found.append(EntryPoint(offer.name, offer.place, self.group))
            for entry_point in found:
                self._load(entry_point)

    def _load(self, entry_point: Any) -> None:
        try:
            with redirect_stdout(sys.stderr):  # ours may be JSON, or UGI
                self._add(entry_point.name, entry_point.load())
            _places.update(dict.fromkeys(_files_of(entry_point)))
        except (Exception, SystemExit) as error:
            package = entry_point.dist.name if entry_point.dist else entry_point.value
            _warn(entry_point.name, package, error)

    def note(self, name: str, thing: Any) -> None:
        """Remember what this program has registered, for the processes that it starts."""
        _registered[self.group, name] = thing

    def refuse_if_elsewhere(self, name: str) -> None:
        """Raise PalamedesError if only the process that started this one knows the name."""
        if any((offer.group, offer.name) == (self.group, name) for offer in _offers):
            raise PalamedesError(_(ONLY_HERE).format(name=name))

    def refuse_if_only_here(self, name: str) -> None:
        """Raise PalamedesError if no other program could find what is registered as this name."""
        if (self.group, name) in _registered:
            raise PalamedesError(_(ONLY_HERE).format(name=name))


def is_edition_of(thing: Any, known: Any) -> bool:
    """Whether a class or function has the place of another: a notebook has defined it again."""
    places = {
        (each.__module__, getattr(each, "__qualname__", repr(each))) for each in (thing, known)
    }
    return len(places) == 1


_registered: dict[tuple[str, str], Any] = {}  # by group and name
_offers: list[Registration] = []
_places: dict[Path, None] = {}


def handed_over() -> tuple[Registration, ...]:
    """What a process that is started from here must be told: it calls `take_over` with it."""
    told = [Registration(*key, _place_of(thing)) for key, thing in _registered.items()]
    return (*_offers, *told)


def take_over(offers: Iterable[Registration]) -> None:
    """Know what the process that started this one has registered."""
    _offers.extend(offer for offer in offers if offer not in _offers)


def _place_of(thing: Any) -> str:
    """Where a thing is found by import; empty if nowhere."""
    for module in [*sys.modules.values()]:
        name = getattr(module, "__name__", "__main__")
        if name not in ("__main__", "__mp_main__") and sys.modules.get(name) is module:
            for attribute, value in [*getattr(module, "__dict__", {}).items()]:
                if value is thing:
                    return f"{name}:{attribute}"
    return ""


def plugin_places() -> tuple[Path, ...]:
    """The files and folders of the packages whose plug-ins are in use."""
    return tuple(_places)


def _files_of(entry_point: Any) -> Iterator[Path]:
    """What a package has installed, and where its module is: elsewhere, if it is editable."""
    from importlib.util import find_spec

    for file in (entry_point.dist and entry_point.dist.files) or ():
        if ".." not in file.parts:
            yield Path(entry_point.dist.locate_file(file.parts[0]))
    spec = find_spec(entry_point.module.partition(".")[0])
    if spec is not None and spec.submodule_search_locations is not None:
        yield from map(Path, spec.submodule_search_locations)
    elif spec is not None and spec.origin:
        yield Path(spec.origin)


def _warn(name: str, package: str, error: BaseException) -> None:
    """Say that a plug-in is left out; workers leave it to the process that started them."""
    if parent_process() is None:
        kind = "" if isinstance(error, PalamedesError) else f"{type(error).__name__}: "
        text = _("the plug-in {name!r} of {package} is left out: {reason}")
        reason = " ".join(f"{kind}{error}".split())
        log.warning("%s", text.format(name=name, package=package, reason=reason))
