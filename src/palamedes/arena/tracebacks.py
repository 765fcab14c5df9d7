"""The line of a bot's own code in a traceback: Python's, or a stack trace of Java."""

import re
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent.parent
LIBRARY = re.compile(r"<|.*/python3\.\d+/")  # of any Python, not only of ours
PYTHON_FRAME = re.compile(r'\s*File "(?P<file>[^"]+)", line (?P<line>\d+)')
JAVA_FRAME = re.compile(r"\s+at (?!java\.|jdk\.)\S+\((?P<file>\w+\.java):(?P<line>\d+)\)")
PYTHON_ERROR = re.compile(r"[A-Za-z_][\w.]*(: .*)?")


class CodeLine(NamedTuple):
    """Where an author's code failed, and the error; the code is empty where a trace has none."""

    file: str = ""
    number: int = 0
    code: str = ""
    error: str = ""


def own_line(errors: str) -> CodeLine | None:
    """The innermost line of the author's own code in the last traceback on stderr, if any."""
    lines = errors.splitlines()
    frames = [place for place, line in enumerate(lines) if PYTHON_FRAME.match(line)]
    if not frames:
        return _java_line(lines)
    error = next(
        (line for line in lines[frames[-1] + 1 :] if PYTHON_ERROR.fullmatch(line)), ""
    ).strip()
    for place in reversed(frames):
        if (found := PYTHON_FRAME.match(lines[place])) and not _is_foreign(found["file"]):
            code = lines[place + 1].strip() if place + 1 < len(lines) else ""
            return CodeLine(Path(found["file"]).name, int(found["line"]), code, error)
    return CodeLine(error=error)


def _java_line(lines: list[str]) -> CodeLine | None:
    error = next((line for line in lines if "Exception" in line or "Error" in line), "")
    for line in lines:
        if found := JAVA_FRAME.match(line):
            return CodeLine(found["file"], int(found["line"]), "", error.strip())
    return None


def _is_foreign(file: str) -> bool:
    """Whether a file belongs to Palamedes, to Python or to a library."""
    return file.startswith(str(PACKAGE)) or LIBRARY.match(file) is not None
