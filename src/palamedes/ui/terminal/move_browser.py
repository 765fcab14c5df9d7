"""Browse the moves of a match with the arrow keys, on a screen of its own."""

from rich.text import Text

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.core.match import Match
from palamedes.ui.terminal.board_text import draw_match
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.keys import END_OF_INPUT, ESCAPE, KeyReader, keyboard
from palamedes.ui.terminal.move_text import move_line
from palamedes.ui.terminal.review import show_review
from palamedes.ui.terminal.signals import exit_on_termination
from palamedes.ui.texts.games import result_sentence

POLL = 0.2  # seconds after which a new window size is noticed
PLIES = {"right": 1, "enter": 1, " ": 1, "n": 1, "left": -1, "backspace": -1, "p": -1}
FIRST, LAST = ("up", "home"), ("down", "end")
LEAVE = ("q", ESCAPE, END_OF_INPUT)
KEYS = N_(
    "Right, Enter or n: next move\nLeft or p: previous move\nUp or Home: start of the "
    "game\nDown or End: end of the game\nr: review the game (who was ahead, where it "
    "turned)\nq or Escape: quit"
)


def browse(match: Match, console: Terminal) -> None:
    """Show a match until the reader leaves; the terminal is restored afterwards."""
    with exit_on_termination(), keyboard(console) as keys:
        console.set_alt_screen(True)
        try:
            _MoveBrowser(match, console, keys).run()
        finally:
            console.set_alt_screen(False)


def caption(match: Match, ply: int) -> str:
    """The move made last and, after the last move of the match, the result."""
    parts = []
    if ply:
        parts.append(move_line(match, ply))
    if ply == len(match.turns):
        parts.append(result_sentence(match) or _("The game is not finished."))
    return "   ".join(parts)


class _MoveBrowser:
    """Shows one position of a match, and moves through the match by keys."""

    def __init__(self, match: Match, console: Terminal, keys: KeyReader) -> None:
        self.match = match
        self.console = console
        self.keys = keys
        self.end = len(match.turns)
        self.ply = 0
        self.size: tuple[int, int] = console.size  # of the window, when the screen was drawn

    def run(self) -> None:
        key = ""
        while key not in LEAVE:
            self._handle(key)
            self._draw()
            key = self._next_key()

    def _next_key(self) -> str:
        """Wait for a key, and redraw if the window changes its size meanwhile."""
        while (key := self.keys.key(POLL)) is None:
            if self.console.size != self.size:
                self._draw()
        return key

    def _handle(self, key: str) -> None:
        """Handle a key; one without a meaning does nothing."""
        if key in PLIES:
            self.ply = max(0, min(self.ply + PLIES[key], self.end))
        elif key in FIRST:
            self.ply = 0
        elif key in LAST:
            self.ply = self.end
        elif key == "r":
            self._review()
        elif key == "?":
            self._show_page(_(KEYS))

    def _draw(self) -> None:
        """Draw the board as far as it fits, the last move and, in the last line, the keys."""
        self.size = width, height = self.console.size
        board = draw_match(self.match, self.ply, self.console.unicode, width)
        lines = list(board.split("\n"))[: max(height - 2, 0)]
        lines += [Text()] * (height - 2 - len(lines))
        status = _("{ply}/{end}   arrows: browse, r: review, ?: help, q: quit")
        captions = [caption(self.match, self.ply), status.format(ply=self.ply, end=self.end)]
        self._show([*lines, *map(Text, captions)])

    def _show(self, lines: list[Text]) -> None:
        """Fill the screen. The last line has no newline, which would scroll the screen."""
        for line in lines:
            line.truncate(max(self.size[0] - 1, 1))
        self.console.clear()
        self.console.print(Text("\n").join(lines), end="", soft_wrap=True)

    def _review(self) -> None:
        """Print the review on the ordinary screen, where it can be scrolled and remains."""
        self.console.set_alt_screen(False)
        try:
            show_review(self.match, self.console)
        except PalamedesError as error:
            self.console.say(str(error))
        self.console.say(_("Press any key to continue."))
        self._wait_for_key()
        self.console.set_alt_screen(True)

    def _show_page(self, text: str) -> None:
        """Show only a text until a key is pressed."""
        self._show(
            [Text(line) for line in (*text.splitlines(), "", _("Press any key to continue."))]
        )
        self._wait_for_key()

    def _wait_for_key(self) -> None:
        while self.keys.key(POLL) is None:
            pass
