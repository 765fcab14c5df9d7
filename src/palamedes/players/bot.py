"""Bots written in Python: the base class, and loading one from a file."""

import shlex
import sys
import traceback
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import N_, _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.players.player import FREE, Allowance, Choice, Player, PlayerError, illegal_move

PREFIX = "bot:"
RETURNED_NONE = N_("move() returned None: is a `return` missing?")
NOT_TEXT = N_("move() must return text such as {example!r}, not {kind}")
NO_CLASS = N_("{path}: no class derived from Bot")


class Bot(Player):
    """A player whose author writes `move`. A new one is created for every game.

    seconds: the time to spend on this move, None without a limit.

    Slow preparations belong in `__init__`, which has no arguments: no clock runs there.
    """

    seconds: float | None = None
    _current: Match | None = None  # the game being played
    _trace = ""

    def start(self, match: Match, seat: int) -> None:
        """A game begins; the bot is the first (0) or the second (1) player."""

    @abstractmethod
    def move(self, position: Position) -> str:
        """A legal move in notation, one of `position.moves`."""

    @property
    def match(self) -> Match:
        """The game so far: a new copy each time, so a bot may play on it."""
        assert self._current is not None, "no game has begun"
        return _copy(self._current)

    @property
    def errors(self) -> str:
        """The traceback of an exception in the bot's code."""
        return self._trace

    def prepare(self, match: Match, seat: int) -> None:
        self._current = match
        with self._failing_as_crash():
            self.start(_copy(match), seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        turn = match.position.turn
        if self._current is None:
            self.prepare(match, turn)
        self._current = match
        self.seconds = allowance.thinking_time(turn)
        with self._failing_as_crash():
            move = self.move(match.position)
        if not isinstance(move, str):
            raise PlayerError("illegal move", _no_text(move, match.position))
        try:
            return Choice(match.position.move_code(move))
        except PalamedesError:
            raise illegal_move(match.position, move) from None

    @contextmanager
    def _failing_as_crash(self) -> Iterator[None]:
        """Turn any exception in the bot's code into a PlayerError."""
        try:
            yield
        except BaseException as error:
            self._trace = trace_of(error)
            raise PlayerError("crash", f"{type(error).__name__}: {_text(error)}"[:200]) from None


def _no_text(move: object, position: Position) -> str:
    """The message for the author of a bot whose `move` did not return text."""
    if move is None:
        return _(RETURNED_NONE)
    return _(NOT_TEXT).format(example=position.moves[0], kind=type(move).__name__)


def _copy(match: Match) -> Match:
    copy = Match(match.start, match.history, match.players)
    for turn in match.turns:
        copy.play(turn.move, turn.seconds, turn.thought)
    return copy


def _text(error: BaseException) -> str:
    """The text of an exception; its `__str__` may fail too."""
    try:
        return str(error)
    except Exception:
        return "?"


def trace_of(error: BaseException) -> str:
    """The traceback of an exception, without the frames of this file."""
    frame = error.__traceback__
    while frame is not None and frame.tb_frame.f_code.co_filename == __file__:
        frame = frame.tb_next
    return "".join(traceback.format_exception(type(error), error, frame))


def is_bot(text: str) -> bool:
    """Whether a spec names a bot written in Python."""
    return text.strip().startswith(PREFIX)


def bot_path(text: str) -> Path:
    """The file of a spec such as `bot:FILE.py`."""
    return Path(text.strip().removeprefix(PREFIX).strip()).expanduser()


def bot_program(path: Path, game: Game) -> str:
    """The spec of a bot run as a program of its own, which can be killed if it hangs.

    PalamedesError if there is no such file; it is not run to find that out.
    """
    if not path.is_file():
        raise PalamedesError(_("{path}: file not found").format(path=path))
    GAMES.plugins.refuse_if_only_here(game.name)
    # -P: files of the current folder must not be imported in place of Python's own modules.
    command = [sys.executable, "-P", "-m", "palamedes", "bot", "run", str(path.absolute()), game.id]
    return f"cmd:{shlex.join(command)}"


def load_bot(path: Path) -> Bot:
    """A bot of the class that a file defines; PalamedesError if there is not exactly one.

    The file is read anew every time. It may import modules of its folder; no other bot sees them.
    """
    kind = _class_in(_run(path), path)
    try:
        return kind()
    except (Exception, SystemExit) as error:
        raise _failure(path, error) from error


def _run(path: Path) -> ModuleType:
    """Execute a file as a module. No bytecode is written, as it might be stale next time.

    Its name is a spec, by which `run_bot` at the end of the file knows that it is being loaded.
    """
    try:
        source = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or _("not a valid file name")
        raise PalamedesError(f"{path}: {reason}") from None
    module = ModuleType(f"{PREFIX}{path.resolve()}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look up their module there
    try:
        with _neighbours_of(path.resolve().parent):
            exec(compile(source, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        raise _failure(path, error) from error
    return module


@contextmanager
def _neighbours_of(folder: Path) -> Iterator[None]:
    """Allow imports from a folder, with the lowest priority, and forget its modules afterwards.

    Two bots may each have a module of the same name.
    """
    path, modules = list(sys.path), set(sys.modules)
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path[:] = path
        for name in [name for name in set(sys.modules) - modules if _home(name) == folder]:
            del sys.modules[name]


def _home(name: str) -> Path:
    """The folder that contains a module or its top-level package."""
    top = sys.modules.get(name.partition(".")[0])
    file = Path(getattr(top, "__file__", None) or "")
    return file.parent.parent if file.name == "__init__.py" else file.parent


def _class_in(module: ModuleType, path: Path) -> type[Bot]:
    """The bot class of a module: the one that no other class of the file derives from."""
    own = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Bot) and each.__module__ == module.__name__
    ]
    last = {each for each in own if not any(each in other.__mro__[1:] for other in own)}
    if not last:
        raise PalamedesError(_(NO_CLASS).format(path=path))
    if len(last) > 1:
        names = ", ".join(sorted(each.__name__ for each in last))
        raise PalamedesError(_("{path}: more than one bot: {names}").format(path=path, names=names))
    return last.pop()


def _failure(path: Path, error: BaseException) -> PalamedesError:
    """A one-line error for an exception, with the number of the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), None)
    place = str(path) if line is None else _("{path}, line {line}").format(path=path, line=line)
    return PalamedesError(f"{place}: {type(error).__name__}: {_text(error)}")
