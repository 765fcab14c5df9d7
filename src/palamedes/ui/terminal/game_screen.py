"""One game at the terminal: what it shows of a session, and how it waits for moves and lines."""

from collections.abc import Callable
from math import inf
from time import monotonic

from rich.text import Text

from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.session import Session, reader_at
from palamedes.ui.session.adaptive_end import AdaptiveEnds
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.board_text import draw_match
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.evaluation_bar import evaluation_bar
from palamedes.ui.terminal.move_text import move_line, thought_text
from palamedes.ui.terminal.saved_game import SavedGame
from palamedes.ui.terminal.signals import Interrupts
from palamedes.ui.terminal.status import REFRESH, status_line
from palamedes.ui.texts.games import player_name, result_sentence

BAR_WAIT = 0.5  # seconds; the longest wait for the evaluation bar after a move
GRACE = 0.5  # seconds after an engine's move in which Ctrl-C was still meant for the engine


class GameScreen:
    """Shows a session at the terminal and reads lines; game_commands.py handles the lines.

    Ctrl-C is counted; it raises KeyboardInterrupt only while a line is typed.
    """

    def __init__(
        self, session: Session, console: Terminal, saved: SavedGame, interrupts: Interrupts
    ) -> None:
        self.session = session
        self.console = console
        self.saved = saved
        self.interrupts = interrupts
        self.has_quit = False
        self.has_bar = False
        self._last_message = 0  # the number of the message shown last
        self._drawn_state: object = None
        self._after_engine = False  # whether an engine has just moved
        self._ends = AdaptiveEnds(keep=console.interactive)
        if console.interactive and load_settings().gauge:
            self.set_bar(True)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def is_over(self) -> bool:
        return self.match.result is not None

    @property
    def is_thinking(self) -> bool:
        """Whether an engine is choosing its move."""
        return self.session.scene().thinking is not None

    @property
    def is_saved(self) -> bool:
        """Whether the game could be closed without losing a move."""
        return self.saved.is_current(self.match)

    @property
    def is_kept(self) -> bool:
        """Whether the game, if it is left now, is offered at the next start."""
        is_open = bool(self.match.turns) and not self.is_over
        return self.session.is_saved and is_open and not self.is_saved

    def name(self, player: int) -> str:
        return player_name(self.match.players, player)

    # Showing

    def show_changes(self) -> None:
        """Print a new message, and draw the board if the match or its players have changed."""
        scene = self.session.scene()
        if scene.message_number != self._last_message and scene.message not in (
            "",
            self.match.detail,
        ):
            self.console.say(scene.message)
        self._last_message = scene.message_number
        if self._drawn_state != self._state():
            self.show()

    def _state(self) -> object:
        """A value that differs after every change that people should see."""
        match = self.match
        return id(match), len(match.turns), match.result, self.session.seats

    def show(self, _argument: str = "") -> None:
        """Draw the board and, after the end of the match, print the result."""
        match, console, scene = self.match, self.console, self.session.scene()
        self._drawn_state = self._state()
        ply, clocks = len(match.turns), scene.clocks
        console.say(draw_match(match, ply, console.unicode, console.width, clocks))
        self.session.ready()
        if self.has_bar and scene.thinking is None:
            self.show_bar(BAR_WAIT)
        strength = self._ends.sentence(match, self.session.seats)
        if match.result is not None:
            console.say(result_sentence(match, you=reader_at(self.session.seats)))
            if strength:
                console.say_paragraph(strength)
            console.say(self._commands_at_end())

    def _commands_at_end(self) -> str:
        if self.console.interactive:
            return _("[r]eview, [a]gain, [u]ndo, [s]ave, [q]uit?")
        return _("You can undo, save or quit.")

    def set_bar(self, wanted: bool) -> None:
        """Turn the evaluation bar on or off."""
        self.has_bar = wanted
        self.session.gauge(wanted)

    def show_bar(self, seconds: float) -> bool:
        """Print the evaluation bar if it is known in time; while a clock runs, do not wait."""
        runs = self.session.control is not None and not self.is_over
        self.wait_until(lambda: self._bar() is not None, 0.0 if runs else seconds)
        bar = self._bar()
        if bar is not None:
            self.console.say(bar)
        return bar is not None

    def _bar(self) -> Text | None:
        """The evaluation bar of the position, None while it is unknown."""
        scene, console = self.session.scene(), self.console
        if scene.worth is None or scene.measuring:
            return None
        return evaluation_bar(scene.worth, scene.names, console.unicode, console.width)

    # Waiting

    def wait_until(self, is_done: Callable[[], bool], seconds: float = inf) -> bool:
        """Wait until `is_done`; False if that takes longer than `seconds`, or after Ctrl-C."""
        ends = monotonic() + seconds
        while not is_done():
            if monotonic() >= ends or self.interrupts.take():
                return False
            self.session.handle(REFRESH)
        return True

    def read_line(self) -> str:
        """Read a line. Raise KeyboardInterrupt on Ctrl-C, unless an engine has just moved."""
        if self._after_engine:
            self.interrupts.ignore_for(GRACE)
        self._after_engine = False
        return self.console.ask(self._prompt())

    def _prompt(self) -> str:
        someone = not self.is_over and self.session.seats[self.match.position.turn].is_person
        return f"{self.name(self.match.position.turn)}> " if someone else "> "

    def has_ended_meanwhile(self) -> bool:
        """Handle what waits; whether that has ended the match, mostly because time has run out."""
        was_over = self.is_over
        while self.session.handle_next():
            pass
        return self.is_over and not was_over

    # Engines

    def play_engine_move(self) -> None:
        """Wait until an engine has moved, and print the move and what the engine saw."""
        name, plies = self.name(self.match.position.turn), len(self.match.turns)
        self._wait_for_move(name)
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
            self.console.say(_("Game paused. Type continue to resume."))

    def _wait_for_move(self, name: str) -> None:
        """Wait for an engine's move.

        Ctrl-C makes the engine move at once, and raises KeyboardInterrupt if pressed again. Where
        only engines play, it pauses the game instead.
        """
        plies, console, has_shown_bar = len(self.match.turns), self.console, not self.has_bar
        has_people = any(seat.is_person for seat in self.session.seats)
        if console.interactive and not console.can_redraw:
            console.say(_("{player} is thinking...").format(player=name))
        text = _("{player} is thinking (Ctrl-C: move now)")
        if not has_people:
            text = _("{player} is thinking (Ctrl-C: pause)")
        with status_line(console) as line:
            while len(self.match.turns) == plies and not self.is_over:
                if not has_shown_bar and (bar := self._bar()) is not None:
                    line.clear()
                    console.say(bar)
                    has_shown_bar = True
                ready = _("{player} is getting ready: compiling, only this once")
                is_ready = not self.session.scene().preparing
                line.show((text if is_ready else ready).format(player=name))
                if self._handle_ctrl_c(has_people):
                    return
                self.session.handle(REFRESH)
        if has_people:
            self.interrupts.take()  # the engine has moved: forget Ctrl-C

    def _handle_ctrl_c(self, has_people: bool) -> bool:
        """Handle Ctrl-C while an engine thinks; True if that has paused the game."""
        if not has_people and self.interrupts.take():
            self.session.pause()
            return True
        if self.interrupts.count > 1:
            raise KeyboardInterrupt
        if self.interrupts.count:
            self.session.move_now()  # repeated: an engine that is still starting misses it
        return False
