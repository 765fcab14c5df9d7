"""A game at a screen without the screen: touches in, scenes out, engines in between."""

import random
from queue import SimpleQueue
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import from_document, to_document
from palamedes.games import find_game
from palamedes.players import PlayerError
from palamedes.ui.session import Seat, Session, TimeControl, seats_of
from palamedes.ui.session.background import BackgroundTask
from sitting import PATIENCE, Puppet, against, made, teeko, touch, wait_until

# Touches


@pytest.mark.families
def test_any_game_is_played_by_touching_what_is_open(game):
    choose = random.Random(game.id)
    session = Session(Match.of(game))
    mirror = Position.start(game)
    for _touch in range(150):
        scene = session.scene()
        assert (scene.result is None) == bool(scene.open)
        if scene.result is not None:
            break
        before = len(session.match.turns)
        touch(session, choose.choice(sorted(scene.open)))
        if len(session.match.turns) > before:
            mirror = mirror.play(session.match.turns[-1].move)
            assert session.scene().touched == ()
        assert session.match.position == mirror
    document = to_document(session.match)
    assert from_document(document, find_game).position == mirror


@pytest.mark.families
def test_random_touches_at_any_speed_never_tear_board_and_match(game):
    names = [spot.name for spot in game.view.geometry.spots]

    @settings(max_examples=30)
    @given(st.lists(st.tuples(st.sampled_from(names), st.integers(0, 2)), max_size=40))
    def check(touches):
        session = Session(Match.of(game))
        for name, steps in touches:
            session.touch(name)
            for _step in range(steps):
                session.handle_next()
            scene = session.scene()
            assert scene.board.pieces == session.match.position.board().pieces or scene.touched
        while session.handle_next():
            pass
        assert session.match.position == session.match.copy().position
        assert from_document(to_document(session.match), find_game).turns == session.match.turns

    check()


def test_a_stray_touch_does_not_throw_a_mill_away():
    match = Match(Position.parse(find_game("morris"), "XX1/3/3/6/O2/1O1/3 X 7 7"), HistoryRules())
    session = Session(match)
    touch(session, "g7")  # closes the mill a7-d7-g7: a man is to be removed
    touch(session, "g1")
    assert session.scene().touched == ("g7",)
    assert not match.turns
    touch(session, "d2")
    assert [turn.move for turn in match.turns] == ["g7xd2"]


def test_touches_from_other_threads_are_heard_one_at_a_time():
    session = Session(teeko())
    threads = [Thread(target=session.touch, args=(spot,)) for spot in ("a1", "b1", "c1", "d1")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made(session) == []
    handled = [session.handle_next() for _ in range(5)]
    assert handled == [True] * 4 + [False]
    assert sorted(made(session)) == ["a1", "b1", "c1", "d1"]


def test_a_piece_is_picked_up_let_go_and_exchanged_for_another():
    session = Session(teeko("a1", "a5", "b1", "b5", "d1", "d5", "e1", "e5"))
    touch(session, "a1")
    assert session.scene().touched == ("a1",)
    assert session.scene().open == {"a2", "b2"}
    assert session.scene().board.last == ("e5",)
    touch(session, "b1")
    assert session.scene().touched == ("b1",)
    touch(session, "b1")
    assert session.scene().touched == ()
    touch(session, "c3")
    assert session.scene().message == "c3 is empty. Choose one of your pieces."
    touch(session, "a1")
    assert session.scene().message == ""
    session.let_go()
    assert session.scene().touched == ()
    touch(session, "a1", "a2")
    assert made(session)[-1] == "a1-a2"


def test_a_move_that_is_begun_is_seen_as_far_as_it_goes():
    game = find_game("morris")
    match = Match(Position.parse(game, "XX1/3/3/XX1OOO/3/O2/3 X 0 0"), game.history)
    session = Session(match)
    before = match.position.board().pieces
    touch(session, "b4")
    assert session.scene().board.pieces == before
    touch(session, "a4")  # its own piece: another one is picked up
    assert session.scene().touched == ("a4",)
    session = Session(Match(Position.parse(game, "X2/3/3/3OOO/3/O2/XX1 X 1 1"), game.history))
    touch(session, "g1")
    scene = session.scene()
    assert scene.touched == ("g1",)  # a mill: the man to take is missing
    assert scene.board.pieces["g1"][0].owner == 0
    assert scene.phase == "Mill! Remove one of your opponent's men."
    assert made(session) == []
    touch(session, min(scene.open))
    assert len(made(session)) == 1


# Engines


def test_an_engine_answers_while_the_owner_goes_on():
    player = Puppet()
    session = against(player)
    touch(session, "c3")
    assert player.asked.wait(PATIENCE)
    scene = session.scene()
    assert (scene.thinking, scene.open) == (1, frozenset())
    touch(session, "c4")
    assert session.scene().message == "It is not your turn."
    with pytest.raises(PalamedesError, match=r"It is not your turn\."):
        session.move("c4")
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 2)
    assert session.scene().thinking is None
    session.close()
    assert player.closed


def test_undo_while_an_engine_thinks_takes_the_persons_move_back():
    player = Puppet()
    session = against(player)
    touch(session, "c3")
    assert player.asked.wait(PATIENCE)
    session.undo()
    assert made(session) == []
    assert session.scene().can_redo
    player.asked.clear()
    touch(session, "d4")  # the engine is asked again only when it has answered the first time
    assert player.asked.wait(PATIENCE)
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 2)
    assert made(session)[0] == "d4"
    session.close()


def test_undo_and_redo_go_to_the_persons_turns():
    player = Puppet()
    session = against(player, first=False)
    for answers in (1, 3):
        player.go.set()
        wait_until(session, lambda scene, answers=answers: scene.plies == answers)
        touch(session, max(session.scene().open))
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 5)
    every = made(session)
    session.undo()
    assert made(session) == every[:3]
    session.undo()
    assert made(session) == every[:1]
    session.redo()
    assert made(session) == every[:3]
    session.redo()
    assert made(session) == every
    with pytest.raises(PalamedesError, match="no move to redo"):
        session.redo()
    session.close()


def test_engines_alone_stand_still_after_an_undo():
    players = Puppet(), Puppet()
    session = Session(teeko(), tuple(Seat("puppet", player=player) for player in players))
    for answers, player in enumerate((*players, *players), start=1):
        player.go.set()
        wait_until(session, lambda scene, answers=answers: scene.plies == answers)
    session.undo()
    scene = session.scene()
    assert (scene.plies, scene.paused, scene.thinking) == (3, True, None)
    session.resume()
    assert session.scene().thinking == 1
    session.match.end(None, "agreement")
    session.undo()
    assert session.scene().paused
    with pytest.raises(PalamedesError, match="no human player"):
        session.resign()
    session.close()


def test_an_engine_that_misbehaves_loses():
    player = Puppet(PlayerError("crash", "it has burst"))
    session = against(player)
    touch(session, "c3")
    player.go.set()
    wait_until(session, lambda scene: scene.result is not None)
    assert session.scene().result == (0, "crash")
    assert session.scene().message == "it has burst"
    session.close()


def test_a_mistake_of_ours_is_not_hidden():
    player = Puppet(ZeroDivisionError())
    session = against(player)
    touch(session, "c3")
    player.go.set()
    with pytest.raises(ZeroDivisionError):
        session.handle(PATIENCE)
    session.close()


def test_move_now_hurries_the_engine():
    session = against(Puppet())
    touch(session, "c3")
    session.move_now()
    wait_until(session, lambda scene: scene.plies == 2)
    session.close()


def test_a_pause_stops_everything():
    player = Puppet()
    session = against(player)
    touch(session, "c3")
    assert player.asked.wait(PATIENCE)
    session.pause()
    scene = session.scene()
    assert (scene.paused, scene.thinking) == (True, None)
    touch(session, "d4")
    assert session.scene().message == "The game is paused."
    player.asked.clear()
    session.resume()
    assert session.scene().thinking == 1
    assert player.asked.wait(PATIENCE)
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 2)
    session.close()


def test_sides_can_be_changed():
    player = Puppet()
    session = against(player)
    session.reseat(session.seats[::-1])
    assert session.scene().names == ("puppet", "Player 2")
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 1)
    assert session.match.players == ("puppet", "")
    assert not player.closed
    session.reseat((Seat(), Seat()))
    assert player.closed
    session.close()


def test_another_match_begins_afresh():
    player = Puppet()
    session = against(player, control=TimeControl(10))
    touch(session, "c3")
    session.pause()
    other = Match.of(find_game("morpion"))
    session.begin(other, (Seat(), Seat()))
    scene = session.scene()
    assert (scene.plies, scene.paused, scene.clocks, scene.thinking) == (0, False, None, None)
    touch(session, "b2")
    assert [turn.move for turn in other.turns] == ["b2"]
    assert player.closed
    session.close()


@pytest.mark.parametrize(
    ("name", "spec", "called"),
    [
        ("", "human", "Player 1"),
        ("Zoe", "human", "Zoe"),
        ("human", "human", "Player 1"),
        ("hard", "hard", "Computer (hard)"),
        ("alphabeta:depth=2", "alphabeta:depth=2", "alphabeta:depth=2"),
        ("alphabeta:depth=zz", "human", "alphabeta:depth=zz"),
        ("perfect", "human", "Player 1"),  # there are no tables
        ("cmd:touch owned", "human", "cmd:touch owned"),
        ("BOT:evil.py", "human", "BOT:evil.py"),
    ],
)
def test_a_record_seats_engines_but_runs_no_program(name, spec, called):
    match = Match.of(find_game("teeko"), (name, ""))
    seats = seats_of(match)
    assert [seat.spec for seat in seats] == [spec, "human"]
    session = Session(match, seats)
    assert session.scene().names[0] == called
    session.close()


def test_work_that_did_not_hear_its_stop_is_told_again():
    """As an engine that was being made when it was called off."""
    posted, started, stopped = SimpleQueue(), Event(), Event()
    stops = []

    def stop():
        stops.append(1)
        if len(stops) > 1:  # the first came too early
            stopped.set()

    def work():
        started.set()
        assert stopped.wait(PATIENCE)

    thinker = BackgroundTask(posted.put)
    thinker.start(work, stop, lambda answer: None)
    assert started.wait(PATIENCE)
    told = []
    thinker.start(lambda: "new", lambda: None, told.append)
    while not told:
        posted.get(timeout=PATIENCE)()
    assert told == ["new"]
