"""Games as text that people read and write: headers, then moves in notation, then the result.

    [Game "teeko"]
    [First "Ann"]
    [Second "Bob"]
    [Result "*"]

    1. c3 {the centre} d4 2. b2 *

docs/reference/text-format.md describes it. Here are its words and the writer;
core/game_text_reader.py reads it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import HistoryRules, Result
from palamedes.core.language import _
from palamedes.core.match import Match, Turn
from palamedes.core.position import Position

WIDTH = 80  # of the lines with moves
OWN_HEADERS = (
    *("Game", "First", "Second", "Start", "History"),
    *("Result", "Reason", "Detail", "Seconds"),
)
NAME = re.compile("[A-Z][A-Za-z0-9]{0,39}")  # of a header
UNFINISHED, DRAWN = "*", "1/2-1/2"
TOKENS = ("1-0", "0-1", DRAWN, UNFINISHED)
NUMBER = re.compile(r"([0-9]{1,9})(\.(?:\.\.)?)")  # of a move: `3.`, or `3...` for player 2
MARK = "@"  # begins a comment that tells the time of a move and what its player saw


@dataclass
class NotedGame:
    """A game with what a text says about it besides.

    headers: those that are not about the match itself, such as Date.
    comments: what is said after each number of moves; 0: before the first. Runs of spaces are one.
    """

    match: Match
    headers: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)


def games_text(games: Iterable[NotedGame]) -> str:
    """The text of some games, one after the other."""
    return "\n".join(map(_game_text, games))


def token_of(result: Result | None) -> str:
    """The word that ends a game in the text."""
    if result is None:
        return UNFINISHED
    return DRAWN if result.winner is None else TOKENS[result.winner]


def _game_text(game: NotedGame) -> str:
    headers = {**_own_headers(game.match), **_other_headers(game)}
    lines = [f"[{name} {json.dumps(text, ensure_ascii=False)}]" for name, text in headers.items()]
    return "\n".join([*lines, "", *_filled(_words(game)), ""])


def _filled(words: Iterable[str]) -> list[str]:
    """Words in lines of at most WIDTH, if each of them fits."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines


def _own_headers(match: Match) -> dict[str, str]:
    """What the moves do not tell. The usual start, the usual rules and empty names are left out."""
    headers = {"Game": match.game.id}
    for name, player in zip(("First", "Second"), match.players, strict=True):
        if player:
            headers[name] = player
    if match.start != Position.start(match.game):
        headers["Start"] = match.start.text
    if match.history != match.game.history:
        headers["History"] = _history_text(match.history)
    headers["Result"] = token_of(match.result)
    if match.verdict is not None:
        headers["Reason"] = match.verdict.reason
        if match.detail:
            headers["Detail"] = match.detail
        if match.last_seconds is not None:
            headers["Seconds"] = repr(match.last_seconds)
    return headers


def _history_text(history: HistoryRules) -> str:
    limits = {name: getattr(history, name) for name in ("repetition", "quiet", "plies")}
    words = [f"{name}={limit}" for name, limit in limits.items() if limit]
    return " ".join([*words, "points"] if history.points else words)


def _other_headers(game: NotedGame) -> dict[str, str]:
    for name in game.headers:
        if name in OWN_HEADERS or not NAME.fullmatch(name):
            raise PalamedesError(_("{name!r} cannot be an additional header").format(name=name))
    return dict(game.headers)


def _words(game: NotedGame) -> Iterator[str]:
    """The numbers, moves and comments, and the result."""
    match = game.match
    yield from _comment(game, 0)
    is_said = True  # a move of player 2 has a number where something stands before it
    for ply, turn in enumerate(match.turns):
        number, player = divmod(ply + match.start.turn, 2)
        if player == 0:
            yield f"{number + 1}."
        elif is_said:
            yield f"{number + 1}..."
        yield _checked(turn.move)
        told = [*_time(turn), *_comment(game, ply + 1)]
        yield from told
        is_said = bool(told)
    yield token_of(match.result)


def _checked(move: str) -> str:
    """A move, if it can stand in a text: all notations of our games can."""
    if move in TOKENS or NUMBER.fullmatch(move) or re.search(r"^\[|[\s{}]", move) or not move:
        raise PalamedesError(
            _("the move {move!r} cannot be written in this format").format(move=move)
        )
    return move


def _time(turn: Turn) -> Iterator[str]:
    words = [] if turn.seconds is None else [f"{turn.seconds!r}s"]
    if turn.thought is not None:
        words += [f"{name}={number}" for name, number in turn.thought._asdict().items()]
    if words:
        yield f"{{{MARK} {' '.join(words)}}}"


def _comment(game: NotedGame, ply: int) -> Iterator[str]:
    text = " ".join(game.comments.get(ply, "").split())
    if re.search("[{}]", text) or text.startswith(MARK):
        raise PalamedesError(
            _("a comment cannot contain braces or begin with {mark}").format(mark=MARK)
        )
    if text:
        yield from f"{{{text}}}".split()
