"""What is known of the person at this machine, for the adaptive opponent: one JSON file.

The terminal and the window keep it together. The web app has accounts, and never reads it.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from palamedes.core.errors import PalamedesError
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.game import Game
from palamedes.core.glicko import Glicko
from palamedes.core.language import N_, _
from palamedes.players.adaptive import ADAPTIVE, newcomer
from palamedes.players.spec import STRONGEST

FORMAT = "palamedes-profile"
VERSION = 1
LARGEST = 1_000_000  # bytes that are read
FORGET = N_("Forget your results against the adaptive opponent?")
FAR = 10_000.0  # no rating is that far from 0
MOST_DEVIATION, MOST_VOLATILITY = 1_000.0, 10.0
PATIENCE = 5.0  # seconds for another program that writes the file


class NewerProfileError(PalamedesError):
    """The file was written by a newer version: it must stay as it is."""


class Known(NamedTuple):
    """A person in one game: the rating, and the games it was found in."""

    rating: Glicko
    games: int = 0


def known(game: Game) -> Known:
    """What is known of the person; a newcomer if the file says nothing, or cannot be read."""
    with suppress(PalamedesError, OSError):
        return _read().get(game.id) or Known(newcomer(game))
    return Known(newcomer(game))


def note(game: Game, rating: Glicko) -> None:
    """Keep the rating after one more game; OSError if the file cannot be written.

    PalamedesError if a newer version wrote it, or another program holds it.
    """
    _path().parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(f"{_path()}.lock", timeout=PATIENCE):
            _note(game, rating)
    except Timeout:
        raise PalamedesError(_("{path}: in use by another program").format(path=_path())) from None


def _note(game: Game, rating: Glicko) -> None:
    try:
        people = _read()
    except NewerProfileError:
        raise
    except PalamedesError:
        people = {}
    games = people[game.id].games if game.id in people else 0
    people[game.id] = Known(rating, games + 1)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "games": {
            name: {**each.rating._asdict(), "games": each.games} for name, each in people.items()
        },
    }
    write_atomically(_path(), f"{json.dumps(document, indent=1)}\n".encode())


def forget() -> None:
    """Forget everything; PalamedesError if the file cannot be removed."""
    try:
        _path().unlink(missing_ok=True)
    except OSError as error:
        raise PalamedesError(f"{_path()}: {error.strerror}") from None


def set_aside_if_damaged() -> str:
    """If the file is damaged, rename it. Whatever is wrong is said in one line; "" if all is well.

    A file of a newer version is left alone.
    """
    try:
        _read()
    except OSError as error:
        return f"{_path()}: {error.strerror}"
    except NewerProfileError as error:
        return _("{error}: your results are not saved.").format(error=error)
    except PalamedesError as error:
        with suppress(OSError):
            _path().replace(_path().with_suffix(".damaged"))
        return _("{error}: the adaptive opponent starts over with you.").format(error=error)
    return ""


def is_adaptive(spec: str) -> bool:
    """Whether a spec names the adaptive player, with any options."""
    return spec.strip().lower().partition(":")[0] == ADAPTIVE


def with_rating(game: Game, spec: str) -> str:
    """The spec of a player; `adaptive` gets the rating of the person it is to play."""
    _name, _colon, options = spec.strip().partition(":")
    if not is_adaptive(spec) or "rating=" in options:
        return spec
    rating = f"rating={min(max(known(game).rating.rating, 0.0), STRONGEST):.0f}"
    return f"{ADAPTIVE}:{rating},{options}" if options else f"{ADAPTIVE}:{rating}"


def without_rating(spec: str) -> str:
    """The spec for another game with the same player: an adaptive one begins anew."""
    if not is_adaptive(spec):
        return spec
    _name, _colon, options = spec.strip().partition(":")
    kept = ",".join(each for each in options.split(",") if not each.startswith("rating="))
    return f"{ADAPTIVE}:{kept}" if kept else ADAPTIVE


def _read() -> dict[str, Known]:
    """All games; PalamedesError if the file is damaged.

    OSError if it is there and cannot be read, NewerProfileError if a newer version wrote it: then
    nothing must be written over it.
    """
    try:
        with _path().open("rb") as file:
            document = json.loads(file.read(LARGEST))
        if document["format"] != FORMAT:
            raise ValueError
        _check_version(document["version"])
        return {str(name): _parse(each) for name, each in document["games"].items()}
    except FileNotFoundError:
        return {}
    except (AttributeError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        raise PalamedesError(_("{path} is damaged").format(path=_path())) from None


def _check_version(version: Any) -> None:
    if version > VERSION:
        raise NewerProfileError(
            _("{path} was written by a newer version of Palamedes").format(path=_path())
        )
    if version != VERSION:
        raise ValueError


def _parse(entry: Any) -> Known:
    rating = Glicko(*(float(entry[name]) for name in Glicko._fields))
    is_sensible = (
        abs(rating.rating) < FAR
        and 1.0 <= rating.deviation <= MOST_DEVIATION
        and 0.001 <= rating.volatility <= MOST_VOLATILITY
    )
    if not is_sensible:
        raise ValueError
    return Known(rating, int(entry["games"]))


def _path() -> Path:
    return data_folder() / "profile.json"
