"""The choice of one player in the dialog for a new game."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.session import HUMAN
from palamedes.ui.session.algorithms import (
    ALGORITHMS,
    AlgorithmChoice,
    algorithm_choice,
    evaluations_of,
)
from palamedes.ui.session.choosing_players import USUAL_LEVEL, OfferedPlayer, offered_players
from palamedes.ui.texts.games import level_name

LISTED = 20  # players that the list shows without scrolling


class PlayerRow:
    """A person, a level or step, a search with its depth and evaluation, or a typed spec."""

    def __init__(self, dialog: tk.Misc, row: int, title: str, changed: Callable[[], None]) -> None:
        """Takes two rows of the dialog's grid; the second says more about the chosen player.

        `changed` is called when another player is chosen by hand.
        """
        ttk.Label(dialog, text=title).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=3)
        self.box = ttk.Combobox(dialog, width=34, height=LISTED)
        self.box.grid(row=row, column=1, sticky="ew", pady=3)
        self.options = ttk.Frame(dialog)
        self.options.grid(row=row + 1, column=1, sticky="ew", pady=(0, 3))
        ttk.Label(self.options, text=_("Depth")).pack(side="left")
        self.depth = ttk.Spinbox(self.options, from_=1, to=20, width=4)
        self.depth.pack(side="left", padx=(6, 12))
        ttk.Label(self.options, text=_("Evaluation")).pack(side="left")
        self.evaluation = ttk.Combobox(self.options, width=12, state="readonly")
        self.evaluation.pack(side="left", padx=(6, 0), fill="x", expand=True)
        self.line = ttk.Label(dialog, wraplength=px(dialog, 300))
        self.line.grid(row=row + 1, column=1, sticky="w", pady=(0, 3))
        self._changed = changed
        self.box.bind("<<ComboboxSelected>>", self._chosen)
        self.box.bind("<KeyRelease>", self._chosen)
        self._offered: list[OfferedPlayer] = []
        self._levels: tuple[str, ...] = ()

    def offer(self, game: Game) -> None:
        """Offer the players of a game; keep the choice if this game has it too."""
        before = self.spec
        self._offered, self._levels = offered_players(game), tuple(game.levels)
        searches = [_(search.title) for search in ALGORITHMS.values()]
        self.box.configure(values=[_("human"), *(each.title for each in self._offered), *searches])
        evaluations = evaluations_of(game)
        self.evaluation.configure(values=evaluations)
        if self.evaluation.get() not in evaluations:
            self.evaluation.set(evaluations[0])
        known = {HUMAN, *self._levels, *(each.spec for each in self._offered)}
        if self._search is None:
            self.show(before if self.box.get() and before in known else USUAL_LEVEL)
        self._show_options()

    @property
    def spec(self) -> str:
        """The player spec: a level by its translated name, or any spec as it is typed."""
        text = str(self.box.get()).strip()
        if text in ("", _("human")):
            return HUMAN
        if (name := self._search) is not None:
            depth = self._depth if ALGORITHMS[name].usual_depth else None
            return AlgorithmChoice(name, depth, self.evaluation.get()).spec
        offered = {each.title: each.spec for each in self._offered}
        levels = {level_name(level): level for level in self._levels}
        return (levels | offered).get(text, text)

    def show(self, spec: str) -> None:
        """Choose the player with this spec."""
        choice = algorithm_choice(spec)
        if spec == HUMAN:
            self.box.set(_("human"))
        elif choice is None:
            titles = {each.spec: each.title for each in self._offered}
            self.box.set(titles.get(spec) or level_name(spec))
        else:
            self.box.set(_(ALGORITHMS[choice.name].title))
            self.depth.set(choice.depth or ALGORITHMS[choice.name].usual_depth or 1)
            if choice.evaluation in self.evaluation.cget("values"):
                self.evaluation.set(choice.evaluation)
        self._show_options()

    @property
    def _search(self) -> str | None:
        """The name of the chosen search; None for other players."""
        text = self.box.get().strip()
        return next((name for name, each in ALGORITHMS.items() if _(each.title) == text), None)

    @property
    def _depth(self) -> int:
        """The depth in the field; a wrong one is left to the check of the spec."""
        text = self.depth.get().strip()
        return int(text) if text.isdecimal() else 0

    def _chosen(self, _event: object) -> None:
        self._show_options()
        self._changed()

    def _show_options(self) -> None:
        """Show a line about the player, or the options of a search with its usual depth."""
        lines = {each.title: each.line for each in self._offered}
        line = lines.get(self.box.get().strip(), "")
        self.line.configure(text=line)
        _show_if(self.line, bool(line))
        name = self._search
        _show_if(self.options, name is not None)
        if name is None:
            return
        search = ALGORITHMS[name]
        self.depth.configure(to=search.deepest)
        self.depth.state(["disabled" if search.usual_depth is None else "!disabled"])
        if not self.depth.get() and search.usual_depth:
            self.depth.set(search.usual_depth)


def _show_if(widget: ttk.Widget, is_wanted: bool) -> None:
    if is_wanted:
        widget.grid()
    else:
        widget.grid_remove()
