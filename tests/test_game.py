"""One game in the arena: clocks, ends and their reasons."""

from collections.abc import Callable

import pytest

from conftest import Solved
from palamedes.arena.plan import GameTerms
from palamedes.arena.play_game import play_game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.rules import WIN
from palamedes.games import find_game
from palamedes.players import FREE, Allowance, Choice, Player, PlayerError, make_player
from palamedes.players.overruns import Overruns
from palamedes.players.player import EnginePlayer
from palamedes.search.analysis import Analysis, Limits, Variation

NO_HISTORY = HistoryRules()


class Scripted(Player):
    """Plays the first legal move; does something before, and says what score it saw."""

    def __init__(self, before: Callable[[], None] = lambda: None, score: int = 0) -> None:
        self._before = before
        self._score = score
        self.allowances: list[Allowance] = []
        self.closed = 0

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        self.allowances.append(allowance)
        self._before()
        move = match.position.moves[0]
        line = Variation(move, self._score, (move,))
        return Choice(match.position.codes[0], Analysis((line,), 2, 30, 0.0))

    def close(self) -> None:
        self.closed += 1


def fail() -> None:
    raise PlayerError("crash", "on purpose")


class FakeTime:
    """A clock that goes on only when told; all time is spent computing, unless it is waited."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.computed = 100.0
        monkeypatch.setattr("palamedes.players.time_use.perf_counter", lambda: self.now)
        monkeypatch.setattr("palamedes.players.player.process_time", lambda: self.computed)

    def spend(self, seconds: float) -> None:
        self.now += seconds
        self.computed += seconds

    def wait(self, seconds: float) -> None:
        self.now += seconds


def test_a_record_has_times_and_thoughts() -> None:
    match = Match.of(find_game("nim"))
    players = Scripted(score=5), Scripted(score=-5)
    play_game(match, players, GameTerms(match.history))
    assert match.result is not None
    assert match.result.reason == "normal"
    assert [turn.thought for turn in match.turns[:2]] == [(2, 30, 5), (2, 30, -5)]
    assert all(turn.seconds is not None for turn in match.turns)
    assert [player.closed for player in players] == [1, 1]


def test_who_fails_loses_and_everybody_is_closed() -> None:
    match = Match.of(find_game("nim"))
    players = Scripted(), Scripted(before=fail)
    play_game(match, players, GameTerms(match.history))
    assert (match.result, match.detail) == ((0, "crash"), "on purpose")
    assert [player.closed for player in players] == [1, 1]


def test_a_mistake_of_ours_is_no_result() -> None:
    def stumble() -> None:
        raise ZeroDivisionError

    players = Scripted(before=stumble), Scripted()
    with pytest.raises(ZeroDivisionError):
        play_game(Match.of(find_game("nim")), players, GameTerms(NO_HISTORY))
    assert [player.closed for player in players] == [1, 1]


def test_too_long_a_move_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    time = FakeTime(monkeypatch)
    match = Match.of(find_game("nim"))
    play_game(
        match, (Scripted(lambda: time.spend(1.01)), Scripted()), GameTerms(match.history, move=1.0)
    )
    assert (match.result, match.detail) == ((1, "timeout"), "took 1.010 s of 1.000 s")
    assert match.turns == []


@pytest.mark.parametrize(
    ("waited", "computed", "is_late"),
    [
        (0.6, 0.5, False),  # a busy machine
        (2.4, 0.5, False),
        (2.6, 0.5, True),  # more than four times the limit and a second
        (0.0, 0.51, True),
        (0.3, 0.51, True),
    ],
)
def test_waiting_for_the_machine_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, waited: float, computed: float, is_late: bool
) -> None:
    time = FakeTime(monkeypatch)
    match = Match.of(find_game("nim"))

    def think() -> None:
        time.wait(waited)
        time.spend(computed)

    play_game(match, (Scripted(think), Scripted()), GameTerms(match.history, move=0.5))
    assert match.result is not None
    assert (match.result.reason == "timeout") == is_late
    assert match.last_seconds == (pytest.approx(waited + computed) if is_late else None)


def test_the_first_move_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    time = FakeTime(monkeypatch)
    match = Match.of(find_game("nim"))
    players = Scripted(lambda: time.spend(5)), Scripted(lambda: time.spend(0.5))
    play_game(match, players, GameTerms(match.history, move=1.0, first=10.0))
    assert match.result == (1, "timeout")
    assert len(match.turns) == 2


def test_time_for_all_moves_runs_down_and_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    time = FakeTime(monkeypatch)
    match = Match.of(find_game("nim"))
    players = Scripted(lambda: time.spend(0.75)), Scripted(lambda: time.spend(0.25))
    play_game(match, players, GameTerms(match.history, total=2.0, increment=0.5))
    left = [allowance.left for allowance in players[0].allowances[:3]]
    assert left == [(2.0, 2.0), (1.75, 2.25), (1.5, 2.5)]


@pytest.mark.parametrize(
    ("allowance", "most", "share"),
    [
        (FREE, None, None),
        (Allowance(move=2.0), 2.0, 1.9),
        (Allowance(move=0.1), 0.1, 0.07),
        (Allowance(move=0.01), 0.01, 0.001),
        (Allowance(left=(50.0, 1.0)), 50.0, 2.0),
        (Allowance(left=(50.0, 1.0), increment=1.0), 50.0, 2.8),
        (Allowance(left=(0.5, 9.0), increment=10.0), 0.5, 0.47),
        (Allowance(move=1.0, left=(50.0, 1.0)), 1.0, 0.95),
    ],
)
def test_what_a_player_does_well_to_spend(
    allowance: Allowance, most: float | None, share: float | None
) -> None:
    assert allowance.time_limit(0) == most
    assert allowance.thinking_time(0) == (share if share is None else pytest.approx(share))


def test_the_clock_limits_our_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Overruns, "reserve", 0.0)  # as on a machine that is never late

    class Listening:
        def analyse(self, match: Match, limits: Limits, **_more: object) -> Analysis:
            asked.append(limits)
            return Analysis((Variation(match.position.moves[0], 0, ()),), 0, 0, 0.0)

        def stop(self) -> None:
            pass

    asked: list[Limits] = []
    match = Match.of(find_game("ultimate"))
    player = EnginePlayer(Listening(), Limits(seconds=1.0, nodes=900))
    for allowance in (FREE, Allowance(move=5.0), Allowance(move=0.5, nodes=100, depth=3)):
        player.choose(match, allowance)
    free = Limits(seconds=1.0, nodes=900)
    assert asked == [free, free, Limits(seconds=pytest.approx(0.47), nodes=100, depth=3)]


def test_nodes_and_depth_limit_our_engines() -> None:
    game = find_game("ultimate")
    player = make_player(game, "alphabeta:nodes=100000")
    choice = player.choose(Match.of(game), Allowance(nodes=500))
    assert choice.analysis is not None
    assert choice.analysis.nodes < 2000
    choice = make_player(game, "master:book=0").choose(Match.of(game), Allowance(depth=2))
    assert choice.analysis is not None
    assert choice.analysis.depth == 2


def test_tables_end_a_decided_game(solved: Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = solved("morpion")
    monkeypatch.setattr("palamedes.arena.play_game.Tablebase", lambda _game: tables)
    match = Match.of(find_game("morpion"))
    play_game(match, (Scripted(), Scripted()), GameTerms(match.history, adjudicate=True))
    assert match.result is not None
    assert match.result.reason == "adjudication"
    assert len(match.turns) == 1
    truth = tables.probe(match.position.state)
    assert truth is not None
    assert match.result.winner == (None if truth.is_draw else 1 if truth.outcome == WIN else 0)


def test_who_sees_no_hope_three_times_running_resigns() -> None:
    match = Match.of(find_game("teeko"))
    play_game(match, (Scripted(score=-500), Scripted(score=500)), GameTerms(NO_HISTORY, resign=400))
    assert match.result == (1, "resignation")
    assert len(match.turns) == 5
