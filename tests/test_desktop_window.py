"""The desktop window around the board: menus, dialogs, files, languages, sizes, settings."""

import os
import subprocess
import sys

import pytest

from conftest import needs
from desktop import WindowDriver, driver_fixture, make_moves, screen_fixture  # noqa: F401
from palamedes.core.language import language
from palamedes.core.match import Match
from palamedes.core.record import load_record, save_record
from palamedes.games import GAMES, find_game
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.commands import ALL
from palamedes.ui.desktop.dialogs import Dialog, TextDialog
from palamedes.ui.desktop.drawing.pixels import rgb
from palamedes.ui.desktop.drawing.themes import PALETTES
from palamedes.ui.desktop.new_game_dialog import NewGameDialog
from palamedes.ui.desktop.review import ReviewWindow, TurningPoints
from palamedes.ui.desktop.starting import NewGameChoice, first_choice
from palamedes.ui.settings import Settings, load_settings

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]


# Menus


def test_every_entry_of_every_menu(open_window, monkeypatch, tmp_path):
    file = tmp_path / "game.json"
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda **_options: str(file))
    monkeypatch.setattr("tkinter.filedialog.askopenfilename", lambda **_options: str(file))
    driver = open_window("teeko")
    make_moves(driver, "a1", "b2")
    titles = [title for title, _menu, _index in driver.menu_entries()]
    for first in ("Save as...", "Save"):
        driver.choose(first)
    for title in [title for title in titles if title != "Quit"]:
        driver.choose(title)
        driver.settle()
        if language() != "en":
            driver.choose("English")
        for dialog in driver.dialogs():
            dialog.destroy()
        driver.root.update()
        assert driver.is_true(), title
    assert len(titles) == len(ALL) + len(PALETTES) + 2 + 3 + 2 + 3 + driver.app.sounds.are_possible
    assert load_record(file, find_game).game.name == "teeko"


def test_quit_closes_the_window(open_window):
    driver = open_window("teeko")
    menu, index = next((m, i) for title, m, i in driver.menu_entries() if title == "Quit")
    menu.invoke(index)
    with pytest.raises(Exception, match="application has been destroyed"):
        driver.root.winfo_exists()


# Files


@pytest.mark.parametrize("name", ["mine.json", "mine.game"])
def test_save_open_and_replay_with_the_arrow_keys(open_window, monkeypatch, tmp_path, name):
    file = tmp_path / name
    driver = open_window("teeko")
    make_moves(driver, "a1", "b2", "c3")
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda **_options: str(file))
    driver.press("<Control-s>")
    assert driver.status == f"Game saved as {name}."
    driver.choose("New game...")
    (dialog,) = driver.dialogs(NewGameDialog)
    dialog.accept()
    driver.settle()
    assert not driver.match.turns
    monkeypatch.setattr("tkinter.filedialog.askopenfilename", lambda **_options: str(file))
    driver.press("<Control-o>")
    assert len(driver.match.turns) == 3
    assert driver.app.path == (file if name == "mine.json" else None)  # a text may have comments
    driver.press("<Left>", "<Left>")
    assert driver.scene.ply == 1
    driver.press("<Right>")
    assert driver.scene.ply == 2
    assert set(driver.board.shown()) == {"a1", "b2"}


def test_a_file_that_is_no_game_is_answered_by_a_line(open_window, monkeypatch, tmp_path):
    file = tmp_path / "bad.json"
    file.write_text("{}")
    monkeypatch.setattr("tkinter.filedialog.askopenfilename", lambda **_options: str(file))
    driver = open_window("teeko")
    make_moves(driver, "a1")
    driver.press("<Control-o>")
    assert "not a game saved by Palamedes" in driver.status
    assert len(driver.match.turns) == 1


def test_a_file_cannot_start_a_program(open_window, monkeypatch, tmp_path):
    match = Match.of(find_game("teeko"), (f"cmd:touch {tmp_path / 'started'}", "easy"))
    match.play("a1")
    file = tmp_path / "game.json"
    save_record(match, file)
    monkeypatch.setattr("tkinter.filedialog.askopenfilename", lambda **_options: str(file))
    driver = open_window("morpion")
    driver.choose("Open...")
    assert driver.app.session.seats[0].is_person
    driver.until(lambda: len(driver.match.turns) == 2)  # the engine continues
    assert not (tmp_path / "started").exists()


# Themes and languages


def test_both_languages_at_run_time(open_window):
    driver = open_window("teeko")
    make_moves(driver, "a1", "b2")
    board = driver.board.shown()
    driver.choose("Français")
    assert language() == "fr"
    assert load_settings().language == "fr"
    titles = [title for title, _menu, _index in driver.menu_entries()]
    assert "Quit" not in titles
    assert "Joueur 1" in driver.app.window.panel.cards[0].texts()[0]
    driver.until(lambda: driver.board.shown() == board)
    driver.choose("English")
    assert "Player 1" in driver.status
    assert len(driver.match.turns) == 2


def test_all_palettes_and_pieces_are_remembered(open_window):
    driver = open_window("morris")
    make_moves(driver, "a1", "a4")
    for palette in PALETTES:
        actions.choose_palette(driver.app, palette)
        driver.until(lambda: driver.is_true() and driver.board.layout is not None)
    driver.choose("Flat")
    driver.choose("Dark theme")
    driver.choose("Animation")
    driver.choose("Evaluation bar")
    driver.until(lambda: driver.scene.worth is not None)
    kept = load_settings()
    assert (kept.palette, kept.pieces, kept.dark) == ("contrast", "flat", True)
    assert (kept.animate, kept.gauge) == (True, True)
    driver.close()
    again = WindowDriver(NewGameChoice(find_game("morris")))
    assert again.app.theme.palette is PALETTES["contrast"]
    assert again.app.window.evaluation_bar.winfo_ismapped()
    again.close()


def test_what_was_played_last_is_the_next_choice():
    kept = Settings(game="teeko:advanced", first="human", second="hard")
    assert first_choice(None, None, None, kept) == NewGameChoice(
        find_game("teeko:advanced"), "human", "hard"
    )
    assert first_choice("nim", None, None, kept).second == "hard"
    assert first_choice("nim", "easy", None, kept).specs == ("easy", "human")
    nothing = first_choice(None, None, None, Settings(game="gone"))
    assert nothing.game.name == GAMES[0].name
    assert nothing.specs == ("human", "adaptive")


def test_open_dialogs_stay_when_the_window_is_made_anew(open_window):
    driver = open_window("morpion")
    make_moves(driver, "a1", "c3", "b1", "c2", "c1")
    driver.choose("Review the game")
    (window,) = driver.dialogs(ReviewWindow)
    driver.until(lambda: window.review is not None)
    driver.choose("New game...")
    driver.dialogs(NewGameDialog)[0].variant.set("6")
    driver.choose("Dark theme")
    (again,) = driver.dialogs(ReviewWindow)
    assert again.review is window.review
    (dialog,) = driver.dialogs(NewGameDialog)
    assert dialog.variant.get() == "Morpion 6 x 6"


def test_a_new_size_is_drawn_while_the_old_picture_stays(open_window):
    driver = open_window("awale")
    shown = driver.board.shown()
    driver.board.redraw()
    assert not driver.board.is_ready
    assert driver.board.shown() == shown
    make_moves(driver, driver.match.position.moves[0])
    driver.until(lambda: driver.board.is_ready)
    assert driver.is_true()


def test_cards_show_no_piece_where_nobody_owns_any(open_window):
    driver = open_window("teeko")
    assert all(card._sample is not None for card in driver.app.window.panel.cards)
    driver.app.start(NewGameChoice(find_game("nim")))
    assert all(card._sample is None for card in driver.app.window.panel.cards)
    driver.app.start(NewGameChoice(find_game("awale")))  # a hole of the player's colour
    assert all(card._sample is not None for card in driver.app.window.panel.cards)


def test_long_lines_are_wrapped_in_a_small_window(open_window):
    driver = open_window("nim")
    driver.root.geometry("480x420")
    driver.until(lambda: driver.root.winfo_width() == 480)
    status = driver.app.window.status
    height = status.winfo_height()
    driver.app.show_message("a long answer " * 7)
    driver.root.update()
    assert status._line.winfo_reqwidth() <= 480
    assert status._line.winfo_reqheight() <= status.winfo_height() == height


def test_dialogs_stay_on_the_screen(open_window):
    driver = open_window("morris")
    driver.root.geometry("480x420+1000+700")
    driver.until(lambda: driver.root.winfo_rootx() == 1000)
    driver.choose("Rules")
    (dialog,) = driver.dialogs(TextDialog)
    dialog.page.configure(height=200)
    dialog.settle()
    driver.until(lambda: dialog.winfo_height() > 700)
    assert dialog.winfo_rootx() >= 0
    assert dialog.winfo_rooty() >= 0
    assert dialog.winfo_rootx() + dialog.winfo_width() <= dialog.winfo_screenwidth()
    assert dialog.winfo_rooty() + dialog.winfo_height() <= dialog.winfo_screenheight()
    assert dialog.button.winfo_rooty() + 10 < dialog.winfo_rooty() + dialog.winfo_height()


@pytest.mark.parametrize("size", ["480x420", "700x900", "1270x860"])
def test_every_size_shows_the_whole_board(open_window, size):
    driver = open_window("awale")
    width, height = map(int, size.split("x"))
    driver.root.geometry(size)
    driver.until(
        lambda: driver.root.winfo_width() == width and driver.root.winfo_height() == height
    )
    driver.until(lambda: driver.board.layout.width == driver.board.winfo_width())
    layout = driver.board.layout
    for place in layout.places.values():
        assert 0 <= place.x - place.half_width <= place.x + place.half_width <= layout.width
        assert 0 <= place.y - place.half_height <= place.y + place.half_height <= layout.height
    assert layout.width > 0.5 * width
    assert driver.app.window.status.winfo_ismapped()
    driver.click_move(driver.match.position.codes[0])
    assert driver.is_true()


def test_the_screen_shows_what_was_drawn(open_window, screen):
    driver = open_window("teeko", palette="contrast", pieces="flat")
    make_moves(driver, "a1", "b2")
    driver.settle()
    palette = PALETTES["contrast"]
    left, top = driver.board.winfo_rootx(), driver.board.winfo_rooty()
    for spot, ink in (("a1", palette.discs[0]), ("b2", palette.discs[1])):
        place = driver.board.layout.places[spot]
        x, y = round(left + place.x), round(top + place.y - 0.38 * driver.board.layout.radius)
        driver.until(lambda x=x, y=y, ink=ink: is_near(screen.pixels()[y, x], ink))


def is_near(pixel, ink):
    wanted = [255 * part for part in rgb(ink)]
    return max(abs(int(a) - b) for a, b in zip(pixel, wanted, strict=True)) < 12


# The review


def test_the_review_of_a_finished_game(open_window):
    driver = open_window("morpion")
    make_moves(driver, "a1", "c3", "b1", "c2", "c1")
    assert driver.match.result is not None
    assert driver.status == "Player 1 wins: a full row."
    driver.answer(2)
    (window,) = driver.dialogs(ReviewWindow)
    driver.until(lambda: window.review is not None)
    rows = [window.table.item(row, "values") for row in window.table.get_children()]
    assert ("moves", "3", "2") in rows
    assert "accuracy" in [row[0] for row in rows]
    assert window.review.turning_points
    click_line(window.points.page, 1)
    driver.root.update()
    assert driver.scene.ply == window.review.turning_points[0].ply
    assert driver.is_true()
    window.plot.event_generate("<Button-1>", x=5, y=50)
    driver.root.update()
    assert driver.scene.ply == 0
    window.destroy()


def click_line(page, line):
    page.see(f"{line}.0")
    page.update()
    x, y, _width, height = page.bbox(f"{line}.0")
    page.event_generate("<Button-1>", x=x + 3, y=y + height // 2)


def test_all_turning_points_can_be_seen_and_chosen(open_window):
    driver = open_window("teeko")
    chosen = []
    dialog = Dialog(driver.root, "many")
    points = TurningPoints(dialog, driver.app.theme, chosen.append)
    points.pack()
    points.show([(10 * number, f"sentence {number}") for number in range(1, 21)])
    driver.root.update()
    click_line(points.page, 20)
    driver.root.update()
    assert chosen == [200]


# The command


def test_without_a_display_there_is_one_line(monkeypatch, run):
    monkeypatch.delenv("DISPLAY", raising=False)
    code, out, err = run("desktop", "teeko")
    assert (code, out) == (2, "")
    assert err == "palamedes: cannot open a window: no display found\n"


@pytest.mark.parametrize("arguments", [("chess",), ("teeko", "--second", "deepest")])
def test_bad_arguments_are_answered_before_a_window_opens(run, arguments):
    code, _out, err = run("desktop", *arguments)
    assert code == 2
    assert err.count("\n") == 1


def test_the_command_opens_a_window_and_leaves(screen, tmp_path):
    code = (
        "import tkinter as tk\n"
        "from palamedes.ui.desktop.app import App\n"
        "begin = App.__init__\n"
        "def start(self, root, choice):\n"
        "    begin(self, root, choice)\n"
        "    root.after(300, self.quit)\n"
        "App.__init__ = start\n"
        "from palamedes.__main__ import main\n"
        "import sys; sys.argv = ['palamedes', 'desktop', 'nim']\n"
        "main()\n"
    )
    environment = {**os.environ, "DISPLAY": screen.display, "PALAMEDES_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
