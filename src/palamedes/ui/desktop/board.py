"""The board on the screen: a canvas that shows what it is told and says what is clicked."""

import tkinter as tk
from collections.abc import Callable

from palamedes.core.board import Piece, Region
from palamedes.ui.desktop.animate import motions_between
from palamedes.ui.desktop.drawing.artist import Artist, height_of
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.themes import COUNTS, SEEDS, Theme
from palamedes.ui.desktop.motion import Motion
from palamedes.ui.desktop.style import family
from palamedes.ui.desktop.view import BoardView
from palamedes.ui.desktop.window_task import WindowTask
from palamedes.ui.session.scene import Stack

SETTLE_MS = 80  # after a change of size
DRAWN_MS = 8  # how often somebody looks whether a board is drawn
LAYERS = ("ground", "region", "button", "sign", "piece", "ghost", "count", "label")


class BoardCanvas(tk.Canvas):
    """Shows boards of one geometry after the other; `clicked` hears the names of spots."""

    def __init__(self, master: tk.Misc, theme: Theme, clicked: Callable[[str], None]) -> None:
        super().__init__(
            master, highlightthickness=0, borderwidth=0, width=420, height=420, takefocus=1
        )
        self.theme = theme
        self.kind = "disc"  # what winners' pieces look like over a region
        self._clicked = clicked
        self._view: BoardView | None = None
        self._artist: Artist | None = None
        self._ground: tk.PhotoImage | None = None
        self._drawing: tuple[Artist, WindowTask[bytes]] | None = None  # of the next picture
        self._stacks: dict[str, Stack] = {}  # as the items of the canvas show them
        self._signs: tuple[tuple[str, str], ...] = ()
        self._regions: tuple[Region, ...] | None = None
        self._buttons: dict[str, tuple[bool, bool]] = {}
        self._pending = ""  # the timer of a change of size
        self._motion: Motion | None = None
        self.bind("<Configure>", self._resized)
        self.bind("<Button-1>", self._press)

    # What is asked of it

    @property
    def layout(self) -> BoardLayout | None:
        return self._artist.layout if self._artist else None

    @property
    def _pen(self) -> Artist:
        """Who draws: there is one whenever anything is shown."""
        assert self._artist is not None
        return self._artist

    @property
    def view(self) -> BoardView | None:
        """What it was told to show last."""
        return self._view

    @property
    def is_ready(self) -> bool:
        """Whether it can be seen and nothing on it moves or is being drawn."""
        return self._artist is not None and self._motion is None and self._drawing is None

    def show(self, view: BoardView, animate: bool = False) -> None:
        """Show a board, at once or with pieces that move there."""
        before, self._view = self._view, view
        if before is None or before.board.geometry != view.board.geometry:
            self._clear()
            self.redraw()
            return
        if not self._artist:
            return  # it will be shown when the board is drawn
        self.finish()
        motions = motions_between(before.stacks, view.stacks, view.board.last)
        self._update(view)
        if animate and motions:
            self._motion = Motion(self, self._pen, motions, view.stacks, self.finish)

    def finish(self) -> None:
        """End what moves: everything is where it belongs."""
        if self._motion is not None:
            self._motion.end()
            self._motion = None

    def shown(self) -> dict[str, Stack]:
        """What the items on the canvas show, read back from them."""
        found: dict[str, list[Piece]] = {}
        for item in self.find_withtag("piece"):
            spot = self.gettags(item)[1].removeprefix("at ")
            found.setdefault(spot, []).extend(_read(self.gettags(item)[2]))
        return {spot: tuple(pieces) for spot, pieces in found.items()}

    def pictures(self) -> set[str]:
        """The names of all pictures that the items show."""
        options = (self.itemconfigure(item) or {} for item in self.find_all())
        return {str(each["image"][-1]) for each in options if "image" in each}

    def destroy(self) -> None:
        """Let go of all pictures here and now: only this thread may do it."""
        if self._pending:
            self.after_cancel(self._pending)
        self._clear()
        super().destroy()

    # Drawing

    def redraw(self) -> None:
        """Draw everything anew, at the size that there is. What was seen stays until then."""
        self._cancel_drawing()
        if self._view is None or self.winfo_width() < 20:
            return
        layout = BoardLayout(self._view.board.geometry, self.winfo_width(), self.winfo_height())
        artist, stacks = Artist(self, layout, self.theme), self._view.stacks
        task: WindowTask[bytes] = WindowTask(
            self, lambda _report: artist.prepare(stacks), self._drawn, poll_ms=DRAWN_MS
        )
        self._drawing = artist, task

    def _drawn(self, ground: bytes) -> None:
        """Show the new picture, with everything as it is by now."""
        assert self._drawing is not None
        assert self._view is not None
        artist, _task = self._drawing
        self._drawing = None
        self._clear()
        self._artist = artist
        self._ground = artist.ground(ground)
        self.create_image(0, 0, image=self._ground, anchor="nw", tags="ground")
        self._print_labels(artist.layout)
        self._update(self._view)

    def _clear(self) -> None:
        """Show nothing, and let go of all pictures."""
        self.finish()
        self._cancel_drawing()
        self.configure(background=self.theme.chrome.window)
        self.delete("all")
        self._stacks, self._signs, self._regions, self._buttons = {}, (), None, {}
        if self._artist is not None:
            self._artist.forget()
        self._artist = self._ground = None

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
                font=(family(self), size),
                tags="label",
            )

    def _update(self, view: BoardView) -> None:
        """Change the items that show something else now."""
        for spot in {*self._stacks, *view.stacks}:
            if self._stacks.get(spot, ()) != view.stacks.get(spot, ()):
                self._put(spot, view.stacks.get(spot, ()))
        if self._regions != view.regions:
            self._cover(view.regions)
        if self._signs != view.signs:
            self._point(view)
        self._press_buttons(view)
        for layer in LAYERS:
            self.tag_raise(layer)
        self._pen.tidy(self.pictures)

    def _put(self, spot: str, stack: Stack) -> None:
        """Show a stack on a spot in place of what was shown there."""
        self.delete(f"at {spot}")
        self._stacks.pop(spot, None)
        if not stack:
            return
        place = self._pen.layout.places[spot]
        for group, picture in self._pen.stack(stack, place):
            tags = ("piece", f"at {spot}", _written(group))
            self.create_image(place.x, height_of(group, place), image=picture, tags=tags)
        self._count(spot, stack, place)
        self._stacks[spot] = stack

    def _count(self, spot: str, stack: Stack, place: SpotPlace) -> None:
        """The number of each kind where there is more than one thing."""
        counted = [piece for piece in stack if piece.kind in SEEDS or piece.count > 1]
        size = -round(max(8.0, min(0.3 * place.half_height, 20.0)))
        for number, piece in enumerate(counted):
            shift = (number - (len(counted) - 1) / 2) * 0.48 * place.half_width
            self.create_text(
                place.x + shift,
                place.y + 0.6 * place.half_height,
                text=str(piece.count),
                fill=COUNTS.get(piece.kind, self.theme.palette.label),
                font=(family(self), size, "bold"),
                tags=("count", f"at {spot}"),
            )

    def _cover(self, regions: tuple[Region, ...]) -> None:
        self.delete("region")
        for region in regions:
            box = self._pen.layout.region(region)
            picture = self._pen.region(region, self.kind)
            self.create_image(box.left, box.top, image=picture, anchor="nw", tags="region")
        self._regions = regions

    def _point(self, view: BoardView) -> None:
        self.delete("sign")
        for kind, spot in view.signs:
            place = self._pen.layout.places[spot]
            if place.spot.kind == "button" and kind in ("touched", "open", "next"):
                continue
            picture = self._pen.halo(kind, place, bool(view.stacks.get(spot)))
            self.create_image(place.x, place.y, image=picture, tags=("sign", f"{kind} {spot}"))
        self._signs = view.signs

    def _press_buttons(self, view: BoardView) -> None:
        for place in self._pen.layout.places.values():
            name = place.spot.name
            state = (name in view.open, name in view.touched)
            if place.spot.kind == "button" and self._buttons.get(name) != state:
                self._draw_button(place, *state)
                self._buttons[name] = state

    def _draw_button(self, place: SpotPlace, lit: bool, chosen: bool) -> None:
        chrome, name = self.theme.chrome, place.spot.name
        self.delete(f"button {name}")
        tags = ("button", f"button {name}")
        self.create_image(
            place.x, place.y, image=self._pen.button(place, lit, chosen and not lit), tags=tags
        )
        self.create_text(
            place.x,
            place.y,
            text=name,
            fill=chrome.on_accent if lit or chosen else chrome.muted,
            font=(family(self), -round(max(10.0, min(0.62 * place.half_height, 24.0))), "bold"),
            tags=("label", f"button {name}"),
        )

    # Events

    def _resized(self, _event: "tk.Event[tk.Misc]") -> None:
        if self._pending:
            self.after_cancel(self._pending)
        self._pending = self.after(SETTLE_MS if self._artist else 1, self._settled)

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


def _written(stack: Stack) -> str:
    """Pieces as the tag of an item."""
    return "is " + " ".join(
        f"{piece.kind}/{'-' if piece.owner is None else piece.owner}/{piece.count}"
        for piece in stack
    )


def _read(tag: str) -> list[Piece]:
    """The pieces that a tag tells of."""
    words = (word.split("/") for word in tag.split()[1:])
    return [
        Piece(kind, None if owner == "-" else int(owner), int(count))  # type: ignore[arg-type]
        for kind, owner, count in words
    ]
