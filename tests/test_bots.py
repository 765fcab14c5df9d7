"""Bots that others write: the base class, files of them, and the kit to start from."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

import palamedes
from conftest import MAIN_GAMES
from palamedes.arena.kit import LANGUAGES, new_bot
from palamedes.arena.kit.notation import notation_text
from palamedes.arena.kit.run import UgiBot, bot_program
from palamedes.arena.kit.trial_games import play_trial_games
from palamedes.arena.plan import GameTerms
from palamedes.arena.play_game import play_game
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Allowance, Bot, load_bot, make_player, needs_tables
from palamedes.players.external import Bounds

NIM = find_game("nim")
PATIENT = Bounds(start=120)  # a busy machine takes its time to start a program
BUILD = {
    "c": ("cc", "make -C NAME CFLAGS=-Werror", "cmd:NAME/bot 7"),
    "java": ("javac", "javac -Xlint:all -Werror -d NAME NAME/*.java", "cmd:java -cp NAME Bot 7"),
}


class First(Bot):
    """Makes the first legal move, and remembers what it was told."""

    def __init__(self):
        self.told = []

    def start(self, match, seat):
        self.told.append((len(match.turns), seat))

    def move(self, position):
        self.told.append((len(self.match.turns), self.seconds))
        self.match.play(position.moves[0])  # of a copy
        return position.moves[0]


def write(path, body, start="from palamedes import Bot\n"):
    path.write_text(f"{start}class Mine(Bot):\n    def move(self, position):\n        {body}\n")
    return path


def play(first, second, terms=None):
    match = Match.of(NIM)
    play_game(match, (first, second), terms or GameTerms(NIM.history))
    return match


def test_a_bot_plays_and_is_told_what_it_needs():
    first, second = First(), First()
    match = play(first, second, GameTerms(NIM.history, move=5.0))
    assert match.result.reason == "normal"
    assert first.told[:3] == [(0, 0), (0, 4.75), (2, 4.75)]
    assert second.told[:3] == [(0, 1), (1, 4.75), (3, 4.75)]


def test_a_bot_without_a_clock_may_think_for_ever():
    bot = First()
    bot.choose(Match.of(NIM))
    assert bot.told == [(0, 0), (0, None)]
    bot.choose(Match.of(NIM), Allowance(left=(50.0, 1.0)))
    assert bot.seconds == 2.0


@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        ("return position.nothing", "crash", "AttributeError: 'Position' object has no attribute"),
        ("raise SystemExit('enough')", "crash", "SystemExit: enough"),
        ("return self.move(position)", "crash", "RecursionError"),
        ("return 'zz9'", "illegal move", "'zz9' is illegal here; legal moves: "),
        ("return None", "illegal move", "move() returned None: is a `return` missing?"),
        ("return position.codes[0]", "illegal move", "move() must return text such as '"),
    ],
)
def test_a_bot_that_fails_has_lost(tmp_path, body, reason, detail):
    path = write(tmp_path / "bot.py", body)
    bot = make_player(NIM, f"bot:{path}")
    match = play(make_player(NIM, "random"), bot)
    assert match.result == (0, reason)
    assert match.detail.startswith(detail)
    if reason == "crash":
        assert bot.errors.startswith(f'Traceback (most recent call last):\n  File "{path}", line 4')


def test_a_bot_that_fails_at_the_start_has_lost(tmp_path):
    path = write(tmp_path / "bot.py", "return ''\n    def start(self, match, seat):\n        1 / 0")
    assert play(load_bot(path), First()).result == (1, "crash")


def test_a_file_keeps_the_case_of_its_name(tmp_path):
    path = write(tmp_path / "Étude=1,Two.py", "return position.moves[-1]")
    assert play(make_player(NIM, f" bot:{path} "), First()).result.reason == "normal"
    assert not needs_tables(NIM, f"bot:{path}")
    assert not needs_tables(NIM, "cmd:./program with arguments")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1", ": no class derived from Bot"),
        ("from palamedes import Bot", ": no class derived from Bot"),
        ("from palamedes import Bot\nclass A(Bot): pass\nclass B(Bot): pass", "one bot: A, B"),
        ("import nothing_of_the_kind", "line 1: ModuleNotFoundError: No module named"),
        ("\n\n1 / 0", "line 3: ZeroDivisionError: division by zero"),
        ("exit(3)", "line 1: SystemExit: 3"),
        ("def f(:", "SyntaxError: invalid syntax"),
        ("\0", "source code string cannot contain null bytes"),
        ("from palamedes import Bot\nclass A(Bot): pass", "TypeError: Can't instantiate"),
    ],
)
def test_a_file_without_one_bot_is_refused(tmp_path, source, message):
    path = tmp_path / "bot.py"
    path.write_text(source)
    with pytest.raises(PalamedesError) as error:
        make_player(NIM, f"bot:{path}")
    assert str(path) in str(error.value)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["nowhere.py", "", "a\0b"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name):
    with pytest.raises(PalamedesError):
        load_bot(tmp_path / name)


def test_a_bot_may_derive_from_another_of_its_file(tmp_path):
    path = write(tmp_path / "bot.py", "return position.moves[0]")
    with path.open("a") as file:
        file.write("class Last(Mine):\n    pass\n")
    assert type(load_bot(path)).__name__ == "Last"


def test_two_bots_have_each_a_neighbour_of_the_same_name(tmp_path):
    chosen = []
    for place in (0, -1):
        folder = tmp_path / f"at{place}"
        folder.mkdir()
        (folder / "taste.py").write_text(f"PLACE = {place}\n")
        start = "from palamedes import Bot\nfrom taste import PLACE\n"
        bot = load_bot(write(folder / "bot.py", "return position.moves[PLACE]", start))
        chosen.append(NIM.view.move_text(NIM.start, bot.choose(Match.of(NIM)).code, 0))
    moves = palamedes.start("nim").moves
    assert chosen == [moves[0], moves[-1]]
    assert "taste" not in sys.modules


def test_a_file_is_read_anew_every_time(tmp_path):
    write(tmp_path / "bot.py", "return 1")
    load_bot(tmp_path / "bot.py")
    write(tmp_path / "bot.py", "return 2")
    assert load_bot(tmp_path / "bot.py").move(None) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["bot.py"]


@pytest.mark.parametrize("guard", ["if __name__ == '__main__': ", ""])
def test_a_bot_file_is_a_program(tmp_path, guard):
    path = write(tmp_path / "bot.py", "print('hm'); return position.moves[0]")
    with path.open("a") as file:
        file.write(f"import palamedes\n{guard}palamedes.run_bot(Mine)\n")
    assert type(load_bot(path)).__name__ == "Mine"

    def talk(*arguments, say=""):
        return subprocess.run(
            [sys.executable, path, *arguments], input=say, capture_output=True, text=True
        )

    done = talk("nim", say="ugi\nisready\nposition startpos\ngo movetime 100\n")
    lines = done.stdout.splitlines()
    assert lines[0] == "id name Mine"
    assert lines[-1] == f"bestmove {palamedes.start('nim').moves[0]}"
    assert (done.returncode, done.stderr) == (0, "hm\n")
    assert talk("chess").stderr.startswith("unknown game 'chess'")
    without = talk()
    assert (without.returncode, without.stdout, without.stderr) == (2, "", "usage: bot.py GAME\n")


def test_a_served_bot_knows_its_seat_and_when_a_game_begins():
    bot = First()
    served = UgiBot(lambda: bot)
    served.prepare(Match.of(NIM), 0)  # before any position nobody knows who moves first
    for plies in (1, 3, 0, 2, 1, 3):  # the second player, the first, the second again
        match = Match.of(NIM)
        for _ply in range(plies):
            match.play(match.position.moves[0])
        served.choose(match)
    games = [[(1, 1), (1, None), (3, None)], [(0, 0), (0, None), (2, None)]]
    assert bot.told == [*games[0], *games[1], *games[0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_has_all_its_files(tmp_path, language):
    made = new_bot("mine", NIM, language, tmp_path / "deep" / "down")
    assert made == tmp_path / "deep" / "down" / "mine"
    texts = [path.read_text() for path in made.iterdir()]
    assert len(texts) > 1
    assert not any("@NAME@" in text or "@GAME@" in text or "@VARIANT@" in text for text in texts)
    assert 'palamedes tournament nim "mine=' in (made / "README.md").read_text()


def test_a_new_bot_overwrites_nothing(tmp_path, run):
    (tmp_path / "mine").mkdir()
    code, _out, err = run("bot", "new", "mine", "--game", "nim", "--folder", tmp_path)
    assert (code, err) == (2, f"palamedes: {tmp_path}/mine: already exists\n")
    assert not list((tmp_path / "mine").iterdir())


@pytest.mark.parametrize("name", ["", "../x", "a b", "-x", "a" * 41, 'a"', "é"])
def test_a_new_bot_needs_a_plain_name(tmp_path, name):
    with pytest.raises(PalamedesError):
        new_bot(name, NIM, "python", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_new_bot_is_written_in_a_language_we_know(tmp_path, run):
    base = ("bot", "new", "nim")
    assert run(*base, "mine", "--folder", tmp_path, "--language", "rust")[0] == 2
    code, out, err = run(*base, "mine", "--lang", "fr", "--folder", tmp_path, "--language", "c")
    assert (code, err) == (0, "")
    assert out.startswith("Bot créé.")
    assert (tmp_path / "mine" / "bot.c").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_has_the_files_of_its_game_alone(tmp_path, language):
    made = [new_bot(game.name, game, language, tmp_path) for game in MAIN_GAMES]
    names = [sorted(path.name for path in folder.iterdir()) for folder in made]
    assert all(each == names[0] for each in names)
    texts = [folder / next(name for name in names[0] if "valuate" in name) for folder in made]
    assert len({path.read_text() for path in texts}) == len(MAIN_GAMES)


def test_a_game_that_is_not_in_the_kit(tmp_path):
    with pytest.raises(PalamedesError, match="there is no starter bot for chess yet"):
        new_bot("mine", replace(NIM, name="chess"), "c", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_new_bot_is_told_the_notation(tmp_path, game):
    text = notation_text(game)
    start = palamedes.start(game.id)
    assert f"position startpos\n    position fen {start.text}\n" in text
    fens = re.findall("position fen (.*)", text)
    assert len(fens) > 1
    flat = " ".join(text.split())
    for fen in fens:
        assert f"Legal moves: {' '.join(palamedes.parse(game.id, fen).moves)} " in f"{flat} "
    assert max(map(len, text.splitlines())) <= 200


def test_arguments_of_earlier_versions_are_understood(tmp_path, run):
    base = ("bot", "new", "other", "--game", "nim", "--folder", tmp_path)
    code, _out, err = run("--lang", "fr", *base, "--lang=java")
    assert code == 0
    assert err.startswith(
        "palamedes: note\u00a0: --lang python|c|java s'écrit désormais --language"
    )
    assert (tmp_path / "other" / "Bot.java").exists()
    assert run("bot", "new", "--game=nim", "third", "--folder", tmp_path)[::2] == (0, "")
    assert run(*base, "--lang", "rust")[0] == 2


def built(language, game, folder):
    """The player's text of a new bot in a language, built where it has to be."""
    made = new_bot("mine", game, language, folder)
    if language == "python":
        return bot_program(made / "bot.py", game)
    compiler, command, text = BUILD[language]
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler} on this machine")
    command = command.replace("NAME", str(made))
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return text.replace("NAME", str(made))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_plays_without_a_fault_and_well(tmp_path, language):
    game = find_game("teeko:advanced")
    terms = GameTerms(game.history, move=20.0, bounds=PATIENT)
    seen = list(play_trial_games(game, built(language, game, tmp_path), terms, 2))
    assert [(trial.fault, trial.errors) for trial in seen] == [("", ""), ("", "")]
    if language in BUILD:  # its seed is set; in Python, where it looks less far ahead, games differ
        assert sum(trial.game.score_of(0) for trial in seen) > 1


@pytest.mark.parametrize("language", ["c", "java"])
def test_a_new_bot_takes_whatever_it_is_told(tmp_path, language):
    command = built(language, find_game("nim:3,4,5"), tmp_path).removeprefix("cmd:").split()
    said = [
        "ugi",
        "",
        "nonsense",
        "uginewgame",
        "isready",
        "position startpos moves" + " m1-1" * 9_000,
        "go movetime 10",
        "setoption name Other value 1",
        "position startpos moves 1-3 2-4 3-4\r",
        "go movetime 10",
        "stop",
        "go p1time 10 p2time 10 p1inc 0 p2inc 0",
        "go depth 0",
        "position startpos moves 1-3 2-4 3-5",
        "go",
        "setoption name Variant value 2,2,misere",
        "position fen 0;2 1",
        "go depth 4 movetime 100000",
        "isready",
    ]
    done = subprocess.run(command, input="\n".join(said), capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("info depth")]
    assert lines == [
        "id name mine",
        "id author unknown",
        "option name Variant type string default 3,4,5",
        "ugiok",
        "readyok",
        "info string I don't know this position",
        "bestmove (none)",
        *["bestmove 3-1"] * 3,
        "info string the game is over",
        "bestmove (none)",
        "bestmove 2-1",
        "readyok",
    ]
    assert (done.returncode, done.stderr) == (0, "")


def check(run, path, *more):
    return run("bot", "check", "nim", path, "--games", 2, "--start", 120, *more)


def test_checking_a_bot_that_is_well(run):
    code, out, err = check(run, "random")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("Games without errors: 2. Slowest move: ")


@pytest.mark.xdist_group("awale")
def test_checking_a_bot_that_cannot_be_read(run, tmp_path):
    """At awalé too, where a program that does not speak UGI is tried as one of the course."""
    (tmp_path / "bot.py").write_text("this is no Python")
    code, out, _err = run("bot", "check", "awale", tmp_path / "bot.py", "--games", 1)
    assert code == 1
    assert "Python cannot read the file" in out
    assert "Your line: bot.py, line 1: this is no Python" in out


def test_checking_what_is_not_there(run, tmp_path):
    code, out, _err = check(run, f"cmd:{tmp_path}/nowhere")
    assert code == 1
    assert "Program not found" in out
    assert check(run, "nobody")[0] == 2
    assert check(run, tmp_path / "nobody")[2] == f"palamedes: {tmp_path}/nobody: file not found\n"
    missing = "palamedes: nowhere.py: file not found\n"
    assert run("bot", "run", "nim", "nowhere.py") == (2, "", missing)
    assert run("bot", "run", "nowhere.py", "nim") == (2, "", missing)


def test_the_bot_of_the_kit_sees_a_win(tmp_path):
    bot = load_bot(new_bot("mine", find_game("morpion"), "python", tmp_path) / "bot.py")
    match = Match(palamedes.parse("morpion", "XX1/OO1/3 X"), find_game("morpion").history)
    assert match.position.move_text(bot.choose(match).code) == "c3"
