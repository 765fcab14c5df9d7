"""The lesson of a game, in a window of its own over the game."""

import math
from tkinter import ttk
from typing import TYPE_CHECKING

from palamedes.core.board import Board, Geometry
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.lessons import Answer, Course, LessonRun, find_course
from palamedes.ui.desktop.board import BoardCanvas
from palamedes.ui.desktop.dialogs import Dialog
from palamedes.ui.desktop.panel import PlayerCard
from palamedes.ui.desktop.view import BoardView, piece_kinds
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.lesson_progress import completed_steps, note_completed
from palamedes.ui.session.scene import board_at, board_during_move

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

BOARD_AREA = 460**2  # pixels
WIDEST = 640
TEXT_WIDTH = 320
PAUSE_MS, LOOK_MS = 700, 1600  # before the answer; while a wrong move is seen


def learn(app: "App") -> None:
    """Open the lesson of the game in the window, at the first step that is not completed."""
    course = find_course(app.session.match.game.name)
    number = course.next_step(completed_steps(course.name))
    _open(app, course, number)


def _open(app: "App", course: Course, number: int) -> None:
    dialog = LessonDialog(app, course, number)
    dialog.reopen = lambda: _open(app, course, dialog.lesson.now.number)


def _counters(board: Board, player: int) -> str:
    """The counters of a player: seeds taken, men in hand."""
    return "   ".join(
        _("{label}: {value}").format(label=_(each.label), value=each.value)
        for each in board.counters
        if each.owner == player
    )


def _board_size(geometry: Geometry) -> tuple[int, int]:
    """The width and height of a board in pixels: the same area for all, but not too wide."""
    xs, ys = [spot.x for spot in geometry.spots], [spot.y for spot in geometry.spots]
    ratio = (max(xs) - min(xs) + 2) / (max(ys) - min(ys) + 2)
    width = min(WIDEST, round(math.sqrt(BOARD_AREA * ratio)))
    return width, round(width / ratio)


class LessonDialog(Dialog):
    """The steps of a course: text, board, buttons. Moves are clicked or typed."""

    def __init__(self, app: "App", course: Course, number: int) -> None:
        super().__init__(app.root, _("Lesson: {game}").format(game=_(course.family.title)))
        self.lesson = LessonRun(course, number)
        self._animate = app.settings.animate
        self._hand = Hand()
        self._hint: tuple[str, ...] = ()
        self._timer = ""  # until the next board is shown
        self.board = BoardCanvas(self, app.theme, self.touch)
        width, height = _board_size(self.lesson.now.position.game.view.geometry)
        self.board.configure(width=width, height=height)
        self.board.pack(side="left", fill="both", expand=True, padx=(0, 14))
        self._build(ttk.Frame(self))
        self.cards = [PlayerCard(self.side, app.theme, player) for player in (0, 1)]
        for card in self.cards:
            card.pack(side="bottom", fill="x", pady=2)
        self.show_step()
        self.settle()

    def _build(self, side: ttk.Frame) -> None:
        self.side = side
        side.pack(side="left", fill="y")
        self.title_label = ttk.Label(side, style="Title.TLabel", wraplength=TEXT_WIDTH)
        self.place_label = ttk.Label(side, style="Muted.TLabel")
        self.text_label = ttk.Label(side, wraplength=TEXT_WIDTH, justify="left")
        self.answer_label = ttk.Label(side, wraplength=TEXT_WIDTH, justify="left")
        for label in (self.place_label, self.title_label, self.text_label):
            label.pack(anchor="w", pady=3)
        self.answer_label.pack(anchor="w", pady=10)
        self._build_buttons(ttk.Frame(side))
        self._build_entry(ttk.Frame(side))

    def _build_buttons(self, row: ttk.Frame) -> None:
        row.pack(side="bottom", fill="x")
        row.columnconfigure((0, 1), weight=1, uniform="buttons")
        self.buttons = {
            "back": ttk.Button(row, text=_("Back"), command=lambda: self.go(-1)),
            "next": ttk.Button(row, text=_("Next"), command=lambda: self.go(1)),
            "hint": ttk.Button(row, text=_("Show me"), command=self.hint),
            "again": ttk.Button(row, text=_("Try again"), command=self.again),
        }
        for place, button in enumerate(self.buttons.values()):
            button.grid(row=place // 2, column=place % 2, sticky="ew", padx=3, pady=3)

    def _build_entry(self, row: ttk.Frame) -> None:
        row.pack(side="bottom", fill="x", pady=6)
        ttk.Label(row, text=_("Type a move:"), style="Muted.TLabel").pack(side="left")
        self.entry = ttk.Entry(row, width=12)
        self.entry.pack(side="left", padx=6)
        self.entry.bind("<Return>", lambda _event: self._typed())

    # What is shown

    def show_step(self) -> None:
        """Show the current step from its start."""
        self._cancel()
        run, count = self.lesson.now, len(self.lesson.course.steps)
        self.place_label.configure(
            text=_("Step {number} of {count}").format(number=run.number, count=count)
        )
        self.title_label.configure(text=_(run.step.title))
        self.text_label.configure(text=_(run.step.text))
        self.answer_label.configure(text="")
        kinds = piece_kinds(run.match)
        self.board.kind = kinds[0] or "disc"
        for card, kind in zip(self.cards, kinds, strict=True):
            card.show_piece(kind)
        self._stand(animate=False)

    def _stand(self, animate: bool = True) -> None:
        """Show the position of the step, to be played on."""
        self._timer = ""
        run = self.lesson.now
        board = board_at(run.match, len(run.moves))
        self._show(board_during_move(board, run.position, self._hand.path), animate)
        is_last = self.lesson.is_last
        states = {
            "back": not self.lesson.is_first,
            "next": not is_last,
            "hint": bool(run.solution),
            "again": bool(run.moves),
        }
        for name, is_on in states.items():
            self.buttons[name].configure(state="normal" if is_on else "disabled")
        is_main = run.is_done and not is_last
        self.buttons["next"].configure(style="Main.TButton" if is_main else "TButton")

    def _show(self, board: Board, animate: bool) -> None:
        run, path = self.lesson.now, self._hand.path
        is_open = not self._timer and run.can_move
        open_spots = frozenset(run.position.next_spots(path)) if is_open else frozenset[str]()
        highlights = [("last", spot) for spot in board.last if spot not in path]
        highlights += [("hint", spot) for spot in self._hint or run.spots]
        highlights += [("touched", spot) for spot in path]
        highlights += [("next", spot) for spot in sorted(open_spots) if path]
        view = BoardView(
            board, dict(board.pieces), board.regions, tuple(highlights), open_spots, path
        )
        self.board.show(view, animate and self._animate)
        for player, card in enumerate(self.cards):
            name = _("You") if player == run.learner else _("Opponent")
            card.show(name, _counters(board, player), None, is_open and player == board.turn)

    # What the learner does

    def touch(self, spot: str) -> None:
        """Touch a spot of the board."""
        run = self.lesson.now
        if self._timer or not run.can_move:
            return
        try:
            code = self._hand.touch(run.position, spot)
        except PalamedesError as error:
            self.answer_label.configure(text=str(error))
            return
        if code is None:
            self._stand()
        else:
            self.make(run.position.move_text(code))

    def _typed(self) -> None:
        move = self.entry.get().strip()
        self.entry.delete(0, "end")
        if move and not self._timer:
            self.make(move)

    def make(self, move: str) -> None:
        """Make a move, and show what the lesson answers."""
        self._hand.let_go()
        self._hint = ()
        try:
            answer = self.lesson.now.answer(move)
        except PalamedesError as error:
            self.answer_label.configure(text=str(error))
            self._stand()
            return
        note_completed(self.lesson.now)
        self.answer_label.configure(text=answer.text)
        self._show_answer(answer)

    def _show_answer(self, answer: Answer) -> None:
        """Show the learner's move, then the opponent's answer or the position before."""
        is_taken_back = answer.match is not self.lesson.now.match
        if not is_taken_back and len(answer.match.turns) == answer.made + 1:
            self._stand()
            return
        milliseconds = (LOOK_MS if is_taken_back else PAUSE_MS) if self._animate else 1
        self._timer = self.after(milliseconds, self._stand)
        self._show(board_at(answer.match, answer.made + 1), animate=True)

    def hint(self) -> None:
        self._hint = self.lesson.now.hint()
        self._stand()

    def again(self) -> None:
        self.lesson.go_to(self.lesson.now.number)
        self.show_step()

    def go(self, steps: int) -> None:
        """Go to the next step (1) or back to the one before (-1)."""
        note_completed(self.lesson.now)
        self.lesson.go_to(self.lesson.now.number + steps)
        self.show_step()

    def _cancel(self) -> None:
        """Forget a begun move and a board that is still to be shown."""
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = ""
        self._hand.let_go()
        self._hint = ()

    def destroy(self) -> None:
        self._cancel()
        super().destroy()
