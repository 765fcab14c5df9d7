"""The status bar at the bottom of the window, and the banner for questions at the top."""

import tkinter as tk
from collections.abc import Callable, Sequence
from string import ascii_uppercase
from tkinter import font, ttk

from palamedes.ui.desktop.screen_scale import px

MESSAGE_MS = 4000  # for which a message replaces the status
PADDING = (10, 5)  # pixels in the banner, across and up
NARROW = 760  # pixels; below, the status bar has two lines


class StatusBar(ttk.Frame):
    """Shows the status of the game or, for a few seconds, a message."""

    def __init__(self, master: tk.Misc) -> None:
        super().__init__(master, padding=(10, 4))
        self.pack_propagate(False)  # the board keeps its size whatever the text
        self._line = ttk.Label(self, anchor="w")
        self._line.pack(side="left", fill="x", expand=True)
        self.bind("<Configure>", lambda event: self._fit(event.width))
        self._fit(px(self, NARROW))
        self._status = ""
        self._message, self._style = "", ""
        self._timer = ""

    def _fit(self, width: int) -> None:
        """Make room for two lines in a narrow window."""
        lines = 1 if width >= px(self, NARROW) else 2
        space = font.nametofont("TkDefaultFont", root=self).metrics("linespace")
        self.configure(height=lines * space + 14)
        self._line.configure(wraplength=max(width - 24, 100))

    def show(self, text: str) -> None:
        """Show the status."""
        if text != self._status:
            self._status = text
            self._refresh()

    def show_message(self, text: str, is_wrong: bool = True) -> None:
        """Show a message for a few seconds, mostly a complaint."""
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(MESSAGE_MS, self._time_out)
        self._message, self._style = text, "Warning.TLabel" if is_wrong else "TLabel"
        self._refresh()

    def clear_message(self) -> None:
        """Show the status again."""
        if self._message:
            self._message = ""
            self._refresh()

    def destroy(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        super().destroy()

    def _time_out(self) -> None:
        self._timer = ""
        self.clear_message()

    def _refresh(self) -> None:
        style = self._style if self._message else "TLabel"
        self._line.configure(text=self._message or self._status, style=style)

    def text(self) -> str:
        """The text that is shown."""
        return str(self._line.cget("text"))


class Banner(ttk.Frame):
    """A question above the board, with a button and a key for each answer."""

    def __init__(self, master: tk.Misc) -> None:
        super().__init__(master, style="Banner.TFrame", padding=PADDING)
        self._text = ttk.Label(self, style="Banner.TLabel")
        self._text.pack(side="left", fill="x", expand=True)
        self.buttons: list[ttk.Button] = []
        self._letters = ""  # of the answers, to be pressed with Alt
        self.is_shown = False
        self.bind("<Configure>", lambda event: self._fit(event.width))

    @property
    def usual_height(self) -> int:
        """The height with buttons of two lines, which is reserved for questions."""
        sample = ttk.Button(self, text="A\nA")
        height = sample.winfo_reqheight() + 2 * PADDING[1]
        sample.destroy()
        return height

    def _fit(self, width: int) -> None:
        buttons = sum(button.winfo_reqwidth() + 6 for button in self.buttons)
        self._text.configure(wraplength=max(width - buttons - 40, 100))

    def ask(self, text: str, answers: Sequence[tuple[str, Callable[[], None]]]) -> None:
        """Show a question, in place of the one before."""
        for button in self.buttons:
            button.destroy()
        self._letters = letters_of([word for word, _then in answers])
        self.buttons = []
        for (word, then), letter in zip(answers, self._letters, strict=True):
            label = f"{word}\nAlt+{letter}"
            self.buttons.append(ttk.Button(self, text=label, command=then))
        for button in self.buttons[::-1]:
            button.pack(side="right", padx=3)
        self._text.configure(text=text)
        self.is_shown = True
        self.grid()
        self._fit(self.winfo_width())

    def hide(self) -> None:
        self.is_shown = False
        self.grid_remove()

    def press(self, letter: str) -> bool:
        """Press the button with this letter; False if no button has it."""
        number = self._letters.find(letter.upper()) if self.is_shown and letter else -1
        if number >= 0:
            self.buttons[number].invoke()
        return number >= 0

    def text(self) -> str:
        """The question that is shown, empty without one."""
        return str(self._text.cget("text")) if self.is_shown else ""


def letters_of(words: Sequence[str]) -> str:
    """A different letter for each word, if possible one of its own."""
    letters = ""
    for word in words:
        own = (letter for letter in word.upper() if letter.isascii() and letter.isalpha())
        letters += next(letter for letter in (*own, *ascii_uppercase) if letter not in letters)
    return letters
