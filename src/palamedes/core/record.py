"""A match as one JSON document, with everything needed to replay it.

Reading trusts nothing: a PalamedesError says in one line what is wrong, and where.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.files import open_regular, write_atomically
from palamedes.core.game import Game
from palamedes.core.history_rules import BY_RULE, DRAWS, WINS, HistoryRules, Result
from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.core.position import Position

FORMAT = "palamedes-record"
VERSION = 1
LARGEST = 1_000_000  # bytes; the longest games need a hundredth of that
KEYS = ("format", "version", "game", "start", "history", "players", "moves", "seconds", "result")
OPTIONAL = ("thoughts",)  # [depth, nodes, score] of each move, null for players that do not search

FindGame = Callable[[str], Game]  # by name; core does not know which games there are


def save_record(match: Match, path: Path) -> None:
    """Write a match to a file, whole or not at all."""
    text = json.dumps(to_document(match), indent=1, ensure_ascii=False)
    write_text(path, f"{text}\n")


def load_record(path: Path, find_game: FindGame) -> Match:
    """Read a match from a file and check every part of it."""
    data = read_file(path, LARGEST + 1)
    try:
        return parse_record(data, find_game)
    except PalamedesError as error:
        raise PalamedesError(f"{path}: {error}") from None


def read_file(path: Path, most: int) -> bytes:
    """The first `most` bytes of a file."""
    try:
        with open_regular(path) as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise _file_error(path, error) from None


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    try:
        write_atomically(path, text.encode())
    except (OSError, ValueError) as error:
        raise _file_error(path, error) from None


def _file_error(path: Path, error: OSError | ValueError) -> PalamedesError:
    """What the system says about a file; a ValueError is about its name."""
    reason = getattr(error, "strerror", None) or _("not a valid file name")
    return PalamedesError(f"{path}: {reason}")


def to_document(match: Match) -> dict[str, Any]:
    """The match as JSON. Players are numbered from 1 there."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.id,
        "start": match.start.text,
        "history": asdict(match.history),
        "players": list(match.players),
        "moves": [turn.move for turn in match.turns],
        "seconds": [turn.seconds for turn in match.turns],
        "result": _result_document(match),
    }
    if any(turn.thought for turn in match.turns):
        document["thoughts"] = [turn.thought and list(turn.thought) for turn in match.turns]
    return document


def _result_document(match: Match) -> dict[str, Any] | None:
    if match.result is None:
        return None
    winner, reason = match.result
    document: dict[str, Any] = {"winner": None if winner is None else winner + 1, "reason": reason}
    if match.detail:
        document["detail"] = match.detail
    if match.last_seconds is not None:
        document["seconds"] = match.last_seconds
    return document


def from_document(document: Any, find_game: FindGame) -> Match:
    """The match that a document describes; PalamedesError if anything in it is wrong."""
    _check_envelope(document)
    game = find_game(_text(document["game"], "game"))
    start = Position.parse(game, _text(document["start"], "start"))
    players = _texts(document["players"], "players")
    if len(players) != 2:
        raise PalamedesError(_("{where}: must name two players").format(where="players"))
    match = Match(start, _history(document["history"]), (players[0], players[1]))
    moves = _texts(document["moves"], "moves")
    thoughts = document.get("thoughts", [None] * len(moves))
    _replay(match, moves, document["seconds"], thoughts)
    conclude(match, document["result"])
    return match


def parse_record(data: bytes, find_game: FindGame) -> Match:
    """The match of a file with this content, fully checked."""
    if len(data) > LARGEST:
        raise PalamedesError(
            _("too large for a saved game: more than {limit} bytes").format(limit=LARGEST)
        )
    try:
        document = json.loads(data.decode())
    except UnicodeDecodeError:
        raise PalamedesError(_("not a text file")) from None
    except json.JSONDecodeError as error:
        raise PalamedesError(
            _("invalid JSON at line {line}, column {column}").format(
                line=error.lineno, column=error.colno
            )
        ) from None
    except (RecursionError, ValueError):
        raise PalamedesError(_("not a game saved by Palamedes")) from None
    return from_document(document, find_game)


def _check_envelope(document: Any) -> None:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise PalamedesError(_("not a game saved by Palamedes"))
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise PalamedesError(
            _("unsupported format version {version}").format(version=repr(version)[:40])
        )
    for key in KEYS:
        if key not in document:
            raise PalamedesError(_("the entry {where} is missing").format(where=key))
    for key in document:
        if key not in (*KEYS, *OPTIONAL):
            raise PalamedesError(_("unknown entry {where}").format(where=repr(key)[:40]))


def _history(document: Any) -> HistoryRules:
    kinds = {field.name: field.type for field in fields(HistoryRules)}
    if not isinstance(document, dict) or set(document) != set(kinds):
        names = ", ".join(kinds)
        raise PalamedesError(
            _("{where}: must have exactly the entries {names}").format(where="history", names=names)
        )
    for name, kind in kinds.items():
        value = document[name]
        if type(value) is not kind or value < 0:
            raise PalamedesError(_("{where}: invalid value").format(where=f"history.{name}"))
    return HistoryRules(**document)


def _replay(match: Match, moves: list[str], seconds: Any, thoughts: Any) -> None:
    for where, values in (("seconds", seconds), ("thoughts", thoughts)):
        if not isinstance(values, list) or len(values) != len(moves):
            raise PalamedesError(_("{where}: must have one entry per move").format(where=where))
    turns = zip(moves, seconds, thoughts, strict=True)
    for number, (move, spent, thought) in enumerate(turns, start=1):
        check_seconds(spent, f"seconds[{number}]")
        seen = _thought(thought, f"thoughts[{number}]")
        try:
            match.play(move, spent, seen)
        except PalamedesError as error:
            raise PalamedesError(f"moves[{number}]: {error}") from None


def check_seconds(value: Any, where: str) -> None:
    """Raise PalamedesError unless the value is a time that a move can take, or None."""
    if value is not None and (type(value) not in (int, float) or not 0 <= value < 1e9):
        raise PalamedesError(_("{where}: invalid value").format(where=where))


def _thought(value: Any, where: str) -> Thought | None:
    if value is None:
        return None
    if not isinstance(value, list) or [type(each) for each in value] != [int] * 3:
        raise PalamedesError(_("{where}: invalid value").format(where=where))
    return Thought(*value)


def conclude(match: Match, document: Any) -> None:
    """Check the result against the moves; take it over if it does not follow from them."""
    stated = _result(document)
    if stated == match.result:
        return
    if match.result is not None or stated is None or stated.reason in BY_RULE:
        raise PalamedesError(_("{where}: does not match the moves").format(where="result"))
    seconds = document.get("seconds")
    check_seconds(seconds, "result.seconds")
    match.end(stated.winner, stated.reason, document.get("detail", ""), seconds)


def _result(document: Any) -> Result | None:
    if document is None:
        return None
    if not isinstance(document, dict) or set(document) - {"detail", "seconds"} != {
        "winner",
        "reason",
    }:
        raise PalamedesError(
            _("{where}: must have exactly the entries {names}").format(
                where="result", names="winner, reason"
            )
        )
    winner, reason = document["winner"], document["reason"]
    if winner is not None and (type(winner) is not int or winner not in (1, 2)):
        raise PalamedesError(_("{where}: invalid value").format(where="result.winner"))
    known = DRAWS if winner is None else WINS
    if not isinstance(reason, str) or reason not in known:
        raise PalamedesError(_("{where}: invalid value").format(where="result.reason"))
    _text(document.get("detail", ""), "result.detail")
    return Result(None if winner is None else winner - 1, reason)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise PalamedesError(_("{where}: must be text").format(where=where))
    return value


def _texts(value: Any, where: str) -> list[str]:
    if not isinstance(value, list):
        raise PalamedesError(_("{where}: must be a list").format(where=where))
    return [_text(item, f"{where}[{number}]") for number, item in enumerate(value, start=1)]
