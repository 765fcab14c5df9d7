"""Whether programs can be started at all: asked before the first game rather than in it."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from palamedes.arena.mistakes import MISTAKES
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.players import is_program
from palamedes.players.external import program_command


def check_programs(specs: Iterable[str]) -> None:
    """Raise PalamedesError, with its name, for the first program that cannot be started."""
    for spec in specs:
        if is_program(spec):
            _check(program_command(spec)[0])


def _check(name: str) -> None:
    if shutil.which(name) is not None:
        return
    is_there = "/" in name and Path(name).is_file() and not os.access(name, os.X_OK)
    mistake = MISTAKES["not executable" if is_there else "not found"]
    raise PalamedesError(f"{name}: {_(mistake.title)}. {_(mistake.advice)}")
