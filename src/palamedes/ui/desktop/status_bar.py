"""What the window says: the line at the bottom, and questions at the top that stop nobody."""

import tkinter as tk
from collections.abc import Callable, Sequence
from string import ascii_uppercase
from tkinter import font, ttk

TOLD_MS = 4000  # how long an answer to a wrong click is seen
NARROW = 760  # pixels


class StatusBar(ttk.Frame):
    """Says how things stand or, for a while, what was wrong."""

    def __init__(self, master: tk.Misc) -> None:
        super().__init__(master, padding=(10, 4))
        self.pack_propagate(False)  # the board keeps its size whatever is said
        self._line = ttk.Label(self, anchor="w")
        self._line.pack(side="left", fill="x", expand=True)
        self.bind("<Configure>", lambda event: self._fit(event.width))
        self._fit(NARROW)
        self._usual = ""
        self._told, self._style = "", ""
        self._timer = ""

    def _fit(self, width: int) -> None:
        """Long texts have two lines in a small window."""
        lines = 1 if width >= NARROW else 2
        space = font.nametofont("TkDefaultFont", root=self).metrics("linespace")
        self.configure(height=lines * space + 14)
        self._line.configure(wraplength=max(width - 24, 100))

    def show(self, text: str) -> None:
        """How things stand."""
        if text != self._usual:
            self._usual = text
            self._refresh()

    def tell(self, text: str, is_wrong: bool = True) -> None:
        """Say something for a while: mostly that something is wrong."""
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(TOLD_MS, self._forget)
        self._told, self._style = text, "Warning.TLabel" if is_wrong else "TLabel"
        self._refresh()

    def quiet(self) -> None:
        """Say no longer what was said."""
        if self._told:
            self._told = ""
            self._refresh()

    def destroy(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        super().destroy()

    def _forget(self) -> None:
        self._timer = ""
        self.quiet()

    def _refresh(self) -> None:
        style = self._style if self._told else "TLabel"
        self._line.configure(text=self._told or self._usual, style=style)

    def text(self) -> str:
        """What can be read now."""
        return str(self._line.cget("text"))


class Banner(ttk.Frame):
    """A question above the board, with a button and a key for each answer."""

    def __init__(self, master: tk.Misc) -> None:
        super().__init__(master, style="Banner.TFrame", padding=(10, 5))
        self._text = ttk.Label(self, style="Banner.TLabel")
        self._text.pack(side="left", fill="x", expand=True)
        self.buttons: list[ttk.Button] = []
        self._letters = ""  # the key of each, with Alt
        self.asks = False
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def _fit(self, width: int) -> None:
        buttons = sum(button.winfo_reqwidth() + 6 for button in self.buttons)
        self._text.configure(wraplength=max(width - buttons - 40, 100))

    def ask(self, text: str, answers: Sequence[tuple[str, Callable[[], None]]]) -> None:
        """Ask something in place of what was asked before."""
        for button in self.buttons:
            button.destroy()
        self._letters = letters_of([word for word, _then in answers])
        self.buttons = []
        for (word, then), letter in zip(answers, self._letters, strict=True):
            words = f"{word}\nAlt+{letter}"
            self.buttons.append(ttk.Button(self, text=words, command=then))
        for button in self.buttons[::-1]:
            button.pack(side="right", padx=3)
        self._text.configure(text=text)
        self.asks = True
        self.grid()
        self._fit(self.winfo_width())

    def hide(self) -> None:
        self.asks = False
        self.grid_remove()

    def press(self, letter: str) -> bool:
        """Give the answer that has a letter; whether there is one."""
        number = self._letters.find(letter.upper()) if self.asks and letter else -1
        if number >= 0:
            self.buttons[number].invoke()
        return number >= 0

    def text(self) -> str:
        """The question that is asked, nothing if there is none."""
        return str(self._text.cget("text")) if self.asks else ""


def letters_of(words: Sequence[str]) -> str:
    """A letter for each word: the first one of it that no word before it has."""
    letters = ""
    for word in words:
        own = (letter for letter in word.upper() if letter.isascii() and letter.isalpha())
        letters += next(letter for letter in (*own, *ascii_uppercase) if letter not in letters)
    return letters
