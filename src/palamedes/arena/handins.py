"""Hand-ins as zip files: unpacked into a folder of their own, never outside of it.

What students pack is not trusted. Links, encrypted files and paths that lead elsewhere are refused;
sizes are counted while files are unpacked, since those that a zip file declares may be wrong.
"""

import lzma
import shutil
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from palamedes.arena.journal import beside
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

LARGEST = 200_000_000  # bytes of all files of a zip file, packed or unpacked
MOST_FILES = 2000
PIECE = 1 << 16  # bytes
DAMAGE = (BadZipFile, zlib.error, lzma.LZMAError)
NOT_A_HANDIN = "__MACOSX"  # a folder that some systems add


def is_zip(path: Path) -> bool:
    """Whether a file is to be unpacked, by its name."""
    return path.suffix.lower() == ".zip" and path.is_file()


@contextmanager
def unpacking(journal: Path) -> Iterator[Path]:
    """A folder beside a journal that nobody else can read, for the contents of zip files.

    It is removed at the end. If the games are interrupted it stays, as the journal names the
    programs in it; the same command makes it again under the same name.
    """
    folder = beside(journal, "unpacked")
    try:
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise PalamedesError(f"{folder}: {error.strerror}") from None
    try:
        yield folder
    except BaseException:
        if not journal.exists():
            shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)


def unpack(path: Path, folder: Path) -> Path:
    """Unpack a zip file into a new folder; the folder with its contents.

    If all it has is one folder, that is the one. PalamedesError, without the name of the file, if
    anything is wrong with it; then the folder may have a part of its contents.
    """
    try:
        folder.mkdir(parents=True)
        if path.stat().st_size > LARGEST:
            raise PalamedesError(_("the zip file is too large"))
        with ZipFile(path) as packed:
            _unpack_all(packed, folder)
    except (*DAMAGE, EOFError, ValueError, RuntimeError, OSError, MemoryError):
        raise PalamedesError(_("the zip file is damaged or encrypted")) from None
    return _without_wrapping(folder)


def _unpack_all(packed: ZipFile, folder: Path) -> None:
    members = [each for each in packed.infolist() if not each.filename.startswith(NOT_A_HANDIN)]
    if len(members) > MOST_FILES:
        raise PalamedesError(_("the zip file has too many files"))
    left = LARGEST
    for member in members:
        path = folder / _safe_path(member)
        if member.is_dir():
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            left -= _unpack_file(packed, member, path, left)


def _safe_path(member: ZipInfo) -> PurePosixPath:
    """The path of a file inside its folder; PalamedesError if it leads elsewhere or is a link."""
    path, mode = PurePosixPath(member.filename), member.external_attr >> 16
    is_inside = not path.is_absolute() and ".." not in path.parts and path.parts
    if not is_inside or "\\" in member.filename or not member.filename.isprintable():
        raise PalamedesError(_("the zip file has a path that leads outside"))
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise PalamedesError(_("the zip file has a link"))
    return path


def _unpack_file(packed: ZipFile, member: ZipInfo, path: Path, left: int) -> int:
    """Unpack a file of at most `left` bytes; its size. A program stays executable."""
    size = 0
    with packed.open(member) as source, path.open("xb") as target:
        while piece := source.read(PIECE):
            size += len(piece)
            if size > left:
                raise PalamedesError(_("the zip file is too large"))
            target.write(piece)
    if member.external_attr >> 16 & stat.S_IXUSR:
        path.chmod(0o755)
    return size


def _without_wrapping(folder: Path) -> Path:
    """The folder, or the only folder in it, and so on."""
    inside = list(folder.iterdir())
    while len(inside) == 1 and inside[0].is_dir():
        folder = inside[0]
        inside = list(folder.iterdir())
    return folder
