"""Games, engines and evaluations of other packages and programs: no fork, no line in Palamedes."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import palamedes
from palamedes.core import plugins
from palamedes.core.board import Board, Piece
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family
from palamedes.core.kernel import IS_INTERPRETED
from palamedes.core.rules import compiled, rules
from palamedes.games import find_game
from palamedes.players import engine_plugins, make_player
from palamedes.players.spec import ALGORITHMS, ENGINES, make_engine
from palamedes.search import evaluation_plugins
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.evaluations import evaluation_names, evaluation_of
from race import EVALUATION, GAME, RaceEvaluation, RaceState, RaceView, race

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "palamedes-connect4"
pytestmark = pytest.mark.xdist_group("plugins")


# An installed package, from outside


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder in which the example is installed: what pip would unpack there."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "wheels"]
    subprocess.run(command, cwd=EXAMPLE, check=True, capture_output=True)
    (wheel,) = (folder / "wheels").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def run(*command, site, folder=None, code=0, typed=None):
    """What a process prints, and what it says on stderr."""
    paths = os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests", site)))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", *map(str, command)],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, done.stderr


def test_the_example_passes_its_own_tests(site):
    command = ["-m", "pytest", "-q", "-c", os.devnull, "--rootdir", ".", "-p", "no:cacheprovider"]
    told, _errors = run(*command, "tests", site=site, folder=EXAMPLE)
    assert "passed" in told


COMMANDS = """
import contextlib, io, json, sys
from palamedes.__main__ import main

def tell(*words):
    sys.argv = ["palamedes", *words]
    with contextlib.redirect_stdout(io.StringIO()) as told:
        try:
            main()
        except SystemExit as end:
            assert not end.code, (words, end.code)
    return told.getvalue()

assert tell("perft", "connect4", "4") == "2401\\n"
(found,) = [each for each in json.loads(tell("games", "--json")) if each["game"] == "connect4"]
assert found["title"] == "Connect Four", found
assert len(found["steps"]) == 10, found
three = ("--moves", "a g b g c g")
first = json.loads(tell("analyse", "connect4", *three, "--depth", "2", "--json"))
assert first["lines"][0]["move"] == "d", first
assert "d" in tell("analyse", "connect4", "--engine", "negamax:plies=2", "--depth", "2", "--plain")
assert "min" in tell("explain", "connect4", "--depth", "2", "--eval", "threats", "--plain")
assert "column" in tell("rules", "connect4", "--plain")
"""


def test_it_is_at_the_command_line(site):
    assert run("-c", COMMANDS, site=site) == ("", "")


def test_it_plays_tournaments_in_worker_processes(site, tmp_path):
    players = ("negamax:depth=2", "alphabeta:depth=2,eval=threats", "random")
    options = ("--games", "2", "--workers", "1", "--plain")
    told, errors = run(
        "-m", "palamedes", "tournament", "connect4", *players, *options, site=site, folder=tmp_path
    )
    assert "6 games" in told
    assert "left out" not in errors


def test_it_speaks_ugi(site):
    typed = "ugi\nposition startpos moves a g b g c g\ngo depth 2\nquit\n"
    told, _errors = run("-m", "palamedes", "engine", "connect4", site=site, typed=typed)
    assert told.splitlines()[-1] == "bestmove d"


WEB = """
import sys
from web import client_of, live, new_game, scene_when

with client_of(f"sqlite:///{sys.argv[1]}") as client:
    catalogue = client.get("/api/catalogue").json()
    assert [family["name"] for family in catalogue][-1] == "connect4", catalogue
    (card,) = [card for card in client.get("/api/showcase").json() if card["id"] == "connect4"]
    assert card["title"] == "Connect Four"
    described = client.get("/api/catalogue/connect4").json()
    assert len(described["geometry"]["spots"]) == 49, described
    assert client.get("/rules/connect4").status_code == 200
    game = new_game(client, "connect4", second={"who": "engine", "level": "easy"})
    with live(client, game) as socket:
        socket.send_json({"type": "move", "move": "d"})
        scene_when(socket, lambda scene: len(scene["moves"]) == 2)
"""


def test_it_is_in_the_web_app(site, tmp_path):
    assert run("-c", WEB, tmp_path / "games.db", site=site)[0] == ""


# Packages that cannot be loaded

BROKEN = {
    "ends": "raise SystemExit('I am no module')",
    "imports": "import there_is_no_such_module",
    "unlike": "THING = 'a game'",
    "taken": """
        from race import race
        THING = race(name="teeko")
    """,
    "twin": """
        from typing import NamedTuple
        from palamedes.core.rules import rules
        @rules
        class TeekoState(NamedTuple):
            me: int = 0
            def play(self, move):
                return self
    """,
}
SAID = {
    "ends": "SystemExit: I am no module",
    "imports": "ModuleNotFoundError: No module named 'there_is_no_such_module'",
    "unlike": "a game must be a Game or a Family, not str",
    "taken": "there is another game named 'teeko' already",
    "twin": "two state classes are named TeekoState: palamedes.games.teeko.rules.TeekoState and "
    "twin.TeekoState",
}


def install(folder, name, code, group="palamedes.games", entry=""):
    """Install a module as pip would, with an entry point `name` for its THING."""
    (folder / f"{name}.py").write_text(code.replace("\n        ", "\n"))
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{entry or name} = {name}:THING\n")


def test_a_package_that_fails_is_left_out_with_one_line(tmp_path):
    for name, code in BROKEN.items():
        install(tmp_path, name, code)
    install(tmp_path, "fine", "from race import GAME as THING\nprint('I am here')")
    told, errors = run("-m", "palamedes", "games", "--json", site=tmp_path)
    names = {each["game"] for each in json.loads(told)}
    assert names == {*(family.name for family in palamedes.GAMES), "race"}
    said = [
        f"the plug-in '{name}' of {name} is left out: {text}" for name, text in sorted(SAID.items())
    ]
    assert sorted(errors.splitlines()) == ["I am here", *said]


def test_no_package_is_loaded_for_a_game_of_ours(tmp_path):
    install(tmp_path, "ends", BROKEN["ends"])
    install(tmp_path, "slow", BROKEN["ends"], "palamedes.engines")
    code = (
        "import palamedes; from palamedes.players import make_player\n"
        "make_player(palamedes.find_game('teeko'), 'alphabeta:depth=2')"
    )
    assert run("-c", code, site=tmp_path) == ("", "")


SANDBOX = """
import palamedes
from palamedes.players.external.sandbox import _python_places
palamedes.find_game("connect4")
print(*_python_places(), sep="\\n")
"""


def test_a_sandbox_shows_the_packages_that_are_in_use(site):
    told, _errors = run("-c", SANDBOX, site=site)
    assert {str(path) for path in site.glob("palamedes_connect4*")} <= set(told.splitlines())


# Registered by a program


@pytest.fixture
def registry(monkeypatch):
    """What is registered by a test is forgotten after it."""
    monkeypatch.setattr(palamedes.GAMES, "_families", dict(palamedes.GAMES._families))
    monkeypatch.setattr(engine_plugins, "_engines", {})
    monkeypatch.setattr(evaluation_plugins, "_evaluations", {})
    monkeypatch.setattr(plugins, "_registered", {})


@pytest.mark.usefixtures("registry")
def test_a_registered_game_is_found_and_listed():
    family = palamedes.register(GAME)
    assert palamedes.register(GAME).make("") is GAME
    assert isinstance(family, Family)
    assert palamedes.find_game("race") is GAME
    assert [each.name for each in palamedes.GAMES].count("race") == 1
    assert palamedes.GAMES[-1].name == "race"
    assert palamedes.start("race").play("two").moves == ("one", "two")


@pytest.mark.usefixtures("registry")
def test_another_edition_of_a_game_replaces_it_and_another_game_does_not():
    palamedes.register(GAME)
    palamedes.register(race(title="Race again"))
    assert palamedes.find_game("race").title == "Race again"

    @rules
    class OtherState(RaceState):
        pass

    with pytest.raises(PalamedesError, match="there is another game named 'race' already"):
        palamedes.register(race(OtherState))
    with pytest.raises(PalamedesError, match="there is another game named 'teeko' already"):
        palamedes.register(race(name="teeko"))


@rules
class Copies(RaceState):
    def moves(self, out):
        out[0] = out[1] = 0
        return 2


@rules
class Far(RaceState):
    def moves(self, out):
        out[0] = 1 << 16
        return 1


@rules
class Stuck(RaceState):
    def moves(self, out):
        return 0


@rules
class Fails(RaceState):
    def play(self, move):
        return [][move]


@rules
class Long(RaceState):
    def key(self):
        return 1 << 70


@rules
class Undecided(RaceState):
    def outcome(self):
        return 7


@rules
class Foreign(RaceState):
    def play(self, move):
        return RaceState(self.left - move - 1)


@rules
class Back(RaceState):
    def progress(self):
        return self.left


@rules
class Alike(RaceState):
    def key(self):
        return self.left // 2


@rules
class Mirrored(RaceState):
    SYMMETRIES = 2

    def move_image(self, move, symmetry):
        return 1 - move if self.left > 5 else 3


class Undecorated(RaceState):
    def play(self, move):
        return type(self)(self.left - move - 1)


@compiled
class HalfPoints(RaceEvaluation):
    def score(self, state, last):
        return 0.5


class Forgetful(RaceView):
    def parse_position(self, text):
        return self.state(), 0


class Mute(RaceView):
    def move_text(self, state, move, turn):
        return "take"


class Astray(RaceView):
    def touches(self, state, move, turn):
        return (f"spot{move}",)


class Aside(RaceView):
    def board(self, state, turn):
        return Board(self.geometry, {"elsewhere": (Piece("disc", 0),)}, turn)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (
            race(name="Räce"),
            "'Räce' cannot be the name of a game: use at most 30 of a-z, 0-9 and _",
        ),
        (race(variant="long"), 'race: no variant "", which is the standard game'),
        (race(levels={"easy": "random"}), "race: no level 'master', which ends its ladder"),
        (race(start=(1, 2)), "race: its start is not a NamedTuple decorated with @rules"),
        (race(start=RaceState(-1)), "race: a field is not an integer from 0 to 2^63 - 1: "),
        (race(view=lambda state: None), "race: its view is not a View"),
        (race(Copies), "race: a move is written twice (at the start)"),
        (race(Far), "race: a move is not from 0 to 65535 (at the start)"),
        (race(Stuck), "race: no legal move, but the game is not over (at the start)"),
        (race(Fails), "race: IndexError: list index out of range (after "),
        (race(Long), "race: key() is not a 64-bit integer (at the start)"),
        (race(Alike), "race: key() is the same for Alike(left=9) and Alike(left=8) (after "),
        (race(Mirrored), "race: move_image(move, 1) does not give the moves of image(1) (after "),
        (
            race(evaluations={"mine": 3}),
            "race: 'mine': an evaluation is a NamedTuple with @compile",
        ),
        (
            race(evaluations={"mine": HalfPoints()}),
            "race: the evaluation 'mine' gives 0.5, not an integer (at the start)",
        ),
        (race(Undecided), "race: outcome() is not ONGOING, WIN, LOSS or DRAW (at the start)"),
        (race(Foreign), "race: play() does not return a state of the same class (after "),
        (race(Back), "race: progress() falls (after "),
        (
            race(Undecorated),
            "race: play of Undecorated cannot be compiled: decorate the class with ",
        ),
        (race(view=Forgetful), "race: parse_position() does not read position_text() back (after "),
        (race(view=Mute), "race: two moves have the same notation (at the start)"),
        (
            race(view=Astray),
            "race: a move touches spots that are not on the board: spot0, spot1 (at the start)",
        ),
        (
            race(view=Aside),
            "race: pieces are on spots that are not on the board: elsewhere (at the start)",
        ),
        ("teeko", "a game must be a Game or a Family, not str"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
@pytest.mark.usefixtures("registry")
def test_what_is_wrong_with_a_game_is_said_in_one_line(wrong, complaint):
    with pytest.raises(PalamedesError) as error:
        palamedes.register(wrong)
    assert str(error.value).startswith(complaint)
    assert "\n" not in str(error.value)
    assert "race" not in [family.name for family in palamedes.GAMES]


# Engines and evaluations


class FirstMove:
    """Plays the first of all moves."""

    def __init__(self, depth):
        self.depth = depth

    def prepare(self, match):
        pass

    def analyse(self, match, limits, lines=1, report=None):
        move = match.position.moves[0]
        return Analysis((Variation(move, self.depth, (move,)),), self.depth, 1, 0.0)

    def stop(self):
        pass


def first_move(options):
    return FirstMove(options.number("strength", int, 1, 1, 9))


@pytest.mark.usefixtures("registry")
def test_a_registered_engine_plays_and_analyses():
    palamedes.register_engine("first", first_move)
    teeko = palamedes.find_game("teeko")
    match = palamedes.new_match("teeko")
    player = make_player(teeko, "first:strength=3,depth=2")
    player.prepare(match, 0)
    assert player.choose(match).code == match.position.codes[0]
    assert make_engine(teeko, "first:strength=4").analyse(match, None).best.score == 4
    with pytest.raises(PalamedesError, match="strength must be a number from 1 to 9, not '10'"):
        make_player(teeko, "first:strength=10")
    with pytest.raises(PalamedesError, match="unknown option 'width'"):
        make_player(teeko, "first:width=1")
    with pytest.raises(PalamedesError, match=r"unknown player 'second'; choose from .* first"):
        make_player(teeko, "second")


@pytest.mark.usefixtures("registry")
def test_a_factory_that_fails_is_one_line():
    def fails(options):
        raise RuntimeError("it\nfails")

    palamedes.register_engine("fails", fails)
    with pytest.raises(PalamedesError, match=r"^fails: RuntimeError: it fails$"):
        palamedes.engine("teeko", "fails")
    palamedes.register_engine("none", lambda options: None)
    with pytest.raises(PalamedesError, match=r"^none: AttributeError: .* no attribute 'prepare'$"):
        make_player(palamedes.find_game("teeko"), "none")


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("name", ["mcts", "step3", "master", "Loud", "", "a b", "human", "cmd"])
def test_an_engine_needs_a_name_of_its_own(name):
    with pytest.raises(PalamedesError, match="an engine cannot be named"):
        palamedes.register_engine(name, first_move)


def test_the_names_of_our_engines_are_taken():
    assert {*ALGORITHMS, *ENGINES} <= engine_plugins.TAKEN


@pytest.mark.usefixtures("registry")
def test_another_engine_of_the_same_name_is_refused():
    palamedes.register_engine("first", first_move)
    palamedes.register_engine("first", first_move)
    with pytest.raises(PalamedesError, match="there is another engine named 'first' already"):
        palamedes.register_engine("first", FirstMove)
    with pytest.raises(PalamedesError, match="the engine 'third' cannot be called"):
        palamedes.register_engine("third", 3)


@pytest.mark.usefixtures("registry")
def test_a_registered_evaluation_is_one_of_the_game():
    palamedes.register(GAME)
    palamedes.register_evaluation("race", "thirds", EVALUATION)
    palamedes.register_evaluation("race", "thirds", RaceEvaluation(20))  # edited
    assert evaluation_names(GAME) == ["thirds", "none"]
    assert evaluation_of(GAME, "thirds").weight == 20
    assert make_player(GAME, "best:eval=thirds")
    with pytest.raises(PalamedesError, match="race has no evaluation 'fifths'; choose from thirds"):
        make_player(GAME, "best:eval=fifths")


@compiled
class Failing(RaceEvaluation):
    def score(self, state, last):
        return state.there_is_no_such_field


@pytest.mark.parametrize(
    ("of", "name", "evaluation", "complaint"),
    [
        ("race", "none", EVALUATION, "'race.none' does not name an evaluation"),
        ("race", "learned-9", EVALUATION, "'race.learned-9' does not name an evaluation"),
        ("chess", "mine", EVALUATION, "unknown game 'chess'"),
        ("teeko", "tuned", EVALUATION, "teeko has another evaluation named 'tuned' already"),
        ("race", "mine", 3, "race.mine: an evaluation is a NamedTuple with @compiled"),
        ("race", "mine", HalfPoints(), "race.mine: the score 0.5 is not an integer between "),
        ("race", "mine", Failing(), "race.mine: AttributeError: "),
    ],
)
@pytest.mark.usefixtures("registry")
def test_what_is_wrong_with_an_evaluation_is_said(of, name, evaluation, complaint):
    palamedes.register(GAME)
    with pytest.raises(PalamedesError) as error:
        palamedes.register_evaluation(of, name, evaluation)
    assert str(error.value).startswith(complaint)


@compiled
class Worded(RaceEvaluation):
    def score(self, state, last):
        return int(str(state.left))


@pytest.mark.skipif(IS_INTERPRETED, reason="nothing is compiled")
@pytest.mark.usefixtures("registry")
def test_what_cannot_be_compiled_is_said_in_one_line():
    palamedes.register(GAME)
    palamedes.register_evaluation("race", "words", Worded())
    with pytest.raises(PalamedesError) as error:
        palamedes.evaluate_many([palamedes.start("race")], "words")
    line = Worded.score.py_func.__code__.co_firstlineno + 1
    assert re.search(rf"test_plugins.py, line {line}, cannot be compiled: ", str(error.value))
    assert "\n" not in str(error.value)


@pytest.mark.usefixtures("registry")
def test_the_player_behind_a_level_is_named_if_it_is_unknown():
    palamedes.register(race(levels={"master": "alfabeta:depth=2"}))
    with pytest.raises(PalamedesError, match="unknown player 'alfabeta'; choose from"):
        make_player(find_game("race"), "master")


# Worker processes

WORKERS = """
import palamedes, race
from palamedes.core.workers import worker_pool
from palamedes.players.spec import make_engine
from palamedes.search.evaluations import evaluation_of

palamedes.register(race.GAME)
palamedes.register_evaluation("race", "thirds", race.EVALUATION)
palamedes.register_engine("only_here", lambda options: None)
lonely = race.race(name="lonely")
palamedes.register(lonely)
lonely = [lonely]  # no name in any module leads to it

with worker_pool(1) as pool:
    print(pool.submit(palamedes.start, "race").result().text)
    print(pool.submit(evaluation_of, race.GAME, "thirds").result().weight)
    for work, *words in (
        (palamedes.start, "lonely"), (make_engine, race.GAME, "only_here"),
    ):
        try:
            pool.submit(work, *words).result()
        except palamedes.PalamedesError as error:
            print(error)
"""


def test_workers_find_what_their_program_has_registered(tmp_path):
    told, errors = run("-c", WORKERS, site=tmp_path)
    line = (
        "{!r} was registered in this program only; workers need it as an entry point: see "
        "docs/howto/add-a-game.md"
    )
    assert told.splitlines() == ["10 1", "10", line.format("lonely"), line.format("only_here")]
    assert not errors


# The page that explains it

GUIDE = (ROOT / "docs" / "howto" / "add-a-game.md").read_text()


def test_the_guide_shows_the_files_of_the_example():
    shown = re.findall(r"^`(\S+)`\n\n```\w+\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    named = {"pyproject.toml", "tests/slow_twin.py"}
    package = EXAMPLE / "src" / "palamedes_connect4"
    named |= {path.relative_to(EXAMPLE).as_posix() for path in package.glob("*.py")}
    assert {name for name, _text in shown} == named
    for name, text in shown:
        assert (EXAMPLE / name).read_text() == text, name


def test_the_guide_quotes_what_is_said():
    line = "the plug-in 'connect4' of palamedes-connect4 is left out: connect4: "
    assert line + "a move is written twice" in GUIDE
