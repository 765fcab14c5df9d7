"""Tournaments: plans, openings, the journal, and the same games however they are played."""

import json
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Run
from palamedes.arena.early_stop import EarlyEnd, counted_games
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.journal import open_journal, read_journal
from palamedes.arena.openings import Openings
from palamedes.arena.plan import Entrant, GameTerms, Plan, Sprt, parse_entrants
from palamedes.arena.tournament import play_tournament
from palamedes.cluster import executor
from palamedes.cluster.executor import cluster_executor
from palamedes.core.errors import PalamedesError
from palamedes.core.workers import worker_pool
from palamedes.games import find_game
from processes import ends, running
from test_external import zoo
from tournament import make_plan, play_all
from waiting import wait_until

PLAYERS = ("easy", "hard", "alphabeta:nodes=300")
QUICK = ("morpion", *PLAYERS, "--games", "8", "--seed", "5")


def quick_plan(games: int = 4, **more) -> Plan:
    return Plan(
        "morpion",
        parse_entrants(PLAYERS),
        GameTerms(find_game("morpion").history),
        games=games,
        **more,
    )


def essence(played: list[FinishedGame]) -> dict[int, tuple[list[str], object]]:
    """What may not depend on who plays the games where and when."""
    return {each.fixture.number: (each.moves, each.record["result"]) for each in played}


@given(st.integers(2, 6), st.integers(1, 9), st.booleans())
def test_a_plan_is_fair(players: int, games: int, gauntlet: bool) -> None:
    names = tuple(str(number) for number in range(players))
    plan = make_plan(names=names, games=games, gauntlet=gauntlet)
    fixtures = list(plan.fixtures())
    assert [fixture.number for fixture in fixtures] == list(range(len(fixtures)))
    for meeting in plan.meetings():
        ours = [each for each in fixtures if {each.first, each.second} == set(meeting)]
        assert len(ours) == games
        assert abs(sum(1 if each.first == meeting[0] else -1 for each in ours)) == games % 2
        for one, other in zip(ours[::2], ours[1::2], strict=False):
            assert one.opening == other.opening
            assert (one.first, one.second) == (other.second, other.first)


def test_players_get_names_of_their_own() -> None:
    texts = ["easy", "easy", "mine=cmd:./bot a=b", "alphabeta:depth=6", "easy"]
    assert parse_entrants(texts) == (
        Entrant("easy", "easy"),
        Entrant("easy (2)", "easy"),
        Entrant("mine", "cmd:./bot a=b"),
        Entrant("alphabeta:depth=6", "alphabeta:depth=6"),
        Entrant("easy (3)", "easy"),
    )
    with pytest.raises(PalamedesError):
        parse_entrants(["=easy"])


@pytest.mark.parametrize("name", ["morpion", "ultimate", "awale", "nim"])
def test_openings_are_reproducible_and_leave_the_game_open(name: str) -> None:
    game = find_game(name)
    one, other = (Openings(game, game.history, 3, seed=7) for _ in range(2))
    lines = [one.line(number) for number in range(4)]
    assert lines == [other.line(number) for number in reversed(range(4))][::-1]
    assert all(0 < len(line) <= 3 for line in lines)
    assert Openings(game, game.history, 0, seed=7).line(3) == ()


def test_a_journal_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    plan = make_plan(games=4, sprt=None)
    path = tmp_path / "games.jsonl"
    games = play_all(plan)
    with open_journal(path, plan) as journal:
        for played in games[:5]:
            journal.add(played)
    with open_journal(path, plan) as journal:
        assert journal.games == games[:5]
        journal.add(games[5])
    assert read_journal(path)[:2] == (plan, games[:6])


@given(cut=st.integers(1, 300))
def test_a_line_that_was_cut_short_is_dropped(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "games.jsonl"
    plan = make_plan(games=2)
    games = play_all(plan)
    with open_journal(path, plan) as journal:
        journal.add(games[0])
        journal.add(games[1])
    path.write_bytes(path.read_bytes()[:-cut])
    with open_journal(path, plan) as journal:
        assert journal.games == games[:1]
        journal.add(games[1])
    assert read_journal(path)[1] == games[:2]


def test_a_journal_is_not_trusted(tmp_path: Path) -> None:
    plan, path = make_plan(games=2), tmp_path / "games.jsonl"
    games = play_all(plan)
    with open_journal(path, plan) as journal:
        for played in games[:3]:
            journal.add(played)
    whole = path.read_text().splitlines()
    for lines in (
        [whole[0], whole[1], whole[1]],  # twice
        [whole[0], whole[1][:-9], whole[2]],
        [whole[0], whole[1].replace('"winner":', '"w":')],
        [whole[0], "[]"],
        [whole[1]],
        ["{}"],
        ['{"format":"palamedes-tournament","version":99}'],
    ):
        path.write_text("\n".join(lines) + "\n")
        with pytest.raises(PalamedesError), open_journal(path, plan):
            pass
    path.write_text("\n".join(whole) + "\n")
    with pytest.raises(PalamedesError), open_journal(path, make_plan(games=4)):
        pass


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with (
        open_journal(path, make_plan()),
        pytest.raises(PalamedesError),
        open_journal(path, make_plan()),
    ):
        pass


def test_a_test_ends_a_match_after_the_same_game_in_any_order() -> None:
    plan = make_plan(names=("Ann", "Bob"), games=400, sprt=Sprt(0, 150))
    games = play_all(plan)
    for played in games:  # Ann wins almost all
        if played.fixture.number % 7:
            played.record["result"]["winner"] = 1 + (played.fixture.first == 1)
    expected = counted_games(plan, games)
    assert 10 < len(expected) < 390
    assert len(expected) % 2 == 0
    for seed in range(3):
        Random(seed).shuffle(games)
        early = EarlyEnd(plan)
        for played in games:
            early.add(played)
        assert early.is_decided
        assert counted_games(plan, games) == expected


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    results = []
    for workers in (1, 2):
        with (
            open_journal(tmp_path / f"{workers}.jsonl", quick_plan()) as journal,
            worker_pool(workers) as pool,
        ):
            play_tournament(journal, pool, workers, lambda _played: None)
        results.append(essence(journal.games))
    assert results[0] == results[1]
    assert len(results[0]) == 12


@pytest.mark.parametrize("command", ["tournament nim easy hard", "learn morpion"])
@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("tcp://127.0.0.1:9", "no answer after 0.5 s"),
        ("nowhere", "missing port number"),
        ("post://127.0.0.1:9", "unknown address scheme"),
    ],
)
def test_no_cluster_is_told_in_one_line(
    command: str, address: str, complaint: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "PATIENCE", 0.5)
    code, _out, err = run(*command.split(), "--cluster", address)
    assert (code, err.count("\n")) == (2, 1)
    assert f"cannot reach a cluster at {address}: " in err
    assert complaint in err


@pytest.mark.parametrize(
    ("greeting", "complaint"), [(b"", "no answer"), (b"220 mail\r\n", "not a Dask scheduler")]
)
def test_another_server_is_no_cluster(
    greeting: bytes, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _address = server.accept()
            with connection:
                connection.sendall(greeting)
                while connection.recv(1000):
                    continue

        with ThreadPoolExecutor(1) as threads:
            answered = threads.submit(answer)
            address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
            with pytest.raises(PalamedesError, match=complaint), cluster_executor(address):
                pass
            answered.result()


def start(*arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "palamedes", "tournament", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_killed_tournament_goes_on_to_the_same_games(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    assert start(*QUICK, "--journal", whole).wait() == 0
    expected = essence(read_journal(whole)[1])
    random = Random(1)
    for _kill in range(2):
        process = start(*QUICK, "--journal", torn, "--workers", 2)
        size = torn.stat().st_size if torn.exists() else 0
        while process.poll() is None and (torn.stat().st_size if torn.exists() else 0) <= size:
            time.sleep(0.01)  # until it has written something
        time.sleep(random.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert start(*QUICK, "--journal", torn).wait() == 0
    assert essence(read_journal(torn)[1]) == expected
    assert len(expected) == 24


def test_nothing_is_left_of_a_killed_tournament(tmp_path: Path) -> None:
    process = start("teeko", f"bad={zoo('hang')}", "easy", "--journal", tmp_path / "games.jsonl")
    wait_until(lambda: running("zoo.py hang"))
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert ends("zoo.py hang")


def test_a_tournament_survives_its_players(run: Run, tmp_path: Path) -> None:
    files = {name: tmp_path / f"t.{name}" for name in ("json", "csv", "html", "jsonl")}
    code, out, _err = run(
        *("tournament", "morpion", f"bad={zoo('crash')}", "easy", "hard"),
        *("--games", 2, "--time", 5, "--journal", files["jsonl"], "--json-file", files["json"]),
        *("--csv", files["csv"], "--report", files["html"], "--plain"),
    )
    assert code == 0
    assert "crash 4" in out
    document = json.loads(files["json"].read_text())
    rows = {player["name"]: player for player in document["players"]}
    assert rows["bad"]["crashes"] == rows["bad"]["losses"] == 4
    assert files["csv"].read_text().startswith("rank,name,")
    assert "<html" in files["html"].read_text()
    errors = list((tmp_path / "t.jsonl.stderr").iterdir())
    assert len(errors) == 4
    assert {path.read_text() for path in errors} == {"about to crash\n"}


def test_a_finished_tournament_is_only_told_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert run("tournament", "nim", "easy", "hard", "--games", 4, "--journal", path)[0] == 0
    before = path.read_bytes()
    for flags in (["--json"], ["--json", "-"]):  # the second as in earlier versions
        code, out, err = run("tournament", "--resume", path, *flags)
        assert code == 0
        assert json.loads(out)["overall"]["games"] == 4
        assert ("--json FILE is now --json;" in err) == (len(flags) == 2)
    written = tmp_path / "old.json"
    assert run("tournament", "--resume", path, "--json", written)[0] == 0
    assert json.loads(written.read_text())["overall"]["games"] == 4
    assert path.read_bytes() == before


def test_what_cannot_work_is_refused_before_the_first_game(run: Run, tmp_path: Path) -> None:
    plain = tmp_path / "text"
    plain.write_text("no program")
    cases = {
        ("easy", "hard", "--csv", tmp_path): f"{tmp_path}: ",
        ("easy", "hard", "--report", "/dev/null"): "/dev/null: not a regular file",
        ("easy", "hard", "--json-file", tmp_path / "no" / "x"): f"{tmp_path}/no: folder not found",
        ("easy", "hard", "--journal", tmp_path): f"{tmp_path}: ",
        ("easy", "hard", "--csv", plain, "--report", plain): f"{plain}: given for two outputs",
        ("easy", f"cmd:{tmp_path}/bot"): f"{tmp_path}/bot: Program not found.",
        ("easy", f"cmd:{plain}"): f"{plain}: File not executable.",
        ("easy", "hard", "--time", "nan"): "--time",
        ("easy", "hard", "--start", "nan"): "--start",
        ("easy", "hard", "--memory", 10**20): "--memory",
        ("easy", "hard", "--games", 10**20): "--games",
    }
    for arguments, complaint in cases.items():
        code, out, err = run("tournament", "nim", *arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), arguments
        assert complaint in err
    assert plain.read_text() == "no program"


@pytest.mark.parametrize(
    "arguments",
    [
        ("teeko",),
        ("teeko", "easy"),
        ("teeko", "easy", "nobody"),
        ("nowhere", "easy", "easy"),
        ("teeko", "easy", "hard", "--sprt", "10,0"),
        ("teeko", "easy", "hard", "--sprt", "ten"),
        ("teeko", "easy", "medium", "hard", "--sprt", "0,10"),
        ("awale", "easy", "course:./bot"),
        ("--resume", "no-such-file"),
    ],
)
def test_a_bad_command_is_told_in_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, err = run("tournament", *arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1


def test_engines_meet_over_ugi(run: Run, tmp_path: Path) -> None:
    engine = f"cmd:{sys.executable} -m palamedes engine morpion"
    code, out, _err = run(
        *("tournament", "morpion", f"one={engine}", f"other={engine} --level hard"),
        *("--games", 2, "--nodes", 500, "--json", "--journal", tmp_path / "ugi.jsonl"),
        *("--start", 60),
    )
    assert code == 0
    document = json.loads(out)
    assert set(document["overall"]["reasons"]) <= {"normal", "repetition", "limit"}
    assert all(player["nodes_per_move"] for player in document["players"])
