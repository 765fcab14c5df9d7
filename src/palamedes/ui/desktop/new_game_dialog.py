"""The dialog for a new game."""

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family
from palamedes.core.language import _
from palamedes.games import GAMES
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.player_row import PlayerRow
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.starting import NewGameChoice
from palamedes.ui.session import HUMAN, TimeControl
from palamedes.ui.session.choosing_players import (
    SIDES,
    USUAL_LEVEL,
    check_player,
)

LONGEST = 600.0  # minutes of time, and seconds of increment


class NewGameDialog(Dialog):
    """Asks for game, variant, players and clock, then calls `start`.

    It opens with the choice `last`, and sets `last` to the current choice when it is closed.
    """

    def __init__(
        self,
        root: tk.Misc,
        last: NewGameChoice,
        start: Callable[[NewGameChoice], None],
        complaint: str = "",
    ) -> None:
        super().__init__(root, _("New game"))
        self.last, self._start = last, start
        self._engine = next((spec for spec in last.specs if spec != HUMAN), USUAL_LEVEL)
        self._titles = {_(family.title): family for family in GAMES}
        self.game = self._row(0, _("Game"), list(self._titles), fixed=True)
        self.variant = self._row(1, _("Variant"), [])
        self.sides = self._row(2, _("Players"), [_(title) for title, _p in SIDES], fixed=True)
        self.first_row = PlayerRow(self, 3, _("First player"), self._show_sides)
        self.second_row = PlayerRow(self, 5, _("Second player"), self._show_sides)
        self.first, self.second = self.first_row.box, self.second_row.box
        self._no_clock = _("No clock")
        clocks = [self._no_clock, "1", "3", "5", "10", "30"]
        self.minutes = self._row(7, _("Minutes per player"), clocks)
        self.increment = self._row(8, _("Seconds added per move"), ["0", "1", "2", "5", "10"])
        self.complaint = ttk.Label(
            self, text=complaint, style="Warning.TLabel", wraplength=px(self, 420)
        )
        self.complaint.grid(row=9, column=0, columnspan=2, sticky="w", pady=(6, 0))
        self._add_buttons()
        self._fill(last)
        self.game.bind("<<ComboboxSelected>>", lambda _event: self._game_chosen())
        self.sides.bind("<<ComboboxSelected>>", lambda _event: self._sides_chosen())
        self.bind("<Return>", lambda _event: self.accept())
        self.settle()
        self.game.focus_set()

    def _row(self, row: int, text: str, values: list[str], fixed: bool = False) -> ttk.Combobox:
        ttk.Label(self, text=text).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=3)
        box = ttk.Combobox(self, values=values, width=34, state="readonly" if fixed else "normal")
        box.grid(row=row, column=1, sticky="ew", pady=3)
        return box

    def _add_buttons(self) -> None:
        line = ttk.Frame(self)
        line.grid(row=10, column=0, columnspan=2, sticky="e", pady=(12, 0))
        ttk.Button(line, text=_("Cancel"), command=self.destroy).pack(side="left", padx=4)
        self.button = ttk.Button(line, text=_("Begin"), style="Main.TButton", command=self.accept)
        self.button.pack(side="left")

    def _fill(self, last: NewGameChoice) -> None:
        family = next((each for each in GAMES if each.name == last.game.name), GAMES[0])
        self.game.set(_(family.title))
        self._game_chosen()
        self.variant.set(_(last.game.title))
        self.first_row.show(last.first)
        self.second_row.show(last.second)
        self._show_sides()
        control = last.control
        self.minutes.set(self._no_clock if control is None else f"{control.total / 60:g}")
        self.increment.set(f"{last.control.increment if last.control else 0:g}")

    # Choosing

    @property
    def family(self) -> Family:
        return self._titles[self.game.get()]

    def _game_chosen(self) -> None:
        family = self.family
        titles = self._variant_titles()
        self.variant.configure(values=list(titles))
        self.variant.set(next(iter(titles)))
        for row in self._rows:
            row.offer(family.make(family.variants[0]))

    @property
    def _rows(self) -> tuple[PlayerRow, PlayerRow]:
        return self.first_row, self.second_row

    def _variant_titles(self) -> dict[str, str]:
        """The variants of the chosen game by their titles."""
        family = self.family
        return {_(family.make(variant).title): variant for variant in family.variants}

    def _show_sides(self) -> None:
        """Show the kind of game that the players chosen below make."""
        people = tuple(row.spec == HUMAN for row in self._rows)
        self.sides.set(next(_(title) for title, each in SIDES if each == people))

    def _sides_chosen(self) -> None:
        people = SIDES[self.sides.current()][1]
        for row, is_person in zip(self._rows, people, strict=True):
            if row.spec != HUMAN:
                self._engine = row.spec
            row.show(HUMAN if is_person else self._engine)

    # Closing

    def destroy(self) -> None:
        with suppress(PalamedesError):
            self.last = self._choice()
        super().destroy()

    def accept(self) -> None:
        """Start the chosen game, or show what is wrong with the choice."""
        try:
            choice = self._choice()
        except PalamedesError as error:
            self.complaint.configure(text=str(error))
            return
        self.destroy()
        self._start(choice)

    def _choice(self) -> NewGameChoice:
        chosen = str(self.variant.get()).strip()
        typed = chosen.lower().replace(" ", "")  # as in a variant that is a list: 3,4,5
        game = self.family.make(self._variant_titles().get(chosen, typed))
        specs = [row.spec for row in self._rows]
        for spec in specs:
            check_player(game, spec)
        return NewGameChoice(game, specs[0], specs[1], self._control())

    def _control(self) -> TimeControl | None:
        typed = str(self.minutes.get()).replace(self._no_clock, "")
        minutes = _number(typed, _("Minutes per player"))
        increment = _number(self.increment.get(), _("Seconds added per move"))
        return TimeControl(60 * minutes, increment) if minutes else None


def _number(text: str, what: str) -> float:
    try:
        number = float(text.replace(",", ".") or 0)
    except ValueError:
        number = -1.0
    if not 0 <= number <= LONGEST:
        complaint = _("{what}: {text!r} is not a number from 0 to {most}.")
        raise PalamedesError(complaint.format(what=what, most=round(LONGEST), text=text[:40]))
    return number
