"""The table at one terminal: a session, those around it and what the people among them see."""

from collections.abc import Callable
from math import inf
from time import monotonic

from rich.text import Text

from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.session import Session
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.board_text import draw_match
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.evaluation_bar import evaluation_bar
from palamedes.ui.terminal.move_text import move_line, thought_text
from palamedes.ui.terminal.saved_game import SavedGame
from palamedes.ui.terminal.signals import Interrupts
from palamedes.ui.terminal.status import BEAT, status_line
from palamedes.ui.texts.games import player_name, result_sentence

GLANCE = 0.5  # seconds at most that a move waits for the evaluation bar
GRACE = 0.5  # seconds after the move of an engine in which Ctrl-C was still meant for it


class GameScreen:
    """What happens in a session is told here; what people want is obeyed elsewhere.

    Ctrl-C is counted, and raised only while a line is typed.
    """

    def __init__(
        self, session: Session, console: Terminal, keeper: SavedGame, interrupts: Interrupts
    ) -> None:
        self.session = session
        self.console = console
        self.keeper = keeper
        self.interrupts = interrupts
        self.left = False
        self.has_bar = False
        self._told = 0  # the number of the session's last message
        self._drawn: object = None  # what was drawn last
        self._after_engine = False  # whether an engine has just moved
        if console.interactive and load_settings().gauge:
            self.measure(True)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def is_over(self) -> bool:
        return self.match.result is not None

    @property
    def is_thinking(self) -> bool:
        """Whether an engine is at its move."""
        return self.session.scene().thinking is not None

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost, even if nothing is kept."""
        return self.keeper.has_all(self.match)

    def name(self, player: int) -> str:
        return player_name(self.match.players, player)

    # What is shown

    def show_changes(self) -> None:
        """Tell and draw what has changed since this was done last: the match, or who plays it."""
        scene = self.session.scene()
        if scene.message_number != self._told and scene.message not in ("", self.match.detail):
            self.console.say(scene.message)
        self._told = scene.message_number
        if self._drawn != self._seen():
            self.show()

    def _seen(self) -> object:
        """What people should see: another one after every change."""
        match = self.match
        return id(match), len(match.turns), match.result, self.session.seats

    def show(self, _argument: str = "") -> None:
        """Draw the board and, when the match has ended, say how."""
        match, console, scene = self.match, self.console, self.session.scene()
        self._drawn = self._seen()
        ply, clocks = len(match.turns), scene.clocks
        console.say(draw_match(match, ply, console.unicode, console.width, clocks))
        self.session.ready()
        if self.has_bar and scene.thinking is None:
            self.show_bar(GLANCE)
        if match.result is not None:
            console.say(result_sentence(match))
            console.say(self._offer())

    def _offer(self) -> str:
        """What can be done after the end."""
        if self.console.interactive:
            return _("[r]eview, [a]gain, [u]ndo, [s]ave, [q]uit?")
        return _("You can undo, save or quit.")

    def measure(self, wanted: bool) -> None:
        """Begin or end to show what positions are worth."""
        self.has_bar = wanted
        self.session.gauge(wanted)

    def show_bar(self, seconds: float) -> bool:
        """Say what the position is worth, if it is known soon; nobody waits while a clock runs."""
        runs = self.session.control is not None and not self.is_over
        self.wait_for(lambda: self._bar() is not None, 0.0 if runs else seconds)
        bar = self._bar()
        if bar is not None:
            self.console.say(bar)
        return bar is not None

    def _bar(self) -> Text | None:
        """What the position is worth, if it is known."""
        scene, console = self.session.scene(), self.console
        if scene.worth is None or scene.measuring:
            return None
        return evaluation_bar(scene.worth, scene.names, console.unicode, console.width)

    # Waiting

    def wait_for(self, is_done: Callable[[], bool], seconds: float = inf) -> bool:
        """Wait until something is so; False if it takes too long, or after Ctrl-C."""
        ends = monotonic() + seconds
        while not is_done():
            if monotonic() >= ends or self.interrupts.take():
                return False
            self.session.wait(BEAT)
        return True

    def hear(self) -> str:
        """A line that is typed. Ctrl-C is raised unless it was meant for an engine's last move."""
        if self._after_engine:
            self.interrupts.forgive(GRACE)
        self._after_engine = False
        return self.console.ask(self._prompt())

    def _prompt(self) -> str:
        someone = not self.is_over and self.session.seats[self.match.position.turn].is_person
        return f"{self.name(self.match.position.turn)}> " if someone else "> "

    def has_ended_meanwhile(self) -> bool:
        """Whether the match is over since it was drawn, most often because time has run out."""
        was_over = self.is_over
        while self.session.step():
            pass
        return self.is_over and not was_over

    # Engines

    def let_move(self) -> None:
        """Let an engine make its move, and say what it saw."""
        name, plies = self.name(self.match.position.turn), len(self.match.turns)
        self._watch(name)
        if len(self.match.turns) > plies:
            self._after_engine = True
            thought = self.match.turns[plies].thought
            self.console.say(f"{move_line(self.match, plies + 1)}{thought_text(thought)}")
        elif self.match.detail:
            text = _("{label}: {value}")
            self.console.say(text.format(label=name, value=self.match.detail))
        elif not self.is_over:
            self.say_pause()

    def say_pause(self) -> None:
        if self.session.scene().paused:
            self.console.say(_("The game is paused; continue lets it go on."))

    def _watch(self, name: str) -> None:
        """Wait for a move. Ctrl-C makes the engine move at once; pressed again, it is raised.

        Where only engines play, it pauses the game instead.
        """
        plies, console, barred = len(self.match.turns), self.console, not self.has_bar
        has_people = any(seat.is_person for seat in self.session.seats)
        if console.interactive and not console.redraws:
            console.say(_("{player} is thinking...").format(player=name))
        text = _("{player} is thinking, Ctrl-C makes it move:")
        if not has_people:
            text = _("{player} is thinking, Ctrl-C pauses the game:")
        with status_line(console) as line:
            while len(self.match.turns) == plies and not self.is_over:
                if not barred and (bar := self._bar()) is not None:
                    line.clear()
                    console.say(bar)
                    barred = True
                line.show(text.format(player=name))
                if self._obey_key(has_people):
                    return
                self.session.wait(BEAT)
        if has_people:
            self.interrupts.take()  # the engine has obeyed

    def _obey_key(self, has_people: bool) -> bool:
        """Do what Ctrl-C means while an engine thinks; True if that ends its thought."""
        if not has_people and self.interrupts.take():
            self.session.pause()
            return True
        if self.interrupts.count > 1:
            raise KeyboardInterrupt
        if self.interrupts.count:
            self.session.move_now()  # again and again: it may be preparing still
        return False
