"""Drawing in the desktop window: shapes, themes, layouts, animations."""

import struct
import zlib

import numpy as np
import pytest

from palamedes.core.board import Piece
from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from palamedes.ui.desktop.board_changes import changes_between
from palamedes.ui.desktop.drawing.empty_board import draw_empty_board
from palamedes.ui.desktop.drawing.layout import BoardLayout
from palamedes.ui.desktop.drawing.pixels import (
    Box,
    Disc,
    PixelImage,
    Ring,
    Stroke,
    hex_text,
    mix,
    rgb,
)
from palamedes.ui.desktop.drawing.plot import draw_plot, points_of
from palamedes.ui.desktop.drawing.sprites import draw_piece, draw_pile
from palamedes.ui.desktop.drawing.themes import COUNTS, PALETTES, PIECE_SETS, SEEDS, theme_of
from palamedes.ui.desktop.view import piece_kinds

RED = (1.0, 0.0, 0.0)
NAMES = [family.name for family in GAMES]


def area(shape, size=64):
    image = PixelImage(size, size)
    image.paint(shape, RED)
    return float(image.pixels[..., 3].sum())


# Shapes


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Disc(32, 32, 20), np.pi * 400),
        (Ring(32, 32, 20, 4), 2 * np.pi * 20 * 4),
        (Box(10, 20, 50, 40), 800),
        (Box(10, 20, 50, 40, 10), 800 - (4 - np.pi) * 100),
        (Stroke(10, 32, 50, 32, 6), 40 * 6 + np.pi * 9),
        (Stroke(10, 10, 50, 40, 6), 50 * 6 + np.pi * 9),
    ],
)
def test_a_shape_covers_its_area(shape, expected):
    assert area(shape) == pytest.approx(expected, rel=0.02)


def test_edges_are_smooth_and_only_edges():
    image = PixelImage(64, 64)
    image.paint(Disc(32, 32, 20), RED)
    cover = image.pixels[..., 3]
    assert cover[32, 32] == 1
    assert cover[0, 0] == 0
    between = np.count_nonzero((cover > 0) & (cover < 1))
    assert 60 < between < 260


def test_what_is_outside_the_sheet_is_left_out():
    image = PixelImage(10, 10)
    image.paint(Disc(-50, 5, 10), RED)
    image.paint(Disc(0, 0, 4), RED)
    assert image.pixels[0, 0, 3] == 1
    assert image.pixels[9, 9, 3] == 0


def test_a_transparent_colour_over_another_mixes():
    image = PixelImage(4, 4)
    image.paint(Box(-2, -2, 8, 8), RED)
    image.paint(Box(-2, -2, 8, 8), (0.0, 0.0, 1.0), 0.25)
    assert image.pixels[2, 2].tolist() == pytest.approx([0.75, 0, 0.25, 1])


def test_a_picture_holds_the_pixels():
    image = PixelImage(3, 2)
    image.paint(Box(-2, -2, 8, 8), RED)
    data = image.png(0.5)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    start = data.index(b"IDAT") + 4
    (length,) = struct.unpack(">I", data[start - 8 : start - 4])
    rows = zlib.decompress(data[start : start + length])
    assert rows == (b"\0" + bytes([255, 0, 0, 128]) * 3) * 2
    assert image.ppm() == b"P6 3 2 255\n" + bytes([255, 0, 0]) * 6


def test_colours_are_read_and_written():
    assert hex_text(rgb("#12ab9f")) == "#12ab9f"
    assert hex_text(mix(rgb("#000000"), rgb("#ffffff"), 0.5)) == "#808080"


# Themes


def luminance(text):
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(text)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("dark", [False, True])
def test_all_text_can_be_read(name, dark):
    palette = PALETTES[name]
    chrome = palette.chrome(dark)
    for ground in (chrome.window, chrome.panel, chrome.field):
        for text in (chrome.text, chrome.muted, chrome.warning):
            assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(chrome.on_accent, chrome.accent) >= 4.5
    assert contrast(palette.label, palette.frame) >= 4.5
    for count in COUNTS.values():
        assert contrast(count, palette.pit) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
def test_the_pieces_of_both_players_differ_and_are_seen(name):
    palette = PALETTES[name]
    assert contrast(*palette.discs) >= 2
    for mark in palette.marks:
        assert contrast(mark, palette.field) >= 3


def test_there_are_enough_themes():
    assert len(PALETTES) >= 4
    assert len(PIECE_SETS) >= 2
    assert any(palette.patterned for palette in PALETTES.values())


def simulated(text, blindness):
    """A colour as red-blind or green-blind people see it, by a common linear estimate."""
    matrix = {
        "red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        "green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    }[blindness]
    return np.array(matrix) @ np.array(rgb(text))


@pytest.mark.parametrize("blindness", ["red", "green"])
def test_the_safe_palette_is_safe(blindness):
    palette = PALETTES["contrast"]
    assert contrast(*palette.discs) >= 4
    for pair in (palette.discs, palette.marks):
        one, other = (simulated(text, blindness) for text in pair)
        assert np.linalg.norm(one - other) > 0.4


@pytest.mark.parametrize("pieces", PIECE_SETS)
def test_discs_differ_by_shape_where_they_must(pieces):
    """The discs of both players differ even in black and white."""
    theme = theme_of("contrast", pieces, False)
    middles = []
    for owner in (0, 1):
        image = draw_piece(Piece("disc", owner), theme, 30, 30)
        plain = image.pixels[..., :3].mean(axis=2)
        row = plain[image.height // 2, image.width // 2 : image.width // 2 + 24]
        middles.append(row - row[10])
    assert np.abs(middles[0] - middles[1]).max() > 0.2


def test_unknown_names_are_as_usual():
    theme = theme_of("no such palette", "no such set", True)
    assert theme.palette is PALETTES["walnut"]
    assert theme.pieces == "stones"


# Layouts


@pytest.mark.parametrize("name", [*NAMES, "nim:20,1,1", "morpion:6", "nim:1"])
@pytest.mark.parametrize("size", [(300, 280), (800, 800), (1600, 500)])
def test_every_spot_is_found_where_it_is_drawn(name, size):
    layout = BoardLayout(find_game(name).view.geometry, *size)
    for place in layout.places.values():
        assert layout.spot_at(place.x, place.y) == place.spot.name
        assert 0 <= place.x - place.half_width <= place.x + place.half_width <= size[0]
        assert 0 <= place.y - place.half_height <= place.y + place.half_height <= size[1]
    assert layout.spot_at(-5, -5) is None
    for _text, x, y in layout.labels:
        assert 0 < x < size[0]
        assert 0 < y < size[1]


@pytest.mark.parametrize("name", ["nim:60", "nim:1,40,3"])
def test_long_rows_use_the_height(name):
    layout = BoardLayout(find_game(name).view.geometry, 700, 600)
    assert layout.frame.bottom - layout.frame.top > 120
    stick = draw_piece(Piece("stick"), theme_of("walnut", "stones", False), layout.radius, 30)
    assert np.count_nonzero(stick.pixels[stick.height // 2, :, 3] > 0.9) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_the_arrow_keys_reach_every_spot(name):
    layout = BoardLayout(find_game(name).view.geometry, 800, 800)
    spots = list(layout.places)
    reached, new = {spots[0]}, [spots[0]]
    while new:
        here = new.pop()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if (there := layout.neighbour(here, *step)) not in reached:
                reached.add(there)
                new.append(there)
    assert reached == set(spots)


def test_an_arrow_goes_to_the_neighbour():
    layout = BoardLayout(find_game("teeko").view.geometry, 500, 500)
    assert layout.neighbour("c3", 1, 0) == "d3"
    assert layout.neighbour("c3", 0, -1) == "c4"
    assert layout.neighbour("e3", 1, 0) == "e3"


@pytest.mark.parametrize("name", NAMES)
def test_every_board_is_drawn(name):
    layout = BoardLayout(find_game(name).view.geometry, 320, 300)
    for palette in ("walnut", "contrast"):
        pixels = draw_empty_board(layout, theme_of(palette, "flat", False)).pixels
        assert np.isfinite(pixels).all()
        assert pixels[..., :3].std() > 0.05


def test_seeds_are_drawn_in_their_colours():
    for kind in SEEDS:
        image = draw_pile((Piece(kind, count=5),), "flat", 40, 30, "1")
        solid = image.pixels[image.pixels[..., 3] > 0.99][:, :3]
        near = np.abs(solid - np.array(rgb(SEEDS[kind]))).max(axis=1) < 0.02
        assert near.mean() > 0.4
    many = draw_pile((Piece("red", count=90),), "stones", 40, 30, "1")
    assert many.pixels[..., 3].max() > 0.9


# Changes of the board


def boards(name, *moves):
    match = Match.of(find_game(name))
    for move in moves:
        match.play(move)
    return [position.board().pieces for position in match.positions[-2:]]


def test_a_piece_that_moves_slides():
    before, after = boards("morpion", *["b2", "a1", "c1", "a3", "a2", "c2", "b2-b3"])
    motions = changes_between(before, after, ("b2", "b3"))
    assert motions.slides == (("b2", "b3"),)
    assert not motions.arrivals
    assert not motions.departures


def test_a_piece_that_is_placed_comes_and_one_that_is_taken_goes():
    before, after = boards("morris", *["e5", "d2", "g4", "b4", "g1", "c4", "f2", "a4xg4"])
    motions = changes_between(before, after, ("a4", "g4"))
    assert motions.arrivals == ("a4",)
    assert [spot for spot, _stack in motions.departures] == ["g4"]
    assert motions.slides == ()


def test_what_nobody_owns_does_not_slide():
    seeds = (Piece("red", count=2),)
    motions = changes_between({"1": seeds}, {"2": seeds})
    assert motions.slides == ()
    assert motions.arrivals == ("2",)


def test_sticks_go_and_nothing_comes():
    before, after = boards("nim", "3-2")
    motions = changes_between(before, after)
    assert len(motions.departures) == 2
    assert not motions.arrivals
    assert not changes_between(after, after)


@pytest.mark.parametrize(
    ("name", "kind"), [("ultimate", "mark"), ("nim", ""), ("awale", "pit"), ("teeko", "disc")]
)
def test_what_the_players_play_with(name, kind):
    assert piece_kinds(Match.of(find_game(name))) == (kind, kind)


# The plot


def test_the_plot_has_a_point_for_each_position():
    shares = [0.5, 0.9, 0.1, 1.0]
    points = points_of(shares, 300, 100)
    assert len(points) == 4
    assert points[1][1] < points[0][1] < points[2][1]
    theme = theme_of("walnut", "stones", False)
    image = draw_plot(shares, [2], 1, 300, 100, theme)
    x, y = points[2]
    marked = image.pixels[int(y), int(x), :3]
    assert np.abs(marked - np.array(rgb(theme.chrome.warning))).max() < 0.1
