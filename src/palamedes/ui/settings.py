"""What a player has chosen once and wants to find again, kept in one file for all front ends."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from palamedes.core.files import data_folder, write_atomically

LARGEST = 100_000  # bytes
_unkept: list["Settings"] = []  # the last ones, if they could not be written


@dataclass(frozen=True)
class Settings:
    """The choices. Names that are not known any more are the business of whoever looks them up."""

    language: str = ""  # nothing follows the locale
    palette: str = ""  # of the window; nothing is the usual one
    pieces: str = ""
    dark: bool = False
    terminal_palette: str = ""
    animate: bool = True
    gauge: bool = False  # say what positions are worth
    game: str = ""  # played last, with its variant
    first: str = ""  # who played, as `take_seat` understands it
    second: str = ""
    read: tuple[str, ...] = ()  # the games whose rules were read


def load_settings(path: Path | None = None) -> Settings:
    """The settings of the user. What is missing, damaged or of another type is as usual."""
    if path is None and _unkept:
        return _unkept[-1]
    try:
        with (path or _path()).open("rb") as file:
            document = json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(document, dict):
        return Settings()
    usual = asdict(Settings())
    return Settings(
        **{
            field.name: _like(document.get(field.name), usual[field.name])
            for field in fields(Settings)
        }
    )


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Keep the settings; if that is impossible, they hold until the program ends."""
    _unkept.clear()
    path = path or _path()
    text = json.dumps(asdict(settings), indent=1, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{text}\n".encode())
    except OSError:
        _unkept.append(settings)


def _like(value: Any, usual: Any) -> Any:
    """A value from the file if it is of the usual kind, else the usual one."""
    if isinstance(usual, tuple):
        is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
        return tuple(value) if is_list else usual
    return value if type(value) is type(usual) else usual


def _path() -> Path:
    return data_folder() / "settings.json"
