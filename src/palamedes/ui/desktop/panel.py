"""The panel beside the board: both players, the moves, and the most used buttons."""

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from palamedes.core.board import Piece
from palamedes.core.language import _
from palamedes.ui.desktop.dialogs import pack_with_scrollbar
from palamedes.ui.desktop.drawing.empty_board import pit_colour
from palamedes.ui.desktop.drawing.pixels import Box, Disc, PixelImage, rgb
from palamedes.ui.desktop.drawing.sprites import draw_piece
from palamedes.ui.desktop.drawing.themes import Chrome, Theme
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.speed_control import SpeedControl
from palamedes.ui.desktop.style import font_family

SAMPLE = 11  # half the size of the piece beside a name


def clock_text(seconds: float) -> str:
    """The time left on a clock; below 20 seconds with tenths."""
    if seconds < 20:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


class PlayerCard(ttk.Frame):
    """One player: a piece, the name, counters and clock; a bar marks the player to move."""

    def __init__(self, master: tk.Misc, theme: Theme, player: int) -> None:
        super().__init__(master, style="Panel.TFrame", padding=(0, 4, 8, 4))
        self._theme, self._player, self._kind = theme, player, ""
        self._sample: tk.PhotoImage | None = None
        self._bar = tk.Frame(self, width=px(self, 4), background=theme.chrome.panel)
        self._bar.grid(row=0, column=0, rowspan=2, sticky="ns", padx=(0, 6))
        self._picture = ttk.Label(self, style="Panel.TLabel")
        self._picture.grid(row=0, column=1, rowspan=2, padx=(0, 6))
        self._name = ttk.Label(self, style="Name.TLabel")
        self._name.grid(row=0, column=2, sticky="w")
        self._clock = ttk.Label(self, style="Clock.TLabel")
        self._clock.grid(row=0, column=3, sticky="e")
        self._facts = ttk.Label(self, style="Small.TLabel")
        self._facts.grid(row=1, column=2, columnspan=2, sticky="w")
        self.columnconfigure(2, weight=1)

    def destroy(self) -> None:
        self._sample = None  # only this thread may release images
        super().destroy()

    def show_piece(self, kind: str) -> None:
        """Show a piece of this kind, or a pit, beside the name; nothing if the kind is empty."""
        if kind == self._kind:
            return
        self._kind = kind
        if not kind:
            self._sample = None
            self._picture.configure(image="")
            return
        self._sample = tk.PhotoImage(master=self, data=self._draw_sample(kind), format="PNG")
        self._picture.configure(image=self._sample)

    def _draw_sample(self, kind: str) -> bytes:
        """A piece on a square of the board's colour, so that it is visible on any background."""
        size = px(self, SAMPLE)
        image = PixelImage(3 * size + 2, 3 * size + 2)
        tile = Box(1, 1, image.width - 1, image.height - 1, 0.45 * size)
        image.paint(tile, rgb(self._theme.palette.field))
        if kind == "pit":
            pit = Disc(image.width / 2, image.height / 2, size)
            image.paint(pit, pit_colour(self._theme.palette, self._player))
        else:
            piece = Piece("mark" if kind == "mark" else "disc", self._player)
            image.stamp(draw_piece(piece, self._theme, size, size))
        return image.png()

    def show(self, name: str, facts: str, clock: float | None, is_to_move: bool) -> None:
        chrome = self._theme.chrome
        self._bar.configure(background=chrome.accent if is_to_move else chrome.panel)
        self._name.configure(text=name)
        self._facts.configure(text=facts or " ")
        self._clock.configure(text="" if clock is None else clock_text(clock))

    def texts(self) -> tuple[str, str]:
        """The name and the counters that are shown."""
        return str(self._name.cget("text")), str(self._facts.cget("text"))


class MoveList(ttk.Frame):
    """The moves in two columns; `chosen` is called with the number of a clicked move."""

    def __init__(self, master: tk.Misc, theme: Theme, chosen: Callable[[int], None]) -> None:
        super().__init__(master, style="Panel.TFrame")
        chrome = theme.chrome
        self._chosen = chosen
        self._moves: list[str] | None = None
        self._first = 0
        self._text = self._page(theme.chrome)
        pack_with_scrollbar(self._text)
        self._text.tag_configure("number", foreground=chrome.muted)
        self._text.tag_configure("here", background=chrome.accent, foreground=chrome.on_accent)
        self._text.bind("<Button-1>", self._clicked)
        self._text.bind("<Configure>", self._resized)
        self._text.bind("<B1-Motion>", lambda _event: "break")
        self._text.bind("<Double-Button-1>", lambda _event: "break")

    def _page(self, chrome: Chrome) -> tk.Text:
        return tk.Text(
            self,
            width=20,
            height=5,
            font=(font_family(self), 10),
            background=chrome.field,
            foreground=chrome.text,
            relief="flat",
            highlightthickness=1,
            highlightbackground=chrome.border,
            cursor="arrow",
            takefocus=0,
            spacing1=2,
            padx=6,
            pady=4,
            wrap="none",
            state="disabled",
        )

    def show(self, moves: Sequence[str], first: int, ply: int) -> None:
        """Show the moves, the first of which player `first` made, and mark move number `ply`."""
        if self._moves != list(moves) or self._first != first:
            self._write(moves, first)
        self._text.tag_remove("here", "1.0", "end")
        if ply:
            start, *_rest = self._text.tag_ranges(f"ply{ply}") or ("1.0",)
            self._text.tag_add("here", str(start), f"{start} + {len(moves[ply - 1])} chars")
            self._see_here()

    def _resized(self, event: "tk.Event[tk.Misc]") -> None:
        numbers, first, second = (round(share * event.width) for share in (0.13, 0.18, 0.58))
        self._text.configure(tabs=(numbers, "right", first, second))
        self._see_here()

    def _see_here(self) -> None:
        if ranges := self._text.tag_ranges("here"):
            self._text.see(str(ranges[0]))

    def _write(self, moves: Sequence[str], first: int) -> None:
        self._moves, self._first = list(moves), first
        text = self._text
        text.configure(state="normal")
        text.delete("1.0", "end")
        for ply, move in enumerate(moves, start=1):
            place = ply + first
            if place % 2 or ply == 1:
                number = (place + 1) // 2
                text.insert("end", f"{'' if ply == 1 else chr(10)}\t{number}.\t", "number")
            if ply == 1 and first:
                text.insert("end", "...\t", "number")
            text.insert("end", move, f"ply{ply}")
            if place % 2:
                text.insert("end", "\t")
        text.configure(state="disabled")

    def _clicked(self, event: "tk.Event[tk.Misc]") -> str:
        for tag in self._text.tag_names(f"@{event.x},{event.y}"):
            if tag.startswith("ply"):
                self._chosen(int(tag.removeprefix("ply")))
        return "break"

    def text(self) -> str:
        """The text that is shown."""
        return self._text.get("1.0", "end").strip()


class Panel(ttk.Frame):
    """Everything beside the board, or below a wide one."""

    def __init__(
        self,
        master: tk.Misc,
        theme: Theme,
        buttons: Sequence[tuple[str, str, Callable[[], None]]],  # title, key, action
        chosen: Callable[[int], None],
        make_speed: Callable[[tk.Misc], SpeedControl],
    ) -> None:
        super().__init__(master, style="Panel.TFrame", padding=px(master, 8))
        self.cards = (PlayerCard(self, theme, 0), PlayerCard(self, theme, 1))
        self.worth = ttk.Label(self, style="Small.TLabel")
        self.moves = MoveList(self, theme, chosen)
        self.speed = make_speed(self)
        self.buttons: dict[str, ttk.Button] = {}
        self._keys = ttk.Frame(self, style="Panel.TFrame")
        for number, (text, key, command) in enumerate(buttons):
            label = f"{_(text).rstrip('.')}\n{key}"
            button = ttk.Button(self._keys, text=label, command=command)
            button.grid(row=number // 2, column=number % 2, sticky="ew", padx=2, pady=2)
            self.buttons[text] = button
        self._keys.columnconfigure((0, 1), weight=1, uniform="half")
        self.is_below: bool | None = None
        self.arrange(is_below=False)

    def arrange(self, is_below: bool) -> None:
        """Lay everything out in one column, or in three below the board."""
        if is_below == self.is_below:
            return
        self.is_below, gap = is_below, px(self, 6)
        last = 2 if is_below else 0
        self.cards[0].grid(row=0, column=0, sticky="ew")
        self.cards[1].grid(row=1, column=0, sticky="ew")
        self.worth.grid(row=2, column=0, sticky="w", padx=10)
        if is_below:
            self.moves.grid(row=0, column=1, rowspan=4, sticky="nsew", padx=gap, pady=0)
        else:
            self.moves.grid(row=3, column=0, rowspan=1, sticky="nsew", padx=0, pady=gap)
        self._keys.grid(row=0 if is_below else 5, column=last, rowspan=2 if is_below else 1)
        self._keys.grid_configure(sticky="new")
        self.speed.grid(row=2 if is_below else 4, column=last, sticky="new", pady=(0, gap))
        if not self.speed.is_shown:
            self.speed.grid_remove()
        for column, weight in enumerate((1, 2, 1) if is_below else (1, 0, 0)):
            self.columnconfigure(column, weight=weight)
        self.rowconfigure(3, weight=1)

    def enable(self, text: str, is_possible: bool) -> None:
        """Enable or disable the button with this title."""
        self.buttons[text].state(["!disabled" if is_possible else "disabled"])
