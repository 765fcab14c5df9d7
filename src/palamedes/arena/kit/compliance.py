"""The universal game interface step by step: which parts of it does a program speak?

Every step is tried, whatever became of those before it. A program that has crashed or no longer
answers is started anew for the next step.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from palamedes.arena.diagnosis import debug_output, explain
from palamedes.arena.kit.conversation import Conversation
from palamedes.core.language import N_, _, decimal
from palamedes.players import PlayerError

OPTION_TYPES = ("check", "spin", "combo", "button", "string")
SECONDS_TO_QUIT = 2.0


class ComplianceStep(NamedTuple):
    """A part of the protocol, and whether the program speaks it; None if that was not tried."""

    name: str
    title: str
    is_ok: bool | None
    why: str = ""


class ComplianceError(Exception):
    """What a program does otherwise than the protocol wants, in words."""


class SkippedStepError(Exception):
    """Why a step makes no sense for a program."""


def comply(talk: Conversation) -> Iterator[ComplianceStep]:
    """Try all steps, and yield each as soon as its outcome is known; ends the program."""
    try:
        for name, (title, attempt) in STEPS.items():
            if not talk.is_running and name != "start":
                yield ComplianceStep(name, _(title), None, _("the program does not answer"))
            else:
                yield _step(talk, name, _(title), attempt)
    finally:
        talk.close()


def _step(
    talk: Conversation, name: str, title: str, attempt: Callable[[Conversation], str]
) -> ComplianceStep:
    try:
        return ComplianceStep(name, title, True, attempt(talk))
    except SkippedStepError as reason:
        return ComplianceStep(name, title, None, str(reason))
    except ComplianceError as fault:
        return ComplianceStep(name, title, False, str(fault))
    except PlayerError as error:
        still_answers = error.reason == "illegal move"
        if not still_answers:
            talk.close()
        found = explain(error, talk.position, talk.errors, talk.exchange)
        if not still_answers and name not in ("start", "ugi"):
            talk.restart()
        return ComplianceStep(name, title, False, f"{found.title}. {found.advice}")


def _start(talk: Conversation) -> str:
    talk.start()
    return ""


def _introduce(talk: Conversation) -> str:
    lines = talk.greet()
    if not any(line.startswith("id name ") for line in lines):
        raise ComplianceError(_("there is no line `id name NAME` before `ugiok`"))
    for line in lines:
        if line.startswith("option ") and not _is_option(line.split()):
            text = _("{line!r} is not of the form `option name NAME type TYPE`; TYPE is one of")
            raise ComplianceError(f"{text.format(line=line[:60])} {', '.join(OPTION_TYPES)}")
    return lines[0].removeprefix("id name ")


def _is_option(words: list[str]) -> bool:
    kinds = [after for word, after in pairwise(words) if word == "type"]
    return words[1:2] == ["name"] and bool(kinds) and kinds[0] in OPTION_TYPES


def _get_ready(talk: Conversation) -> str:
    talk.wait_until_ready()
    return ""


def _new_game(talk: Conversation) -> str:
    talk.send("uginewgame")
    talk.wait_until_ready()
    return ""


def _set_position(talk: Conversation) -> str:
    talk.set_position(0)
    talk.wait_until_ready()
    return ""


def _move_in_time(talk: Conversation) -> str:
    talk.set_position(0)
    seconds = talk.best_move(f"movetime {talk.milliseconds}")
    return _("a legal move after {seconds} s").format(seconds=decimal(seconds, 3))


def _move_by_the_clock(talk: Conversation) -> str:
    talk.set_position(1)
    left = 20 * talk.milliseconds
    seconds = talk.best_move(f"p1time {left} p2time {left} p1inc 0 p2inc 0")
    return _("a legal move after {seconds} s").format(seconds=decimal(seconds, 3))


def _limited_depth(talk: Conversation) -> str:
    talk.set_position(0)
    if not talk.has_told("depth"):
        raise SkippedStepError(_("its info lines name no depth"))
    talk.best_move("depth 1")
    if (deepest := talk.most_told("depth")) > 1:
        raise ComplianceError(_("it searched to depth {depth}").format(depth=deepest))
    return ""


def _limited_nodes(talk: Conversation) -> str:
    talk.set_position(0)
    if not talk.has_told("nodes"):
        raise SkippedStepError(_("its info lines name no nodes"))
    talk.best_move("nodes 100")
    return ""


def _stop(talk: Conversation) -> str:
    talk.set_position(0)
    talk.best_move("infinite", then="stop")
    talk.send("stop")  # nothing is running: there must be no second answer
    talk.wait_until_ready()
    if any(line.startswith("bestmove") for line in talk.heard):
        raise ComplianceError(_("it answered `stop` although no search was running"))
    return ""


def _positions_as_text(talk: Conversation) -> str:
    for later in (0, 1):
        talk.set_position(4, as_text=True, later=later)
        talk.best_move(f"movetime {talk.milliseconds}")
    return ""


def _play_a_game(talk: Conversation) -> str:
    return talk.play_game(seat=0)


def _play_another_game(talk: Conversation) -> str:
    return talk.play_game(seat=1)


def _unknown_commands(talk: Conversation) -> str:
    for line in ("xyzzy 1 2 3", "setoption name NoSuchOption value 1"):
        talk.send(line)
        talk.wait_until_ready()
    return ""


def _empty_lines(talk: Conversation) -> str:
    for line in ("", "   "):
        talk.send(line)
        talk.wait_until_ready()
    return ""


def _clean_output(talk: Conversation) -> str:
    if (found := debug_output(talk.exchange)) is not None:
        raise ComplianceError(found.advice)
    return ""


def _quit(talk: Conversation) -> str:
    code = talk.quit(SECONDS_TO_QUIT)
    if code is None:
        seconds = decimal(SECONDS_TO_QUIT)
        raise ComplianceError(_("it still runs {seconds} s after `quit`").format(seconds=seconds))
    if code != 0:
        raise ComplianceError(_("it ended with code {code} instead of 0").format(code=code))
    return ""


def _nothing_left(talk: Conversation) -> str:
    if not talk.exchange.end:
        raise SkippedStepError(_("it did not end by itself"))
    if left := talk.exchange.left:
        raise ComplianceError(_("processes still running: {count}").format(count=left))
    return ""


STEPS: dict[str, tuple[str, Callable[[Conversation], str]]] = {
    "start": (N_("starts"), _start),
    "ugi": (N_("`ugi`: introduces itself, then `ugiok`"), _introduce),
    "isready": (N_("`isready`: answers `readyok`"), _get_ready),
    "uginewgame": (N_("`uginewgame`"), _new_game),
    "position": (N_("`position startpos`"), _set_position),
    "go movetime": (N_("`go movetime N`: a legal `bestmove` in time"), _move_in_time),
    "go p1time": (N_("`go p1time N p2time N`: a legal move by the clock"), _move_by_the_clock),
    "go depth": (N_("`go depth 1`"), _limited_depth),
    "go nodes": (N_("`go nodes 100`"), _limited_nodes),
    "stop": (N_("`go infinite`, `stop`: answers soon"), _stop),
    "position fen": (N_("`position fen TEXT`, with and without `moves`"), _positions_as_text),
    "game": (N_("plays a game to its end"), _play_a_game),
    "games": (N_("plays another game in the same process"), _play_another_game),
    "unknown commands": (N_("ignores unknown commands and options"), _unknown_commands),
    "empty lines": (N_("ignores empty lines"), _empty_lines),
    "clean output": (N_("prints only answers on stdout"), _clean_output),
    "quit": (N_("`quit`: ends by itself"), _quit),
    "nothing left": (N_("leaves no process behind"), _nothing_left),
}
