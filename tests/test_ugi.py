"""The universal game interface: every command, on streams; and the real program once."""

import re
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread

import pytest

from palamedes.arena.ugi import UgiServer, serve_player
from palamedes.arena.ugi.backends import ANALYSIS, EngineBackend, PlayerBackend
from palamedes.arena.ugi.syntax import parse_allowance, score_words
from palamedes.core.errors import PalamedesError
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players import Choice, Player
from palamedes.players.ladder import ladder
from palamedes.search.score import WON
from waiting import PATIENCE

WIN_IN_1 = "position fen XX1/OO1/3 X"  # morpion: c3
LOSS_IN_2 = "position startpos moves b1 a5 c1 e5 d1"  # teeko: a1 and e1 win


class Lines:
    """A text stream that keeps whole lines."""

    def __init__(self):
        self.queue = Queue()

    def write(self, text):
        assert text.endswith("\n"), "lines are written whole"
        assert text.count("\n") == 1
        self.queue.put(text[:-1])

    def flush(self):
        pass


class Conversation:
    """A server in a thread, and its client."""

    def __init__(self, backend):
        self._sent = Queue()
        self._lines = Lines()
        self._thread = Thread(
            target=UgiServer(backend, iter(self._sent.get, None), self._lines).serve, daemon=True
        )
        self._thread.start()

    def send(self, *lines):
        for line in lines:
            self._sent.put(f"{line}\n")

    def until(self, start):
        """The lines up to the first that starts so."""
        heard = []
        while not heard or not heard[-1].startswith(start):
            heard.append(self._lines.queue.get(timeout=PATIENCE))
        return heard

    def ask(self, *lines):
        """The next line after sending some."""
        self.send(*lines)
        return self._lines.queue.get(timeout=PATIENCE)

    def search(self, *lines):
        self.send(*lines)
        return self.until("bestmove")

    def wait_until_silent(self):
        """The lines that come before half a second without any."""
        heard = []
        with suppress(Empty):
            while True:
                heard.append(self._lines.queue.get(timeout=0.5))
        return heard

    def end(self):
        self._sent.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture
def converse():
    conversations = []

    def start(name="morpion", level=ANALYSIS, backend=None):
        backend = backend or EngineBackend(find_game(name), "Test", level, 1, 4)
        conversations.append(Conversation(backend))
        return conversations[-1]

    yield start
    for each in conversations:
        each.end()


def _field(line, name):
    words = line.split()
    return int(words[words.index(name) + 1])


def test_the_handshake_names_the_program_and_its_options(converse):
    engine = converse("teeko")
    engine.send("ugi")
    lines = engine.until("ugiok")
    assert lines[0] == "id name Test"
    assert lines[1].startswith("id author ")
    assert "option name Variant type string default <empty>" in lines
    assert "option name Threads type spin default 1 min 1 max 256" in lines
    assert any(
        line.startswith("option name Level type combo default analysis var analysis var easy")
        for line in lines
    )
    assert engine.ask("isready") == "readyok"
    assert engine.ask("isready") == "readyok"


@pytest.mark.parametrize(
    ("question", "start", "finished"),
    [
        ("gameover", "false", "true"),
        ("p1turn", "true", "false"),
        ("result", "none", "p1win"),
        ("legalmoves", "a1 b1 c1 a2 b2 c2 a3 b3 c3", ""),
        ("fen", "3/3/3 X", "XXX/OO1/3 O"),
    ],
)
def test_queries(converse, question, start, finished):
    engine = converse()
    assert engine.ask(f"query {question}") == f"response {start}"
    answer = f"response {finished}".rstrip()
    assert engine.ask(f"{WIN_IN_1} moves c3", f"query {question}") == answer


def test_a_repetition_is_a_drawn_game(converse):
    engine = converse()
    shuffle = " a1-c3 b1-b3 c3-a1 b3-b1" * 2
    engine.send(f"position startpos moves a1 b1 c1 a2 b2 c2{shuffle}")
    assert engine.ask("query result") == "response draw"
    assert engine.ask("query gameover") == "response true"
    assert engine.ask("query legalmoves") == "response"
    assert engine.search("go infinite") == ["info string the game is over", "bestmove (none)"]


def test_a_win_is_a_positive_mate_and_a_loss_a_negative_one(converse):
    engine = converse()
    *infos, best = engine.search(WIN_IN_1, "go depth 3")
    assert best == "bestmove c3"
    assert " score mate 1 " in infos[-1]
    teeko = converse("teeko")
    *infos, _best = teeko.search(LOSS_IN_2, "go depth 4")
    assert " score mate -2 " in infos[-1]
    assert score_words(WON - 3) == "mate 3"
    assert score_words(4 - WON) == "mate -4"
    assert score_words(-17) == "cp -17"


def test_a_proven_draw_is_told(converse, solved, monkeypatch):
    data = solved("morpion").folder.parent.parent
    monkeypatch.setenv("PALAMEDES_DATA", str(data))
    *infos, best = converse().search("go depth 1")
    move = best.split()[1]
    assert " score cp 0 " in infos[-2]
    assert infos[-1] == f"info string proven draw {move}"


def test_progress_is_told_depth_by_depth(converse):
    *infos, best = converse("teeko").search("position startpos moves c3", "go depth 4")
    assert [_field(line, "depth") for line in infos] == [1, 2, 3, 4, 4]
    final = infos[-1]
    assert _field(final, "nodes") > 0
    assert _field(final, "nps") > 0
    assert _field(final, "time") >= 0
    assert final[final.index(" pv ") + 4 :].split()[0] == best.split()[1]


def test_several_lines(converse):
    engine = converse("teeko")
    *infos, best = engine.search("setoption name multipv value 3", "go depth 2")
    last = infos[-3:]
    assert [_field(line, "multipv") for line in last] == [1, 2, 3]
    moves = [line[line.index(" pv ") + 4 :].split()[0] for line in last]
    assert len(set(moves)) == 3
    assert best == f"bestmove {moves[0]}"


def test_a_stop_is_answered(converse):
    engine = converse("teeko")
    engine.ask("isready")
    engine.send("go infinite")
    engine.until("info depth 3")
    assert engine.ask("isready").startswith(("info", "readyok"))
    assert engine.search("stop")[-1].startswith("bestmove ")


def test_a_stop_that_comes_before_the_search_has_begun_is_heard(converse):
    engine = converse("teeko")
    engine.ask("isready")
    for _time in range(20):
        engine.search("go infinite", "stop")


def test_an_infinite_search_does_not_answer_by_itself(converse):
    engine = converse()
    engine.send(WIN_IN_1, "go infinite")
    heard = engine.until("info depth") + engine.wait_until_silent()
    engine.send("go depth 1", "query p1turn", "setoption name Hash value 8")
    heard += engine.until("info string") + engine.until("response") + engine.until("info string")
    told = [line for line in heard if not line.startswith("info depth")]
    assert told[::2] == ["info string a search is running: stop it first"] * 2
    assert told[1] == "response true"
    assert engine.search("stop")[-1] == "bestmove c3"
    assert engine.search("go depth 1")[-1] == "bestmove c3"


@pytest.mark.parametrize(
    "limits",
    ["movetime 100", "p1time 2000 p2time 1000 p1inc 50 p2inc 0", "nodes 500 movetime 5000"],
)
def test_limits_end_a_search(converse, limits):
    engine = converse("teeko")
    assert engine.search(f"go {limits}")[-1].startswith("bestmove ")


def test_what_a_go_allows():
    allowance = parse_allowance(
        ["p1time", "1000", "p2time", "2000", "p1inc", "10", "p2inc", "20", "depth", "9"], 1
    )
    assert allowance.left == (1.0, 2.0)
    assert (allowance.increment, allowance.depth, allowance.move) == (0.02, 9, None)
    assert parse_allowance(["p2time", "500"], 0).left is None
    assert parse_allowance(["nodes", "0", "infinite"], 0).nodes == 1
    for line in ("depth", "depth x", "movetime depth 3", "nodes 1.5", "foo", "depth 1 ponder"):
        with pytest.raises(PalamedesError):
            parse_allowance(line.split(), 0)
    with pytest.raises(PalamedesError, match="p2time cannot be negative: '-5'"):
        parse_allowance(["p2time", "-5"], 1)


@pytest.mark.parametrize("limits", ["foo", "movetime -5", "depth", "movetime soon"])
def test_a_refused_go_is_answered_in_two_lines(converse, limits):
    engine = converse()
    told, answer = engine.search(f"go {limits}")
    assert told.startswith("info string ")
    assert answer == "bestmove (none)"
    assert engine.search("go depth 1")[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "line",
    [
        "xyzzy",
        "position",
        "position middle",
        "position fen",
        "position fen XXX/XXX/XXX X",
        "position startpos moves a1 a1",
        "position startpos moves z9",
        "setoption",
        "setoption name",
        "setoption name Nothing value 3",
        "setoption name LegalMoves value a1 b1",
        "setoption name Threads value many",
        "setoption name Threads value 0",
        "setoption name Hash value 99999999999999",
        "setoption name Variant value round",
        "setoption name Level value divine",
        "query",
        "query weather",
        "\x1b[A \x00 é",
        "x" * 100_000,
    ],
)
def test_what_makes_no_sense_changes_nothing(converse, line):
    engine = converse()
    engine.send("position startpos moves b2", "", "stop")
    answer = engine.ask(line)
    assert answer.startswith("info string ")
    assert len(answer) < 200
    assert engine.ask("query fen") == "response 3/1X1/3 O"
    assert engine.search("go depth 1")[-1].startswith("bestmove ")


def test_options_change_the_game(converse):
    engine = converse()
    assert (
        engine.ask("setoption name Variant value 4,beginner", "query fen") == "response 4/4/4/4 X"
    )
    assert engine.ask("setoption name Variant value <empty>", "query fen") == "response 3/3/3 X"
    engine.send("setoption name Threads value 2", "setoption name hash value 8")
    assert engine.ask("isready") == "readyok"
    assert engine.search("go depth 3")[-1].startswith("bestmove ")
    engine.send("position startpos moves b2", "uginewgame")
    assert engine.ask("query fen") == "response 3/3/3 X"


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "master"])
def test_levels_play(converse, level):
    engine = converse(level=level)
    assert engine.ask("isready") == "readyok"
    *infos, best = engine.search("go movetime 100")
    assert _field(infos[-1], "time") >= 0
    assert best.split()[1] in Position.start(find_game("morpion")).moves


def test_a_level_looks_less_deep_if_it_must(converse):
    engine = converse("teeko")
    engine.send("setoption name Level value hard")
    assert _field(engine.search("go depth 2")[-2], "depth") == 2
    assert _field(engine.search("go depth 20")[-2], "depth") == 5


def test_steps_and_the_adaptive_player_are_levels(converse):
    engine = converse("teeko")
    engine.send("ugi")
    (line,) = (line for line in engine.until("ugiok") if line.startswith("option name Level"))
    steps = [step.name for step in ladder(find_game("teeko"))]
    assert line.split(" var ")[-len(steps) - 1 :] == [*steps, "adaptive"]
    moves = Position.start(find_game("teeko")).moves
    for level in ("Step2", "adaptive"):
        engine.send(f"setoption name Level value {level}")
        assert engine.search("go movetime 100")[-1].split()[1] in moves


def test_a_step_is_never_stronger_than_its_own_however_long_it_may_search(converse):
    step = next(step for step in ladder(find_game("teeko")) if "depth=" in step.spec)
    engine = converse("teeko", level=step.name)
    engine.send("setoption name Hash value 64", "setoption name Threads value 2")
    depth = int(re.search(r"depth=(\d+)", step.spec)[1])
    for limits in ("go depth 12", "go nodes 1000000", "go movetime 2000"):
        assert _field(engine.search(limits)[-2], "depth") <= depth


@pytest.mark.families
def test_moves_contain_no_spaces(game):
    position = Position.start(game)
    for _ply in range(30):
        assert all(move == "".join(move.split()) for move in position.moves)
        if position.codes:
            position = position.play(position.codes[len(position.codes) // 2])


class Bot(Player):
    """Plays the last move, when it is allowed to."""

    def __init__(self, fails=False):
        self.fails = fails
        self.go_on = Event()
        self.calls = []

    def prepare(self, match, seat):
        self.calls.append("prepare")

    def choose(self, match, allowance=None):
        if self.fails:
            raise RuntimeError("no\nidea")
        print("thinking")  # noqa: T201 - bots do
        self.go_on.wait(PATIENCE)
        return Choice(match.position.codes[-1])

    def stop(self):
        self.go_on.set()

    def close(self):
        self.calls.append("close")


def test_a_bot_is_served(converse):
    bot = Bot()
    talk = converse(backend=PlayerBackend(find_game("morpion"), bot, "Bot", "me"))
    talk.send("ugi")
    assert talk.until("ugiok") == ["id name Bot", "id author me", "ugiok"]
    assert talk.ask("isready") == "readyok"
    talk.send("setoption name LegalMoves value c3", "go infinite")
    assert talk.until("info")[-1] == "info string unknown option 'LegalMoves'"
    assert talk.search("stop")[-1] == "bestmove c3"
    assert talk.search("position startpos moves c3", "go movetime 10")[-1] == "bestmove b3"
    talk.end()
    assert bot.calls == ["prepare", "close"]


def test_a_bot_that_fails_has_no_move(converse, capsys):
    talk = converse(backend=PlayerBackend(find_game("morpion"), Bot(fails=True), "Bot", "me"))
    assert talk.search("go depth 1") == ["info string RuntimeError: no idea", "bestmove (none)"]
    assert "RuntimeError" in capsys.readouterr().err


def test_what_a_bot_prints_is_not_on_stdout(monkeypatch, capsys):
    bot = Bot()
    bot.go_on.set()
    lines = iter(["isready\n", "go movetime 50\n", "stop\n", "quit\n"])
    monkeypatch.setattr(sys, "stdin", lines)
    serve_player(find_game("morpion"), bot)
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "readyok"
    assert out.splitlines()[-1] == "bestmove c3"
    assert "thinking" in err
    assert "thinking" not in out


def test_the_program():
    program = [sys.executable, "-m", "palamedes", "engine", "morpion", "--level", "hard"]
    typed = "ugi\nisready\nposition startpos moves a1 c3\ngo depth 2\nquery p1turn\nquit\n"
    done = subprocess.run(program, input=typed, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("id name Palamedes ")
    assert "readyok" in lines
    assert "response true" in lines
    assert sum(line.startswith("bestmove ") for line in lines) == 1


def test_the_program_refuses_what_it_does_not_know(run):
    for arguments in (["chess"], ["morpion", "--level", "divine"], ["morpion", "--threads", "0"]):
        code, out, err = run("engine", *arguments)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
