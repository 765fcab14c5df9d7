"""Pieces on their way over the canvas."""

from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING

from palamedes.ui.desktop.animate import SECONDS, Motions, eased, opacity
from palamedes.ui.desktop.drawing.artist import Artist, Stack, height_of

if TYPE_CHECKING:
    from palamedes.ui.desktop.board import BoardCanvas

FRAME_MS = 12


class Motion:
    """Pieces on their way: the items of the canvas, each from where it begins to where it ends."""

    def __init__(
        self, canvas: "BoardCanvas", artist: Artist, motions: Motions, after: Mapping[str, Stack]
    ) -> None:
        """Begin; `after` is what stands where at the end, and the canvas shows that already."""
        self._canvas, self._artist, self._after = canvas, artist, after
        self._motions = motions
        self._began = monotonic()
        self._ghosts = [self._ghost(spot, stack) for spot, stack in motions.departures]
        for _origin, target in motions.slides:
            canvas.tag_raise(f"at {target}")
        self._timer = ""
        self._tick()

    def _ghost(self, spot: str, stack: Stack) -> tuple[str, Stack, list[int]]:
        place = self._artist.layout.places[spot]
        items = [
            self._canvas.create_image(place.x, height_of(group, place), image=picture, tags="ghost")
            for group, picture in self._artist.stack(stack, place)
        ]
        return spot, stack, items

    def _tick(self) -> None:
        share = (monotonic() - self._began) / SECONDS
        if share >= 1:
            self._canvas.finish()
            return
        self._timer = self._canvas.after(FRAME_MS, self._tick)
        self._place(share)

    def _place(self, share: float) -> None:
        """Show everything at one moment of the motion."""
        places, way = self._artist.layout.places, eased(share)
        for origin, target in self._motions.slides:
            start, end = places[origin], places[target]
            x, y = start.x + (end.x - start.x) * way, start.y + (end.y - start.y) * way
            for item in self._canvas.find_withtag(f"at {target}"):
                self._canvas.coords(item, x, y)
        for spot in self._motions.arrivals:
            self._fade(self._items(spot), spot, self._after[spot], 0.2 + 0.8 * way)
        for spot, stack, items in self._ghosts:
            self._fade(items, spot, stack, 1 - way)

    def _fade(self, items: list[int], spot: str, stack: Stack, share: float) -> None:
        pictures = self._artist.stack(stack, self._artist.layout.places[spot], opacity(share))
        for item, (_group, picture) in zip(items, pictures, strict=True):
            self._canvas.itemconfigure(item, image=picture)

    def _items(self, spot: str) -> list[int]:
        wanted = set(self._canvas.find_withtag(f"at {spot}"))
        return [item for item in self._canvas.find_withtag("piece") if item in wanted]

    def end(self) -> None:
        """Put everything where it belongs."""
        self._canvas.after_cancel(self._timer)
        self._canvas.delete("ghost")
        places = self._artist.layout.places
        for _origin, target in self._motions.slides:
            for item in self._canvas.find_withtag(f"at {target}"):
                self._canvas.coords(item, places[target].x, places[target].y)
        for spot in self._motions.arrivals:
            self._fade(self._items(spot), spot, self._after[spot], 1.0)
