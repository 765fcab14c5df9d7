"""The rules of the bot kit in C and Java: in every position they must be ours."""

import json
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from palamedes.arena.kit import new_bot
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game

# In one worker: the compilers and the random games are shared.
pytestmark = pytest.mark.xdist_group("kit")

TABLES = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())
LARGEST_PERFT = 60_000
POSITIONS = 2_000  # of each family, over all its variants
VARIANTS = {family.name: family.variants for family in GAMES}
VARIANTS["nim"] = (*VARIANTS["nim"], "9,1,12,4,misere", "100")


def in_c(folder):
    """Build the bots of all games, and return the commands that start them."""
    made = {name: new_bot(name, find_game(name), "c", folder) for name in VARIANTS}
    builds = [
        subprocess.Popen(["make", "-s", "-C", each, "CFLAGS=-O1 -Werror"], stderr=subprocess.PIPE)
        for each in made.values()
    ]
    for build in builds:
        assert (build.communicate()[1], build.returncode) == (b"", 0)
    return {name: [each / "bot"] for name, each in made.items()}


def in_java(folder):
    """The same in Java. Each game becomes a package, so that one call of the compiler is enough."""
    for name in VARIANTS:
        for source in new_bot(name, find_game(name), "java", folder).glob("*.java"):
            source.write_text(f"package {name};\n{source.read_text()}")
    sources = sorted(folder.glob("*/*.java"))
    command = ["javac", "-Xlint:all", "-Werror", "-d", folder, *sources]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    # The quick compiler alone: such a short run does not pay for the thorough one.
    java = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder]
    return {name: [*java, f"{name}.Bot"] for name in VARIANTS}


LANGUAGES = {"c": ("cc", in_c), "java": ("javac", in_java)}


@pytest.fixture(scope="module", params=LANGUAGES)
def bots(request, tmp_path_factory):
    compiler, build = LANGUAGES[request.param]
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler} on this machine")
    return build(tmp_path_factory.mktemp(request.param))


def ask(command, questions):
    """What a bot answers to some lines; it answers each with one line, or with none."""
    text = "\n".join([*questions, "quit"])
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def variant_command(variant):
    return f"setoption name Variant value {variant or '<empty>'}"


def standing(position):
    """How the game stands for the player to move, and the legal moves, as a bot tells it."""
    if position.result is None:
        return " ".join(["ongoing", *sorted(position.moves)])
    if position.result.winner is None:
        return "draw"
    return "win" if position.result.winner == position.turn else "loss"


def walk(game, count):
    """Positions of random games, each with the one before and the move between them."""
    random = Random(game.id)
    position = Position.start(game)
    for _ in range(count):
        if position.result is not None:
            position = Position.start(game)
        move = random.choice(position.moves)
        after = position.play(move)
        yield position, move, after
        position = after


@lru_cache
def questions(name):
    """Random positions of a family as lines to a bot, and what it must answer."""
    asked, expected = [], []
    for variant in VARIANTS[name]:
        asked.append(variant_command(variant))
        game = find_game(f"{name}:{variant}" if variant else name)
        for before, move, after in walk(game, POSITIONS // len(VARIANTS[name])):
            asked += [f"position fen {before.text} moves {move}", "moves"]
            expected.append(standing(after))
    return asked, expected


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_and_outcomes_are_ours(bots, name):
    asked, expected = questions(name)
    assert len(expected) > POSITIONS - len(VARIANTS[name])
    assert len({answer.split()[0] for answer in expected}) > 1, "no game has ended"
    assert ask(bots[name], asked) == expected


@pytest.mark.parametrize("name", VARIANTS)
def test_perft_and_texts_that_make_no_sense(bots, name):
    asked, expected = [], []
    for table in TABLES:
        if find_game(table["game"]).name == name:
            asked.append(variant_command(find_game(table["game"]).variant))
            asked.append(f"position startpos moves {table.get('moves', '')}")
            counts = [count for count in table["counts"] if count <= LARGEST_PERFT]
            asked += [f"perft {depth}" for depth in range(1, len(counts) + 1)]
            expected += map(str, counts)
    start = Position.start(find_game(name))
    broken = [
        start.text[:-1],
        start.text[:3],
        f"{start.text} moves z9",
        "x",
        "/////////// X",
        "9" * 99,
    ]
    asked.append(variant_command(""))
    for text in broken:
        asked += [f"position fen {text}", "moves", "go movetime 10", "perft 2"]
        expected += ["unknown position", "info string I don't know this position"]
        expected += ["bestmove (none)", "unknown position"]
    asked += [variant_command("no such thing"), "moves", variant_command(""), "moves"]
    expected += ["unknown position", standing(start)]
    assert ask(bots[name], asked) == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("awale", "1(2R) 13(2R2B) 14(2R2B) 15(2B) 16(2R) 2 0-0"),  # the official examples
        ("awale", "1(1R) 2(2R) 3(1B) 4(2B) 5(1R) 14(4B) 15(2R) 16(1R3B) 2 0-0"),
        ("awale", "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40"),
        ("awale", "- 1 3-2"),  # the player to move is blocked
        ("morris", "OOO/XX1/3/4X1/3/3/X2 X 0 0"),  # all men are in a mill, so that none is safe
        ("morris", "OOO/XX1/3/O3X1/3/3/X2 X 0 0"),  # only one is in none
        ("morris", "XX1/O1O/3/2O1O1/3/3/2X X 0 0"),  # flying into a mill
        ("morris", "XXO/O2/3/O5/3/3/3 X 0 0"),  # two men have lost
        ("morris", "XX1/3/3/X3OO/1O1/3/3 O 5 6"),
        ("nim", "0;0;0;0 2"),
    ],
)
def test_positions_that_random_games_seldom_reach(bots, name, text):
    position = Position.parse(find_game(name), text)
    asked, expected = [f"position fen {text}", "moves"], [standing(position)]
    for move in position.moves:
        asked += [f"position fen {text} moves {move}", "moves"]
        expected.append(standing(position.play(move)))
    assert ask(bots[name], asked) == expected


@pytest.mark.parametrize(
    ("name", "variant", "text"),
    [
        ("morpion", "6", "XXXXXX/XXXXXX/XXXXXX/6/6/6 X"),
        ("morris", "", "XXX/XXX/XXX/XXX3/3/OOO/3 X 0 0"),
        ("morris", "", "3/3/3/6/3/3/3 X 99 9"),
        ("nim", "100,100,100", "100;100;100 1"),
        ("nim", "", "1;3;255;7 1"),
        ("nim", "", "1;3;-5;7 1"),
        ("awale", "", "17(1R) 1 0-0"),
    ],
)
def test_positions_with_more_than_there_is(bots, name, variant, text):
    asked = [variant_command(variant), f"position fen {text}", "moves"]
    assert ask(bots[name], asked) == ["unknown position"]


def test_perft_on_the_command_line(bots):
    for arguments, count in (("2", 600), ("1 fen 5/5/2X2/5/5 O", 24)):
        command = [*bots["teeko"], "perft", *arguments.split()]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{count}\n", "")
