"""Tk images of boards and pieces, drawn once for each size and theme."""

import tkinter as tk
from collections.abc import Callable, Collection, Hashable, Mapping
from functools import partial

from palamedes.core.board import Region, Stack
from palamedes.ui.desktop.drawing.empty_board import draw_empty_board
from palamedes.ui.desktop.drawing.highlights import draw_highlight, draw_region
from palamedes.ui.desktop.drawing.layout import BoardLayout, SpotPlace
from palamedes.ui.desktop.drawing.pixels import PixelImage
from palamedes.ui.desktop.drawing.sprites import draw_button, draw_piece, draw_pile
from palamedes.ui.desktop.drawing.themes import SEEDS, Theme

Drawing = Callable[[], PixelImage]
MOST_KEPT = 400  # images; the number of different piles of seeds has no limit


class PictureCache:
    """The images for one board at one size in one theme, drawn when they are first needed."""

    def __init__(self, master: tk.Misc, layout: BoardLayout, theme: Theme) -> None:
        self.master, self.layout, self.theme = master, layout, theme
        self._images: dict[Hashable, PixelImage] = {}
        self._photos: dict[Hashable, tk.PhotoImage] = {}

    def prepare(self, stacks: Mapping[str, Stack]) -> bytes:
        """Draw the pieces, and return the empty board as PPM; any thread may call this."""
        for spot, stack in stacks.items():
            for _group, key, draw in self._parts(stack, self.layout.places[spot]):
                self._image(key, draw)
        return draw_empty_board(self.layout, self.theme).ppm()

    def empty_board(self, prepared: bytes) -> tk.PhotoImage:
        """The empty board as a Tk image, from what `prepare` has returned."""
        return tk.PhotoImage(master=self.master, data=prepared, format="PPM")

    def stack(
        self, pieces: Stack, place: SpotPlace, opacity: float = 1.0
    ) -> list[tuple[Stack, tk.PhotoImage]]:
        """The groups of pieces on a spot and their images: all seeds in one pile, others apart.

        Tk shows an image only while Python holds a reference to it. The caller must hold those of
        less than full opacity, which are not cached.
        """
        parts = self._parts(pieces, place)
        return [(group, self._photo(key, draw, opacity)) for group, key, draw in parts]

    def _parts(self, pieces: Stack, place: SpotPlace) -> list[tuple[Stack, Hashable, Drawing]]:
        """The parts of a stack: pieces, the key of their image, a function that draws it."""
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
            size = (
                0.84 * place.half_width,
                0.62 * place.half_height,
            )  # their numbers are written below
            name = place.spot.name
            pile = partial(draw_pile, seeds, self.theme.pieces, *size, name)
            parts.append((seeds, (seeds, name), pile))
        return parts

    def highlight(self, kind: str, place: SpotPlace, taken: bool) -> tk.PhotoImage:
        """A highlight of a spot."""
        key = (kind, taken, place.spot.kind, round(place.half_width), round(place.half_height))
        return self._photo(key, lambda: draw_highlight(kind, self.layout, place, self.theme, taken))

    def region(self, region: Region, kind: str) -> tk.PhotoImage:
        """The cover of a region; `kind` is the kind of the winner's pieces."""
        box = self.layout.region(region)
        key = (region.kind, region.owner, kind, round(box.right - box.left), round(box.bottom))
        return self._photo(key, lambda: draw_region(region, box, self.theme, kind))

    def button(self, place: SpotPlace, lit: bool, chosen: bool) -> tk.PhotoImage:
        size, face = (place.half_width, place.half_height), place.spot.face
        key = ("button", lit, chosen, face, *map(round, size))
        return self._photo(key, lambda: draw_button(*size, self.theme, lit, chosen, face))

    def _image(self, key: Hashable, draw: Drawing) -> PixelImage:
        if key not in self._images:
            self._images[key] = draw()
        return self._images[key]

    def _photo(self, key: Hashable, draw: Drawing, opacity: float = 1.0) -> tk.PhotoImage:
        if opacity == 1 and key in self._photos:
            return self._photos[key]
        data = self._image(key, draw).png(opacity)
        photo = tk.PhotoImage(master=self.master, data=data, format="PNG")
        if opacity == 1:
            self._photos[key] = photo
        return photo

    def tidy(self, names_shown: Callable[[], Collection[str]]) -> None:
        """If there are more than MOST_KEPT images, drop those that are not shown."""
        if max(len(self._photos), len(self._images)) > MOST_KEPT:
            shown = names_shown()
            self._photos = {
                key: photo for key, photo in self._photos.items() if str(photo) in shown
            }
            self._images = {
                key: image for key, image in self._images.items() if key in self._photos
            }

    def clear(self) -> None:
        """Release all images."""
        self._photos.clear()
        self._images.clear()


def height_of(stack: Stack, place: SpotPlace) -> float:
    """The y coordinate of the middle of a stack; seeds leave room for their numbers below."""
    return place.y - (0.2 * place.half_height if stack[0].kind in SEEDS else 0.0)
