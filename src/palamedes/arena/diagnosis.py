"""Why a bot failed, in words for its author: which classic mistake it was, and what to do.

`diagnose` looks at a finished game, at what the bot printed on stderr, and, if they are known, at
the last words between it and the arena.
"""

import re
import signal
from dataclasses import dataclass, replace
from typing import NamedTuple

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.mistakes import MISTAKES, STARTING
from palamedes.arena.standings import FAILURES
from palamedes.arena.tracebacks import CodeLine, own_line
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, in_all_languages
from palamedes.core.position import Position
from palamedes.core.record import from_document
from palamedes.games import find_game
from palamedes.players.bot import NO_CLASS, NOT_TEXT, RETURNED_NONE
from palamedes.players.exchange import Exchange
from palamedes.players.player import PlayerError

ANSWERS = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove"}
WORDS = ("id", "option", "ugiok", "readyok", "info", "bestmove", "response")  # of a UGI program
EXIT = re.compile(r"(?:exit|code) (-?\d+)")
QUOTED = re.compile(r"(['\"])(.*?)\1 ")  # how the error about an illegal move begins
STARTS = {
    "No such file or directory": "not found",
    "Permission denied": "not executable",
    "Exec format error": "not a program",
}
SHELL_CODES = {126: "not executable", 127: "not found"}  # of a shell that cannot start a program
NOT_FOUND = ("can't open file", "Could not find or load main class")  # by Python and by Java
SIGNALS = {
    signal.SIGSEGV: "segmentation fault",
    signal.SIGBUS: "segmentation fault",
    signal.SIGFPE: "arithmetic error",
    signal.SIGABRT: "aborted",
}
EXCEPTIONS = {
    "SyntaxError": "syntax error",
    "IndentationError": "syntax error",
    "TabError": "syntax error",
    "ModuleNotFoundError": "missing module",
}
DEBUG_WORDS = ("is", "=", ":", "move")  # as in `bestmove is c3`
LONGEST = 60  # characters quoted of a line


@dataclass(frozen=True)
class Diagnosis:
    """A mistake of a bot, with everything its author needs to find it.

    mistake: its name in `mistakes.py`, the same in all languages.
    title, advice: what went wrong and what to do, in the language of the reader.
    detail: what the arena noted.
    position, answered, legal: the position as text, what the bot answered there and the legal
        moves; empty if it failed before its first move.
    line: where the author's own code failed, if a traceback shows it.
    """

    mistake: str
    title: str
    advice: str
    detail: str = ""
    position: str = ""
    answered: str = ""
    legal: tuple[str, ...] = ()
    line: CodeLine | None = None


class _Case(NamedTuple):
    """What is known of a failure."""

    reason: str
    detail: str
    errors: str
    exchange: Exchange
    position: Position

    @property
    def asked(self) -> str:
        """The first word of the line that was not answered."""
        return self.exchange.asked.partition(" ")[0]

    @property
    def answered(self) -> str:
        """The illegal move, as the bot wrote it; empty if it gave none."""
        found = QUOTED.match(self.detail)
        return found[2] if found else ""


def diagnose(
    finished: FinishedGame, player: int, errors: str = "", exchange: Exchange | None = None
) -> Diagnosis | None:
    """Why a player of the plan failed in a game; None if it did not.

    `errors` is what it printed on stderr.
    """
    if finished.reason not in FAILURES or finished.score_of(player) != 0:
        return None
    match = from_document(finished.record, find_game)
    case = _Case(finished.reason, match.detail, errors, exchange or Exchange(), match.position)
    diagnosis = _described(case)
    seat = 0 if finished.fixture.first == player else 1
    has_begun = case.asked not in ("ugi", "isready") or bool(match.turns)
    if match.position.turn != seat or not has_begun or diagnosis.mistake in STARTING:
        return diagnosis
    position, legal = match.position.text, match.position.moves
    return replace(diagnosis, position=position, answered=case.answered, legal=legal)


def explain(
    error: PlayerError, position: Position, errors: str = "", exchange: Exchange | None = None
) -> Diagnosis:
    """Why a player failed that was asked for a move in a position, or for something else before."""
    return _described(_Case(error.reason, error.detail, errors, exchange or Exchange(), position))


def debug_output(exchange: Exchange) -> Diagnosis | None:
    """A remark about lines on stdout that are not answers, even if they did no harm."""
    strays = [line for line in exchange.printed if line and line.split()[0] not in WORDS]
    if exchange.asked.partition(" ")[0] not in ANSWERS or not strays:
        return None
    mistake = MISTAKES["debug output"]
    advice = _(mistake.advice).format(printed=_quoted(strays[-1]))
    return Diagnosis("debug output", _(mistake.title), advice)


def _described(case: _Case) -> Diagnosis:
    """The mistake, in the language of the reader."""
    name = _mistake(case)
    mistake, line = MISTAKES[name], own_line(case.errors)
    advice = _(mistake.advice).format(
        answered=case.answered,
        example=next(iter(case.position.moves), ""),
        printed=_quoted(_shown_output(name, case.exchange)),
        signal=_signal_name(case),
        detail=case.detail,
    )
    if name == "illegal move" and (objection := _objection(case)):
        advice = f"{objection} {advice}"
    return Diagnosis(name, _(mistake.title), advice, case.detail, line=line)


def _mistake(case: _Case) -> str:
    """The name of the mistake."""
    judges = {"crash": _crash, "timeout": _timeout, "illegal move": _illegal_move}
    return judges.get(case.reason, _broken_limit)(case)


def _crash(case: _Case) -> str:
    end = case.exchange.end or case.detail
    if "cannot start: " in end:
        return STARTS.get(end.partition("cannot start: ")[2], "not a program")
    code = _exit_code(case)
    if (caught := _signal_of(code)) is not None:
        return SIGNALS.get(caught, "killed")
    if code in SHELL_CODES:
        return SHELL_CODES[code]
    if any(text in case.errors for text in NOT_FOUND):
        return "not found"
    if _says(case.errors, NO_CLASS):
        return "no bot class"
    if line := own_line(case.errors):
        return EXCEPTIONS.get(line.error.partition(":")[0], "exception")
    if code is None:
        return "closed its output"
    return "ended at once" if code == 0 else "ended with an error"


def _timeout(case: _Case) -> str:
    exchange, expected = case.exchange, ANSWERS.get(case.asked, "")
    if expected in exchange.late and exchange.late:
        return "too late" if case.asked == "go" else "no flush"
    if exchange.unfinished and expected in exchange.unfinished:
        return "no newline"
    if case.asked in ("ugi", "isready"):
        return f"no answer to {case.asked}"
    if case.asked == "go" and _bare_move(case):
        return "no bestmove"
    return "too slow"


def _illegal_move(case: _Case) -> str:
    if _says(case.detail, RETURNED_NONE):
        return "returned None"
    if _says(case.detail, NOT_TEXT):
        return "returned no text"
    if not case.answered:
        return "no move"
    if " " in case.answered or case.answered.lower() in DEBUG_WORDS:
        return "debug output"
    shapes = {_shape(move) for move in case.position.moves}
    return "illegal move" if _shape(case.answered) in shapes else "wrong notation"


def _broken_limit(case: _Case) -> str:
    if "memory" in case.exchange.end or "MB" in case.detail:
        return "memory"
    return "too much output" if "bytes" in case.detail else "disqualified"


def _exit_code(case: _Case) -> int | None:
    found = EXIT.search(case.exchange.end or case.detail)
    return int(found[1]) if found else None


def _signal_of(code: int | None) -> signal.Signals | None:
    """The signal that ended a program, also if a shell that ran it tells: 139 is 128 + 11."""
    if code is None or 0 <= code <= 128:
        return None
    number = -code if code < 0 else code - 128
    return next((each for each in signal.Signals if each == number), None)


def _signal_name(case: _Case) -> str:
    caught = _signal_of(_exit_code(case))
    return "" if caught is None else caught.name


def _bare_move(case: _Case) -> str:
    """A legal move that was printed alone, without `bestmove`; empty if there is none."""
    printed = [*case.exchange.printed, case.exchange.unfinished]
    return next((line for line in reversed(printed) if line in case.position.moves), "")


def _shown_output(name: str, exchange: Exchange) -> str:
    """The line of a program's output that shows a mistake."""
    if name in ("no flush", "too late"):
        expected = ANSWERS.get(exchange.asked.partition(" ")[0], "")
        lines = [line for line in exchange.late.splitlines() if line and expected in line]
        return next(iter(lines), "")
    if name == "no newline":
        return exchange.unfinished
    return next((line for line in reversed(exchange.printed) if line), "")


def _objection(case: _Case) -> str:
    """Why a move in the right notation is not possible, if the game can say."""
    try:
        case.position.move_code(case.answered)
    except PalamedesError as error:
        text = str(error)
        return text if text.endswith(".") else ""
    return ""


def _shape(move: str) -> str:
    """How a move is written, whichever it is: `c3-d4` is `a0-a0`."""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d+", "0", move.lower()))


def _says(text: str, message: str) -> bool:
    """Whether a text contains a message in any language, whatever fills its fields."""
    patterns = (re.sub(r"\\{.*?\\}", ".*", re.escape(each)) for each in in_all_languages(message))
    return any(re.search(pattern, text) for pattern in patterns)


def _quoted(text: str) -> str:
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return repr(shown)
