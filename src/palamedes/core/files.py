"""Where files are kept, and how they are written: whole or not at all."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_data_path

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


def data_folder() -> Path:
    """The folder of everything that is kept for the user; compiled code has a folder of its own."""
    return Path(os.environ.get("PALAMEDES_DATA") or user_data_path("palamedes"))


def name_of_files(game: str) -> str:
    """What names of files begin with that belong to a game: `teeko-advanced`."""
    return game.replace(":", "-").replace(",", "-")


def check_writable(*paths: Path | None) -> None:
    """Check that `write_atomically` can write these files: before long work rather than after it.

    None stands for a file that is not wanted. PalamedesError names the first file that cannot be
    written, or that is given twice.
    """
    seen = set()
    for path in paths:
        if path is None:
            continue
        if not path.absolute().parent.is_dir():
            raise PalamedesError(_("{path}: folder not found").format(path=path.absolute().parent))
        try:
            target = path.resolve()
            _mode(target)
            tempfile.TemporaryFile(dir=target.parent).close()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PalamedesError(f"{path}: {reason}") from None
        if target in seen:
            raise PalamedesError(_("{path}: given for two outputs").format(path=path))
        seen.add(target)


def open_regular(path: Path) -> BinaryIO:
    """Open a file to read it; OSError for all that is none: a pipe might never give an answer."""
    if path.exists() and not path.is_file():
        raise _irregular()
    return path.open("rb")


def write_atomically(path: Path, *parts: bytes | memoryview, prefix: str = ".palamedes-") -> None:
    """Replace the contents of `path`; after a crash it holds the old ones or the new, never a part.

    A link is written through, and only regular files are replaced. OSError if it cannot be written.
    """
    with atomic_file(path, prefix) as file:
        file.writelines(parts)


@contextmanager
def atomic_file(
    path: Path, prefix: str = ".palamedes-", mode: int | None = None
) -> Iterator[BinaryIO]:
    """A file that replaces `path` at the end of the block, or never if the block raises an error.

    `mode` are its permissions; by default those of the file it replaces.
    """
    path = path.resolve()
    replaced = _mode(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(replaced if mode is None else mode)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink()
        raise


def _mode(path: Path) -> int:
    """The permissions of the file to be replaced, or those a new file would get."""
    try:
        status = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if not stat.S_ISREG(status.st_mode):
        raise _irregular()
    return stat.S_IMODE(status.st_mode)


def _irregular() -> OSError:
    return OSError(None, _("not a regular file"))
