"""Reading the files of a run. All that can be wrong with one is told in the same way."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile
from zlib import error as ZlibError  # noqa: N812 - it is a class

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

# What reading a damaged file raises.
BROKEN = (ValueError, TypeError, KeyError, EOFError, RecursionError, BadZipFile, ZlibError)

Found = TypeVar("Found")


def read_run_file(path: Path, read: Callable[[Path], Found]) -> Found:
    """What `read` finds in a file of a run.

    If the file is missing or damaged, PalamedesError names it and says what to do. Nothing is
    removed: there may be a copy of the file.
    """
    try:
        return read(path)
    except PalamedesError as error:
        raise unusable(str(error)) from None
    except OSError as error:
        reason = error.strerror or error
        raise unusable(_("cannot read {file}: {reason}").format(file=path, reason=reason)) from None
    except BROKEN:
        raise unusable(_("{file} is damaged").format(file=path)) from None


def load_arrays(path: Path, names: Sequence[str] = ()) -> dict[str, NDArray[Any]]:
    """The arrays of a file, or those with these names. It is closed even if it is damaged."""
    with path.open("rb") as file, np.load(file) as arrays:
        return {name: arrays[name] for name in names or arrays.files}


def unusable(problem: str) -> PalamedesError:
    """The error of a run that cannot go on."""
    return PalamedesError(_("{problem}; --restart begins the run again").format(problem=problem))
