"""The board widget: a canvas that shows a board view and reports clicks on spots."""

import tkinter as tk
from collections.abc import Callable

from palamedes.core.board import Piece, Region, Stack
from palamedes.ui.desktop.animation import Animation
from palamedes.ui.desktop.board_changes import changes_between
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.picture_cache import PictureCache, height_of
from palamedes.ui.desktop.drawing.themes import COUNTS, SEEDS, Theme
from palamedes.ui.desktop.sowing import Sowing, sowing_plan
from palamedes.ui.desktop.style import font_family
from palamedes.ui.desktop.view import BoardView
from palamedes.ui.desktop.window_task import WindowTask

SETTLE_MS = 80  # from the last change of size until the board is drawn again
POLL_MS = 8  # between two looks whether the board is drawn
LAYERS = ("board", "region", "button", "highlight", "piece", "leaving", "count", "label")


class BoardCanvas(tk.Canvas):
    """Shows boards of any geometry; `clicked` is called with the name of the clicked spot."""

    def __init__(self, master: tk.Misc, theme: Theme, clicked: Callable[[str], None]) -> None:
        super().__init__(
            master, highlightthickness=0, borderwidth=0, width=420, height=420, takefocus=1
        )
        self.theme = theme
        self.kind = "disc"  # the kind of piece that covers a won region
        self._clicked = clicked
        self._view: BoardView | None = None
        self._cache: PictureCache | None = None
        self._empty_board: tk.PhotoImage | None = None
        self._drawing: tuple[PictureCache, WindowTask[bytes]] | None = None  # of the next board
        self._stacks: dict[str, Stack] = {}  # shown by the items of the canvas
        self._highlights: tuple[tuple[str, str], ...] = ()
        self._regions: tuple[Region, ...] | None = None
        self._buttons: dict[str, tuple[bool, bool]] = {}
        self._pending = ""  # the timer after a change of size
        self._animation: Animation | Sowing | None = None
        self.bind("<Configure>", self._resized)
        self.bind("<Button-1>", self._press)

    # Showing

    @property
    def layout(self) -> BoardLayout | None:
        return self._cache.layout if self._cache else None

    @property
    def _pictures(self) -> PictureCache:
        """The pictures; they exist whenever anything is shown."""
        assert self._cache is not None
        return self._cache

    @property
    def view(self) -> BoardView | None:
        """The view that is shown, or will be when the board is drawn."""
        return self._view

    @property
    def is_ready(self) -> bool:
        """Whether the board is drawn and no piece is moving."""
        return self._cache is not None and self._animation is None and self._drawing is None

    def show(self, view: BoardView, animate: bool = False) -> None:
        """Show a board, at once or with an animation of the move."""
        before, self._view = self._view, view
        if before is None or before.board.geometry != view.board.geometry:
            self._clear()
            self.redraw()
            return
        if not self._cache:
            return  # `_drawn` will show it
        self.finish()
        self._update(view)
        if animate:
            self._animate(before, view)

    def _animate(self, before: BoardView, view: BoardView) -> None:
        """Show how the pieces go from the view before to this one."""
        plan = sowing_plan(before.stacks, view.stacks, view.board.transfers)
        if plan is not None:
            self._animation = Sowing(
                self, self._pictures, plan, self._draw_stack, view.stacks, self.finish
            )
        elif changes := changes_between(before.stacks, view.stacks, view.board.last):
            self._animation = Animation(self, self._pictures, changes, view.stacks, self.finish)

    def finish(self) -> None:
        """End the animation, if there is one."""
        if self._animation is not None:
            self._animation.end()
            self._animation = None
            self._order()

    def shown(self) -> dict[str, Stack]:
        """The stacks that the items of the canvas show, read back from their tags."""
        found: dict[str, list[Piece]] = {}
        for item in self.find_withtag("piece"):
            spot = self.gettags(item)[1].removeprefix("at ")
            found.setdefault(spot, []).extend(_pieces_of_tag(self.gettags(item)[2]))
        return {spot: tuple(pieces) for spot, pieces in found.items()}

    def shown_pictures(self) -> set[str]:
        """The names of the images that the items show."""
        options = (self.itemconfigure(item) or {} for item in self.find_all())
        return {str(each["image"][-1]) for each in options if "image" in each}

    def destroy(self) -> None:
        """Release all images now, because only this thread may do so."""
        if self._pending:
            self.after_cancel(self._pending)
        self._clear()
        super().destroy()

    # Drawing

    def redraw(self) -> None:
        """Draw everything for the current size; the old picture stays until that is done."""
        self._cancel_drawing()
        if self._view is None or self.winfo_width() < 20:
            return
        layout = BoardLayout(self._view.board.geometry, self.winfo_width(), self.winfo_height())
        cache, stacks = PictureCache(self, layout, self.theme), self._view.stacks
        task: WindowTask[bytes] = WindowTask(
            self, lambda _report: cache.prepare(stacks), self._drawn, poll_ms=POLL_MS
        )
        self._drawing = cache, task

    def _drawn(self, empty_board: bytes) -> None:
        """Show the newly drawn board, with the current view on it."""
        assert self._drawing is not None
        assert self._view is not None
        cache, _task = self._drawing
        self._drawing = None
        self._clear()
        self._cache = cache
        self._empty_board = cache.empty_board(empty_board)
        self.create_image(0, 0, image=self._empty_board, anchor="nw", tags="board")
        self._print_labels(cache.layout)
        self._update(self._view)

    def _clear(self) -> None:
        """Show nothing, and release all images."""
        self.finish()
        self._cancel_drawing()
        self.configure(background=self.theme.chrome.window)
        self.delete("all")
        self._stacks, self._highlights, self._regions, self._buttons = {}, (), None, {}
        if self._cache is not None:
            self._cache.clear()
        self._cache = self._empty_board = None

    def _cancel_drawing(self) -> None:
        if self._drawing is not None:
            self._drawing[1].cancel()
            self._drawing = None

    def _print_labels(self, layout: BoardLayout) -> None:
        size = -round(max(8.0, min(0.5 * layout.band * layout.unit, 26.0)))
        for text, x, y in layout.labels:
            self.create_text(
                x,
                y,
                text=text,
                fill=self.theme.palette.label,
                font=(font_family(self), size),
                tags="label",
            )

    def _update(self, view: BoardView) -> None:
        """Update the items that differ from a view."""
        for spot in {*self._stacks, *view.stacks}:
            if self._stacks.get(spot, ()) != view.stacks.get(spot, ()):
                self._draw_stack(spot, view.stacks.get(spot, ()))
        if self._regions != view.regions:
            self._draw_regions(view.regions)
        if self._highlights != view.highlights:
            self._draw_highlights(view)
        self._draw_buttons(view)
        self._order()
        self._pictures.tidy(self.shown_pictures)

    def _order(self) -> None:
        """Put the layers of items above each other."""
        for layer in LAYERS:
            self.tag_raise(layer)

    def _draw_stack(self, spot: str, stack: Stack) -> None:
        """Show a stack on a spot, in place of the old one."""
        self.delete(f"at {spot}")
        self._stacks.pop(spot, None)
        if not stack:
            return
        place = self._pictures.layout.places[spot]
        for group, picture in self._pictures.stack(stack, place):
            tags = ("piece", f"at {spot}", _tag_of(group))
            self.create_image(place.x, height_of(group, place), image=picture, tags=tags)
        self._draw_counts(spot, stack, place)
        self._stacks[spot] = stack

    def _draw_counts(self, spot: str, stack: Stack, place: SpotPlace) -> None:
        """Write the number of each kind of seeds, and of equal pieces."""
        counted = [piece for piece in stack if piece.kind in SEEDS or piece.count > 1]
        size = -round(max(8.0, min(0.3 * place.half_height, 20.0)))
        for number, piece in enumerate(counted):
            shift = (number - (len(counted) - 1) / 2) * 0.48 * place.half_width
            self.create_text(
                place.x + shift,
                place.y + 0.6 * place.half_height,
                text=str(piece.count),
                fill=COUNTS.get(piece.kind, self.theme.palette.label),
                font=(font_family(self), size, "bold"),
                tags=("count", f"at {spot}"),
            )

    def _draw_regions(self, regions: tuple[Region, ...]) -> None:
        self.delete("region")
        for region in regions:
            box = self._pictures.layout.region(region)
            picture = self._pictures.region(region, self.kind)
            self.create_image(box.left, box.top, image=picture, anchor="nw", tags="region")
        self._regions = regions

    def _draw_highlights(self, view: BoardView) -> None:
        self.delete("highlight")
        for kind, spot in view.highlights:
            place = self._pictures.layout.places[spot]
            if place.spot.kind == "button" and kind in ("touched", "open", "next"):
                continue
            picture = self._pictures.highlight(kind, place, bool(view.stacks.get(spot)))
            self.create_image(place.x, place.y, image=picture, tags=("highlight", f"{kind} {spot}"))
        self._highlights = view.highlights

    def _draw_buttons(self, view: BoardView) -> None:
        for place in self._pictures.layout.places.values():
            name = place.spot.name
            state = (name in view.open, name in view.touched)
            if place.spot.kind == "button" and self._buttons.get(name) != state:
                self._draw_button(place, *state)
                self._buttons[name] = state

    def _draw_button(self, place: SpotPlace, lit: bool, chosen: bool) -> None:
        chrome, name = self.theme.chrome, place.spot.name
        size = -round(max(10.0, min(0.62 * place.half_height, 24.0)))
        self.delete(f"button {name}")
        tags = ("button", f"button {name}")
        self.create_image(
            place.x, place.y, image=self._pictures.button(place, lit, chosen and not lit), tags=tags
        )
        self.create_text(
            place.x + (0.4 * place.half_width if place.spot.face else 0),
            place.y,
            text=name,
            fill=chrome.on_accent if lit or chosen else chrome.muted,
            font=(font_family(self), size, "bold"),
            tags=("label", f"button {name}"),
        )

    # Events

    def _resized(self, _event: "tk.Event[tk.Misc]") -> None:
        if self._pending:
            self.after_cancel(self._pending)
        self._pending = self.after(SETTLE_MS if self._cache else 1, self._settled)

    def _settled(self) -> None:
        self._pending = ""
        layout = self._drawing[0].layout if self._drawing else self.layout
        size = self.winfo_width(), self.winfo_height()
        if layout is None or (layout.width, layout.height) != size:
            self.redraw()

    def _press(self, event: "tk.Event[tk.Misc]") -> None:
        self.focus_set()
        spot = self.layout.spot_at(event.x, event.y) if self.layout else None
        if spot is not None:
            self._clicked(spot)


def _tag_of(stack: Stack) -> str:
    """The tag of an item that shows these pieces."""
    return "is " + " ".join(
        f"{piece.kind}/{'-' if piece.owner is None else piece.owner}/{piece.count}"
        for piece in stack
    )


def _pieces_of_tag(tag: str) -> list[Piece]:
    """The pieces that a tag names."""
    words = (word.split("/") for word in tag.split()[1:])
    return [
        Piece(kind, None if owner == "-" else int(owner), int(count))  # type: ignore[arg-type]
        for kind, owner, count in words
    ]
