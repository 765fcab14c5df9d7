"""Bots that others write: the base class, files of them, and the kit to start from."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import palamedes
from palamedes.arena.kit import LANGUAGES, new_bot
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
    "java": ("javac", "javac -Xlint:all -Werror -d NAME NAME/Bot.java", "cmd:java -cp NAME Bot 7"),
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


def test_a_bot_file_is_a_program(tmp_path):
    path = write(tmp_path / "bot.py", "print('hm'); return position.moves[0]")
    with path.open("a") as file:
        file.write("import palamedes\nif __name__ == '__main__':\n    palamedes.run_bot(Mine)\n")

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
    assert not any("@NAME@" in text or "@GAME@" in text for text in texts)
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
    base = ("bot", "new", "mine", "--game", "nim", "--folder", tmp_path)
    assert run(*base, "--lang", "rust")[0] == 2
    assert run("--lang", "fr", *base, "--lang=c")[0] == 0
    assert (tmp_path / "mine" / "bot.c").exists()


def built(language, folder):
    """The player's text of a new bot in a language, built where it has to be."""
    made = new_bot("mine", NIM, language, folder)
    if language == "python":
        return bot_program(made / "bot.py", NIM).removesuffix(NIM.id) + "{game}"
    compiler, command, text = BUILD[language]
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler} on this machine")
    words = command.replace("NAME", str(made)).split()
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return text.replace("NAME", str(made))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_plays_without_a_fault(tmp_path, language):
    text = built(language, tmp_path)
    for game in (find_game("teeko"), find_game("awale")):
        terms = GameTerms(game.history, move=20.0, bounds=PATIENT)
        seen = list(play_trial_games(game, text.format(game=game.id), terms, 2))
        assert [(trial.fault, trial.errors) for trial in seen] == [("", ""), ("", "")]
        assert {trial.game.reason for trial in seen} <= {"normal", "repetition", "limit"}


@pytest.mark.parametrize("language", ["c", "java"])
def test_a_new_bot_takes_whatever_it_is_told(tmp_path, language):
    command = built(language, tmp_path).removeprefix("cmd:").split()
    moves = [f"m{number:05}" for number in range(9_000)]
    said = [
        "ugi",
        "",
        "nonsense",
        "uginewgame",
        "isready",
        "position startpos moves " + " ".join(moves),
        "setoption name Other value 1",
        "setoption name LegalMoves value " + " ".join(moves) + "\r",
        "go movetime 10",
        "stop",
        "setoption name LegalMoves value c3",
        "go p1time 10 p2time 10",
        "position fen x moves a1",
        "go",
        "setoption name LegalMoves value",
        "go",
        "isready",
    ]
    done = subprocess.run(command, input="\n".join(said), capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert lines[:5] == [
        "id name mine",
        "id author unknown",
        "option name LegalMoves type string default",
        "ugiok",
        "readyok",
    ]
    assert lines[5].removeprefix("bestmove ") in moves
    assert lines[6:] == ["bestmove c3", "bestmove (none)", "bestmove (none)", "readyok"]
    assert (done.returncode, done.stderr) == (0, "")


def check(run, path, *more):
    return run("bot", "check", "nim", path, "--games", 2, "--start", 120, *more)


def test_checking_a_bot_that_is_well(run):
    code, out, err = check(run, "random")
    assert (code, err) == (0, "")
    assert out.startswith("Games without errors: 2 (")


def test_checking_a_bot_that_crashes(run, tmp_path):
    code, out, _err = check(run, write(tmp_path / "bot.py", "return position.nothing"))
    assert code == 1
    first, *traced, last = out.splitlines()[:6]
    assert first == "game 1 (bot first, moves played: 0): crash (ended with code 1)"
    assert traced[0] == "  stderr: Traceback (most recent call last):"
    assert last == "  stderr: AttributeError: 'Position' object has no attribute 'nothing'"
    assert out.endswith("The bot failed in 2 of 2 games.\n")


def test_checking_a_bot_that_makes_illegal_moves(run, tmp_path):
    code, out, _err = check(run, write(tmp_path / "bot.py", "return 'zz9'"))
    assert code == 1
    assert "game 2 (bot second, moves played: 1): illegal move" in out
    assert "'zz9' is illegal here; legal moves: " in out


def test_a_bot_run_as_a_program_is_told_what_it_did_wrong(run, tmp_path):
    code, out, _err = check(run, write(tmp_path / "bot.py", "position.moves[0]"))
    assert code == 1
    assert "(move() returned None: is a `return` missing?)" in out


def test_checking_a_bot_that_hangs(run, tmp_path):
    path = write(tmp_path / "bot.py", "import time; time.sleep(100)")
    code, out, _err = check(run, f"bot:{path}", "--time", 0.3)
    assert code == 1
    assert "timed out (no answer after 0.3 s)" in out


@pytest.mark.xdist_group("awale")
def test_checking_a_bot_that_cannot_be_read(run, tmp_path):
    """At awalé too, where a program that does not speak UGI is tried as one of the course."""
    (tmp_path / "bot.py").write_text("this is no Python")
    code, out, _err = run("bot", "check", "awale", tmp_path / "bot.py", "--games", 1)
    assert code == 1
    assert "moves played: 0): crash (ended with code 1)" in out
    assert "SyntaxError: invalid syntax (bot.py, line 1)" in out


def test_checking_what_is_not_there(run, tmp_path):
    code, out, _err = check(run, f"cmd:{tmp_path}/nowhere")
    assert code == 1
    assert "crash (cannot start: No such file or directory)" in out
    assert check(run, "nobody")[0] == 2
    missing = "palamedes: nowhere.py: file not found\n"
    assert run("bot", "run", "nowhere.py", "nim") == (2, "", missing)


def test_the_bot_of_the_kit_sees_a_win():
    template = Path(palamedes.__file__).parent / "arena" / "kit" / "python" / "bot.py"
    bot = load_bot(template)
    match = Match(palamedes.parse("morpion", "XX1/OO1/3 X"), find_game("morpion").history)
    assert match.position.move_text(bot.choose(match).code) == "c3"
