"""Themes of the window: palettes of the board, light and dark chrome, piece sets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from palamedes.core.language import N_

PieceSet = Literal["stones", "flat"]


@dataclass(frozen=True)
class Chrome:
    """The colours of the window around the board. Text is written on `window`, `panel`, `field`."""

    window: str
    panel: str
    field: str  # lists and entries
    border: str
    text: str
    muted: str  # of less important text
    accent: str  # of what is selected
    on_accent: str  # text on the accent
    warning: str  # messages about errors


@dataclass(frozen=True)
class Palette:
    """The colours of a board. The title is for `_`."""

    title: str
    frame: str
    field: str
    second_field: str  # of every other square
    line: str
    label: str  # text on the frame
    pit: str
    discs: tuple[str, str]  # of both players
    marks: tuple[str, str]
    touched: str
    hint: str
    last: str
    lit: str
    light: Chrome
    dark: Chrome
    grain: float = 0.0  # how much the frame and the field look like wood
    patterned: bool = False  # whether discs also differ by a pattern, not only by colour

    def chrome(self, dark: bool) -> Chrome:
        return self.dark if dark else self.light


SEEDS: Mapping[str, str] = {"red": "#cf3030", "blue": "#2a62cc", "clear": "#e4eef2"}
COUNTS: Mapping[str, str] = {"red": "#ff9d92", "blue": "#9cc4ff", "clear": "#ffffff"}
STICK, HEAD = "#e8c88e", "#b5382a"

LIGHT = Chrome(
    window="#f3efe8",
    panel="#fbf9f5",
    field="#ffffff",
    border="#d5ccbf",
    text="#2a241d",
    muted="#675c50",
    accent="#8a5a2b",
    on_accent="#ffffff",
    warning="#a8201a",
)
DARK = Chrome(
    window="#211d19",
    panel="#2b2621",
    field="#332d27",
    border="#4a4239",
    text="#efe8de",
    muted="#b8ac9d",
    accent="#d9a05b",
    on_accent="#211d19",
    warning="#ff9a8a",
)

PALETTES: Mapping[str, Palette] = {
    "walnut": Palette(
        N_("Walnut"),
        frame="#5a3a22",
        field="#dcb988",
        second_field="#d2ab77",
        line="#54341b",
        label="#ead6b8",
        pit="#4a2d18",
        discs=("#f4ead4", "#33251e"),
        marks=("#93291c", "#1d4d7a"),
        touched="#17806f",
        hint="#f4b400",
        last="#e0662b",
        lit="#ffe9a8",
        light=LIGHT,
        dark=DARK,
        grain=0.055,
    ),
    "slate": Palette(
        N_("Slate"),
        frame="#38434d",
        field="#a7b4bd",
        second_field="#9caab4",
        line="#2f3a43",
        label="#dbe3e9",
        pit="#28323a",
        discs=("#f7f5ef", "#a52c36"),
        marks=("#9a1f2c", "#1b3f6b"),
        touched="#0d6ca8",
        hint="#ffcf3f",
        last="#e58a1f",
        lit="#f3f7d0",
        light=replace(
            LIGHT,
            window="#eceff1",
            panel="#f7f9fa",
            border="#c6cfd6",
            text="#1e272e",
            muted="#54616b",
            accent="#37627f",
        ),
        dark=replace(
            DARK,
            window="#191e22",
            panel="#222a30",
            field="#2a333a",
            border="#3e4a53",
            text="#e8eef2",
            muted="#a5b4bf",
            accent="#7fb4d6",
            on_accent="#14191d",
        ),
        grain=0.012,
    ),
    "meadow": Palette(
        N_("Meadow"),
        frame="#2f5a41",
        field="#c3dcae",
        second_field="#b6d29f",
        line="#2c5a3c",
        label="#dff0d4",
        pit="#274a35",
        discs=("#fff7df", "#6a2c57"),
        marks=("#8f2560", "#1c5a54"),
        touched="#2563b0",
        hint="#ffc400",
        last="#d9731a",
        lit="#fdf6b8",
        light=replace(
            LIGHT,
            window="#eef3ea",
            panel="#f8fbf5",
            border="#c8d6be",
            text="#1f2a20",
            muted="#546353",
            accent="#2f6b45",
        ),
        dark=replace(
            DARK,
            window="#18201a",
            panel="#212b23",
            field="#29352b",
            border="#3c4b3f",
            text="#e8f0e6",
            muted="#a9baa9",
            accent="#8fc79a",
            on_accent="#141b15",
        ),
        grain=0.02,
    ),
    "sea": Palette(
        N_("Sea"),
        frame="#123f57",
        field="#b9dde2",
        second_field="#aad2d9",
        line="#134a63",
        label="#d3eef2",
        pit="#0f3548",
        discs=("#ff8a65", "#173a63"),
        marks=("#b93a16", "#123f73"),
        touched="#6a36a8",
        hint="#ffd23f",
        last="#e2603a",
        lit="#f6fbd2",
        light=replace(
            LIGHT,
            window="#e9f2f4",
            panel="#f5fafb",
            border="#bcd3d8",
            text="#12262f",
            muted="#4a616a",
            accent="#14627f",
        ),
        dark=replace(
            DARK,
            window="#0f1c22",
            panel="#16272f",
            field="#1d323b",
            border="#2f4a55",
            text="#e4f1f4",
            muted="#9db7c0",
            accent="#6cc0d6",
            on_accent="#0d171c",
        ),
        grain=0.015,
    ),
    "contrast": Palette(
        N_("Blue and orange (for colour-blind players)"),
        frame="#3c3c40",
        field="#ecebe6",
        second_field="#e0dfda",
        line="#3c3c40",
        label="#f2f2f2",
        pit="#303034",
        discs=("#f5a623", "#123e86"),
        marks=("#b55a00", "#123e86"),
        touched="#008f6b",
        hint="#8e5bd0",
        last="#7a7a7a",
        lit="#fff3a6",
        light=replace(
            LIGHT,
            window="#f2f2f0",
            panel="#fbfbfa",
            border="#cfcfca",
            text="#17171a",
            muted="#55555c",
            accent="#123e86",
        ),
        dark=replace(
            DARK,
            window="#17171a",
            panel="#212125",
            field="#2a2a2f",
            border="#45454c",
            text="#f2f2f2",
            muted="#b4b4bb",
            accent="#f5a623",
            on_accent="#17171a",
        ),
        patterned=True,
    ),
}
PIECE_SETS: Mapping[PieceSet, str] = {"stones": N_("Stones"), "flat": N_("Flat")}
DEFAULT_PALETTE = "walnut"


@dataclass(frozen=True)
class Theme:
    """A palette, a piece set, and light or dark."""

    palette: Palette
    pieces: PieceSet
    dark: bool

    @property
    def chrome(self) -> Chrome:
        return self.palette.chrome(self.dark)


def theme_of(palette: str, pieces: str, dark: bool) -> Theme:
    """The theme with these names; the default for unknown ones."""
    known: PieceSet = "flat" if pieces == "flat" else "stones"
    return Theme(PALETTES.get(palette, PALETTES[DEFAULT_PALETTE]), known, dark)
