"""The menu: all its entries work, and Enter takes the last choice."""

import io
import re
import sys
from dataclasses import replace

import pytest

from palamedes import __main__ as program
from palamedes.core.language import language, set_language
from palamedes.core.match import Match
from palamedes.core.record import load_record, save_record
from palamedes.games import find_game
from palamedes.players.ladder import ladder
from palamedes.solver import building
from palamedes.ui.session import Autosave, Seat, unfinished
from palamedes.ui.session.autosave import Unfinished
from palamedes.ui.session.choosing_players import offered_players
from palamedes.ui.settings import Settings, load_settings, save_settings
from palamedes.ui.terminal import make_console, menu
from talk import Interrupter, Typist, made, talk, teeko

PLAY, LEARN, RESUME, REPLAY, PUZZLES, ANALYSE, RULES, SETTINGS, QUIT = map(str, range(1, 10))
MORPION, TEEKO, NIM = "1", "2", "6"
YOU_BEGIN, ENGINE_BEGINS, PEOPLE, ENGINES = map(str, range(1, 5))


def test_the_menu_leads_to_a_game_and_back():
    told, _none = talk(menu, [PLAY, TEEKO, "2", PEOPLE, "c3", "quit", QUIT])
    assert "2. Teeko" in told
    assert "1. Player 1: c3" in told
    assert told.count("What do you want to do?") == 2


def test_the_menu_takes_variants_by_number_name_or_default():
    assert "x 9" in talk(menu, [PLAY, NIM, "9, 2", PEOPLE])[0]
    assert "6 │" in talk(menu, [PLAY, MORPION, "4", PEOPLE])[0]
    assert "3 │" in talk(menu, [PLAY, MORPION, "", PEOPLE])[0]
    assert "nim has no variant 'x'" in talk(menu, [PLAY, NIM, "x"])[0]


@pytest.mark.parametrize(
    ("answers", "players", "engine"),
    [
        ([YOU_BEGIN, "2"], ("human", "step1"), ""),
        ([ENGINE_BEGINS, "easy"], ("easy", "human"), "Computer (easy)"),
        ([ENGINE_BEGINS, "best:eval=g"], ("best:eval=g", "human"), "best:eval=g"),
        ([ENGINES, "easy", "3", "0"], ("easy", "step2"), "Computer (easy)"),
        ([PEOPLE], ("human", "human"), ""),
        (["", ""], ("human", "adaptive"), ""),
    ],
)
def test_everybody_can_play_everybody(answers, players, engine):
    """`engine`: the name of the first player, if that is an engine."""
    told, _none = talk(menu, [PLAY, MORPION, "", *answers, "quit", QUIT])
    settings = load_settings()
    assert (settings.first, settings.second) == players
    assert re.findall(r"^1\. (.+): [a-c][1-3]", told, re.MULTILINE) == [engine] * bool(engine)


def test_enter_takes_what_was_played_last():
    save_settings(replace(Settings(), game="nim:2,3", first="easy", second="human"))
    told = talk(menu, ["", "", "", "", "quit", QUIT], at_terminal=True)[0]
    assert "(Enter for Nim 2-3): " in told
    assert "(Enter for 2): " in told
    assert "(Enter for easy): " in told
    assert "1. Computer (easy): " in told


def test_zero_goes_back_where_enter_does_not():
    save_settings(replace(Settings(), game="nim", first="human", second="easy"))
    lines = [PLAY, "0", PLAY, "", "0", SETTINGS, "1", "0", SETTINGS, "3", "0", QUIT]
    told = talk(menu, lines)[0]
    assert told.count("What do you want to do?") == 5
    assert told.count("  0. Go back") == 5
    assert load_settings() == Settings(game="nim", first="human", second="easy")


def test_wrong_answers_are_asked_again_at_the_same_place():
    answers = ["10", PLAY, "7", MORPION, "8", "", YOU_BEGIN, "grandmaster", "easy", "quit", QUIT]
    told, _none = talk(menu, answers)
    assert "Choose a number from 1 to 9." in told
    assert "Choose a number from 1 to 6." in told
    assert "morpion has no variant '8'" in told
    assert "unknown player 'grandmaster'" in told
    assert load_settings().second == "easy"
    assert told.count("What do you want to do?") == 2
    assert told.count("Which variant?") == told.count("Which level for player 2?") == 1


def test_zero_goes_back_one_question():
    answers = [
        PLAY,
        MORPION,
        "0",
        NIM,
        "0",
        MORPION,
        "morpion 4 x 4",
        ENGINES,
        "easy",
        "0",
        "0",
        QUIT,
    ]
    told, _none = talk(menu, answers)
    assert told.count("Which game?") == 3
    assert told.count("Which level for player 2?") == 1
    assert told.count("Who plays?") == 2
    assert told.count("What do you want to do?") == 2


def test_a_search_is_chosen_with_its_depth_and_evaluation():
    best, minimax, depths, evaluation = *search_numbers(), ["21", "two", "3"], "2"
    answers = [PLAY, MORPION, "", YOU_BEGIN, minimax, *depths, evaluation, "quit", QUIT]
    told, _none = talk(menu, answers)
    assert f"{minimax:>3}. minimax, with a depth of your choice" in told
    assert told.count("Choose a number from 1 to 20.") == 2
    assert re.fullmatch(r"minimax:depth=3,eval=\w+", load_settings().second)
    talk(menu, [PLAY, MORPION, "", YOU_BEGIN, best, "", "quit", QUIT])
    assert load_settings().second.startswith("best:eval=")


def test_players_are_offered_from_adaptive_to_the_originals():
    game = find_game("teeko")
    offered = offered_players(game)
    steps = [step.name for step in ladder(game)]
    specs = [each.spec for each in offered]
    assert specs == ["adaptive", *steps, "perfect", "easy", "medium", "hard"]
    assert offered[1].title == "step 1: Newcomer"
    assert all(each.line.endswith(".") for each in offered[: len(steps) + 1])
    assert [each.title for each in offered[-3:]] == [
        "easy (original)",
        "medium (original)",
        "hard (original)",
    ]
    nim = [each.title for each in offered_players(find_game("nim"))]
    assert nim[-3:] == ["easy", "medium", "hard"]  # they are nobody else's


@pytest.mark.parametrize("code", ["en", "fr"])
def test_no_line_about_a_player_bursts_the_terminal(code):
    set_language(code)
    told, _none = talk(menu, [PLAY, TEEKO, "", YOU_BEGIN, "0", "0", QUIT])
    assert max(map(len, told.splitlines())) <= 80


def test_a_level_of_earlier_settings_is_still_the_default():
    save_settings(replace(Settings(), game="teeko", first="human", second="master"))
    assert "(Enter for master): " in talk(menu, ["", "", "", "", "quit", QUIT], at_terminal=True)[0]
    save_settings(replace(Settings(), game="teeko", first="human", second="step99"))
    lines = ["", "", "", "", "quit", QUIT]
    assert "(Enter for adaptive): " in talk(menu, lines, at_terminal=True)[0]


def search_numbers():
    """The numbers of best-first and minimax, which are listed after the offered players."""
    offered = len(offered_players(find_game("morpion")))
    return str(offered + 1), str(offered + 2)


def test_two_engines_have_a_speed():
    answers = [PLAY, NIM, "2,3", ENGINES, "easy", "easy", "fast", "0,05", "quit", QUIT]
    told = talk(menu, answers, at_terminal=True)[0]
    assert "Seconds between two moves (Enter for 0): 'fast' is not a number of seconds" in told
    assert re.search("wins", told)


def test_a_perfect_player_is_offered_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    monkeypatch.setattr(building, "QUICK", 0)
    no, yes = (
        [PLAY, MORPION, "", YOU_BEGIN, "perfect", answer, "easy", "quit", QUIT] for answer in "ny"
    )
    told = talk(menu, no, at_terminal=True)[0]
    assert "perfect: the game must be solved first (less than a minute, " in told
    assert "at most 886 B on disk). Solve it now? (y/n)" in told
    assert "Solving" not in told
    assert load_settings().second == "easy"  # asked again
    told = talk(menu, yes)[0]
    assert "Solving Morpion" in told
    assert "perfect" in told
    assert "must be solved first" not in talk(menu, yes)[0]  # they are built now


def test_tables_that_take_seconds_are_built_without_a_question(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    told = talk(menu, [PLAY, MORPION, "", YOU_BEGIN, "perfect", "quit", QUIT], at_terminal=True)[0]
    assert "Solving Morpion" in told
    assert "must be solved first" not in told


def test_the_menu_continues_and_replays_saved_games(tmp_path):
    path = tmp_path / "game.json"
    save_record(teeko("c3"), path)
    lines = [RESUME, path, "d4", "save", "quit", REPLAY, path, REPLAY, "nowhere.json", "", QUIT]
    told, _none = talk(menu, lines)
    assert len(load_record(path, find_game).turns) == 2
    assert "1. c3   d4" in told
    assert "nowhere.json: No such file or directory" in told


@pytest.mark.parametrize(
    ("name", "goes_on"), [("easy", True), ("Bob", False), ("cmd:touch hacked", False)]
)
def test_engines_of_a_record_go_on_but_programs_are_not_started(
    name, goes_on, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    save_record(Match.of(find_game("teeko"), ("Ada", name)), tmp_path / "game.json")
    told = talk(menu, [RESUME, "game.json", "c3", "quit", QUIT])[0]
    assert "1. Ada: c3" in told
    assert ("2. Computer (easy): " in told) == goes_on
    told_so = "cannot play here: a human plays instead." in told
    assert told_so == name.startswith("cmd:")
    assert not (tmp_path / "hacked").exists()


@pytest.mark.parametrize(("answer", "plays"), [("y", True), ("n", False)])
def test_a_perfect_player_of_a_record_is_offered_tables(answer, plays, tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    monkeypatch.setattr(building, "QUICK", 0)
    match = Match.of(find_game("morpion"), ("Ada", "perfect"))
    save_record(match, tmp_path / "game.json")
    lines = [RESUME, tmp_path / "game.json", answer, match.position.moves[0], "quit", QUIT]
    told = talk(menu, lines, at_terminal=True)[0]
    assert "perfect: the game must be solved first (" in told
    assert ("Solving Morpion" in told) == plays
    assert ("2. Computer (perfect): " in told) == plays
    assert ("Computer (perfect) cannot play here: a human plays instead.\n" in told) != plays
    assert ("Player 2> " in told) != plays
    assert "Computer (perfect)> " not in told


def test_the_menu_shows_rules_and_speaks_languages():
    told, _none = talk(menu, [RULES, TEEKO, "", SETTINGS, "1", "2", RULES, "", QUIT])
    assert "Each player has four pieces." in told
    assert "  2. Français" in told
    assert language() == load_settings().language == "fr"


def test_settings_are_remembered():
    talk(menu, [SETTINGS, "2", "2", SETTINGS, "3", "2", SETTINGS, "", QUIT])
    assert load_settings() == Settings(terminal_palette="violet and yellow", gauge=True)
    told = talk(menu, [SETTINGS, "2", "", SETTINGS, "3", "1", QUIT], at_terminal=True)[0]
    assert "Which colours?\n  1. blue and orange" in told
    assert load_settings() == Settings(terminal_palette="violet and yellow")


def test_colours_change_at_once(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    before = talk(menu, [PLAY, MORPION, "", PEOPLE, "quit", QUIT])[0]
    after = talk(menu, [SETTINGS, "2", "3", PLAY, MORPION, "", PEOPLE, "quit", QUIT])[0]
    assert re.search(r"\x1b\[1;3\d", before)
    assert not re.search(r"\x1b\[1;3\d", after)
    assert "\x1b[1m" in after
    later = talk(menu, [PLAY, "", "", "quit", QUIT])[0]
    assert "\x1b[1m" in later
    assert not re.search(r"\x1b\[1;3\d", later)


@pytest.mark.xdist_group("morpion")
def test_the_menu_analyses_positions():
    told, _none = talk(menu, [ANALYSE, MORPION, "", "", "b2 a1", QUIT])
    assert "expected line" in told
    assert re.search("depth \\d+|exact value", told)
    answers = [ANALYSE, MORPION, "", "garbage", "", "b2 b2", "b2,a1", QUIT]
    told, _none = talk(menu, answers, at_terminal=True)
    assert told.count("Position (Enter") == told.count("Moves from there (Enter") == 2
    assert "expected line" in told
    assert told.count("What do you want to do?") == 2
    told, _none = talk(menu, [ANALYSE, MORPION, "", "", "a1 b1 a2 b2 a3", QUIT])
    assert "The game is over." in told


def test_the_menu_leads_to_puzzles():
    told, _none = talk(menu, [PUZZLES, "1", "quit", PUZZLES, "", QUIT])
    assert "Puzzles for which game?\n  1. Morpion" in told
    assert "Puzzle 1 of" in told
    assert told.count("What do you want to do?") == 3


def test_zero_is_no_entry_of_the_main_menu():
    told, _none = talk(menu, ["0", QUIT])
    assert "Choose a number from 1 to 9." in told
    assert "Which game?" not in told


@pytest.mark.parametrize("typist", [Typist, Interrupter])
@pytest.mark.parametrize(
    "lines",
    [[], [PLAY], [PLAY, TEEKO], [PLAY, TEEKO, ""], [PLAY, TEEKO, "", PEOPLE], [RESUME], [SETTINGS]],
)
def test_leaving_the_menu_anywhere(lines, typist):
    told, _none = talk(menu, lines, at_terminal=True, typist=typist)
    assert told.endswith("\nGoodbye.\n")
    assert told.count("Goodbye.") == 1


# Unfinished games


def leave(*moves, spec="easy"):
    """Leave an unfinished game with these moves, as a crash would."""
    match = Match.of(find_game("teeko"), ("", spec))
    for move in moves:
        match.play(move)
    autosave = Autosave()
    autosave.save(match, (Seat(), Seat(spec)), None)
    autosave.close(keep=True)


def test_an_unfinished_game_is_offered_and_goes_on():
    leave("c3", "d4")
    told = talk(menu, ["y", "position", "c4"], at_terminal=True)[0]
    assert re.search(
        r"You have an unfinished game: Teeko, against the computer \(easy\), 2 moves "
        r"\(\d{4}-\d\d-\d\d \d\d:\d\d\)\. "
        r"Resume it\? \(y: yes, n: discard it, Enter: later\) ",
        told,
    )
    assert "5/3O1/2X2/5/5 X" in told
    assert "4. Computer (easy): " in told
    assert told.endswith("Your game is kept: you can resume it next time.\n")
    (left,) = unfinished()
    assert made(left.match)[:3] == ["c3", "d4", "c4"]


def test_going_on_and_leaving_at_once_loses_nothing():
    leave("c3", "d4")
    for _time in range(2):
        told = talk(menu, ["y"], at_terminal=True)[0]
        assert told.endswith("Your game is kept: you can resume it next time.\n")
    (left,) = unfinished()
    assert made(left.match) == ["c3", "d4"]
    told = talk(menu, ["y", "quit", QUIT], at_terminal=True)[0]
    assert told.count("Your game is kept: you can resume it next time.\n") == 1
    (left,) = unfinished()
    assert made(left.match) == ["c3", "d4"]


@pytest.mark.parametrize(
    ("answers", "stays"),
    [(["n", "y"], False), (["n", "n"], True), ([""], True), (["what"], True)],
)
def test_only_no_and_yes_throw_an_unfinished_game_away(answers, stays):
    leave("c3")
    told = talk(menu, [*answers, QUIT], at_terminal=True)[0]
    assert ("Delete this game for good? (y/n)" in told) == (answers[0] == "n")
    assert ", 1 move (" in told
    assert bool(unfinished()) == stays
    assert ("Game discarded.\n" in told) != stays


def test_several_unfinished_games_are_listed():
    leave("c3")
    leave("a1", "a2")
    told = talk(menu, ["2", "position", "quit", QUIT], at_terminal=True)[0]
    assert told.index(", 2 moves (") < told.index(", 1 move (")
    assert "2. Computer (easy): " in told
    assert len(unfinished()) == 2
    told = talk(menu, ["no", "y", QUIT], at_terminal=True)[0]
    assert "Delete these 2 games for good? (y/n) Games discarded.\n" in told
    assert unfinished() == []


def test_nothing_is_offered_to_a_pipe_or_without_moves():
    leave("c3")
    assert "unfinished game" not in talk(menu, [QUIT])[0]
    assert len(unfinished()) == 1
    unfinished()[0].discard()
    leave()
    assert "unfinished game" not in talk(menu, [QUIT], at_terminal=True)[0]
    assert unfinished() == []


def test_an_opponent_that_is_gone_is_told_and_the_game_stays():
    leave("c3", spec="bot:nowhere.py")
    told = talk(menu, ["y", QUIT], at_terminal=True)[0]
    assert "nowhere.py" in told
    assert isinstance(unfinished()[0], Unfinished)


def test_the_question_is_asked_in_french():
    leave("c3")
    set_language("fr")
    assert talk(menu, ["oui", "quitter", QUIT], at_terminal=True)[0]
    assert len(unfinished()) == 1
    assert talk(menu, ["non", "oui", QUIT], at_terminal=True)[0]
    assert unfinished() == []


@pytest.fixture
def typed(monkeypatch):
    """What `palamedes` with these arguments prints if these lines are typed."""

    def typed(lines, *arguments):
        console = make_console(file=io.StringIO(), source=Typist(lines, True), width=80)
        monkeypatch.setattr("palamedes.ui.terminal.make_console", lambda plain: console)
        monkeypatch.setattr(sys, "argv", ["palamedes", *arguments])
        with pytest.raises(SystemExit) as ended:
            program.main()
        assert not ended.value.code
        return console.file.getvalue()

    return typed


def test_who_asks_for_another_game_is_only_told_of_the_one_left_behind(typed):
    leave("c3", "d4")
    for options in (["--second", "easy"], ["--clock", "60"], ["--moves", "a1"]):
        told = typed(["quit"], "play", "teeko", *options)
        assert re.search(
            r"^You have an unfinished game: .*\)\. Run palamedes to resume it\.$",
            told,
            re.MULTILINE,
        )
        assert "Resume it" not in told
        assert "Player 1> " in told or "Player 2> " in told
    assert "unfinished game" not in typed(["quit"], "play", "morpion")
    assert len(unfinished()) == 1
    told = typed(["y", "quit"], "play", "teeko")
    assert "Resume it?" in told
    assert len(unfinished()) == 1


def test_moves_before_the_clock_give_no_time(typed):
    told = typed(["quit"], "play", "teeko", "--moves", "c3 d4", "--clock", "60+9")
    assert told.count("1:00") == 2
