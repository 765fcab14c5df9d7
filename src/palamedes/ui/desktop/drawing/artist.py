"""Pictures for Tk, drawn once for each size and theme and then kept."""

import tkinter as tk
from collections.abc import Callable, Collection, Hashable, Mapping
from functools import partial

from palamedes.core.board import Region
from palamedes.ui.desktop.drawing.empty_board import draw_ground
from palamedes.ui.desktop.drawing.highlights import draw_halo, draw_region
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.pixels import Sheet
from palamedes.ui.desktop.drawing.sprites import draw_button, draw_piece, draw_pile
from palamedes.ui.desktop.drawing.themes import SEEDS, Theme
from palamedes.ui.session.scene import Stack

Drawing = Callable[[], Sheet]
MOST_KEPT = 400  # pictures: there are very many different piles


class Artist:
    """Draws what one board needs at one size in one theme."""

    def __init__(self, master: tk.Misc, layout: BoardLayout, theme: Theme) -> None:
        self.master, self.layout, self.theme = master, layout, theme
        self._sheets: dict[Hashable, Sheet] = {}
        self._pictures: dict[Hashable, tk.PhotoImage] = {}

    def prepare(self, stacks: Mapping[str, Stack]) -> bytes:
        """Draw the empty board, which is returned, and what stands on it; any thread may do so."""
        for spot, stack in stacks.items():
            for _group, key, draw in self._parts(stack, self.layout.places[spot]):
                self._sheet(key, draw)
        return draw_ground(self.layout, self.theme).ppm()

    def ground(self, prepared: bytes) -> tk.PhotoImage:
        """The empty board."""
        return tk.PhotoImage(master=self.master, data=prepared, format="PPM")

    def stack(
        self, pieces: Stack, place: SpotPlace, opacity: float = 1.0
    ) -> list[tuple[Stack, tk.PhotoImage]]:
        """What stands on a spot, with pictures: seeds in one pile, others each for itself.

        Tk shows a picture only as long as somebody keeps it. Those that are not quite solid are
        kept by whoever asks for them.
        """
        parts = self._parts(pieces, place)
        return [(group, self._picture(key, draw, opacity)) for group, key, draw in parts]

    def _parts(self, pieces: Stack, place: SpotPlace) -> list[tuple[Stack, Hashable, Drawing]]:
        """What is drawn for a stack: the pieces, a key for the picture, and how it is drawn."""
        seeds = tuple(piece for piece in pieces if piece.kind in SEEDS)
        parts: list[tuple[Stack, Hashable, Drawing]] = [
            (
                (piece,),
                (piece.kind, piece.owner, round(place.half_height)),
                partial(draw_piece, piece, self.theme, self.layout.radius, place.half_height),
            )
            for piece in pieces
            if piece.kind not in SEEDS
        ]
        if seeds:
            size = 0.84 * place.half_width, 0.62 * place.half_height  # their numbers stand below
            name = place.spot.name
            pile = partial(draw_pile, seeds, self.theme.pieces, *size, name)
            parts.append((seeds, (seeds, name), pile))
        return parts

    def halo(self, kind: str, place: SpotPlace, taken: bool) -> tk.PhotoImage:
        """A sign at a spot."""
        key = (kind, taken, place.spot.kind, round(place.half_width), round(place.half_height))
        return self._picture(key, lambda: draw_halo(kind, self.layout, place, self.theme, taken))

    def region(self, region: Region, kind: str) -> tk.PhotoImage:
        """A sign over a part of the board; `kind` is what the winner plays with."""
        box = self.layout.region(region)
        key = (region.kind, region.owner, kind, round(box.right - box.left), round(box.bottom))
        return self._picture(key, lambda: draw_region(region, box, self.theme, kind))

    def button(self, place: SpotPlace, lit: bool, chosen: bool) -> tk.PhotoImage:
        key = ("button", lit, chosen, round(place.half_width), round(place.half_height))
        return self._picture(
            key,
            lambda: draw_button(place.half_width, place.half_height, self.theme, lit, chosen),
        )

    def _sheet(self, key: Hashable, draw: Drawing) -> Sheet:
        if key not in self._sheets:
            self._sheets[key] = draw()
        return self._sheets[key]

    def _picture(self, key: Hashable, draw: Drawing, opacity: float = 1.0) -> tk.PhotoImage:
        if opacity == 1 and key in self._pictures:
            return self._pictures[key]
        data = self._sheet(key, draw).png(opacity)
        picture = tk.PhotoImage(master=self.master, data=data, format="PNG")
        if opacity == 1:
            self._pictures[key] = picture
        return picture

    def tidy(self, names_shown: Callable[[], Collection[str]]) -> None:
        """Where there are very many pictures, keep those alone that are shown."""
        if max(len(self._pictures), len(self._sheets)) > MOST_KEPT:
            shown = names_shown()
            self._pictures = {
                key: picture for key, picture in self._pictures.items() if str(picture) in shown
            }
            self._sheets = {
                key: sheet for key, sheet in self._sheets.items() if key in self._pictures
            }

    def forget(self) -> None:
        """Let go of all pictures."""
        self._pictures.clear()
        self._sheets.clear()


def height_of(stack: Stack, place: SpotPlace) -> float:
    """Where the middle of a stack is: seeds leave room for their numbers below them."""
    return place.y - (0.2 * place.half_height if stack[0].kind in SEEDS else 0.0)
