"""Games as text: what is written is read back, and whatever is wrong is told with its line."""

import doctest
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palamedes
from palamedes import NotedGame, PalamedesError
from palamedes.core.game_files import LARGEST
from palamedes.core.game_text import games_text
from palamedes.core.game_text_reader import parse_games
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match, Thought
from palamedes.core.record import to_document
from palamedes.games import find_game
from tournament import make_plan, play_all


def _random_match(game, seed=1, plies=40, players=("Ann", "Bertrand")):
    random, match = Random(seed), Match.of(game, players)
    while match.result is None and len(match.turns) < plies:
        seconds = random.choice([None, 0.25, 3, 1e-7, 12.5])
        thought = random.choice([None, Thought(3, 1234, -7)])
        match.play(random.choice(match.position.moves), seconds, thought)
    return match


def _again(*games):
    return parse_games(games_text(games), find_game)


def test_a_random_game_is_read_back_as_it_was_written(game):
    for seed in range(4):
        match = _random_match(game, seed, plies=20 * (seed + 1))
        (found,) = _again(NotedGame(match))
        assert to_document(found.match) == to_document(match)
        assert found.match.positions == match.positions


EXAMPLE = """\
[Game "teeko"]
[First "Ann"]
[Second "Bob \\"the fox\\""]
[Start "5/3O1/2X2/5/5 X"]
[History "repetition=2 plies=50"]
[Result "0-1"]
[Reason "resignation"]
[Detail "tired"]
[Seconds "2.5"]
[Date "2026-11-18"]

{a quiet start} 1. a1 {@ 0.5s depth=8 nodes=1234 score=-12} {not b2} 1... e5
{@ 3s} 2. a3 0-1
"""


def test_all_that_a_game_can_have():
    (game,) = parse_games(EXAMPLE, find_game)
    match = game.match
    assert match.players == ("Ann", 'Bob "the fox"')
    assert match.start.text == "5/3O1/2X2/5/5 X"
    assert match.history == HistoryRules(repetition=2, plies=50)
    assert [turn.move for turn in match.turns] == ["a1", "e5", "a3"]
    assert [turn.seconds for turn in match.turns] == [0.5, 3, None]
    assert match.turns[0].thought == Thought(8, 1234, -12)
    assert (match.result, match.detail, match.last_seconds) == ((1, "resignation"), "tired", 2.5)
    assert game.headers == {"Date": "2026-11-18"}
    assert game.comments == {0: "a quiet start", 1: "not b2"}
    assert games_text([game]) == EXAMPLE


def test_several_games_a_file(tmp_path, run):
    games = [_random_match(find_game(name), seed) for seed, name in enumerate(("nim", "teeko"))]
    path = tmp_path / "two.game"
    palamedes.save_games(games, path)
    assert [to_document(each.match) for each in palamedes.load_games(path)] == [
        to_document(match) for match in games
    ]
    with pytest.raises(PalamedesError, match="there are 2 games in this file"):
        palamedes.load(path)
    code, told, _ = run("replay", path, "--game", 1, "--plain")
    assert (code, "Ann" in told) == (0, True)
    code, _, error = run("replay", path, "--game", 3)
    assert (code, "there are only 2 games" in error) == (2, True)


def test_the_suffix_of_a_file_says_how_it_is_written(tmp_path):
    match = _random_match(find_game("nim"))
    palamedes.save(match, tmp_path / "one.GAME")
    palamedes.save(match, tmp_path / "one.json")
    (tmp_path / "other").write_bytes(b"\xef\xbb\xbf\r\n" + (tmp_path / "one.GAME").read_bytes())
    assert f'[Date "{date.today().isoformat()}"]' in (tmp_path / "one.GAME").read_text()
    assert json.loads((tmp_path / "one.json").read_text())["game"] == "nim"
    for name in ("one.GAME", "one.json", "other"):
        assert to_document(palamedes.load(tmp_path / name)) == to_document(match)


def test_games_are_converted(tmp_path, run):
    text, record, journal = (tmp_path / name for name in ("a.game", "a.json", "a.jsonl"))
    text.write_text(EXAMPLE)
    assert run("convert", text, record)[:2] == (0, f"1 game written to {record}.\n")
    assert run("convert", record, tmp_path / "b.game")[0] == 0
    assert to_document(palamedes.load(tmp_path / "b.game")) == to_document(palamedes.load(text))
    assert run("convert", text, tmp_path / "c.game")[0] == 0
    assert (tmp_path / "c.game").read_text() == EXAMPLE
    _write_journal(journal)
    assert run("convert", journal, text)[:2] == (0, f"6 games written to {text}.\n")
    assert palamedes.load_games(text)[1].headers == {"Round": "2"}
    code, told, error = run("convert", journal, record)
    assert (code, told) == (2, "")
    assert "only a file whose name ends in .game can hold 6 games" in error
    code, _, error = run("convert", tmp_path / "nothing", record)
    assert (code, "No such file" in error) == (2, True)


def _write_journal(path):
    from palamedes.arena.journal import open_journal

    plan = make_plan(games=2)
    with open_journal(path, plan) as journal:
        for finished in play_all(plan):
            journal.add(finished)


START = '[Game "nim"]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: there is no game here"),
        ("1. 1-1 *", "line 1: a game begins with its headers"),
        ("\n*", "line 2: a game begins with its headers"),
        ('[Game "chess"]\n\n*', "line 1: unknown game 'chess'"),
        ('[Game "nim"]\n[Game "nim"]\n*', "line 2: the header Game appears twice"),
        ("[Game nim]\n*", "line 1: a header looks like .*, not .*Game nim"),
        ('[game "nim"]\n*', "line 1: a header looks like"),
        ('[Game "nim" *', "line 1: a header looks like"),
        ('[Game "\\ud800"]\n*', "line 1: .* not a valid text in quotes"),
        ('[Game "\\x"]\n*', "line 1: .* not a valid text in quotes"),
        (START + '[Start "1;3;5 1"]\n*', "line 2: the position must have 4 heaps"),
        (START + '[History "repetition=1"]\n*', "line 2: the number of repetitions"),
        (START + '[History "rounds=3"]\n*', "line 2: history rules look like"),
        (START + '[History "plies=3 plies=4"]\n*', "line 2: history rules look like"),
        (START + "\n1. 1-1\n2-9 *", "line 4: Heap 2 has only 3 matches"),
        (START + "2. 1-1 *", "line 2: the number of this move is 1., not 2."),
        (START + "1... 1-1 *", r"line 2: the number of this move is 1\., not 1\.\.\."),
        (START + "1. 1-1 2. 2-1 *", r"line 2: the number of this move is 1\.\.\., not 2\."),
        (START + "1. 1-1", "line 2: the last game has no result"),
        (START, "line 1: the last game has no result"),
        (START + "1. 1-1\n" + START + "*", "line 3: the game before has no result"),
        (START + "1. 1-1 1-0", "line 2: the moves do not lead to 1-0"),
        (START + "1. 1-1 2-3 2. 3-5 4-7 *", r"line 2: the moves do not lead to \*"),
        (START + "1. 1-1 2-3 2. 3-5 4-7 1-0", "line 2: the moves do not lead to 1-0"),
        (START + '[Result "0-1"]\n1-0', "line 2: the header says '0-1', the end of the moves 1-0"),
        (START + '[Reason "magic"]\n1-0', "line 2: result.reason: invalid value"),
        (START + '[Reason "normal"]\n1-0', "line 2: result: does not match the moves"),
        (START + '[Reason "resignation"]\n*', "line 2: a game with a Reason needs a result"),
        (START + '[Reason "resignation"]\n1/2-1/2', "line 2: result.reason: invalid value"),
        (START + '[Detail "x"]\n*', "line 3: the headers Detail and Seconds need a Reason"),
        (
            START + '[Seconds "soon"]\n[Reason "timeout"]\n1-0',
            "line 3: 'soon' is not a time in seconds",
        ),
        (START + "1. 1-1 {open\n*", "line 2: a comment stands between two braces"),
        (START + "1. 1-1\n} *", "line 3: a comment stands between two braces"),
        (START + "{@ 1s} *", "line 2: '@ 1s' must follow a move"),
        (START + "1. 1-1 {@ 1s} {@ 1s} *", "line 2: '@ 1s' must follow a move"),
        (START + "1. 1-1 {@ soon} *", "line 2: the time of a move looks like"),
        (START + "1. 1-1 {@} *", "line 2: the time of a move looks like"),
        (START + "1. 1-1 {@ 1e99s} *", "line 2: 1e99: invalid value"),
        (START + "1. 1-1 {@ depth=3} *", "line 2: the time of a move looks like"),
        (START + "* *", "line 2: a game begins with its headers"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, complaint):
    with pytest.raises(PalamedesError, match=f"^{complaint}"):
        parse_games(text, find_game)


@given(st.text() | st.from_regex(r"(\[Game \"nim\"\]\n)?([0-9.*{}@\[\]\"\\ a-e-]|\n|\r|\.\.\.)*"))
def test_any_text_is_games_or_one_clear_line(text):
    _read(text)


@given(st.integers(0, len(EXAMPLE)), st.integers(0, 30), st.text(max_size=5))
def test_any_damage_is_told_in_one_line(place, length, added):
    _read(EXAMPLE[:place] + added + EXAMPLE[place + length :])


def _read(text):
    """Read a text; it is either games, which are written as they are read, or one clear line."""
    try:
        games, complaint = parse_games(text, find_game), ""
    except PalamedesError as error:
        games, complaint = [], str(error)
    assert "\n" not in complaint
    assert bool(games) != complaint.startswith("line ")
    if games:
        assert _again(*games) == games


@given(
    st.tuples(st.text(), st.text()),
    st.dictionaries(st.from_regex("[A-Z][A-Za-z0-9]{0,9}x", fullmatch=True), st.text()),
    st.dictionaries(st.integers(0, 2), st.text().filter(lambda text: "@" not in text)),
)
def test_any_names_headers_and_comments_are_kept(players, headers, comments):
    match = _random_match(find_game("teeko"), plies=2, players=players)
    match.end(0, "crash", players[1])
    comments = {ply: text.translate({123: None, 125: None}) for ply, text in comments.items()}
    comments = {ply: " ".join(text.split()) for ply, text in comments.items() if text.split()}
    game = NotedGame(match, headers, comments)
    assert _again(game) == [game]


@pytest.mark.parametrize(
    "change",
    [
        {"headers": {"Game": "x"}},
        {"headers": {"two words": "x"}},
        {"comments": {0: "a } brace"}},
        {"comments": {1: "@ 3s"}},
    ],
)
def test_what_could_not_be_read_back_is_not_written(change, tmp_path):
    game = NotedGame(_random_match(find_game("teeko"), plies=2))
    with pytest.raises(PalamedesError):
        palamedes.save_games([replace(game, **change)], tmp_path / "x.game")
    assert list(tmp_path.iterdir()) == []


def test_bad_files(tmp_path):
    path = tmp_path / "bad.game"
    for data, complaint in (
        (b"\xff" * 9, "not a text file"),
        (b" " * (LARGEST + 1), "too large: more than 16000000 bytes"),
        (b"{}", "line 1: a game begins"),
    ):
        path.write_bytes(data)
        with pytest.raises(PalamedesError, match=complaint) as caught:
            palamedes.load(path)
        assert str(caught.value).startswith(f"{path}: ")


def test_the_page_about_the_format(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parent.parent / "docs" / "reference" / "text-format.md"
    failures, tests = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.REPORT_NDIFF
    )
    assert tests > 6
    assert failures == 0
    example = page.read_text().split("```")[1]
    (game,) = parse_games(example, find_game)
    assert games_text([game]).splitlines()[2:4] == ['[Second "Bob"]', '[Result "1-0"]']
    assert game.match.turns[2].seconds == 0.5
