"""The window at a person's pace: moves that are seen, seeds that are sown, places that stay."""

import sys
import wave
from pathlib import Path

import pytest

from conftest import needs
from desktop import driver_fixture, make_moves, screen_fixture  # noqa: F401
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.games.samples import sample_matches
from palamedes.ui.desktop import screen_scale, sounds
from palamedes.ui.desktop.sowing import sowing_plan
from palamedes.ui.desktop.starting import NewGameChoice
from palamedes.ui.desktop.window import LEAST
from palamedes.ui.desktop.window_place import place_text
from palamedes.ui.session.pace import PACES, SPEEDS
from palamedes.ui.session.scene import board_at
from palamedes.ui.settings import load_settings

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]

FOREVER = 10_000.0


# Pauses


def test_a_move_is_seen_before_the_answer_comes(open_window, monkeypatch):
    monkeypatch.setitem(PACES, "normal", FOREVER)
    driver = open_window("teeko", second="easy")
    driver.click("c3")
    driver.until(lambda: driver.scene.thinking == 1 and driver.is_true())
    assert set(driver.board.shown()) == {"c3"}
    driver.choose("Move now")
    driver.until(lambda: len(driver.match.turns) == 2)
    driver.choose("no pause")
    assert load_settings().pace == "off"
    driver.click(sorted(driver.scene.open)[0])
    driver.until(lambda: len(driver.match.turns) == 4)


def test_two_engines_are_paused_stepped_and_sped_up(open_window, monkeypatch):
    monkeypatch.setitem(SPEEDS, "normal", FOREVER)
    driver = open_window("teeko", first="easy", second="easy")
    speed = driver.app.window.panel.speed
    assert speed.winfo_ismapped()
    driver.until(lambda: driver.scene.thinking == 0)
    speed.pause.invoke()
    assert driver.scene.paused
    assert speed.pause.cget("text") == "Resume"
    for plies in (1, 2):
        speed.step.invoke()
        driver.until(lambda plies=plies: len(driver.match.turns) == plies and driver.scene.paused)
    speed.speed.set("as fast as possible")
    speed.speed.event_generate("<<ComboboxSelected>>")
    driver.root.update()
    assert load_settings().speed == "fastest"
    speed.pause.invoke()
    driver.until(lambda: driver.match.result is not None)
    driver.until(lambda: not speed.winfo_ismapped())


def test_engines_get_ready_when_the_game_starts(open_window, monkeypatch):
    ready = []
    monkeypatch.setattr(
        "palamedes.players.player.RandomPlayer.prepare",
        lambda _player, _match, seat: ready.append(seat),
        raising=False,
    )
    driver = open_window("teeko", second="easy")
    driver.until(lambda: ready == [1])
    assert not driver.match.turns


# Sowing


def test_seeds_are_sown_hole_by_hole_and_captures_are_shown():
    game = find_game("awale")
    match, captured = Match.of(game), 0
    for turn in sample_matches(game)[-1].turns:
        before = match.position.board().pieces
        match.play(turn.move)
        board = board_at(match, len(match.turns))
        plan = sowing_plan(before, board.pieces, board.transfers)
        sown = [each for each in board.transfers if each.target]
        assert [step.target for step in plan.steps] == [each.target for each in sown]
        assert plan.steps[0].origin == board.last[0]
        hands = [sum(piece.count for piece in step.held) for step in plan.steps]
        assert hands == list(range(len(sown), 0, -1))
        for step in plan.steps:
            if step.target not in plan.captures:
                last = [each for each in plan.steps if each.target == step.target][-1]
                assert last.stack == board.pieces[step.target]
        captured += sum(plan.captures.values())
        assert sowing_plan(board.pieces, before, board.transfers) is None  # leafing back
    assert captured > 0


def test_the_hand_goes_round_and_the_board_is_true_at_the_end(open_window, monkeypatch):
    monkeypatch.setattr("palamedes.ui.desktop.sowing.CAPTURE", 0.3)
    driver = open_window("awale", animate=True)
    seen = set()
    for turn in sample_matches(find_game("awale"))[-1].turns[:12]:
        driver.app.session.move(turn.move)
        driver.app.refresh()
        while not driver.board.is_ready:
            driver.root.tk.dooneevent()  # `update` would go on as long as frames are due
            seen |= {tag for tag in ("hand", "gain") if driver.board.find_withtag(tag)}
        assert driver.is_true()
    assert seen == {"hand", "gain"}
    assert not driver.board.find_withtag("hand")


# Places and sizes


def test_the_window_comes_back_where_it_was(open_window):
    driver = open_window("teeko")
    driver.root.geometry("700x640+130+90")
    driver.until(lambda: driver.root.winfo_width() == 700 and driver.root.winfo_x() == 130)
    kept = place_text(driver.root)
    driver.close()
    assert load_settings().window == kept
    again = open_window("teeko")
    assert again.root.winfo_geometry().startswith("700x640")
    again.close()


@pytest.mark.parametrize("saved", ["nonsense", "99999x5+9000+-700", "50x50+20+20"])
def test_a_place_that_does_not_fit_the_screen_is_mended(open_window, saved):
    driver = open_window("teeko", window=saved)
    root = driver.root
    assert LEAST[0] <= root.winfo_width() <= root.winfo_screenwidth()
    assert LEAST[1] <= root.winfo_height() <= root.winfo_screenheight()


def test_everything_follows_the_scale_of_the_screen(open_window, monkeypatch):
    small = open_window("teeko")
    sizes = small.app.window.panel.winfo_width(), small.app.window.status.winfo_height()
    small.close()
    monkeypatch.setattr(screen_scale, "resource_dpi", lambda _display: 144.0)
    large = open_window("teeko", window="1100x850+0+0")
    assert large.app.window.panel.winfo_width() == pytest.approx(1.5 * sizes[0], abs=2)
    assert large.app.window.status.winfo_height() > 1.2 * sizes[1]
    assert large.app.window.panel.cards[0]._sample.width() > 1.4 * 35


def test_a_wide_board_uses_the_width_of_the_window(open_window):
    driver = open_window("awale")
    layout = driver.board.layout
    assert layout.frame.right - layout.frame.left > 0.9 * driver.root.winfo_width()
    assert driver.app.window.panel.is_below
    make_moves(driver, driver.match.position.moves[0])
    driver.app.start(NewGameChoice(find_game("teeko")))
    driver.until(lambda: driver.board.is_ready)
    assert not driver.app.window.panel.is_below


def test_a_question_does_not_move_the_board(open_window):
    driver = open_window("teeko", second="easy")
    make_moves(driver, "c3")
    driver.settle()
    before = driver.board.winfo_rooty(), driver.board.winfo_height()
    driver.choose("Resign")
    driver.root.update()
    assert driver.app.window.banner.winfo_ismapped()
    assert (driver.board.winfo_rooty(), driver.board.winfo_height()) == before


def test_progress_is_not_shown_as_an_error(open_window):
    driver = open_window("teeko")
    driver.choose("Hint")
    line = driver.app.window.status._line
    assert driver.status == "Looking for a good move..."
    assert line.cget("style") == "TLabel"
    driver.press("<Escape>")
    driver.click("c3")
    driver.until(lambda: driver.match.turns)
    driver.click("c3")
    driver.until(lambda: str(line.cget("style")) == "Warning.TLabel")


# Sounds


def test_moves_are_heard_where_the_system_can_play(open_window, monkeypatch, tmp_path):
    heard = tmp_path / "heard"
    script = f"import sys; open({str(heard)!r}, 'a').write(sys.argv[1] + chr(10))"
    program = (sys.executable, "-c", script)
    monkeypatch.setattr(sounds, "_find_program", lambda: program)
    driver = open_window("teeko", sound=True)
    driver.click("c3")
    driver.until(lambda: heard.exists() and heard.read_text())
    path = Path(heard.read_text().strip())
    assert path.name == "move.wav"
    with wave.open(str(path)) as file:
        assert 0.05 < file.getnframes() / file.getframerate() < 0.5
    driver.choose("Sounds")
    assert not load_settings().sound
    driver.close()
    assert not path.exists()
