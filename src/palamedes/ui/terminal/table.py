"""The table at one terminal: a session, those around it and what the people among them see."""

from time import monotonic

from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.search.score import ESTIMATE, score_text
from palamedes.ui.sentences import player_name, result_sentence
from palamedes.ui.session import Session
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.bar import evaluation_bar
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.draw import draw_match
from palamedes.ui.terminal.files import Keeper
from palamedes.ui.terminal.signals import counted_interrupts
from palamedes.ui.terminal.status import BEAT, status_line

GLANCE = 5.0  # seconds at most to wait for the evaluation bar


class Table:
    """What happens in a session is told here; what people want is obeyed elsewhere."""

    def __init__(self, session: Session, console: Terminal, keeper: Keeper) -> None:
        self.session = session
        self.console = console
        self.keeper = keeper
        self.left = False
        self.has_bar = False
        self._told = ""  # by the session
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
    def is_kept(self) -> bool:
        return self.keeper.has_all(self.match)

    def name(self, player: int) -> str:
        return player_name(self.match.players, player)

    def prompt(self) -> str:
        someone = not self.is_over and self.session.seats[self.match.position.turn].is_person
        return f"{self.name(self.match.position.turn)}> " if someone else "> "

    # What is shown

    def show(self, _argument: str = "") -> None:
        """Draw the board and, when the match has ended, say how."""
        match, console = self.match, self.console
        clocks = self.session.scene().clocks
        console.say(draw_match(match, len(match.turns), console.unicode, console.width, clocks))
        if self.has_bar and not self.is_thinking:
            self._wait_for_bar()
        if match.result is not None:
            console.say(result_sentence(match))
            console.say(self._offer())

    def _offer(self) -> str:
        """What can be done after the end."""
        if self.console.interactive:
            return _("[r]eview, [a]gain, [u]ndo, [s]ave, [q]uit?")
        return _("You can undo, save or quit.")

    def turned(self) -> None:
        """Show what has changed: the match, or who plays it."""
        if self.session.scene().message not in (self._told, self.match.detail):
            self.tell_message()
        self.show()

    def tell_message(self) -> None:
        """What the session has to say."""
        self._told = self.session.scene().message
        if self._told:
            self.console.say(self._told)

    def measure(self, wanted: bool) -> None:
        """Begin or end to show what positions are worth."""
        self.has_bar = wanted
        self.session.gauge(wanted)

    def _wait_for_bar(self) -> None:
        """Say what the position is worth as soon as that is known, if it is known soon."""
        ends = monotonic() + GLANCE
        while not self._tell_bar() and monotonic() < ends:
            self.session.wait(BEAT)

    def _tell_bar(self) -> bool:
        """Say what the position is worth, if it is known."""
        scene, console = self.session.scene(), self.console
        if scene.worth is None or scene.measuring:
            return False
        console.say(evaluation_bar(scene.worth, scene.names, console.unicode, console.width))
        return True

    # Who is to move

    def has_run_out(self) -> bool:
        """Whether the time of the player to move has ended meanwhile."""
        was_over = self.is_over
        while self.session.step():
            pass
        return self.is_over and not was_over

    def let_move(self) -> None:
        """Let an engine make its move, and say what it saw."""
        name, number = self.name(self.match.position.turn), len(self.match.turns) + 1
        self._watch(name)
        if len(self.match.turns) >= number:
            turn = self.match.turns[number - 1]
            self.console.say(f"{number}. {name}: {turn.move}{_sight(turn.thought)}")
        elif self.match.detail:
            self.console.say(f"{name}: {self.match.detail}")
        self.turned()

    def _watch(self, name: str) -> None:
        """Wait for a move. Ctrl-C makes the engine move at once; pressed again, it is raised."""
        plies, console, barred = len(self.match.turns), self.console, not self.has_bar
        text = _("{player} is thinking, Ctrl-C makes it move:").format(player=name)
        if console.interactive and not console.redraws:
            console.say(_("{player} is thinking...").format(player=name))
        with counted_interrupts() as interrupts, status_line(console) as line:
            while len(self.match.turns) == plies and not self.is_over:
                if not barred and not self.session.scene().measuring:
                    line.clear()
                    barred = self._tell_bar()
                line.show(text)
                if interrupts.count:
                    self.session.move_now()  # again and again: it may be preparing still
                if interrupts.count > 1:
                    raise KeyboardInterrupt
                self.session.wait(BEAT)


def _sight(thought: Thought | None) -> str:
    """What an engine saw when it chose, in brackets; the tables see without looking ahead."""
    if thought is None:
        return ""
    score = score_text(thought.score, is_true=thought.depth == 0)
    if thought.depth == 0 or abs(thought.score) >= ESTIMATE:
        return f" ({score})"
    return _(" ({score}, depth {depth})").format(score=score, depth=thought.depth)
