"""Reads games as text (core/game_text.py). It trusts nothing: an error names the line."""

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.game_text import (
    DRAWN,
    MARK,
    NAME,
    NUMBER,
    OWN_HEADERS,
    TOKENS,
    UNFINISHED,
    NotedGame,
    token_of,
)
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.core.position import Position
from palamedes.core.record import FindGame, check_seconds, conclude

PIECE = re.compile(
    r"(?P<space>\s+)|^\[(?P<header>[^\n]*)|\{(?P<comment>[^{}]*)\}|(?P<word>[^\s{}]+)",
    re.MULTILINE,
)
HEADER = re.compile(rf'({NAME.pattern})[ \t]+("(?:[^"\\]|\\.)*")\]\s*')
SECONDS = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,3})?")
THOUGHT = re.compile("depth=(-?[0-9]{1,20}) nodes=(-?[0-9]{1,20}) score=(-?[0-9]{1,20})")
LIMIT = re.compile("(repetition|quiet|plies)=([0-9]{1,9})")
QUOTED = 40  # characters of what an error quotes


class _Piece(NamedTuple):
    """A header, a comment or a word, and its line."""

    kind: str
    text: str
    line: int


class _Header(NamedTuple):
    """The text of a header, and its line."""

    text: str
    line: int


class _TextError(PalamedesError):
    """An error that names its line already."""


def parse_games(text: str, find_game: FindGame) -> list[NotedGame]:
    """The games of a text, every move replayed; PalamedesError names the line of what is wrong."""
    games: list[NotedGame] = []
    draft, line = _Draft(find_game), 1
    for piece in _pieces(text):
        line = piece.line
        with at_line(line):
            draft.read(piece)
        if draft.is_finished:
            games.append(draft.finished())
            draft = _Draft(find_game)
    with at_line(line):
        if draft.has_begun:
            raise PalamedesError(
                _("the last game has no result: end it with {token}").format(token=UNFINISHED)
            )
        if not games:
            raise PalamedesError(_("there is no game here"))
    return games


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Put the number of a line before an error that names none."""
    try:
        yield
    except _TextError:
        raise
    except PalamedesError as error:
        raise _TextError(_("line {line}: {error}").format(line=line, error=error)) from None


def _pieces(text: str) -> Iterator[_Piece]:
    line, place = 1, 0
    while place < len(text):
        found = PIECE.match(text, place)
        if found is None:
            with at_line(line):
                raise PalamedesError(_("a comment stands between two braces"))
        kind = str(found.lastgroup)
        if kind != "space":
            yield _Piece(kind, found[kind], line)
        line += found[0].count("\n")
        place = found.end()


class _Draft:
    """A game as far as it is read."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game
        self._headers: dict[str, _Header] = {}
        self._comments: dict[int, str] = {}
        self._match: Match | None = None  # from the first word or comment on
        self._has_time = False  # said of the last move
        self.is_finished = False

    @property
    def has_begun(self) -> bool:
        return bool(self._headers)

    def finished(self) -> NotedGame:
        """The game, after its last word."""
        others = {
            name: header.text for name, header in self._headers.items() if name not in OWN_HEADERS
        }
        return NotedGame(self._open(), others, self._comments)

    def read(self, piece: _Piece) -> None:
        if piece.kind == "header":
            self._read_header(piece)
            return
        match = self._open()
        if piece.kind == "comment":
            self._read_comment(match, " ".join(piece.text.split()))
        elif piece.text in TOKENS:
            self._end(match, piece.text)
        elif number := NUMBER.fullmatch(piece.text):
            _check_number(match, number)
        else:
            match.play(piece.text)
            self._has_time = False

    def _read_header(self, piece: _Piece) -> None:
        if self._match is not None:
            raise PalamedesError(
                _("the game before has no result: end it with {token}").format(token=UNFINISHED)
            )
        found = HEADER.fullmatch(piece.text)
        if found is None:
            raise PalamedesError(
                _("a header looks like {example}, not {text!r}").format(
                    example='[First "Ann"]', text=f"[{piece.text}"[:QUOTED]
                )
            )
        name = found[1]
        if name in self._headers:
            raise PalamedesError(_("the header {name} appears twice").format(name=name))
        self._headers[name] = _Header(_unquoted(found[2]), piece.line)

    def _open(self) -> Match:
        """The match that the headers describe."""
        if self._match is None:
            if "Game" not in self._headers:
                raise PalamedesError(
                    _("a game begins with its headers, such as {example}").format(
                        example='[Game "teeko"]'
                    )
                )
            game = self._game()
            players = (self._text("First"), self._text("Second"))
            self._match = Match(self._start(game), self._history(game), players)
        return self._match

    def _game(self) -> Game:
        with self._at("Game"):
            return self._find_game(self._text("Game"))

    def _start(self, game: Game) -> Position:
        if "Start" not in self._headers:
            return Position.start(game)
        with self._at("Start"):
            return Position.parse(game, self._text("Start"))

    def _history(self, game: Game) -> HistoryRules:
        if "History" not in self._headers:
            return game.history
        with self._at("History"):
            return _parse_history(self._text("History"))

    def _text(self, name: str) -> str:
        return self._headers[name].text if name in self._headers else ""

    def _at(self, name: str) -> AbstractContextManager[None]:
        return at_line(self._headers[name].line)

    def _read_comment(self, match: Match, text: str) -> None:
        ply = len(match.turns)
        if text.startswith(MARK):
            if not ply or self._has_time:
                raise PalamedesError(_("{text!r} must follow a move").format(text=text[:QUOTED]))
            _read_time(match, text.removeprefix(MARK).strip())
            self._has_time = True
        elif text:
            self._comments[ply] = f"{self._comments.get(ply, '')} {text}".strip()

    def _end(self, match: Match, token: str) -> None:
        if "Result" in self._headers:
            with self._at("Result"):
                _check_token(self._text("Result"), token)
        if "Reason" in self._headers:
            with self._at("Reason"):
                conclude(match, self._verdict(token))
        elif token_of(match.result) != token:
            raise PalamedesError(
                _(
                    "the moves do not lead to {token}: a resignation or the like needs a header, "
                    "such as {example}"
                ).format(token=token, example='[Reason "resignation"]')
            )
        elif {"Detail", "Seconds"} & set(self._headers):
            raise PalamedesError(_("the headers Detail and Seconds need a Reason"))
        self.is_finished = True

    def _verdict(self, token: str) -> dict[str, Any] | None:
        """The result as a record has it (core/record.py)."""
        if token == UNFINISHED:
            raise PalamedesError(_("a game with a Reason needs a result"))
        winner = None if token == DRAWN else TOKENS.index(token) + 1
        verdict: dict[str, Any] = {"winner": winner, "reason": self._text("Reason")}
        if "Detail" in self._headers:
            verdict["detail"] = self._text("Detail")
        if "Seconds" in self._headers:
            verdict["seconds"] = _seconds(self._text("Seconds"))
        return verdict


def _unquoted(quoted: str) -> str:
    """The text of a header, written as a string of JSON."""
    try:
        text = str(json.loads(quoted))
        text.encode()  # half a surrogate pair is no text
    except ValueError:
        raise PalamedesError(
            _("{text} is not a valid text in quotes").format(text=quoted[:QUOTED])
        ) from None
    return text


def _check_number(match: Match, number: re.Match[str]) -> None:
    ply, player = divmod(len(match.turns) + match.start.turn, 2)
    expected = f"{ply + 1}{'...' if player else '.'}"
    if (int(number[1]), number[2]) != (ply + 1, expected.lstrip("0123456789")):
        raise PalamedesError(
            _("the number of this move is {expected}, not {number}").format(
                expected=expected, number=number[0]
            )
        )


def _check_token(stated: str, token: str) -> None:
    if stated != token:
        raise PalamedesError(
            _("the header says {stated!r}, the end of the moves {token}").format(
                stated=stated[:QUOTED], token=token
            )
        )


def _parse_history(text: str) -> HistoryRules:
    words = text.split()
    limits = {found[1]: int(found[2]) for word in words if (found := LIMIT.fullmatch(word))}
    points = "points" in words
    if len(words) != len(limits) + points:
        raise PalamedesError(
            _("history rules look like {example!r}, not {text!r}").format(
                example="repetition=3 quiet=200 plies=400 points", text=text[:QUOTED]
            )
        )
    return HistoryRules(**limits, points=points)


def _read_time(match: Match, text: str) -> None:
    """Take over the seconds of the last move, and what its player saw."""
    first, _space, rest = text.partition(" ")
    turn = match.turns[-1]
    if first.endswith("s"):
        turn.seconds, text = _seconds(first[:-1]), rest
    if found := THOUGHT.fullmatch(text):
        turn.thought = Thought(*map(int, found.groups()))
    elif text or turn.seconds is None:
        raise PalamedesError(
            _("the time of a move looks like {example!r}, not {text!r}").format(
                example=f"{MARK} 0.5s depth=8 nodes=1234 score=-12", text=text[:QUOTED]
            )
        )


def _seconds(text: str) -> float:
    if not SECONDS.fullmatch(text):
        raise PalamedesError(_("{text!r} is not a time in seconds").format(text=text[:QUOTED]))
    seconds = int(text) if text.isdigit() else float(text)
    check_seconds(seconds, text[:QUOTED])
    return seconds
