"""Players with a learned evaluation of one's own: `learned:FILE`, with options after it."""

import re
from contextlib import suppress
from pathlib import Path

OPTIONS = "time|depth|nodes|hash|threads|tables|error|style|blur|sight"
SPEC = re.compile(rf"\s*learned:(?P<file>.+?)(?P<options>(,\s*({OPTIONS})=[\w.-]+)*)\s*", re.DOTALL)


def is_learned(text: str) -> bool:
    """Whether a spec names a file with a learned evaluation."""
    return SPEC.fullmatch(text) is not None


def split_learned(text: str) -> tuple[Path, str]:
    """The file of such a spec, and its options.

    The name of a file may have commas, too: it is the longest one that exists. If none exists, only
    what is certainly an option is not part of the name.
    """
    found = SPEC.fullmatch(text)
    assert found is not None
    parts = (found["file"] + found["options"]).split(",")
    for count in range(len(parts), 0, -1):
        path = _path(",".join(parts[:count]))
        if _is_file(path):
            return path, ",".join(parts[count:])
    return _path(found["file"]), found["options"]


def _path(name: str) -> Path:
    path = Path(name.strip())
    with suppress(RuntimeError):  # `~nobody` is nobody's folder
        path = path.expanduser()
    return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # options can make a name too long
        return False
