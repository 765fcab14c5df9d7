"""The course's awalé player: what it answers to a referee, and when."""

import io
import subprocess
import sys
from queue import Queue
from threading import Event, Thread
from time import perf_counter

import pytest

from palamedes.arena import course
from palamedes.arena.course import course_player, parse_side, play_course
from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players import Choice, Player, make_player
from waiting import PATIENCE

AWALE = find_game("awale")
EXAMPLE_3 = "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40"


class Fixed(Player):
    """Plays what it is told to."""

    def __init__(self, *moves):
        self._moves = iter(moves)

    def choose(self, match, allowance=None):
        if not match.turns and match.start == Position.start(AWALE):
            return Choice(match.position.codes[0])  # while it gets ready
        return Choice(match.position.move_code(next(self._moves)))


def _match(text, history=AWALE.history):
    return Match(Position.parse(AWALE, text), history)


def _talk(side, *lines, player=None, **options):
    """What is answered to some lines, and what is noted."""
    out, notes = io.StringIO(), io.StringIO()
    player = player or make_player(AWALE, "easy")
    play_course(side, player, [f"{line}\n" for line in lines], out, notes=notes, **options)
    return out.getvalue().splitlines(), notes.getvalue().splitlines()


def test_sides_have_many_names():
    assert [parse_side(name) for name in ("Joueur1", "JOUEURA", "1", " a ", "player1")] == [0] * 5
    assert [parse_side(name) for name in ("joueur2", "JoueurB", "2", "B")] == [1] * 4
    for name in ("", "Joueur", "Joueur3", "12", "arbitre"):
        with pytest.raises(PalamedesError):
            parse_side(name)


def test_the_first_player_begins():
    answers, notes = _talk("Joueur1", "START", "END")
    assert answers[0] in Position.start(AWALE).moves
    assert (len(answers), notes) == (1, [])


def test_the_second_player_answers():
    answers, notes = _talk("Joueur2", "1r")
    assert answers[0] in Position.start(AWALE).play("1R").moves
    assert (len(answers), notes) == (1, [])


@pytest.mark.parametrize("seed", range(3))
def test_two_players_play_a_whole_game(seed):
    lines, said, notes = (Queue(), Queue()), (Queue(), Queue()), io.StringIO()

    class Out(io.StringIO):
        def __init__(self, queue):
            super().__init__()
            self.queue = queue

        def write(self, text):
            self.queue.put(text.strip())
            return len(text)

    for n in (0, 1):
        player = make_player(AWALE, ("easy", "medium")[(n + seed) % 2], seed)
        work = [str(n + 1), player, iter(lines[n].get, None), Out(said[n])]
        Thread(target=play_course, args=work, kwargs={"notes": notes}, daemon=True).start()
    match, line = Match.of(AWALE), "START"
    while match.result is None:
        turn = match.position.turn
        lines[turn].put(line)
        line = said[turn].get(timeout=PATIENCE)
        match.play(line.split()[1] if line.startswith("RESULT") else line)
    first, second = (counter.value for counter in match.position.board().counters)
    last = match.turns[-1].move
    assert line == f"RESULT {last} {first} {second}", "who ends the game says so"
    lines[match.position.turn].put(last)
    assert said[match.position.turn].get(timeout=PATIENCE) == line, "and who is told so agrees"
    for queue in lines:
        queue.put("END")
        queue.put(None)
    assert notes.getvalue() == ""


def test_the_official_example_as_the_last_move():
    answers, _notes = _talk("2", "START", "END", player=Fixed("6TB"), match=_match(EXAMPLE_3))
    assert answers == ["RESULT 6TB 44 43"]
    answers, _notes = _talk("1", "6TB", "END", match=_match(EXAMPLE_3))
    assert answers == ["RESULT 6TB 44 43"]


def test_a_player_without_seeds_is_blocked():
    answers, _notes = _talk("1", "START", match=_match("2(20R) 1 30-20"))
    assert answers == ["RESULT BLOCKED 30 20"]


def test_the_limit_of_moves():
    rules = HistoryRules(plies=2, points=True)
    position = Position.start(AWALE).text
    assert _talk("1", "START", "2R", match=_match(position, rules), player=Fixed("1R"))[0] == [
        "1R",
        "RESULT LIMIT 0 0",
    ]
    own = _talk("2", "1R", match=_match(position, rules), player=Fixed("2R"))[0]
    assert own == ["RESULT 2R 0 0"]


@pytest.mark.parametrize("end", ["END", "end", "RESULT 3R 10 20", "RESULT"])
def test_nothing_is_answered_after_the_end(end):
    answers, notes = _talk("1", end, "START")
    assert (answers, notes) == ([], [])


def test_bad_lines_get_a_note_and_no_answer():
    lines = ["", "2R", "17R", "START", "START", "1R", "xyz", "2Q", "2 r", "END"]
    answers, notes = _talk("1", *lines, player=Fixed("3R", "5R"), match=Match.of(AWALE))
    assert len(answers) == 2
    assert len(notes) == 6
    assert all(note.startswith("awale-player: ") for note in notes)
    assert _talk("2", "START", "2R")[0] == []


class Stubborn(Player):
    """Thinks until it is set free, and does not listen."""

    def __init__(self):
        self.free = Event()

    def choose(self, match, allowance=None):
        self.free.wait()
        return Choice(match.position.codes[-1])


def test_an_answer_comes_though_the_player_still_thinks(monkeypatch):
    monkeypatch.setattr(course, "FIRST_MOVE", 0.3)
    player = Stubborn()
    answers, _notes = _talk("1", "START", "2R", player=player, seconds=0.2)
    player.free.set()
    assert answers[0] == "1R"
    assert len(answers) == 2


class Broken(Player):
    def choose(self, match, allowance=None):
        raise RuntimeError("broken")


def test_a_player_that_fails_still_moves(capsys):
    answers, _notes = _talk("1", "START", player=Broken())
    assert answers == ["1R"]
    assert "RuntimeError: broken" in capsys.readouterr().err


def test_the_strongest_level_takes_its_time(no_books):
    player = course_player("master", 0.5)
    _talk("1", "START", player=player)  # compiles
    began = perf_counter()
    answers, _notes = _talk("1", "START", player=player, seconds=0.5)
    assert perf_counter() - began > 0.3
    assert answers[0] in Position.start(AWALE).moves


def test_the_program():
    program = [sys.executable, "-m", "palamedes", "awale-player", "JoueurB", "--level", "easy"]
    done = subprocess.run(program, input="1R\n\nEND\n", capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() in Position.start(AWALE).play("1R").moves


def test_the_program_refuses_what_it_does_not_know(run):
    for arguments in (["arbitre"], ["1", "--level", "divine"], ["1", "--time", "0"]):
        code, out, err = run("awale-player", *arguments)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
