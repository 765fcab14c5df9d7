"""Learning: gradients are right, fits never harm, and a run ends the same however it was ended."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import positions
from learned_walk import knowing
from palamedes import PalamedesError
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.games import find_game
from palamedes.learning import fit as fitting
from palamedes.learning import run as running
from palamedes.learning import schedule, trial
from palamedes.learning.examiner import table_examination
from palamedes.learning.experience import Part, join, training_set_of, write_part
from palamedes.learning.fit import fit
from palamedes.learning.gradient import (
    NetworkShape,
    Parameters,
    TrainingPositions,
    add_gradient,
    error_over,
)
from palamedes.learning.judgements import expected
from palamedes.learning.run import Learner, Progress, Stopped, generation_file, new_run
from palamedes.learning.run_folder import Generation, RunFolder, open_folder
from palamedes.learning.schedule import Budget
from palamedes.learning.selfplay import Experience
from palamedes.learning.trial import is_stronger
from palamedes.search.learned.files import LearnedFile, read_learned
from palamedes.search.learned.network import Network
from palamedes.search.score import ESTIMATE
from palamedes.ui.texts.learning import generation_text, made_sentences, progress_text
from waiting import wait_until

WALK = Path(__file__).with_name("learned_walk.py")
MORPION = find_game("morpion")
pytestmark = pytest.mark.xdist_group("morpion")  # where its rules are compiled already


def _examples(game, count, seed=1):
    """Random patterns, whose first one says most about the target."""
    source = np.random.default_rng(seed)
    shown = source.integers(0, game.start.pattern_count(), (count, 6)).astype(np.int32)
    shown[:, 0] = source.integers(0, 8, count)
    targets = np.where(shown[:, 0] < 4, 0.9, 0.1) + source.normal(0, 0.02, count)
    begins = np.arange(0, 6 * count + 1, 6, dtype=np.int64)
    return TrainingPositions(shown.ravel(), begins, targets.clip(0, 1).astype(np.float32))


@pytest.mark.parametrize("name", ["morpion", "ultimate"])  # without kinds, and with
def test_the_gradient_is_that_of_the_error(name):
    game = find_game(name)
    shape, examples = NetworkShape(type(game.start).PATTERN_KINDS), _examples(game, 40)
    order = np.arange(40)
    here = Parameters(*(each.ravel() for each in knowing(game).arrays()))
    gradient = Parameters(*(np.zeros_like(each) for each in here))
    error = add_gradient(here, gradient, shape, examples, order, 0, 40)
    assert error == pytest.approx(error_over(here, shape, examples, order), rel=1e-5)
    source, step = np.random.default_rng(2), 2e-3
    for place in range(len(here)):
        if not len(here[place]):
            continue
        way = source.normal(0, 1, here[place].shape).astype(np.float32)
        if gradient[place] @ way < 0:
            way = -way
        way += 4 * gradient[place] / np.linalg.norm(gradient[place])  # much of it is downhill
        errors = [
            error_over(
                here._replace(**{here._fields[place]: here[place] + np.float32(sign * step) * way}),
                shape,
                examples,
                order,
            )
            for sign in (-1, 1)
        ]
        slope = (errors[1] - errors[0]) / (2 * step)
        assert slope == pytest.approx(float(gradient[place] @ way), rel=0.05)


def _fit(examples, epochs=3, **options):
    games = np.arange(len(examples.targets), dtype=np.int32) // 3
    return fit(Network.random(MORPION, 1), 0, examples, games, epochs, 7, **options)


def test_a_fit_lowers_the_error_on_games_held_out():
    found = _fit(_examples(MORPION, 3000), workers=2)
    assert min(found.errors) < found.errors[0] - 0.1


def test_a_fit_never_returns_a_worse_network():
    examples = _examples(MORPION, 300)
    examples.targets[:] = np.random.default_rng(3).integers(0, 2, 300)  # nothing to be learnt
    found = _fit(examples, workers=1, rate=0.5)
    assert min(found.errors[1:]) > found.errors[0]
    for one, other in zip(found.network.arrays(), Network.random(MORPION, 1).arrays(), strict=True):
        assert (one == other).all()


def test_an_interrupted_fit_ends_as_it_would_have(monkeypatch):
    monkeypatch.setattr(fitting, "SAVE_EVERY", 0.0)
    examples, states = _examples(MORPION, 600), []

    def copy(state):
        states.append({name: np.array(array) for name, array in state.items()})

    whole = _fit(examples, workers=1, save=copy)
    for saved in (states[0], states[len(states) // 2], states[-1]):
        rest = _fit(examples, workers=2, saved=saved)
        assert rest.errors == whole.errors
        for one, other in zip(rest.network.arrays(), whole.network.arrays(), strict=True):
            assert (one == other).all()


def _experience(positions, seed):
    source = np.random.default_rng(seed)
    counts = source.integers(1, 6, positions)
    return Experience(
        source.integers(0, 99, counts.sum()).astype(np.int32),
        np.cumsum(counts),
        source.normal(0, 50, positions).astype(np.float32),
        source.random(positions).astype(np.float32),
        np.arange(positions, dtype=np.int32),
    )


@pytest.mark.parametrize("most", [1, 7, 10, 13, 30, 100])
def test_a_fit_uses_the_newest_experience(most, tmp_path):
    pieces = [_experience(10, seed) for seed in range(3)]
    for number, piece in enumerate(pieces):
        write_part(tmp_path / f"{number}.npz", piece)
    parts = [Part(tmp_path / f"{number}.npz", 0.0) for number in range(3)]
    examples, games = training_set_of(parts, MORPION, most)
    whole = join(pieces)
    count = min(most, 30)
    assert examples.targets.tolist() == whole.results[-count:].tolist()
    assert games.tolist() == whole.games[-count:].tolist()
    assert examples.shown.tolist() == whole.patterns[-len(examples.shown) :].tolist()
    ends = whole.ends[-count:] - (len(whole.patterns) - len(examples.shown))
    assert examples.begins.tolist() == [0, *ends]


def test_interpreted_equals_compiled():
    """The patterns of all games are compared in test_interpreted.py."""
    told = [
        subprocess.run(
            [sys.executable, WALK, "morpion"],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for disabled in ("1", "0")
    ]
    assert len(told[0]) == 30
    for one, other in zip(*told, strict=True):
        assert one == other


@pytest.mark.families
@settings(max_examples=25)
@given(data=st.data())
def test_patterns_have_their_bounds(game, data):
    position = data.draw(positions(game))
    if position.result is None:
        out, kind = np.full(MAX_MOVES, -1, np.int64), type(position.state)
        count = position.state.patterns(out)
        assert 0 <= count <= MAX_MOVES
        assert (out[count:] == -1).all()
        assert all(0 <= each < position.state.pattern_count() for each in out[:count])
        assert not kind.PATTERN_KINDS or position.state.pattern_count() % kind.PATTERN_KINDS == 0


@pytest.mark.families
@settings(max_examples=15)
@given(data=st.data())
def test_patterns_that_say_so_are_symmetric(game, data):
    """All images show the same patterns, so that any network scores them equally."""
    position = data.draw(positions(game))
    state = position.state
    if position.result is None and type(state).SYMMETRIC_PATTERNS:
        shown = []
        for symmetry in range(type(state).SYMMETRIES):
            out = np.zeros(MAX_MOVES, np.int64)
            count = state.image(symmetry).patterns(out)
            shown.append(sorted(out[:count].tolist()))
        assert all(each == shown[0] for each in shown)


@settings(max_examples=30)
@given(
    sizes=st.lists(st.floats(width=32, allow_nan=True), min_size=6, max_size=6),
    position=positions(MORPION),
)
def test_scores_stay_estimates_whatever_the_weights(sizes, position):
    if position.result is None:
        with np.errstate(all="ignore"):
            arrays = [
                (each * np.float32(size)).astype(np.float32)
                for each, size in zip(knowing(MORPION).arrays(), sizes, strict=True)
            ]
        evaluation = Network(*arrays).evaluation(MORPION)
        assert abs(evaluation.score(position.state, -1)) < ESTIMATE
        assert 0 <= expected(position, evaluation) <= 1


def test_a_match_without_a_winner_is_decided_by_the_error():
    assert is_stronger([0, 0, 10, 0, 0], [0.69, 0.68])
    assert not is_stronger([0, 0, 10, 0, 0], [0.69, 0.7])
    assert is_stronger([0, 1, 3, 2, 0], [0.69, 0.68])
    assert not is_stronger([0, 2, 3, 1, 0], [0.69, 0.68])
    assert is_stronger([0, 0, 5, 10, 30], [0.69, 0.68])
    assert not is_stronger([30, 10, 5, 0, 0], [0.69, 0.68])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data[:-9], "damaged"),
        (lambda data: data[:40], "not a learned evaluation"),
        (lambda data: data.replace(b'"format": 1', b'"format": 2'), "another version"),
        (lambda data: data.replace(b'"morpion"', b'"teeko"'), "was learnt for teeko"),
        (lambda data: data[:-20] + bytes(20), "damaged"),
        (lambda data: data.replace(b'"steps": [', b'"steps": [1e999, '), "damaged"),
        (lambda data: b"", "not a learned evaluation"),
        (lambda data: b"[]\n", "not a learned evaluation"),
    ],
)
def test_bad_files_get_one_clear_line(change, complaint, tmp_path):
    path = tmp_path / "x.learned"
    file = LearnedFile("morpion", 1, knowing(MORPION), {"seed": 1}, {"errors": [0.5]})
    path.write_bytes(file.to_bytes())
    assert read_learned(path, MORPION).measured == {"errors": [0.5]}
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(PalamedesError, match=complaint):
        read_learned(path, MORPION)
    with pytest.raises(PalamedesError, match="cannot read"):
        read_learned(tmp_path / "missing", MORPION)


@pytest.fixture
def hasty(monkeypatch):
    """Small matches: what is tested is not their outcome."""
    monkeypatch.setattr(trial, "NODES", 30)
    monkeypatch.setattr(schedule, "FEWEST_PAIRS", 2)
    monkeypatch.setattr(schedule, "EPOCHS", 2)


def _learn(path, workers=1, positions=1500, seed=4):
    """A run, from its beginning or from where it is, to its end."""
    with open_folder(path, MORPION) as folder:
        run = folder.read() or new_run(MORPION, Budget(positions=positions), seed, workers)
        return Learner(folder, run, workers).learn()


def _outcome(path, run):
    """What a run has found, without the time it took."""
    rounds = [replace(each, seconds={}) for each in run.rounds]
    files = {
        file.name: json.loads(file.read_bytes().partition(b"\n")[0])["digest"]
        for file in sorted(path.glob("*.learned"))
    }
    return rounds, files


class Killed(BaseException):
    """The end of the process, as far as a run can tell."""


def test_a_run_that_is_killed_anywhere_ends_as_it_would_have(hasty, monkeypatch, tmp_path):
    writing = ("write", "add_part", "save_fit", "drop_fit", "forget")
    count, deadly = 0, 10**9

    def counted(real):
        def write(*arguments):
            nonlocal count
            count += 1
            if count == deadly:
                raise Killed
            real(*arguments)
            if count == -deadly:
                raise Killed

        return write

    monkeypatch.setattr(running, "table_examination", lambda *_arguments: None)
    for name in writing:
        monkeypatch.setattr(RunFolder, name, counted(getattr(RunFolder, name)))
    whole = _outcome(tmp_path / "whole", _learn(tmp_path / "whole"))
    assert [each.phase for each in whole[0]] == ["done"] * 3
    writes = count
    assert writes > 20
    monkeypatch.setattr(Learner, "_prepare", lambda _learner: None)  # everything is compiled
    begin, end = writes // 3, 2 * writes // 3 + 1  # the second generation is like the others
    for number, place in enumerate([*range(begin, end), writes]):
        path = tmp_path / str(place)
        count, deadly = 0, place if number % 2 else 1 - place  # before a write, after the last
        with pytest.raises(Killed):
            _learn(path)
        deadly = 10**9
        assert _outcome(path, _learn(path, workers=1 + number % 2)) == whole


def test_kill_9_and_resume(tmp_path, run):
    arguments = ["learn", "morpion", "--positions", "4000", "--workers", "1", "--seed", "4"]
    command = [sys.executable, "-m", "palamedes", *arguments, "--folder", tmp_path / "killed"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: (tmp_path / "killed/candidate.learned").exists(), 300)
        code, _out, err = run("learn", "morpion", "--resume", "--folder", tmp_path / "killed")
        assert (code, err.count("\n")) == (2, 1)
        assert "another process is learning here" in err
        process.send_signal(signal.SIGKILL)
    code, _out, err = run("learn", "morpion", "--folder", tmp_path / "killed")
    assert code == 2
    assert "--resume goes on with it, --restart begins again" in err
    code, out, _err = run("learn", "morpion", "--resume", "--folder", tmp_path / "killed")
    assert code == 0
    assert "palamedes play morpion --second learned:" in out
    code, out, err = run(*arguments, "--folder", tmp_path / "whole", "--json")
    assert code == 0
    document = json.loads(out)
    assert document["rounds"][0]["positions"] > 500
    assert "Generation 3: " in err
    outcomes = []
    for name in ("killed", "whole"):
        with open_folder(tmp_path / name, MORPION) as folder:
            outcomes.append(_outcome(tmp_path / name, folder.read()))
    assert outcomes[0] == outcomes[1]
    _check_report(tmp_path, run)


def _check_report(tmp_path, run):
    """A finished run can be reported later."""
    path = tmp_path / "report.html"
    options = ("--resume", "--folder", tmp_path / "whole", "--report", path)
    assert run("--lang", "fr", "learn", "morpion", *options)[0] == 0
    text = path.read_text(encoding="utf-8")
    assert "Là où elle a changé d&#x27;avis" in text
    assert text.count("<meter") >= 4
    assert re.search(r"<text[^>]*>0,\d+<", text)  # on the axes
    assert not re.search(r"<t(ext|d)[^>]*>[^<]*\d\.\d", text)
    assert not re.search(r"\{\{\w+\}\}", text)


def test_ctrl_c_says_how_to_go_on(hasty, monkeypatch, tmp_path, run):
    save = RunFolder.save_fit

    def press_ctrl_c(*arguments):
        save(*arguments)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(RunFolder, "save_fit", press_ctrl_c)
    code, _out, err = run("learn", "morpion", "--positions", 1500, "--folder", tmp_path)
    assert code == 130
    assert (
        err.splitlines()[-1] == f"To resume: palamedes learn morpion --resume --folder {tmp_path}"
    )
    monkeypatch.setattr(RunFolder, "save_fit", save)
    assert _learn(tmp_path).is_done


def test_each_elo_says_what_it_is_by():
    """All matches together can see generation 1 otherwise than its own match."""
    run = new_run(MORPION, Budget(positions=1500), 4, 1)
    run.rounds = [
        Generation(1, 0, 2, pairs=[0, 1, 5, 8, 2], accepted=True),
        Generation(2, 1, 3, phase="match", pairs=[1, 2, 9, 3, 1]),
    ]
    first = generation_text(run.rounds[0], run)
    assert "Elo over generation 0 in the test match" in first
    assert "all matches" not in first
    progress = Progress("match", 2, pairs=run.rounds[1].pairs)
    for text in (generation_text(run.rounds[1], run), progress_text(progress, run)):
        assert re.search("over generation 1 in the test match.*over generation 0 by all", text)
    assert "By all matches together, it is" in made_sentences(run)[0]


def test_a_stopped_run_can_go_on(hasty, tmp_path):
    with open_folder(tmp_path, MORPION) as folder:
        run = new_run(MORPION, Budget(positions=3000), 4, 1)
        learner = Learner(folder, run, 1, finished=lambda _generation: learner.stop())
        with pytest.raises(Stopped):
            learner.learn()
        assert learner.ended.is_set()
        assert len(folder.read().rounds) in (1, 2)
    assert _learn(tmp_path).is_done


def test_runs_limited_by_time(hasty, tmp_path):
    with open_folder(tmp_path, MORPION) as folder:
        run = new_run(MORPION, Budget(minutes=0.02), 4, 2)
        learner = Learner(folder, run, 2)
        assert learner.learn().is_done
        assert learner.progress.phase == "done"
        assert 0.5 < run.seconds < 60
        assert all(each.positions and each.errors for each in run.rounds)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "damaged"),
        ("[]", "not the journal of a run; --restart begins the run again"),
        ('{"palamedes": "learning run", "format": 9}', "another version"),
        ('{"palamedes": "learning run", "format": 1, "game": "teeko"}', "a run of teeko"),
        ('{"palamedes": "learning run", "format": 1, "game": "morpion"}', "damaged; --restart"),
        (
            '{"palamedes": "learning run", "format": 1, "game": "morpion", "seed": 1, '
            '"generations": 3, "seconds": "few"}',
            "damaged; --restart",
        ),
    ],
)
def test_bad_journals_get_one_clear_line(text, complaint, tmp_path, run):
    (tmp_path / "run.json").write_text(text)
    code, _out, err = run("learn", "morpion", "--resume", "--folder", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert complaint in err


def _cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _spoil(path):
    data = path.read_bytes()
    half = len(data) // 2
    path.write_bytes(data[:half] + 16 * b"?" + data[half + 16 :])


@pytest.fixture
def under_way(hasty, monkeypatch, tmp_path):
    """A run that was killed while its third generation was fitted; the second was accepted."""
    monkeypatch.setattr(running, "table_examination", lambda *_arguments: None)
    save, path = RunFolder.save_fit, tmp_path / "run"

    def kill(folder, state):
        save(folder, state)
        if len(folder.read().rounds) == 3:
            raise Killed

    monkeypatch.setattr(RunFolder, "save_fit", kill)
    with pytest.raises(Killed):
        _learn(path)
    monkeypatch.setattr(RunFolder, "save_fit", save)
    monkeypatch.setattr(Learner, "_prepare", lambda _learner: None)  # everything is compiled
    return path


@pytest.mark.parametrize("harm", [_cut, _spoil, Path.unlink])
def test_a_damaged_file_is_named_and_nothing_is_lost(harm, under_way, tmp_path, run):
    names = {path.name for path in under_way.iterdir()} - {"lock"}
    assert {"run.json", "fit.npz", "morpion-2.learned", "experience-3-000000.npz"} <= names
    if harm is Path.unlink:
        names.remove("fit.npz")  # then the fit begins again
    for name in names:
        path = tmp_path / f"without {name}"
        shutil.copytree(under_way, path)
        harm(path / name)
        before = {each: each.read_bytes() for each in path.iterdir()}
        code, _out, err = run("learn", "morpion", "--resume", "--folder", path)
        assert code == 2
        assert str(path / name.partition("-0000")[0]) in err.splitlines()[-1]
        assert err.endswith("; --restart begins the run again\n")
        assert {each: each.read_bytes() for each in path.iterdir()} == before
    assert _learn(under_way).is_done


@pytest.mark.parametrize("data", [None, b"", b"[]"])
def test_a_damaged_candidate_is_named(data, tmp_path):
    folder = RunFolder(tmp_path, MORPION)
    if data is not None:
        folder.candidate.write_bytes(data)
    with pytest.raises(
        PalamedesError, match=r"candidate\.learned.*; --restart begins the run again"
    ):
        folder.read_candidate()


def test_what_options_do_not_fit_together(tmp_path, run):
    code, _out, err = run("learn", "morpion", "--minutes", 1, "--positions", 2000)
    assert code == 2
    assert "either --minutes or --positions" in err
    code, _out, err = run("learn", "morpion", "--resume", "--folder", tmp_path)
    assert code == 2
    assert "no run to resume" in err
    missing = tmp_path / "missing"
    code, _out, err = run("learn", "morpion", "--resume", "--folder", missing)
    assert (code, missing.exists()) == (2, False)
    (tmp_path / "run.json").write_text("a run")
    code, _out, err = run("learn", "morpion", "--resume", "--restart", "--folder", tmp_path)
    assert "either --resume or --restart" in err
    assert (code, (tmp_path / "run.json").read_text()) == (2, "a run")
    code, _out, err = run("learn", "morpion", "--report", tmp_path / "no/where.html")
    assert code == 2
    assert "folder not found" in err


def test_a_cluster_that_cannot_be_reached_harms_no_run(tmp_path, run):
    arguments = ("learn", "morpion", "--cluster", "nowhere", "--folder")
    code, _out, err = run(*arguments, tmp_path / "new")
    assert (code, (tmp_path / "new").exists()) == (2, False)
    assert "cannot reach a cluster" in err
    (tmp_path / "run.json").write_text("a run")
    assert run(*arguments, tmp_path, "--restart")[0] == 2
    assert (tmp_path / "run.json").read_text() == "a run"


def test_games_that_end_at_once(tmp_path, run):
    code, _out, err = run("learn", "nim:1", "--positions", 1000, "--folder", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert "nothing to learn" in err


def test_truth_examines(hasty, tmp_path):
    examination = table_examination(MORPION, 1, lambda *_told: None)
    assert examination is not None
    tuned, nothing = (
        examination.share_kept(each)
        for each in (
            MORPION.evaluations["tuned"],
            Network.random(MORPION, 1).evaluation(MORPION),
        )
    )
    assert 0.5 < nothing < tuned - 0.1
    run = _learn(tmp_path)
    assert run.truths["0"] == nothing
    assert run.truths["tuned"] == tuned
    with open_folder(tmp_path, MORPION) as folder:
        best = generation_file(folder, run, run.best).evaluation(MORPION)
    assert examination.share_kept(best) == (run.rounds[run.best - 1].truth or nothing)
