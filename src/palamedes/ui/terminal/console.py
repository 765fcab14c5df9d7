"""The console: printing, asking, and finding out which characters and colours it can show."""

import io
import os
import sys
import textwrap
from contextlib import suppress
from typing import TextIO

from rich.console import Console
from rich.text import Text

from palamedes.core.language import _
from palamedes.ui.settings import load_settings
from palamedes.ui.streams import UNACCENT
from palamedes.ui.terminal.glyphs import palette_theme
from palamedes.ui.terminal.signals import raised_interrupts

PARAGRAPH = 80  # columns; longer lines are hard to read
YES = ("y", "yes", "o", "oui")


class Terminal(Console):
    """A console that also reads lines.

    unicode: whether boards may use characters beyond ASCII.
    interactive: whether a person types, rather than a file or another program.
    """

    def __init__(
        self,
        unicode: bool,
        colour: bool,
        file: TextIO,
        source: TextIO,
        width: int | None = None,
        palette: str = "",
    ) -> None:
        super().__init__(
            file=file,
            width=width,
            color_system="auto" if colour else None,
            markup=False,
            highlight=False,
            emoji=False,
            theme=palette_theme(palette),
        )
        self.unicode = unicode
        self.source = source
        self.interactive = source.isatty()

    @property
    def can_redraw(self) -> bool:
        """Whether a line that is shown can be overwritten."""
        return self.interactive and self.is_terminal and not self.is_dumb_terminal

    def use_palette(self, name: str) -> None:
        """Print in the colours of this palette from now on."""
        self.push_theme(palette_theme(name))

    def say(self, line: str | Text) -> None:
        """Print text without wrapping its lines."""
        self.print(line, soft_wrap=True)

    def say_paragraph(self, paragraph: str) -> None:
        """Print text, wrapped to a readable width."""
        width = min(self.width, PARAGRAPH)
        self.say("\n".join(textwrap.fill(part, width) for part in paragraph.splitlines()))

    def ask(self, prompt: str) -> str:
        """Read a line; EOFError at the end of input, KeyboardInterrupt on Ctrl-C."""
        with raised_interrupts():
            return self._read(prompt).strip()

    def _read(self, prompt: str) -> str:
        if self.interactive and self.source is sys.stdin:
            return input(prompt)  # with line editing, if readline is installed
        if self.interactive:
            self.print(prompt, end="", soft_wrap=True)
        line = self.source.readline()
        if not line:
            raise EOFError
        return line

    def confirms(self, question: str) -> bool:
        """Ask a question; whether the answer is yes."""
        return self.ask(_("{question} (y/n) ").format(question=question)).lower() in YES

    def say_goodbye(self, farewell: str) -> None:
        """Print the last line after Ctrl-C or the end of input."""
        if self.interactive:
            self.print()  # the cursor still stands behind the prompt
        self.say(farewell)


def make_console(
    plain: bool = False,
    file: TextIO | None = None,
    source: TextIO | None = None,
    width: int | None = None,
) -> Terminal:
    """A terminal on the standard streams, or on others.

    `plain` or NO_COLOR turns colours off; `plain`, TERM=dumb or an encoding other than UTF limits
    it to ASCII.
    """
    file, source = file or sys.stdout, source or sys.stdin or io.StringIO()
    if isinstance(file, io.TextIOWrapper):
        file.reconfigure(errors=UNACCENT)
    if isinstance(source, io.TextIOWrapper):
        source.reconfigure(errors="replace")
        if source.isatty():
            _enable_line_editing()
    encoding = (getattr(file, "encoding", None) or "utf-8").lower()
    unicode = not plain and encoding.startswith("utf") and os.environ.get("TERM") != "dumb"
    colour = not plain and not os.environ.get("NO_COLOR")
    return Terminal(unicode, colour, file, source, width, load_settings().terminal_palette)


def _enable_line_editing() -> None:
    """Import readline if it is installed, which lets `input` edit lines."""
    with suppress(ImportError, AttributeError):
        import readline

        # With a hook, Ctrl-C while readline starts is handled at once, not after the next line.
        readline.set_pre_input_hook(lambda: None)
