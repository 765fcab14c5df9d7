"""Above the tables: morris with three men, known from its first stone."""

import json
import sys
import zlib
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from palamedes.books import first_plies
from palamedes.books.first_plies import FirstPlies
from palamedes.core.devices import Processor
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import UNKNOWN, Truth
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.games import find_game
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.book_engine import book_values, own_book_path
from palamedes.search.book_values import read_values
from palamedes.search.evaluations import Nothing
from palamedes.search.opening_book import read_book
from palamedes.search.score import ESTIMATE, score_text, truth_score
from palamedes.search.truth_engine import TruthEngine
from palamedes.solver.exact_values import ExactValues
from palamedes.solver.outcomes import FILE, keep_outcomes, kept_outcomes
from palamedes.ui.terminal import make_console
from palamedes.ui.terminal.first_plies import add_first_plies

pytestmark = pytest.mark.xdist_group("morris")

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SIGNS = {WIN: 1, DRAW: 0, LOSS: -1}
SWAPPED = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Everything that the script makes for the small tier, where Palamedes looks for it."""
    folder = tmp_path_factory.mktemp("placing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALAMEDES_DATA", str(folder / "data"))
        patch.syspath_prepend(BENCHMARKS)
        import all_of_morris as script

        words = "--tier small --games 1 --wins 1 --plies 5 --time 20 --megabytes 16"
        arguments = [str(folder / "report"), *words.split(), "--threads", "2", "--workers", "0"]
        patch.setattr(sys, "argv", ["all_of_morris.py", *arguments])
        script.main()
        game = script.tier_game("small")
        yield SimpleNamespace(
            script=script,
            report=script.Report(folder / "report"),
            game=game,
            exact=ExactValues(game),
            book=read_book(own_book_path(game), game),
        )


def _positions(game, plies, count):
    """Positions after some random plies."""
    random = Random(plies)
    for _position in range(count):
        position = Position.start(game)
        while position.state.hand and len(position.codes) and _placed(game, position) < plies:
            position = position.play(random.choice(position.codes))
        yield position


def _placed(game, position):
    return game.start.hand - position.state.hand


def _outcome(exact, state):
    """Plain minimax down to the tables."""
    if state.outcome() != ONGOING:
        return state.outcome()
    if not state.hand:
        return exact.probe(state).outcome
    after = {_outcome(exact, state.play(code)) for code in Position(exact.game, state).codes}
    return WIN if LOSS in after else DRAW if DRAW in after else LOSS


def test_the_search_and_the_book_say_what_minimax_says(small):
    searcher, found = small.exact.searcher(), set()
    for position in [p for plies in (4, 5) for p in _positions(small.game, plies, count=12)]:
        outcome = _outcome(small.exact, position.state)
        assert searcher.outcome(position.state) == outcome
        assert small.book.values.outcome(position.state) == outcome
        found.add(outcome)
    assert len(found) > 1


def test_the_book_says_what_the_search_says(small):
    values, searcher = small.book.values, small.exact.searcher()
    for plies in range(6):
        for position in _positions(small.game, plies, count=6):
            assert values.outcome(position.state) == searcher.outcome(position.state)
    table = next(_positions(small.game, plies=6, count=1)).state
    assert values.outcome(table) is None


def test_the_perfect_player_keeps_the_value_while_men_are_placed(small):
    engine = TruthEngine(small.exact, AlphaBeta(Nothing()))
    for plies in range(6):
        for position in _positions(small.game, plies, count=3):
            match = Match(position, small.game.history)
            best = engine.analyse(match, Limits(nodes=1000)).best
            before, after = small.exact.probe(position.state), position.play(best.move)
            value = after.state.outcome()
            value = small.exact.probe(after.state).outcome if value == ONGOING else value
            assert best.is_true
            assert value == SWAPPED[before.outcome]
            sign = (best.score > 0) - (best.score < 0)
            assert sign == SIGNS[before.outcome]


def test_in_a_draw_it_sets_traps_and_then_keeps_men(small):
    engine = TruthEngine(small.exact, AlphaBeta(Nothing()))
    drawn = [
        position
        for position in _positions(small.game, plies=3, count=60)
        if small.exact.probe(position.state).is_draw
    ]
    for position in drawn[:3]:
        moves = [move for move in engine.solved_moves(position) if move.score == 0]
        ranks = [(-move.traps, move.progress) for move in moves]
        assert ranks == sorted(ranks)
        for move in moves[:3]:
            after = position.play(move.code)
            losing = [
                code for code in after.codes
                if _outcome_known(small.exact, after.play(code)) == WIN
            ]  # fmt: skip
            assert move.traps == pytest.approx(len(losing) / len(after.codes))
    assert drawn


def _outcome_known(exact, position):
    outcome = position.state.outcome()
    return exact.probe(position.state).outcome if outcome == ONGOING else outcome


def test_the_script_plays_and_finds_no_wrong_move(small):
    found = small.report.read("check")
    assert found["games"] == 5
    assert found["moves"] == found["right"] > 0
    games = small.report.lines("games")
    small.script.main()
    assert small.report.lines("games") == games
    assert "| perfect | random | 1 |" in (small.report.folder / "report.md").read_text()


def test_the_script_would_see_a_wrong_move(small):
    checker = small.script.PlainChecker(small.exact, 1, 1 << 16)
    wrong = set()
    for position in _positions(small.game, plies=4, count=4):
        outcome = _outcome_known(small.exact, position)
        for code in position.codes:
            after = position.play(code)
            is_right = SWAPPED[_outcome_known(small.exact, after)] == outcome
            states = {small.script.canonical(each.state).state for each in (position, after)}
            known = {tuple(s): v for s, v in checker.values(states, 60.0).items()}
            said = small.script.worth_of(checker, known, position.state, after.state)
            assert said == ("right" if is_right else "wrong")
            wrong.add(is_right)
    assert wrong == {True, False}


@pytest.fixture
def copied(small, tmp_path):
    """The tables of the small tier, which may be damaged."""
    exact = ExactValues(small.game, tmp_path)
    exact.folder.mkdir(parents=True)
    for path in small.exact.folder.iterdir():
        (exact.folder / path.name).write_bytes(path.read_bytes())
    return exact


def _flip(data):
    return data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]


@pytest.mark.parametrize(
    "damage",
    [
        _flip,
        lambda data: data[:-1],
        lambda data: b"[1]\n" + data,
        lambda data: data.replace(b'"size"', b'"sixe"', 1),
    ],
)
def test_a_damaged_file_of_outcomes_is_not_used(copied, damage, capsys):
    state = copied.game.start.play(0)
    path = copied.folder / FILE
    path.write_bytes(damage(path.read_bytes()))
    assert kept_outcomes(copied) is None
    assert copied.searcher() is None
    assert capsys.readouterr().err.count("\n") <= 1
    assert keep_outcomes(copied, copied.layers.every, 1, lambda *_told: None) is not None
    assert copied.searcher().outcome(state) == _value_in_the_book(copied, state)


def _value_in_the_book(exact, state):
    return read_book(own_book_path(exact.game), exact.game).values.outcome(state)


def test_outcomes_of_other_tables_are_made_anew(copied):
    path = copied.folder / FILE
    line, _newline, body = path.read_bytes().partition(b"\n")
    head = {**json.loads(line), "tables": {"3-3": "of another table"}}
    path.write_bytes(json.dumps(head).encode() + b"\n" + body)
    assert kept_outcomes(copied) is None
    keep_outcomes(copied, copied.layers.every, 1, lambda *_told: None)
    assert kept_outcomes(copied) is not None


def test_a_damaged_book_has_no_values(small, tmp_path):
    data = own_book_path(small.game).read_bytes()
    (tmp_path / "book").write_bytes(_flip(data))
    with pytest.raises(PalamedesError, match="damaged"):
        read_book(tmp_path / "book", small.game)
    line, _newline, body = data.partition(b"\n")
    with pytest.raises(ValueError, match="outcomes"):
        read_values(small.game, [2], zlib.compress(b"\x00\x30"))
    for sizes in ([1], [-1, 2], [1 << 40]):
        head = {**json.loads(line), "values": sizes}
        (tmp_path / "book").write_bytes(json.dumps(head).encode() + b"\n" + body)
        with pytest.raises(PalamedesError, match="damaged"):
            read_book(tmp_path / "book", small.game)


def test_the_first_plies_go_on_where_they_were(copied, monkeypatch):
    def work(last=2):
        return FirstPlies(copied, last, 1, Processor(1))

    whole, told = work().find(lambda *_told: None).to_bytes(), []
    monkeypatch.setattr(first_plies, "PATIENCE", 0.0)
    stopped = work()

    def stop(_what, done, total):
        told.append(done)
        if len(told) > 3:
            stopped.stop()

    assert stopped.find(stop) is None
    journal = copied.folder / first_plies.JOURNAL
    kept = journal.read_bytes()
    before = len(told)
    assert work().find(lambda *_line: told.append(0)).to_bytes() == whole
    assert not journal.exists()
    without = len(told) - before
    line, _newline, body = kept.partition(b"\n")
    head = json.loads(line)
    others = [json.dumps({**head, "ply": ply}).encode() for ply in (head["ply"] + 1, "4")]
    heads = [other + b"\n" + body for other in others]
    for wrong in (kept[:-1], _flip(kept), b"nonsense", *heads):
        journal.write_bytes(wrong)
        before = len(told)
        assert work().find(lambda *_line: told.append(0)).to_bytes() == whole
        assert len(told) - before > without  # from the beginning


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("morris --first-plies 10", "9 plies at most"),
        ("teeko --first-plies 3", "no positions above"),
        ("morris --first-plies 7 --resume", "can only be used with --device"),
        ("morris --device cuda", "--device needs --first-plies"),
    ],
)
def test_first_plies_that_cannot_be_found_are_refused_at_once(run, words, said):
    code, _out, err = run("book", "make", *words.split())
    assert code == 2
    assert said in err
    assert err.count("\n") == 1


def test_a_damaged_book_is_noticed_before_the_work(copied, monkeypatch, tmp_path):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))
    path = own_book_path(copied.game)
    path.parent.mkdir()
    path.write_bytes(b"nonsense")
    monkeypatch.delattr(FirstPlies, "find")
    with pytest.raises(PalamedesError, match="not an opening book"):
        add_first_plies(copied.game, 2, "cpu", 1, None, make_console(plain=True))


def test_a_win_of_unknown_length_is_called_a_win():
    for earlier, text in ((0, "win"), (1, "loss")):
        score = truth_score(Truth(WIN, UNKNOWN), earlier)
        assert abs(score) == ESTIMATE
        assert score_text(score, is_true=True) == text


def test_without_tables_it_is_said_which_are_needed(run):
    for moves in ("a1 g1 a4 g4 b2 f2 b6", "a1 g1 a4 g4 b2 f2 b6 f6 d7"):  # last of the book; beyond
        code, out, _err = run("analyse", "morris", "--moves", moves, "--nodes", 100)
        assert code == 0
        assert "palamedes solve morris --all" in out.replace("\n", " ")
    assert "--all" not in run("analyse", "teeko", "--nodes", 100)[1]


def test_the_book_shows_the_values_of_all_moves(small):
    position = next(_positions(small.game, plies=3, count=1))
    entry = small.book.exact_entry(position.state, position.codes)
    scores = [move.score for move in entry.moves]
    assert entry.is_exact
    assert scores == sorted(scores, reverse=True)
    best = {WIN: ESTIMATE, DRAW: 0, LOSS: -ESTIMATE}[small.exact.probe(position.state).outcome]
    assert scores[0] == best
    last = next(_positions(small.game, plies=5, count=1))
    assert small.book.exact_entry(last.state, last.codes) is None


@given(seed=integers(0, 1 << 32), plies=integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_the_values_of_the_shipped_book_follow_from_each_other(seed, plies):
    morris, values = find_game("morris"), book_values(find_game("morris"))
    random, position = Random(seed), Position.start(morris)
    for _ply in range(plies):
        captures = [code for code in position.codes if code & 31 < 24]
        position = position.play(random.choice(captures or position.codes))
    after = {values.outcome(position.play(code).state) for code in position.codes}
    best = WIN if LOSS in after else DRAW if DRAW in after else LOSS
    assert values.outcome(position.state) == best
    assert values.outcome(morris.start) == DRAW
