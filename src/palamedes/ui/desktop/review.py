"""The review of a game in a window: plot, turning points, statistics."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import best_engine
from palamedes.search.review import Review, review
from palamedes.solver.tablebase import Progress
from palamedes.ui.desktop.dialogs import Dialog, pack_with_scrollbar
from palamedes.ui.desktop.drawing.plot import draw_plot, points_of
from palamedes.ui.desktop.drawing.themes import Theme
from palamedes.ui.desktop.screen_scale import px
from palamedes.ui.desktop.style import font_family
from palamedes.ui.desktop.window_task import WindowTask
from palamedes.ui.texts.games import player_name, result_sentence
from palamedes.ui.texts.reviews import judgement_sentence, statistics_rows

PLOT = (520, 170)
MOST_LINES = 6  # of turning points visible at a time


class TurningPoints(ttk.Frame):
    """A list of the turning points; `chosen` is called with the number of a clicked move."""

    def __init__(self, master: tk.Misc, theme: Theme, chosen: Callable[[int], None]) -> None:
        super().__init__(master)
        self.plies: list[int] = []
        self._chosen = chosen
        chrome = theme.chrome
        self.page = tk.Text(
            self,
            width=20,
            height=1,
            wrap="word",
            relief="flat",
            font=(font_family(self), 10),
            background=chrome.field,
            foreground=chrome.text,
            highlightthickness=0,
            cursor="arrow",
            takefocus=0,
            state="disabled",
        )
        self.page.tag_configure("line", spacing1=2, spacing3=2, lmargin2=16)
        self.page.tag_configure("here", background=chrome.accent, foreground=chrome.on_accent)
        self.page.bind("<Button-1>", self._clicked)

    def show(self, points: list[tuple[int, str]]) -> None:
        """Show the turning points: the number of each move, and a sentence about it."""
        self.plies = [ply for ply, _sentence in points]
        sentences = [sentence for _ply, sentence in points] or [
            _("No turning points in this game.")
        ]
        self.page.configure(state="normal", height=min(len(sentences) + 1, MOST_LINES))
        self.page.delete("1.0", "end")
        self.page.insert("1.0", "\n".join(sentences), "line")
        self.page.configure(state="disabled")
        pack_with_scrollbar(self.page)

    def mark(self, ply: int) -> None:
        """Highlight the turning point with this number, if there is one."""
        self.page.tag_remove("here", "1.0", "end")
        if ply in self.plies:
            line = self.plies.index(ply) + 1
            self.page.tag_add("here", f"{line}.0", f"{line}.end")
            self.page.see(f"{line}.0")

    def _clicked(self, event: "tk.Event[tk.Misc]") -> str:
        line = int(self.page.index(f"@{event.x},{event.y}").split(".")[0])
        if line <= len(self.plies):
            self._chosen(self.plies[line - 1])
        return "break"


class ReviewWindow(Dialog):
    """Reviews a game in the background, then shows a plot, a table and the turning points.

    `look` is called with the number of a clicked position.
    """

    def __init__(
        self,
        root: tk.Misc,
        theme: Theme,
        match: Match,
        look: Callable[[int], None],
        found: Review | None = None,
    ) -> None:
        """Show the review `found`, or make it first if it is None."""
        super().__init__(root, _("Review"))
        self.match, self._theme, self._look = match, theme, look
        self.review: Review | None = None
        self._task: WindowTask[Review] | None = None
        self._ply = -1
        self._picture: tk.PhotoImage | None = None
        title = result_sentence(match) or _("The game continues.")
        ttk.Label(self, text=title, style="Title.TLabel").pack(anchor="w")
        self._size = px(self, PLOT[0]), px(self, PLOT[1])
        self.plot = tk.Canvas(self, width=self._size[0], height=self._size[1], highlightthickness=0)
        self.plot.configure(background=theme.chrome.field)
        self.plot.pack(pady=8)
        self.plot.bind("<Button-1>", self._clicked)
        self.bar = ttk.Progressbar(self, length=self._size[0], maximum=len(match.turns) + 1)
        self.bar.pack()
        self.points = TurningPoints(self, theme, self.go_to)
        self.points.pack(fill="x")
        self.table = self._make_table()
        self.bind("<Left>", lambda _event: self.go_to(self._ply - 1))
        self.bind("<Right>", lambda _event: self.go_to(self._ply + 1))
        self.bind("<Up>", lambda _event: self._go_to_turning_point(-1))
        self.bind("<Down>", lambda _event: self._go_to_turning_point(1))
        if found is None:
            self._task = self._start()
        else:
            self._show_review(found)
        self.settle()

    def _start(self) -> WindowTask[Review]:
        match = self.match

        def work(report: Progress) -> Review:
            return review(match, best_engine(match.game), hear=partial(report, ""))

        return WindowTask(self, work, self._show_review, self._failed, self._progress)

    def destroy(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._picture = None
        super().destroy()

    def _make_table(self) -> ttk.Treeview:
        names = [player_name(self.match.players, player) for player in (0, 1)]
        table = ttk.Treeview(self, columns=("what", "first", "second"), show="headings", height=8)
        for column, text, width in zip(
            ("what", "first", "second"), ("", *names), (260, 130, 130), strict=True
        ):
            table.heading(column, text=text)
            table.column(
                column, width=px(self, width), anchor="w" if column == "what" else "center"
            )
        table.pack(fill="both", expand=True, pady=(8, 0))
        self._fill(table)
        return table

    def _fill(self, table: ttk.Treeview) -> None:
        table.delete(*table.get_children())
        rows = statistics_rows(self.match, self.review)
        table.configure(height=max(4, min(len(rows), 12)))
        for row in rows:
            table.insert("", "end", values=row)

    def _progress(self, _what: str, done: int, _total: int) -> None:
        self.bar.configure(value=done)

    def _failed(self, error: BaseException) -> None:
        ttk.Label(self, text=str(error), style="Warning.TLabel").pack(anchor="w")

    def _show_review(self, found: Review) -> None:
        self.review = found
        self.bar.pack_forget()
        self._fill(self.table)
        self.points.show(
            [
                (judgement.ply, judgement_sentence(self.match, judgement))
                for judgement in found.turning_points
            ]
        )
        self._ply = len(found.worths) - 1
        self._draw()
        self.settle()

    def _go_to_turning_point(self, direction: int) -> None:
        """Go to the next turning point (direction 1) or the previous one (-1)."""
        plies = self.points.plies
        there = [ply for ply in plies if (ply - self._ply) * direction > 0]
        if there:
            self.go_to(min(there, key=lambda ply: abs(ply - self._ply)))

    def go_to(self, ply: int) -> None:
        """Select a position in the review and show it on the board."""
        if self.review is not None and 0 <= ply < len(self.review.worths):
            self._ply = ply
            self.points.mark(ply)
            self._draw()
            self._look(ply)

    def _draw(self) -> None:
        assert self.review is not None
        turning = [judgement.ply for judgement in self.review.turning_points]
        image = draw_plot(self._shares(), turning, self._ply, *self._size, self._theme)
        self._picture = tk.PhotoImage(master=self, data=image.ppm(), format="PPM")
        self.plot.delete("all")
        self.plot.create_image(0, 0, image=self._picture, anchor="nw")

    def _shares(self) -> list[float]:
        return [worth.chance for worth in self.review.worths] if self.review else []

    def _clicked(self, event: "tk.Event[tk.Misc]") -> None:
        points = points_of(self._shares(), *self._size)
        if points:
            self.go_to(min(range(len(points)), key=lambda ply: abs(points[ply][0] - event.x)))
