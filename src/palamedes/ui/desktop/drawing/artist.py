"""Pictures for Tk, drawn once for each size and theme and then kept."""

import tkinter as tk
from collections.abc import Callable, Hashable

from palamedes.core.board import Piece, Region
from palamedes.ui.desktop.drawing.ground import draw_ground
from palamedes.ui.desktop.drawing.halos import draw_halo, draw_region
from palamedes.ui.desktop.drawing.layout import Layout, Place
from palamedes.ui.desktop.drawing.pixels import Sheet
from palamedes.ui.desktop.drawing.sprites import draw_button, draw_piece, draw_pile
from palamedes.ui.desktop.drawing.themes import SEEDS, Theme

MOST_KEPT = 600  # pictures of piles: there are very many of them
Stack = tuple[Piece, ...]


class Artist:
    """Draws what one board needs at one size in one theme."""

    def __init__(self, master: tk.Misc, layout: Layout, theme: Theme) -> None:
        self.master, self.layout, self.theme = master, layout, theme
        self._sheets: dict[Hashable, Sheet] = {}
        self._pictures: dict[Hashable, tk.PhotoImage] = {}

    def ground(self) -> tk.PhotoImage:
        """The empty board."""
        sheet = draw_ground(self.layout, self.theme)
        return tk.PhotoImage(master=self.master, data=sheet.ppm(), format="PPM")

    def stack(
        self, pieces: Stack, place: Place, opacity: float = 1.0
    ) -> list[tuple[Stack, tk.PhotoImage]]:
        """What stands on a spot, with pictures: seeds in one pile, others each for itself."""
        seeds = tuple(piece for piece in pieces if piece.kind in SEEDS)
        drawn: list[tuple[Stack, tk.PhotoImage]] = [
            ((piece,), self._piece(piece, place, opacity))
            for piece in pieces
            if piece.kind not in SEEDS
        ]
        return [*drawn, (seeds, self._pile(seeds, place, opacity))] if seeds else drawn

    def _piece(self, piece: Piece, place: Place, opacity: float) -> tk.PhotoImage:
        key = (piece.kind, piece.owner, round(place.half_height))
        return self._picture(
            key,
            lambda: draw_piece(piece, self.theme, self.layout.radius, place.half_height),
            opacity,
        )

    def _pile(self, seeds: Stack, place: Place, opacity: float) -> tk.PhotoImage:
        high = 0.62 * place.half_height  # their numbers stand below
        return self._picture(
            (seeds, place.spot.name),
            lambda: draw_pile(
                seeds, self.theme.pieces, 0.84 * place.half_width, high, place.spot.name
            ),
            opacity,
        )

    def halo(self, kind: str, place: Place, taken: bool) -> tk.PhotoImage:
        """A sign at a spot."""
        key = (kind, taken, place.spot.kind, round(place.half_width), round(place.half_height))
        return self._picture(
            key, lambda: draw_halo(kind, self.layout, place, self.theme, taken), 1.0
        )

    def region(self, region: Region, kind: str) -> tk.PhotoImage:
        """A sign over a part of the board; `kind` is what the winner plays with."""
        box = self.layout.region(region)
        key = (region.kind, region.owner, kind, round(box.right - box.left), round(box.bottom))
        return self._picture(key, lambda: draw_region(region, box, self.theme, kind), 1.0)

    def button(self, place: Place, lit: bool, chosen: bool) -> tk.PhotoImage:
        key = ("button", lit, chosen, round(place.half_width), round(place.half_height))
        return self._picture(
            key,
            lambda: draw_button(place.half_width, place.half_height, self.theme, lit, chosen),
            1.0,
        )

    def _picture(self, key: Hashable, draw: Callable[[], Sheet], opacity: float) -> tk.PhotoImage:
        full = (key, round(opacity, 2))
        if full not in self._pictures:
            self._forget_some()
            if key not in self._sheets:
                self._sheets[key] = draw()
            data = self._sheets[key].png(opacity)
            self._pictures[full] = tk.PhotoImage(master=self.master, data=data, format="PNG")
        return self._pictures[full]

    def forget(self) -> None:
        """Let go of all pictures."""
        self._pictures.clear()
        self._sheets.clear()

    def _forget_some(self) -> None:
        """Let the oldest half go; Tk keeps those that are shown as long as the canvas does."""
        if len(self._pictures) > MOST_KEPT:
            for kept in (self._pictures, self._sheets):
                for key in list(kept)[: len(kept) // 2]:
                    del kept[key]


def height_of(stack: Stack, place: Place) -> float:
    """Where the middle of a stack is: seeds leave room for their numbers below them."""
    return place.y - (0.2 * place.half_height if stack[0].kind in SEEDS else 0.0)
