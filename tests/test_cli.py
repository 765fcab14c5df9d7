"""The command line as a user meets it: answers, one-line errors, exit codes."""

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

import palamedes
from palamedes.games import find_game
from palamedes.players.ladder import ladder
from waiting import PATIENCE


def _one_line(code, out, err):
    """The complaint of a command that refused: one line on stderr, exit 2, nothing on stdout."""
    assert (code, out) == (2, "")
    assert err.startswith("palamedes: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_perft_prints_the_number_alone(run):
    assert run("perft", "teeko", 3) == (0, "13800\n", "")
    assert run("perft", "nim:3,4,5", 0) == (0, "1\n", "")


def test_perft_from_moves_and_positions(run):
    moves = "a1 b1 b3 c3 c1 d2 d5 e4"
    assert run("perft", "teeko", 2, "--moves", moves)[1] == "302\n"
    text = "3X1/4O/1XO2/3O1/XOX2 X"
    assert run("perft", "teeko", 2, "--position", text)[1] == "302\n"
    assert run("perft", "teeko", 1, "--position", text, "--moves", "a1-a2,e4-e5")[1] == "16\n"


def test_divide(run):
    lines = run("perft", "morpion", 3, "--divide")[1].splitlines()
    assert lines[0] == "a1: 56"
    assert len(lines) == 10
    assert lines[-1] == "504"


def test_games_lists_every_variant(run):
    code, out, _ = run("games")
    assert code == 0
    for name in ("teeko", ":advanced", ":6,beginner", "ultimate", "morris", "awale", "nim"):
        assert name in out
    listed = json.loads(run("games", "--json")[1])
    assert {"game", "variant", "id", "title"} <= set(listed[0])
    assert [game["id"] for game in listed if game["game"] == "teeko"] == ["teeko", "teeko:advanced"]


def test_games_shows_the_ladder_in_short_within_80_columns(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    out = run("games")[1]
    last = len(ladder(find_game("teeko")))
    assert f"step1...step{last}" in out
    assert max(map(len, out.splitlines())) <= 80
    teeko = next(each for each in json.loads(run("games", "--json")[1]) if each["id"] == "teeko")
    assert teeko["steps"] == [f"step{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("spec", ["step4", "adaptive"])
def test_steps_and_the_adaptive_player_play_each_other(run, spec, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    code, out, _err = run("play", "nim:2,3", "--first", spec, "--second", "step1")
    assert code == 0
    assert re.search("wins", out)


def test_plain_tables_are_drawn_in_ascii(run):
    assert "┃" in run("games")[1]
    plain = run("games", "--plain")[1]
    assert "|" in plain
    assert "┃" not in plain


def test_bench_measures(run):
    code, out, err = run("bench", "teeko", "--seconds", "0.4", "--json")
    measured = json.loads(out)["teeko"]
    assert (code, err) == (0, "")
    assert measured["moves"] > measured["playouts"] > 0
    assert measured["leaves"] > 0
    assert min(measured["nodes"], measured["simulations"]) > 0
    table = run("bench", "nim", "--seconds", "0.01")[1]
    assert "moves/s" in table
    assert "sims/s" in table


def test_bench_gives_no_rate_for_what_is_decided_at_once(run):
    measured = json.loads(run("bench", "nim:1", "--seconds", "0.4", "--json")[1])["nim:1"]
    assert measured["nodes"] is None
    assert measured["simulations"] is None
    assert measured["playouts"] > 0


def test_bench_compares_threads(run):
    code, out, err = run("bench", "teeko", "--threads", 2, "--seconds", "0.01", "--json")
    measured = json.loads(out)["teeko"]
    assert (code, err) == (0, "")
    assert measured["threads"] == 2
    assert len(measured["depths"]) == 3
    assert measured["speed_up"] == measured["alone"] / measured["together"]
    assert "2 threads" in run("bench", "teeko", "--threads", 2, "--seconds", "0.01")[1]


def test_bench_gives_threads_nothing_that_is_decided_at_once(run):
    arguments = "bench", "nim:1", "--threads", 2, "--seconds", "0.4"
    assert json.loads(run(*arguments, "--json")[1]) == {"nim:1": None}
    assert " - " in run(*arguments)[1]


def test_bench_counts_the_signature(run):
    code, out, err = run("bench", "nim", "--signature", "--json")
    counted = json.loads(out)
    assert (code, err) == (0, "")
    assert counted["total"] == counted["games"]["nim"] > 0
    assert str(counted["total"]) in run("bench", "nim", "--signature")[1]


def test_version_and_help(run):
    assert run("--version")[1] == f"palamedes {palamedes.__version__}\n"
    assert "perft" in run("--help")[1]
    assert "--divide" in run("perft", "--help")[1]


@pytest.mark.parametrize("place", ["before", "after", "joined"])
def test_french(run, place):
    arguments = {
        "before": ["--lang", "fr", "perft", "chess", 1],
        "after": ["perft", "chess", 1, "--lang", "fr"],
        "joined": ["perft", "--lang=fr", "chess", 1],
    }
    assert "jeu inconnu" in _one_line(*run(*arguments[place]))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["perft", "chess", "1"], "unknown game 'chess'"),
        (["perft", "", "1"], "unknown game"),
        (["perft", "teeko:huge", "1"], "no variant 'huge'"),
        (["perft", "morpion:7", "1"], "no variant '7'"),
        (["perft", "morpion:3,beginner", "1"], "no variant"),
        (["perft", "nim:0", "1"], "nim"),
        (["perft", "nim:" + "9," * 50 + "9", "1"], "nim"),
        (["perft", "awale:x", "1"], "awale"),
        (["perft", "teeko", "x"], "DEPTH"),
        (["perft", "teeko", "-1"], ""),
        (["perft", "teeko", "1000"], "depth"),
        (["perft", "teeko"], "DEPTH"),
        (["perft"], "GAME"),
        (["perft", "teeko", "1", "--moves", "a1 a1"], "a1 is taken"),
        (["perft", "teeko", "1", "--moves", "\x00\xff"], "not a legal move"),
        (["perft", "teeko", "1", "--position", "garbage"], "position"),
        (["perft", "teeko", "1", "--position", ""], "position"),
        (["perft", "awale", "1", "--position", "1(99R)"], ""),
        (["perft", "ultimate", "1", "--position", "💥"], ""),
        (["perft", "morris", "1", "--position", "3/3/3/6/3/3/3 X 9 3"], ""),
        (["perft", "nim", "1", "--position", "9;9;9;9 1"], ""),
        (["replay", "no-such-file.json"], "no-such-file.json"),
        (["replay", "."], "."),
        (["play", "chess"], "unknown game"),
        (["play", "teeko", "--first", "nobody"], "nobody"),
        (["play", "teeko", "--repetition", "-2"], "negative"),
        (["play", "teeko", "--repetition", "1"], "at least 2"),
        (["perft", "nim:3 4", "1"], "nim has no variant"),
        (["bench", "chess"], "unknown game"),
        (["bench", "teeko", "--seconds", "0"], "seconds"),
        (["bench", "teeko", "--threads", "1"], "threads"),
        (["bench", "--signature", "--threads", "2"], "--signature cannot be used with --threads"),
        (["frobnicate"], "frobnicate"),
        (["games", "--frobnicate"], "--frobnicate"),
        (["--lang"], "--lang"),
        (["--lang", "xx", "games"], "xx"),
    ],
)
def test_bad_input_gets_one_line(run, arguments, complaint):
    assert complaint in _one_line(*run(*arguments))


def test_bad_arguments_are_told_in_the_language_of_the_user(run):
    told = {
        ("games", "x"): "argument inattendu : x",
        ("frobnicate",): "commande inconnue : frobnicate",
        ("games", "--frobnicate"): "option inconnue : --frobnicate",
        ("perft", "nim"): "DEPTH manque",
        ("perft", "nim", "many"): "DEPTH doit être un nombre entier",
        ("puzzles", "make", "nim", "--count", 0): "--count doit valoir au moins 1",
        ("play", "nim", "--first"): "--first demande une valeur",
        ("puzzles",): "il manque une commande",
    }
    for arguments, sentence in told.items():
        assert sentence in _one_line(*run("--lang", "fr", *arguments))


@pytest.mark.parametrize(
    "data", [b"{", b"\xff\xfe\x00", b" " * 10_000_000], ids=["cut", "binary", "10MB"]
)
def test_bad_records_get_one_line(run, tmp_path, data):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    assert str(path) in _one_line(*run("replay", path))
    assert path.read_bytes() == data


def _program(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "palamedes", *arguments], capture_output=True, text=True, **options
    )


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m palamedes perft teeko 2 --divide | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("a1: 24\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_gets_one_line():
    command = f"{sys.executable} -m palamedes perft teeko 2 > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "palamedes: No space left on device\n"


def test_streams_without_accents_or_without_anything():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert "Awale" in _program("games", "--json", env=environment).stdout
    command = f"{sys.executable} -m palamedes perft teeko 2 >&-"
    assert subprocess.run(command, shell=True, capture_output=True).returncode == 0


COUNT = """
from palamedes.__main__ import main
from palamedes.games import find_game
from palamedes.search import perft

def count(state, depth):
    print("counting", flush=True)
    return real(state, depth)

real = perft.count_sequences
real(find_game("morris").start, 1)  # compiles, which needs the real name: it calls itself
perft.count_sequences = count
main()
"""


def test_ctrl_c_ends_a_count_that_would_never_end():
    command = [sys.executable, "-c", COUNT, "perft", "morris", "20"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as count:
        assert count.stdout.readline() == "counting\n"
        count.send_signal(signal.SIGINT)
        assert count.wait(PATIENCE) == 130


def test_ctrl_c_is_the_usual_end_of_the_server(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(port)]
    environment = {**os.environ, "PALAMEDES_DATA": str(tmp_path)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as server:
        assert str(port) in server.stdout.readline()
        urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).close()
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == ""


def test_a_piped_game_plays_to_its_end():
    done = _program("play", "morpion", "--plain", input="a1\nb1\na2\nb2\na3\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("variable", "expected"), [("fr_FR.UTF-8", "jeu inconnu"), ("C", "unknown game")]
)
def test_the_locale_chooses_the_language(variable, expected):
    environment = {**os.environ, "LC_ALL": variable, "LANGUAGE": ""}
    done = _program("perft", "chess", "1", env=environment)
    assert done.returncode == 2
    assert expected in done.stderr
