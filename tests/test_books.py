"""Opening books: files, symmetric positions, what is played from them, and how they are made."""

import json
import math
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import ALL_GAMES, images, positions
from palamedes import PalamedesError
from palamedes.arena.ugi.backends import EngineBackend
from palamedes.books import grower as growing
from palamedes.books.grower import Grower, GrowthStopped
from palamedes.books.journal import BookPlan, open_journal
from palamedes.books.pruning import LARGEST, book_of
from palamedes.books.tree import BookTree, Expansion, TreeMove, score_before
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import WIN
from palamedes.games import find_game
from palamedes.players import make_player, without_book
from palamedes.search import book_engine, opening_book
from palamedes.search.analysis import Limits
from palamedes.search.book_engine import (
    MARGIN,
    SHIPPED,
    BookEngine,
    drawn_move,
    equivalent_move,
    own_book_path,
)
from palamedes.search.book_values import BookValues
from palamedes.search.opening_book import (
    SUFFIX,
    BookEntry,
    BookMove,
    OpeningBook,
    canonical,
    read_book,
)
from palamedes.search.score import WON, chance, plies_to_loss, plies_to_win
from palamedes.ui import terminal as playing
from palamedes.ui.terminal import opponents, run_tournament
from waiting import wait_until

MORPION = find_game("morpion")
TEEKO = find_game("teeko")
pytestmark = pytest.mark.xdist_group("morpion")  # where its rules are compiled already


def entry_of(position, is_exact=False):
    """An entry with all moves of a position, the first one best, as its canonical image has it."""
    image, key = canonical(position.state)
    codes = Position(position.game, image, position.turn).codes[:9]
    moves = tuple(BookMove(code, 40 - 10 * place) for place, code in enumerate(codes))
    return key, BookEntry(moves, is_exact)


@pytest.fixture
def booked(monkeypatch, tmp_path):
    """Put a book of a game where its levels look for it."""
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))

    def keep(game, entries):
        path = own_book_path(game)
        path.parent.mkdir(exist_ok=True)
        OpeningBook.of(game, dict(entries), {}).write(path)
        return path

    yield keep
    book_engine._book_or_warning.cache_clear()


# Files


@settings(max_examples=15)
@given(data=st.data())
def test_every_image_of_a_book_position_gets_the_image_of_its_moves(data):
    game = data.draw(st.sampled_from(ALL_GAMES))
    found = [each for each in data.draw(st.lists(positions(game), min_size=1)) if each.codes]
    book = OpeningBook.of(game, dict(map(entry_of, found)), {})
    for position in found:
        entry = book.find(position.state)
        assert {move.code for move in entry.moves} <= set(position.codes)
        led = {frozenset(images(position.state.play(move.code))): move for move in entry.moves}
        for symmetry in range(position.state.SYMMETRIES):
            image = Position(game, position.state.image(symmetry), position.turn)
            moves = book.find(image.state).moves
            assert {move.code for move in moves} <= set(image.codes)
            assert {frozenset(images(image.state.play(move.code))) for move in moves} == set(led)
            assert [move.score for move in moves] == [move.score for move in entry.moves]
            back = {int(position.state.move_image(code, symmetry)) for code in position.codes}
            assert back == set(image.codes)


def test_a_file_holds_what_was_written(tmp_path):
    position = Position.start(TEEKO)
    entries = {}
    for code in position.codes:
        entries |= dict([entry_of(position.play(code), is_exact=code % 2 == 0)])
    book = OpeningBook.of(TEEKO, entries, {"nodes": 7})
    book.write(tmp_path / "teeko.book")
    again = read_book(tmp_path / "teeko.book", TEEKO)
    assert (len(again), again.made) == (len(entries), {"nodes": 7})
    assert again.to_bytes() == book.to_bytes()
    for code in position.codes:
        after = position.play(code).state
        assert again.find(after) == book.find(after)
    assert again.find(TEEKO.start) is None


def test_books_that_come_with_palamedes_are_small_and_sound():
    paths = {path.name: path for path in SHIPPED.glob(f"*{SUFFIX}")}
    assert "teeko.book" in paths
    for game in ALL_GAMES:
        path = paths.pop(own_book_path(game).name, None)
        if path is not None:
            assert path.stat().st_size <= LARGEST
            start = Position.start(game)
            entry = read_book(path, game).find(start.state)
            assert {move.code for move in entry.moves} <= set(start.codes)
    assert not paths


def test_an_empty_book_knows_nothing(tmp_path):
    OpeningBook.of(TEEKO, {}, {}).write(tmp_path / "empty.book")
    assert read_book(tmp_path / "empty.book", TEEKO).find(TEEKO.start) is None


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data[:-9], "damaged"),
        (lambda data: data[:40], "not an opening book"),
        (lambda data: data.replace(b'"format": 1', b'"format": 0'), "another version"),
        (lambda data: data.replace(b'"morpion"', b'"nim"'), "is a book for nim, not for morpion"),
        (lambda data: data[:-20] + bytes(20), "damaged"),
        (lambda data: data.replace(b'"entries": 1', b'"entries": 2'), "damaged"),
        (lambda data: data.replace(b'"moves": 9', b'"moves": 1e999'), "damaged"),
        (lambda data: b"", "not an opening book"),
        (lambda data: b"[]\n", "not an opening book"),
    ],
)
def test_bad_files_are_refused_with_one_line(change, complaint, booked, run):
    path = booked(MORPION, [entry_of(Position.start(MORPION))])
    assert len(read_book(path, MORPION)) == 1
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(PalamedesError, match=complaint):
        read_book(path, MORPION)
    code, _out, err = run("book", "show", "morpion", "--file", path)
    assert (code, err.count("\n")) == (2, 1)
    assert complaint in err


def test_a_bad_book_is_mentioned_once_and_play_goes_on(booked, capsys):
    path = booked(MORPION, [entry_of(Position.start(MORPION))])
    path.write_bytes(b"nonsense")
    for _game in range(2):
        make_player(MORPION, "alphabeta:nodes=50,book=1").choose(Match.of(MORPION))
    complaint = f"{path} is not an opening book; playing without a book"
    assert capsys.readouterr().err == f"palamedes: {complaint}\n"


# Playing


class AskedError(Exception):
    """The other engine was asked."""


class Otherwise:
    def analyse(self, match, limits, lines=1, report=None):
        raise AskedError


def test_the_choice_varies_within_the_margin():
    scale = TEEKO.scale
    moves = tuple(BookMove(code, 100 - 4 * code) for code in range(9))
    entry = BookEntry(moves, is_exact=False)
    drawn = Counter(drawn_move(entry, scale, Random(seed)) for seed in range(3000))
    near = [m for m in moves if chance(100, scale) - chance(m.score, scale) <= MARGIN]
    assert 2 < len(near) < len(moves)
    assert set(drawn) == set(near)
    counts = [drawn[move] for move in near]
    assert counts == sorted(counts, reverse=True)
    again = [drawn_move(entry, scale, Random(seed)) for seed in range(50)]
    assert again == [drawn_move(entry, scale, Random(seed)) for seed in range(50)]


def test_of_equivalent_moves_any_is_played():
    state, corner = MORPION.start, BookMove(Position.start(MORPION).move_code("a1"), 0)
    drawn = {equivalent_move(state, corner, Random(seed)).code for seed in range(100)}
    assert drawn == {Position.start(MORPION).move_code(move) for move in ("a1", "a3", "c1", "c3")}
    lopsided = Position.start(MORPION).play("b3").play("a1").state
    drawn = {equivalent_move(lopsided, corner, Random(seed)).code for seed in range(20)}
    assert drawn == {corner.code}


def test_exact_entries_keep_the_value():
    moves = (BookMove(1, 0), BookMove(2, 0), BookMove(3, -WON + 8))
    drawn = {drawn_move(BookEntry(moves, True), 100, Random(seed)).code for seed in range(100)}
    assert drawn == {1, 2}
    winning = (BookMove(1, WON - 5), BookMove(2, WON - 7))
    drawn = {drawn_move(BookEntry(winning, True), 100, Random(seed)).code for seed in range(100)}
    assert drawn == {1}


def test_where_the_book_is_asked(booked):
    start = Position.start(MORPION)
    booked(MORPION, [entry_of(start, is_exact=True)])
    engine = BookEngine(Otherwise(), Random(0))
    match = Match.of(MORPION)
    analysis = engine.analyse(match, Limits(), lines=3)
    assert [line.score for line in analysis.lines] == [40, 30, 20]
    assert all(line.is_true for line in analysis.lines)
    assert engine.analyse(match, Limits()).best.score == analysis.best.score
    soon_over = Match(start, HistoryRules(plies=20))
    with pytest.raises(AskedError):
        engine.analyse(soon_over, Limits())
    match.play("a1")
    with pytest.raises(AskedError):
        engine.analyse(match, Limits())


def test_a_position_that_comes_back_is_searched(booked):
    match = Match.of(MORPION)
    for move in ["a1", "b1", "a2", "b3", "c3", "c2"]:
        match.play(move)
    booked(MORPION, [entry_of(match.position)])
    engine = BookEngine(Otherwise(), Random(0))
    engine.analyse(match, Limits())
    for move in ["c3-c1", "c2-a3", "c1-c3", "a3-c2"]:
        match.play(move)
    with pytest.raises(AskedError):
        engine.analyse(match, Limits())


def test_levels_with_and_without_a_book(booked):
    booked(MORPION, [entry_of(Position.start(MORPION))])
    match = Match.of(MORPION)
    seen = [
        make_player(MORPION, f"alphabeta:nodes=50{each}").choose(match).analysis.nodes > 0
        for each in (",book=1", ",book=0", "")
    ]
    assert seen == [False, True, True]
    assert without_book(TEEKO, "master") == "master:book=0"
    assert without_book(TEEKO, "master:time=2") == "master:time=2,book=0"
    unchanged = ("hard", "human", "mcts:time=1", "master:book=0", "cmd:./bot book=1", "bot:x.py")
    assert [without_book(TEEKO, each) for each in unchanged] == list(unchanged)
    with pytest.raises(PalamedesError, match="'random' has no opening book"):
        make_player(MORPION, "random:book=1")


def test_no_book_on_the_command_line(run, monkeypatch):
    asked = []
    monkeypatch.setattr(run_tournament, "run_tournament", lambda *given: asked.append(given[1]))
    monkeypatch.setattr(opponents, "make_seats", lambda *given: asked.append(given[2]))
    monkeypatch.setattr(playing, "play", lambda *_given, **_options: None)
    run("tournament", "teeko", "best=master", "hard", "--no-book")
    run("play", "teeko", "--first", "hard", "--second", "master:time=2", "--no-book")
    assert [each.spec for each in asked[0].entrants] == ["master:book=0", "hard"]
    assert asked[1] == ("hard", "master:time=2,book=0")


def test_ugi_own_book(booked):
    game = find_game("ultimate")
    booked(game, [entry_of(Position.start(game))])
    backend = EngineBackend(game, "us", "master", 1, 1)
    assert "name OwnBook type check default true" in backend.options()
    assert backend._spec() == "master:threads=1,hash=1"
    backend.set_option("ownbook", "false")
    assert backend._spec() == "master:threads=1,hash=1,book=0"
    with pytest.raises(PalamedesError, match="true or false"):
        backend.set_option("OwnBook", "maybe")


# Making


def test_what_lies_deep_changes_what_the_root_thinks():
    tree = BookTree(MORPION)
    leaf = tree.next_leaf()
    assert tree.next_leaf() is None  # it is being looked at
    one, other = (canonical(MORPION.start.play(code)) for code in (0, 65))
    tree.add(
        Expansion(leaf.state, 0, False, (TreeMove(0, 30, one.key), TreeMove(65, 10, other.key)))
    )
    first, second = tree.next_leaf(), tree.next_leaf()
    assert (first.key, second.key) == (one.key, other.key)
    tree.add(Expansion(first.state, 1, False, (TreeMove(65, WON - 4, 5),)))
    root = tree.nodes[tree.root_key]
    assert root.value == 10
    tree.add(Expansion(second.state, 1, False, (TreeMove(0, 25, 6),)))
    assert root.value == -25
    assert [move.score for move in tree.moves(root)] == [5 - WON, -25]
    assert [node.key for node in tree.main_line()] == [tree.root_key, other.key]
    assert [len(book_of(tree, {}, largest)) for largest in (10_000, 0)] == [2, 0]


@pytest.mark.parametrize(("largest", "fits"), [(16_000, True), (15_999, False)])
def test_a_book_that_fits_can_be_read_again(largest, fits, tmp_path, monkeypatch):
    entries = {key: BookEntry((BookMove(1, 5),), False) for key in range(1000)}  # 16 bytes each
    book = OpeningBook.of(MORPION, entries, {})
    book.write(tmp_path / "book")
    assert (tmp_path / "book").stat().st_size < 1000
    monkeypatch.setattr(opening_book, "LARGEST", largest)
    assert book.fits(LARGEST) is fits
    with nullcontext() if fits else pytest.raises(PalamedesError, match="damaged"):
        assert len(read_book(tmp_path / "book", MORPION)) == 1000


@pytest.mark.parametrize(
    ("score", "before"), [(20, -20), (0, 0), (WON - 4, 5 - WON), (4 - WON, WON - 5)]
)
def test_a_ply_earlier(score, before):
    assert score_before(score) == before


def make(path, count, nodes=300, workers=1):
    """A book of morpion, from its beginning or from where it is."""
    journal = path.with_name(f"{path.name}.journal")
    plan = None if journal.exists() else BookPlan("morpion", "1", None, nodes)
    with open_journal(journal, MORPION, plan) as opened:
        book = Grower(MORPION, opened, positions=count, workers=workers).grow()
    book.write(path)
    return path.read_bytes()


def test_equal_limits_give_equal_books_however_they_were_interrupted(tmp_path):
    whole = make(tmp_path / "whole.book", 60)
    assert make(tmp_path / "again.book", 60) == whole
    for count in (1, 7, 30):
        path = tmp_path / f"{count}.book"
        make(path, count)
        journal = tmp_path / f"{count}.book.journal"
        data = journal.read_bytes()
        journal.write_bytes(data[:-5])  # a line that was being written
        assert make(path, 60) == whole
    book = read_book(tmp_path / "whole.book", MORPION)
    assert book.made == {"positions": 60, "version": "1", "nodes": 300}
    assert book.find(MORPION.start).moves[0].score >= 0


def test_several_at_a_time(tmp_path):
    make(tmp_path / "book", 40, workers=3)
    assert read_book(tmp_path / "book", MORPION).find(MORPION.start)


def test_every_entry_can_be_reached_and_its_moves_are_legal(tmp_path):
    make(tmp_path / "book", 80)
    book = read_book(tmp_path / "book", MORPION)
    seen, waiting = set(), [Position.start(MORPION)]
    while waiting:
        position = waiting.pop()
        entry = book.find(position.state)
        key = canonical(position.state).key
        if entry is None or key in seen:
            continue
        seen.add(key)
        assert {move.code for move in entry.moves} <= set(position.codes)
        assert list(entry.moves) == sorted(entry.moves, key=lambda move: -move.score)
        waiting += [position.play(code) for code in position.codes]
    assert len(seen) == len(book)


@pytest.mark.xdist_group("nim:3,4,5")
def test_a_book_from_tables_is_exact(solved, tmp_path, monkeypatch):
    game = find_game("nim:3,4,5")
    tables = solved(game.id)
    monkeypatch.setenv("PALAMEDES_DATA", str(tables.folder.parent.parent))
    with open_journal(tmp_path / "journal", game, BookPlan(game.id, "1", None, 100)) as journal:
        book = Grower(game, journal, positions=30).grow()
    assert len(book) == 30
    position = Position.start(game)
    while (entry := book.find(position.state)) is not None:
        truth = tables.probe(position.state)
        assert entry.is_exact
        for move in entry.moves:
            plies = plies_to_win(move.score) or plies_to_loss(move.score)
            assert plies == truth.plies
            assert (move.score > 0) == (truth.outcome == WIN)
        position = position.play(entry.moves[0].code)


def test_kill_9_and_resume(tmp_path, run):
    arguments = ["book", "make", "morpion", "--nodes", "20000", "--workers", "1", "--positions"]
    killed, whole = tmp_path / "killed.book", tmp_path / "whole.book"
    journal = tmp_path / "killed.book.journal"
    command = [sys.executable, "-m", "palamedes", *arguments, "100000", "--output", killed]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 8, 300)
        code, _out, err = run(*arguments, 9, "--output", killed, "--resume")
        assert (code, err.count("\n")) == (2, 1)
        process.send_signal(signal.SIGKILL)
    found = journal.read_bytes().count(b"\n") + 5
    code, _out, err = run(*arguments, found, "--output", killed)
    assert code == 2
    assert "--resume goes on with it, --restart begins again" in err
    assert (
        run(*arguments[:3], "--workers", 1, "--positions", found, "--output", killed, "--resume")[0]
        == 0
    )
    assert run(*arguments, found, "--output", whole)[0] == 0
    assert killed.read_bytes() == whole.read_bytes()
    code, out, _err = run("book", "show", "morpion", "--file", whole, "--json")
    assert code == 0
    assert json.loads(out)["source"] == "search"
    assert "book (search)" in run("book", "show", "morpion", "--file", whole)[1]
    assert "livre (recherche)" in run("--lang", "fr", "book", "show", "morpion", "--file", whole)[1]


def test_ctrl_c_keeps_everything(tmp_path, run, monkeypatch):
    real = growing.BookTree.add

    def add(tree, found):
        real(tree, found)
        if len(tree) == 5:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(growing.BookTree, "add", add)
    path = tmp_path / "a.book"
    options = ("--nodes", 200_000, "--positions", 10_000, "--workers", 1, "--output", path)
    code, _out, err = run("book", "make", "morpion", *options)
    assert code == 130
    assert f"book make morpion --resume --positions 10000 --output {path}" in err
    assert (tmp_path / "a.book.journal").read_bytes().count(b"\n") >= 6


def test_a_stopped_book_can_go_on(tmp_path):
    with open_journal(tmp_path / "journal", MORPION, BookPlan("morpion", "1", 60.0)) as journal:
        grower = Grower(MORPION, journal, workers=2)
        grower.stop()
        with pytest.raises(GrowthStopped):
            grower.grow()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not the journal of a book"),
        ("[]\n", "not the journal of a book"),
        ('{"palamedes": "growing book", "format": 0}\n', "another version"),
        ('{"palamedes": "growing book", "format": 1, "game": "nim"}\n', "is a book for nim"),
        ('{"palamedes": "growing book", "format": 1, "game": "morpion"}\n', "damaged"),
    ],
)
def test_bad_journals_get_one_clear_line(text, complaint, tmp_path, run):
    (tmp_path / "a.book.journal").write_text(text)
    code, _out, err = run("book", "make", "morpion", "--resume", "--output", tmp_path / "a.book")
    assert (code, err.count("\n")) == (2, 1)
    assert complaint in err


@pytest.mark.parametrize(
    "limits",
    [
        '"seconds": null, "nodes": null',
        '"seconds": 1.0, "nodes": 5',
        '"seconds": "1"',
        '"seconds": 0',
        '"seconds": NaN',
        '"seconds": Infinity',
        '"seconds": []',
        '"nodes": true',
        '"nodes": 2.5',
        '"nodes": -1',
        f'"nodes": {10**30}',
        '"nodes": 5, "depth": 3',
    ],
)
def test_plans_with_wrong_limits_are_damaged(limits, tmp_path):
    head = '"palamedes": "growing book", "format": 1, "game": "morpion", "version": "1"'
    _check_that_it_is_damaged(tmp_path / "journal", f"{{{head}, {limits}}}\n".encode())


@pytest.mark.parametrize(
    "change",
    [
        lambda row: [*row[:3], []],
        lambda row: [*row[:3], [[0, math.inf, 0, 0.0]]],
        lambda row: [*row[:2], [*row[2], 1], row[3]],
        lambda row: [*row[:2], [1 << 70, 0], row[3]],
        lambda row: [row[0] + 1, *row[1:]],
        lambda row: {},
        lambda row: None,
    ],
)
def test_wrong_lines_of_a_journal_are_damaged(change, tmp_path):
    make(tmp_path / "a", 3)
    first, root, *others = (tmp_path / "a.journal").read_bytes().splitlines(keepends=True)
    changed = json.dumps(change(json.loads(root))).encode() + b"\n"
    _check_that_it_is_damaged(tmp_path / "journal", b"".join([first, changed, *others]))


def test_lines_that_are_missing_or_too_deep_are_damaged(tmp_path):
    make(tmp_path / "a", 3)
    first, _root, *others = (tmp_path / "a.journal").read_bytes().splitlines(keepends=True)
    _check_that_it_is_damaged(tmp_path / "journal", first + b"".join(others))
    deep = 100_000 * b"["
    _check_that_it_is_damaged(tmp_path / "journal", first + deep + b"\n")
    _check_that_it_is_damaged(tmp_path / "journal", deep + b"\n", "not the journal of a book")


def _check_that_it_is_damaged(path, data, complaint="is damaged"):
    path.write_bytes(data)
    with pytest.raises(PalamedesError, match=complaint), open_journal(path, MORPION, None):
        pass
    assert path.read_bytes() == data


def test_what_options_do_not_fit_together(tmp_path, run):
    path = tmp_path / "a.book"
    for options, complaint in [
        (["--resume", "--restart"], "either --resume or --restart"),
        (["--time", 1, "--nodes", 5], "either --time or --nodes"),
        (["--resume"], "there is no book to resume"),
    ]:
        code, _out, err = run("book", "make", "morpion", "--output", path, *options)
        assert (code, err.count("\n")) == (2, 1)
        assert complaint in err
        assert not any(tmp_path.iterdir())
    make(path, 2)
    code, _out, err = run("book", "make", "morpion", "--output", path, "--resume", "--nodes", 5)
    assert code == 2
    assert "leave out --time" in err
    code, _out, err = run("book", "show", "morpion:6")
    assert "palamedes book make morpion:6" in err


@pytest.mark.parametrize("option", ["--resume", "--restart"])
def test_a_cluster_that_cannot_be_reached_harms_no_book(option, tmp_path, run):
    path = tmp_path / "a.book"
    arguments = ("book", "make", "morpion", "--output", path, "--cluster", "nowhere")
    code, _out, err = run(*arguments)
    assert (code, list(tmp_path.iterdir())) == (2, [])
    assert "cannot reach a cluster" in err
    make(path, 2)
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    assert run(*arguments, option)[0] == 2
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_where_no_book_can_be_written_none_is_begun(tmp_path, run):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    before = set(tmp_path.rglob("*"))
    for path, complaint in [
        ("folder", "is a folder"),
        (".", "is a folder"),
        ("pipe", "not a regular file"),
        ("no/where.book", "no: folder not found"),
    ]:
        code, _out, err = run("book", "make", "morpion", "--output", tmp_path / path)
        assert (code, err.count("\n")) == (2, 1)
        assert complaint in err
    assert set(tmp_path.rglob("*")) == before


def test_a_book_without_entries_is_not_written(booked, run):
    path = booked(MORPION, [entry_of(Position.start(MORPION))])
    values = BookValues(MORPION, [np.zeros(1, np.uint8)])
    replace(opening_book.read_book(path, MORPION), values=values).write(path)
    before = path.read_bytes()
    code, _out, err = run("book", "make", "morpion", "--nodes", 10, "--positions", 1)
    assert (code, err.count("\n")) == (2, 1)
    assert "no book written" in err
    assert path.read_bytes() == before
    code, _out, _err = run("book", "make", "morpion", "--resume", "--positions", 5)
    assert code == 0
    assert path.read_bytes() != before
    assert opening_book.read_book(path, MORPION).values.sizes == [1]  # those of before stay
