"""The public names: what they promise, and that a wrong argument is one line."""

import asyncio
import inspect
import subprocess
import sys
import threading
import typing
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palamedes
from palamedes import PalamedesError, Score
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_engine
from palamedes.search.analysis import Limits
from palamedes.search.score import ESTIMATE, WON
from waiting import wait_until

TEEKO = find_game("teeko")
ROOT = Path(__file__).parent.parent

values = st.one_of(
    st.integers(1 - ESTIMATE, ESTIMATE - 1),
    st.integers(0, 200).map(lambda plies: WON - plies),
    st.integers(0, 200).map(lambda plies: plies - WON),
)
made_scores = st.builds(
    lambda value, player, exact: Score.of(TEEKO, value, player, exact and value == 0),
    values,
    st.integers(0, 1),
    st.booleans(),
)


@given(made_scores)
def test_a_score_turned_round_twice_is_the_same(score):
    turned = -score
    assert -turned == score
    assert score.seen_by(score.player) is score
    assert score.seen_by(1 - score.player) == -score
    assert (-score).win_in == score.loss_in
    assert score.points + (-score).points == pytest.approx(1)


@given(made_scores)
def test_a_score_says_one_thing(score):
    said = [score.win_in is not None, score.loss_in is not None, score.is_draw]
    assert sum(said) + (score.estimate is not None) == 1
    assert score.is_exact == any(said)
    assert 0 <= score.points <= 1
    assert str(score)


@given(st.lists(made_scores, min_size=2, max_size=6))
def test_scores_are_ordered_as_seen_by_one_player(scores):
    mine = sorted(score.seen_by(0) for score in scores)
    theirs = sorted((score.seen_by(1) for score in scores), reverse=True)
    assert [score.points for score in mine] == sorted(score.points for score in mine)
    for worse, better in pairwise(mine):
        assert worse <= better
        assert -worse >= -better or worse.is_exact != better.is_exact
    assert [score.points for score in theirs] == sorted(score.points for score in theirs)[::-1]


def test_a_quicker_win_is_better_and_a_later_loss():
    quick, slow = (Score.of(TEEKO, WON - plies, 0) for plies in (1, 9))
    assert slow < quick
    assert -quick < -slow
    assert (quick.win_in, (-slow).loss_in) == (1, 9)
    with pytest.raises(PalamedesError, match="seen by different players"):
        assert quick > -slow
    with pytest.raises(TypeError):
        assert quick > 3


def test_analyse_says_what_the_engine_finds():
    match = palamedes.new_match("ultimate")
    match.play("e5")
    found = palamedes.analyse(match, depth=4, lines=3, engine="alphabeta:hash=1")
    engine = make_engine(match.game, "alphabeta:hash=1")
    expected = engine.analyse(match, Limits(depth=4), lines=3)
    assert [line.move for line in found.lines] == [line.move for line in expected.lines]
    assert [line.score.estimate for line in found.lines] == [each.score for each in expected.lines]
    assert (found.depth, found.nodes, found.position) == (4, expected.nodes, match.position)
    assert (found.score.player, found.move) == (1, expected.best.move)
    assert found.to_document()["lines"][0]["moves"] == list(expected.best.moves)


def test_analyse_tells_its_progress():
    told = []
    found = palamedes.analyse(palamedes.start("morpion"), depth=5, on_progress=told.append)
    assert told[-1] == found
    assert [each.depth for each in told] == sorted(each.depth for each in told)


def test_a_search_with_playouts_tells_points():
    found = palamedes.analyse(palamedes.start("ultimate"), nodes=300, engine="mcts")
    assert found.score.points == pytest.approx((1 + found.score.estimate / 1000) / 2)


def test_many_positions_are_analysed_like_one():
    starts = [palamedes.start(name) for name in ("morpion", "nim", "morpion")]
    replies = [start.play(move) for start in starts for move in start.moves[:3]]
    found = palamedes.analyse_many(replies, depth=3, workers=2)
    assert [each.position for each in found] == replies
    alone = [palamedes.analyse(position, depth=3) for position in replies]
    assert [each.score for each in found] == [each.score for each in alone]
    assert palamedes.analyse_many([]) == []


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"time": 0}, "time must be a number from 0.001 to 86400, not '0'"),
        ({"time": float("nan")}, "time must be a number from 0.001 to 86400, not 'nan'"),
        ({"time": "1"}, "time must be a number from 0.001 to 86400, not '1'"),
        ({"depth": 2.5}, "depth must be a whole number from 1 to 100, not '2.5'"),
        ({"depth": True}, "depth must be a whole number from 1 to 100, not 'True'"),
        ({"nodes": 10**30}, f"nodes must be a whole number from 1 to {10**15}, not '{10**30}'"),
        ({"nodes": 10**5000}, f"nodes must be a whole number from 1 to {10**15}, not 'int'"),
        ({"lines": 0}, "lines must be a whole number from 1 to 256, not '0'"),
        ({"engine": "deep"}, "unknown engine 'deep'; choose from"),
        ({"engine": "alphabeta:deep=1"}, "unknown option 'deep'"),
    ],
)
def test_a_wrong_argument_is_one_line(wrong, line):
    with pytest.raises(PalamedesError) as caught:
        palamedes.analyse(palamedes.start("teeko"), **wrong)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def wrong_calls():
    start, ended = palamedes.start("nim"), palamedes.new_match("teeko")
    ended.end(0, "resignation")
    return [
        (lambda: palamedes.analyse(ended), "the game is over"),
        (lambda: palamedes.analyse("teeko"), "a position or a match is needed, not str"),
        (lambda: palamedes.start(3), "a game or its name is needed, not int"),
        (lambda: palamedes.new_match("nim", ("Ann",)), "players must be two names"),
        (lambda: palamedes.new_match("nim", (1, 2)), "players must be two names"),
        (lambda: palamedes.analyse_many([], workers=0), "workers must be a whole number from 1"),
        (lambda: palamedes.truth("teeko"), "a position or a match is needed, not str"),
        (lambda: palamedes.book("teeko"), "a position or a match is needed, not str"),
        (lambda: palamedes.analyse_many(start), "a list of positions is needed, not one"),
        (lambda: palamedes.engine("chess"), "unknown game 'chess'"),
        (lambda: palamedes.engine("teeko").analyse(start), "this engine is for teeko, not for nim"),
        (lambda: palamedes.evaluate(start, "deep"), "nim has no evaluation 'deep'"),
        (lambda: palamedes.explain(start, "guess"), "unknown value 'guess'"),
        (lambda: palamedes.playouts(start, games=10**30), "the number of games and of plies"),
        (lambda: palamedes.perft(start, 10**9), "the depth must be from 0 to 100"),
        (lambda: palamedes.solve("ultimate"), "ultimate is too large to solve"),
        (lambda: palamedes.solve("morris", men="12-3"), "'12-3': each side has 3 to 9 men"),
        (lambda: palamedes.solve("morpion", threads=0.5), "threads must be a whole number from 1"),
        (lambda: palamedes.make_puzzles("teeko", 0), "count must be a whole number from 1"),
        (lambda: palamedes.play_game("nim", "max", "random"), "unknown player 'max'"),
        (lambda: palamedes.play_game("nim", 3, "random"), "'3' is not a player"),
        (lambda: palamedes.tournament("nim", ["random"]), "a tournament needs at least two"),
        (lambda: palamedes.tournament("nim", "random"), "players must be a list"),
        (lambda: palamedes.tournament("nim", ["random"] * 2, games=10**9), "games must be"),
        (lambda: palamedes.learn("nim"), "give either minutes or positions"),
        (lambda: palamedes.engine("nim", 5), "engine must be a text, not int"),
        (lambda: palamedes.engine("nim", "cmd:./a.out"), "unknown engine 'cmd:./a.out'"),
        (lambda: palamedes.find_game(None), "a game or its name is needed, not NoneType"),
        (lambda: palamedes.parse("teeko", 3), "a position is given as text, not int"),
        (lambda: start.move_code(5), "5 is not a legal move here"),
        (lambda: palamedes.analyse_many(None), "a list of positions is needed, not NoneType"),
        (lambda: palamedes.evaluate_many(start), "a list of positions is needed, not one"),
        (lambda: palamedes.playouts_many([3]), "a position or a match is needed, not int"),
        (lambda: palamedes.evaluate(start, 5), "nim has no evaluation '5'"),
        (lambda: palamedes.perft("nim", 2), "a position or a match is needed, not str"),
        (lambda: palamedes.perft(start, 1.5), "the depth must be from 0 to 100"),
        (lambda: palamedes.playouts(start, "10"), "the number of games and of plies"),
        (lambda: palamedes.solve("morris", men=5), "men must be a text, not int"),
        (lambda: palamedes.book(None), "a position or a match is needed, not NoneType"),
        (lambda: palamedes.new_match("nim", "ab"), "players must be two names"),
        (lambda: palamedes.new_match("nim", 5), "players must be two names"),
        (lambda: palamedes.new_match("nim").end(7, "boredom"), "a match ends with a winner (0, 1"),
        (lambda: palamedes.load(None), "the name of a file is needed, not NoneType"),
        (lambda: palamedes.save(start, "game.json"), "a match is needed, not Position"),
        (lambda: palamedes.save_games([5], "games.game"), "a match is needed, not int"),
        (lambda: palamedes.save_games(5, "games.game"), "a list of matches is needed"),
        (lambda: palamedes.draw(None), "a position or a match is needed, not NoneType"),
        (lambda: palamedes.svg(None), "a position or a match is needed, not NoneType"),
        (lambda: palamedes.svg(start, size=-1), "size must be a whole number from 1 to 100000"),
        (lambda: palamedes.svg(start, size=float("nan")), "size must be a whole number from 1"),
        (lambda: palamedes.set_language(5), "unknown language 5; choose from en, fr"),
        (lambda: palamedes.evaluate(start).seen_by(5), "a player is 0 or 1, not 5"),
        (lambda: palamedes.tournament("nim", None), "players must be a list"),
        (lambda: palamedes.play_game("nim", palamedes.Bot, "random"), "Bot: "),
        (lambda: palamedes.register_engine(3, str), "an engine cannot be named '3'"),
        (lambda: palamedes.write_report(None, "a.html"), "the result of a tournament is needed"),
        (
            lambda: palamedes.make_book("nim", positions=0),
            "positions must be a whole number from 1",
        ),
    ]


@pytest.mark.parametrize(("call", "line"), wrong_calls())
def test_a_wrong_call_is_one_line(call, line):
    with pytest.raises(PalamedesError) as caught:
        call()
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_an_engine_is_stopped_from_another_thread():
    with palamedes.engine("ultimate") as engine:
        search = engine.start(palamedes.start("ultimate"))
        first = next(search.progress())
        stopper = threading.Thread(target=engine.stop)
        stopper.start()
        stopper.join()
        assert search.result().depth >= first.depth
        assert engine.analyse(palamedes.start("ultimate"), depth=1).depth == 1


def test_an_engine_makes_one_search_at_a_time_and_none_when_closed():
    start = palamedes.start("ultimate")
    with palamedes.engine("ultimate") as engine:
        with engine.start(start), pytest.raises(PalamedesError, match="searching already"):
            engine.analyse(start)
        assert engine.analyse(start, depth=1).depth == 1
    with pytest.raises(PalamedesError, match="this engine is closed"):
        engine.analyse(start)


def test_leaving_a_stream_stops_the_search():
    with palamedes.engine("ultimate") as engine:
        for found in engine.stream(palamedes.start("ultimate")):
            assert found.move in found.position.moves
            break
        wait_until(lambda: engine.analyse(palamedes.start("ultimate"), depth=1).depth == 1)


def test_an_engine_fails_where_it_is_asked():
    class TroubleError(Exception):
        pass

    def fail(*_arguments):
        raise TroubleError

    with palamedes.engine("nim") as engine:
        engine._engine.analyse = fail
        with pytest.raises(TroubleError):
            engine.analyse(palamedes.start("nim"))
        with pytest.raises(TroubleError):
            list(engine.stream(palamedes.start("nim")))


def test_engines_fit_into_asyncio():
    async def use():
        start = palamedes.start("ultimate")
        with palamedes.engine("ultimate") as engine:
            task = asyncio.create_task(engine.analyse_async(start, time=600))
            while engine._running is None:
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            depths = [found.depth async for found in engine.stream_async(start, depth=3)]
            return depths[-1], (await engine.analyse_async(start, depth=2)).depth

    assert asyncio.run(use()) == (3, 2)


INTERRUPTED = """
import palamedes, signal, threading, os
position = palamedes.start("ultimate")
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(found):
    os.kill(os.getpid(), signal.SIGINT)
try:
    palamedes.analyse(position, time=600, on_progress=interrupt)
except KeyboardInterrupt:
    print(threading.active_count())
"""


def test_ctrl_c_ends_a_search_and_its_thread():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1\n", "")


MANY_INTERRUPTED = """
import os, signal, threading, time, palamedes
position = palamedes.start("ultimate")
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    palamedes.analyse_many([position] * 9, time=600, engine="alphabeta", workers=2)
except KeyboardInterrupt:
    print(threading.active_count())
"""


def test_ctrl_c_ends_many_searches():
    done = subprocess.run(
        [sys.executable, "-c", MANY_INTERRUPTED], capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_truth_is_what_the_tables_say():
    assert palamedes.truth(palamedes.start("ultimate")) is None
    solution = palamedes.solve("morpion", verify=True)
    assert (solution.value, solution.plies, str(solution)) == ("draw", None, "draw")
    assert set(solution.errors.values()) == {0}
    assert solution.wins > solution.draws > 0
    start = palamedes.start("morpion")
    assert palamedes.truth(start).is_draw
    won = palamedes.parse("morpion", "3/OO1/XX1 X")
    assert palamedes.truth(won).win_in == 1
    over = won.play("c1")
    assert (palamedes.truth(over).loss_in, palamedes.evaluate(over).loss_in) == (0, 0)


def test_the_best_line_is_the_truth_where_it_is_known():
    palamedes.solve("morpion")
    position = palamedes.start("morpion").play("b2").play("a2")
    assert palamedes.analyse(position).score == palamedes.truth(position)


def after_random_play(game, seed):
    """A position after some random plies, or at the end of the game."""
    random, position = Random(seed), palamedes.Position.start(game)
    for _ply in range(random.choice((0, 3, 9, 20, 200))):
        if position.codes:
            position = position.play(random.choice(position.codes))
    return position


@pytest.mark.families
def test_many_positions_are_evaluated_like_one(game):
    positions = [after_random_play(game, seed) for seed in range(150)]
    found = palamedes.evaluate_many(positions).tolist()
    assert found == [palamedes.evaluate(position)._value for position in positions]


def test_random_games_of_many_positions_are_those_of_each():
    start = palamedes.start("morpion")
    positions = [start, start.play("b2"), palamedes.parse("morpion", "3/OO1/XX1 X").play("c1")]
    found = palamedes.playouts_many(positions, games=2000, seed=5)
    again = palamedes.playouts_many(positions, games=2000, seed=5)
    assert (found == again).all()
    assert (found.sum(axis=1) == 2000).all()
    assert found[2].tolist() == [2000, 0, 0]
    for position, (wins, _losses, _draws) in zip(positions, found.tolist(), strict=True):
        assert wins / 2000 == pytest.approx(
            palamedes.playouts(position, 2000, 9).wins / 2000, abs=0.06
        )
    assert palamedes.playouts_many([]).shape == (0, 3)
    with pytest.raises(
        PalamedesError, match="positions of one game are needed, not of morpion, nim"
    ):
        palamedes.evaluate_many([start, palamedes.start("nim")])


def test_bots_of_this_program_play_tournaments():
    class First(palamedes.Bot):
        def move(self, position):
            return position.moves[0]

    told = []
    result = palamedes.tournament(
        "morpion", {"mine": First, "easy": "random"}, games=4, on_game=told.append
    )
    assert {player.name for player in result.players} == {"mine", "easy"}
    assert told == result.games
    assert all(isinstance(game, Match) and game.result for game in result.games)
    match = palamedes.play_game("morpion", First, First(), depth=1)
    assert match.players == ("First", "First")


def test_a_tournament_goes_on_from_its_journal(tmp_path):
    journal = tmp_path / "games.jsonl"
    players = ["random", "medium"]
    whole = palamedes.tournament("nim", players, games=6, seed=3)
    palamedes.tournament("nim", players, games=6, seed=3, journal=journal)
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:4]))
    told = []
    again = palamedes.tournament(
        "nim", players, games=6, seed=3, journal=journal, on_game=told.append
    )
    assert len(told) == 3
    assert again.to_document()["players"][0]["points"] == whole.players[0].score.points
    assert again.to_csv().splitlines()[0].startswith("rank,name")


def test_a_game_is_learnt(tmp_path):
    heard = []
    run = palamedes.learn(
        "nim", positions=1000, workers=1, folder=tmp_path, on_generation=heard.append
    )
    assert [each.number for each in heard] == [each.number for each in run.generations]
    assert run.player == f"learned:{run.path}"
    assert palamedes.play_game("nim", run.player, "random", nodes=50).result


def test_a_book_grows_and_answers(tmp_path):
    path = tmp_path / "own.book"
    assert palamedes.make_book("morpion", positions=30, nodes=2000, workers=1, path=path) == path
    before = path.with_name("own.book.journal").stat().st_size
    palamedes.make_book("morpion", positions=40, nodes=2000, workers=1, path=path)
    assert path.with_name("own.book.journal").stat().st_size > before
    assert palamedes.book(palamedes.start("teeko")).score.is_draw
    assert palamedes.book(palamedes.start("nim")) is None


def functions_and_methods():
    for name in palamedes.__all__:
        thing = getattr(palamedes, name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing) and thing.__module__.startswith("palamedes.library"):
            for own, each in vars(thing).items():
                function = each.fget if isinstance(each, property) else each
                if inspect.isfunction(function) and not own.startswith("_"):
                    yield f"{name}.{own}", function


@pytest.mark.parametrize(("name", "function"), list(functions_and_methods()))
def test_every_public_function_is_typed_and_documented(name, function):
    assert function.__doc__, name
    hints = typing.get_type_hints(function)
    parameters = [each for each in inspect.signature(function).parameters if each != "self"]
    assert set(hints) == {*parameters, "return"}


SAMPLE = """
import palamedes

def best(game: str) -> str:
    position = palamedes.start(game).play("c3")
    with palamedes.engine(game, "alphabeta:threads=2") as engine:
        for found in engine.stream(position, time=0.5, lines=2):
            print(found.depth, found.score.points, found.best.moves)
    score: palamedes.Score = palamedes.analyse(position, depth=4).score
    if score.win_in is not None and score > palamedes.evaluate(position):
        print(-score)
    truth = palamedes.truth(position)
    result = palamedes.tournament(game, {"mine": Mine, "hard": "hard"}, games=2, time=0.1)
    print(result.players[0].rating, truth is not None and truth.is_draw)
    print(palamedes.solve(game, verify=True).value, palamedes.explain(position).counts.nodes)
    return palamedes.play_game(game, Mine, "step3", nodes=100).position.text


class Mine(palamedes.Bot):
    def move(self, position: palamedes.Position) -> str:
        return position.moves[0]
"""


def test_the_program_of_a_user_passes_strict_type_checks(tmp_path):
    (tmp_path / "sample.py").write_text(SAMPLE)
    command = [sys.executable, "-m", "mypy", "--strict", tmp_path / "sample.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "Success: no issues found in 1 source file\n"
