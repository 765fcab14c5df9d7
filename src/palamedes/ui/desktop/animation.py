"""Animates the pieces of a move on the canvas."""

import tkinter as tk
from collections.abc import Callable, Mapping
from time import monotonic

from palamedes.core.board import Stack
from palamedes.ui.desktop.board_changes import BoardChanges
from palamedes.ui.desktop.drawing.picture_cache import PictureCache, height_of

FRAME_MS = 12
SECONDS = 0.18  # for one move
OPACITIES = 5  # different ones, so that few pictures have to be made


class Animation:
    """Moves and fades the items of the canvas from the board before to the board after a move."""

    def __init__(
        self,
        canvas: tk.Canvas,
        pictures: PictureCache,
        changes: BoardChanges,
        after: Mapping[str, Stack],
        finished: Callable[[], None],
    ) -> None:
        """Start. The canvas already shows `after`, the stacks at the end.

        `finished` is called when the time is over, and must call `end`.
        """
        self._canvas, self._pictures, self._after = canvas, pictures, after
        self._changes, self._finished = changes, finished
        self._began = monotonic()
        self._faded: dict[int, tk.PhotoImage] = {}  # Tk holds no reference to the images it shows
        self._opacities: dict[str, float] = {}  # of the stack on each spot
        self._leaving = [self._draw_leaving(*departure) for departure in changes.departures]
        self._homes = {
            item: canvas.coords(item)
            for _origin, target in changes.slides
            for item in canvas.find_withtag(f"at {target}")
        }
        for _origin, target in changes.slides:
            canvas.tag_raise(f"at {target}")
        self._timer = ""
        self._tick()

    def _draw_leaving(self, spot: str, stack: Stack) -> tuple[str, Stack, list[int]]:
        """Draw a stack that is no longer on the board, to fade it out."""
        place = self._pictures.layout.places[spot]
        items = []
        for group, picture in self._pictures.stack(stack, place):
            item = self._canvas.create_image(
                place.x, height_of(group, place), image=picture, tags="leaving"
            )
            items.append(item)
        return spot, stack, items

    def _tick(self) -> None:
        share = (monotonic() - self._began) / SECONDS
        if share >= 1:
            self._finished()
            return
        self._timer = self._canvas.after(FRAME_MS, self._tick)
        self._place(share)

    def _place(self, share: float) -> None:
        """Show the moment after this share of the time."""
        places, progress = self._pictures.layout.places, eased(share)
        for origin, target in self._changes.slides:
            start, end = places[origin], places[target]
            dx, dy = (start.x - end.x) * (1 - progress), (start.y - end.y) * (1 - progress)
            for item in self._canvas.find_withtag(f"at {target}"):
                x, y = self._homes[item]
                self._canvas.coords(item, x + dx, y + dy)
        for spot in self._changes.arrivals:
            self._fade(self._items(spot), spot, self._after[spot], 0.2 + 0.8 * progress)
        for spot, stack, items in self._leaving:
            self._fade(items, spot, stack, 1 - progress)

    def _fade(self, items: list[int], spot: str, stack: Stack, opacity: float) -> None:
        """Show a stack with about this opacity."""
        opacity = round(opacity * OPACITIES) / OPACITIES
        if self._opacities.get(spot) == opacity:
            return
        self._opacities[spot] = opacity
        pictures = self._pictures.stack(stack, self._pictures.layout.places[spot], opacity)
        for item, (_group, picture) in zip(items, pictures, strict=True):
            self._canvas.itemconfigure(item, image=picture)
            self._faded[item] = picture

    def _items(self, spot: str) -> list[int]:
        wanted = set(self._canvas.find_withtag(f"at {spot}"))
        return [item for item in self._canvas.find_withtag("piece") if item in wanted]

    def end(self) -> None:
        """Put every piece at its place, fully opaque."""
        self._canvas.after_cancel(self._timer)
        self._canvas.delete("leaving")
        for item, home in self._homes.items():
            self._canvas.coords(item, *home)
        for spot in self._changes.arrivals:
            self._fade(self._items(spot), spot, self._after[spot], 1.0)


def eased(share: float) -> float:
    """Progress after a share of the time, slow at the start and at the end."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)
