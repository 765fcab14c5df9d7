"""Engines that other packages and programs add: the entry points `palamedes.engines`."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from palamedes.core.errors import PalamedesError
from palamedes.core.game import LEVELS
from palamedes.core.language import _
from palamedes.core.plugins import PluginGroup, is_edition_of
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import is_step
from palamedes.players.spec_options import SpecOptions
from palamedes.search.analysis import Engine

EngineFactory: TypeAlias = Callable[[SpecOptions], Engine]

NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
METHODS = ("prepare", "analyse", "stop")  # of an engine
# Words that begin a spec of ours, or stand for a player elsewhere.
TAKEN = {
    *("random", "best", "minimax", "alphabeta", "mcts", "perfect"),
    *(ADAPTIVE, "analysis", "human", "bot", "cmd", "learned"),
    *LEVELS,
}

_engines: dict[str, EngineFactory] = {}


def register_engine(name: str, factory: EngineFactory) -> None:
    """Add an engine of your own: `name:option=value` names it wherever a player or engine is named.

    `factory` is called with the options of the text and returns an engine: an object with the
    methods `prepare`, `analyse` and `stop`. PalamedesError if the name cannot be used.
    """
    _add(name, factory)
    PLUGINS.note(name, factory)


def find_engine(name: str) -> EngineFactory | None:
    """The factory of an added engine; None if there is none of that name."""
    if name not in _engines and name not in TAKEN:
        PLUGINS.load()
        if name not in _engines:
            PLUGINS.refuse_if_elsewhere(name)
    factory = _engines.get(name)
    return None if factory is None else partial(_made, name, factory)


def _made(name: str, factory: EngineFactory, options: SpecOptions) -> Engine:
    """What a factory makes; PalamedesError, in one line, if it fails or makes no engine."""
    try:
        engine = factory(options)
        for method in METHODS:
            getattr(engine, method)
    except PalamedesError:
        raise
    except Exception as error:
        reason = " ".join(f"{name}: {type(error).__name__}: {error}".split())
        raise PalamedesError(reason) from error
    return engine


def engine_names() -> tuple[str, ...]:
    """The names of all added engines."""
    PLUGINS.load()
    return tuple(_engines)


def _add(name: str, factory: Any) -> None:
    if not NAME.fullmatch(str(name)) or name in TAKEN or is_step(name):
        raise PalamedesError(_("an engine cannot be named {name!r}").format(name=str(name)[:40]))
    if not callable(factory):
        raise PalamedesError(_("the engine {name!r} cannot be called").format(name=name))
    known = _engines.setdefault(name, factory)
    if known is not factory and not is_edition_of(factory, known):
        raise PalamedesError(_("there is another engine named {name!r} already").format(name=name))
    _engines[name] = factory  # what a notebook defines again replaces what it defined before


PLUGINS = PluginGroup("palamedes.engines", _add)
