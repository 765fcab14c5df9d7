"""Pieces on their way over the canvas."""

import tkinter as tk
from collections.abc import Callable, Mapping
from time import monotonic

from palamedes.ui.desktop.animate import SECONDS, Motions, eased, opacity
from palamedes.ui.desktop.drawing.artist import Artist, height_of
from palamedes.ui.session.scene import Stack

FRAME_MS = 12


class Motion:
    """Pieces on their way: the items of the canvas, each from where it begins to where it ends."""

    def __init__(
        self,
        canvas: tk.Canvas,
        artist: Artist,
        motions: Motions,
        after: Mapping[str, Stack],
        arrived: Callable[[], None],
    ) -> None:
        """Begin; `after` is what stands where at the end, and the canvas shows that already.

        `arrived` is called at the end and is to call `end`.
        """
        self._canvas, self._artist, self._after = canvas, artist, after
        self._motions, self._arrived = motions, arrived
        self._began = monotonic()
        self._faded: dict[int, tk.PhotoImage] = {}  # Tk does not keep what it shows
        self._shares: dict[str, float] = {}  # how solid a spot is
        self._ghosts = [self._ghost(spot, stack) for spot, stack in motions.departures]
        self._homes = {
            item: canvas.coords(item)
            for _origin, target in motions.slides
            for item in canvas.find_withtag(f"at {target}")
        }
        for _origin, target in motions.slides:
            canvas.tag_raise(f"at {target}")
        self._timer = ""
        self._tick()

    def _ghost(self, spot: str, stack: Stack) -> tuple[str, Stack, list[int]]:
        place = self._artist.layout.places[spot]
        items = []
        for group, picture in self._artist.stack(stack, place):
            item = self._canvas.create_image(
                place.x, height_of(group, place), image=picture, tags="ghost"
            )
            items.append(item)
        return spot, stack, items

    def _tick(self) -> None:
        share = (monotonic() - self._began) / SECONDS
        if share >= 1:
            self._arrived()
            return
        self._timer = self._canvas.after(FRAME_MS, self._tick)
        self._place(share)

    def _place(self, share: float) -> None:
        """Show everything at one moment of the motion."""
        places, way = self._artist.layout.places, eased(share)
        for origin, target in self._motions.slides:
            start, end = places[origin], places[target]
            dx, dy = (start.x - end.x) * (1 - way), (start.y - end.y) * (1 - way)
            for item in self._canvas.find_withtag(f"at {target}"):
                x, y = self._homes[item]
                self._canvas.coords(item, x + dx, y + dy)
        for spot in self._motions.arrivals:
            self._fade(self._items(spot), spot, self._after[spot], 0.2 + 0.8 * way)
        for spot, stack, items in self._ghosts:
            self._fade(items, spot, stack, 1 - way)

    def _fade(self, items: list[int], spot: str, stack: Stack, share: float) -> None:
        """Let a stack be as solid as that; there are few degrees, so that few pictures are made."""
        degree = opacity(share)
        if self._shares.get(spot) == degree:
            return
        self._shares[spot] = degree
        pictures = self._artist.stack(stack, self._artist.layout.places[spot], degree)
        for item, (_group, picture) in zip(items, pictures, strict=True):
            self._canvas.itemconfigure(item, image=picture)
            self._faded[item] = picture

    def _items(self, spot: str) -> list[int]:
        wanted = set(self._canvas.find_withtag(f"at {spot}"))
        return [item for item in self._canvas.find_withtag("piece") if item in wanted]

    def end(self) -> None:
        """Put everything where it belongs."""
        self._canvas.after_cancel(self._timer)
        self._canvas.delete("ghost")
        for item, home in self._homes.items():
            self._canvas.coords(item, *home)
        for spot in self._motions.arrivals:
            self._fade(self._items(spot), spot, self._after[spot], 1.0)
