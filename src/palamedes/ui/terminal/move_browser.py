"""Step through a match with the arrow keys, on a screen that is drawn anew."""

from rich.text import Text

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.core.match import Match
from palamedes.ui.terminal.board_text import draw_match
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.keys import END_OF_INPUT, ESCAPE, KeyReader, keyboard
from palamedes.ui.terminal.move_text import move_line
from palamedes.ui.terminal.review import show_review
from palamedes.ui.terminal.signals import leaving_in_order
from palamedes.ui.texts.games import result_sentence

BLINK = 0.2  # seconds after which a change of the window is noticed
STEPS = {"right": 1, "enter": 1, " ": 1, "n": 1, "left": -1, "backspace": -1, "p": -1}
FIRST, LAST = ("up", "home"), ("down", "end")
LEAVE = ("q", ESCAPE, END_OF_INPUT)
KEYS = N_(
    "Right, Enter or n: the next move\n"
    "Left or p: the move before\n"
    "Up or Home: the start of the game\n"
    "Down or End: the end of the game\n"
    "r: look at the game, who was ahead and where it turned\n"
    "q or Escape: leave"
)


def browse(match: Match, console: Terminal) -> None:
    """Show a match until the reader leaves; the terminal is given back as it was."""
    with leaving_in_order(), keyboard(console) as keys:
        console.set_alt_screen(True)
        try:
            _Browser(match, console, keys).read()
        finally:
            console.set_alt_screen(False)


def caption(match: Match, ply: int) -> str:
    """The move just made and, after the last one, the result."""
    parts = []
    if ply:
        parts.append(move_line(match, ply))
    if ply == len(match.turns):
        parts.append(result_sentence(match) or _("The game is not finished."))
    return "   ".join(parts)


class _Browser:
    """A match open at one of its positions, and the keys."""

    def __init__(self, match: Match, console: Terminal, keys: KeyReader) -> None:
        self.match = match
        self.console = console
        self.keys = keys
        self.end = len(match.turns)
        self.ply = 0
        self.size: tuple[int, int] = console.size  # of the window that was drawn for

    def read(self) -> None:
        key = ""
        while key not in LEAVE:
            self._go(key)
            self._draw()
            key = self._key()

    def _key(self) -> str:
        """The next key; meanwhile the window may change its size."""
        while (key := self.keys.key(BLINK)) is None:
            if self.console.size != self.size:
                self._draw()
        return key

    def _go(self, key: str) -> None:
        """Do what a key means, if it means anything."""
        if key in STEPS:
            self.ply = max(0, min(self.ply + STEPS[key], self.end))
        elif key in FIRST:
            self.ply = 0
        elif key in LAST:
            self.ply = self.end
        elif key == "r":
            self._review()
        elif key == "?":
            self._page(_(KEYS))

    def _draw(self) -> None:
        """The board as far as it fits, the move and, in the last line, what can be done."""
        self.size = width, height = self.console.size
        board = draw_match(self.match, self.ply, self.console.unicode, width)
        lines = list(board.split("\n"))[: max(height - 2, 0)]
        lines += [Text()] * (height - 2 - len(lines))
        status = _("{ply}/{end}   arrow keys, r review, ? help, q leave")
        told = [caption(self.match, self.ply), status.format(ply=self.ply, end=self.end)]
        self._show([*lines, *map(Text, told)])

    def _show(self, lines: list[Text]) -> None:
        """Fill the screen; the last line has no end, which would scroll."""
        for line in lines:
            line.truncate(max(self.size[0] - 1, 1))
        self.console.clear()
        self.console.print(Text("\n").join(lines), end="", soft_wrap=True)

    def _review(self) -> None:
        """The review on the ordinary screen, where it can be scrolled and stays."""
        self.console.set_alt_screen(False)
        try:
            show_review(self.match, self.console)
        except PalamedesError as error:
            self.console.say(str(error))
        self.console.say(_("Press a key to go on."))
        self._key_on_page()
        self.console.set_alt_screen(True)

    def _page(self, text: str) -> None:
        """A text alone on the screen, until a key is pressed."""
        self._show([Text(line) for line in (*text.splitlines(), "", _("Press a key to go on."))])
        self._key_on_page()

    def _key_on_page(self) -> None:
        while self.keys.key(BLINK) is None:
            pass
