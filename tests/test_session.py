"""A game at a screen without the screen: touches in, scenes out."""

import random
from queue import SimpleQueue
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import from_document, to_document
from palamedes.games import find_game
from palamedes.players import Choice, Player, PlayerError
from palamedes.ui.session import Offer, Seat, Session, TimeControl, seats_of, take_seat
from palamedes.ui.session import clock as clocks
from palamedes.ui.session.thinking import Thinker

PATIENCE = 30.0  # seconds until a test gives an engine up
TEEKO_WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]


def teeko(*moves):
    match = Match.of(find_game("teeko"))
    for move in moves:
        match.play(move)
    return match


def touch(session, *spots):
    for spot in spots:
        session.touch(spot)
        assert session.step()
        while session.step():  # an answer that was called off may have been before it
            pass


def wait_until(session, condition):
    """Let the session handle what comes until something is so."""
    while not condition(session.scene()):
        assert session.wait(PATIENCE), "nothing has come"


def made(session):
    return [turn.move for turn in session.match.turns]


class Puppet(Player):
    """An engine that moves when it is told to, and tells when it has begun to think."""

    def __init__(self, code=0):
        self.code, self.asked, self.go, self.closed = code, Event(), Event(), False

    def choose(self, match, allowance=None):
        self.allowance = allowance
        self.asked.set()
        assert self.go.wait(PATIENCE)
        self.go.clear()
        if isinstance(self.code, Exception):
            raise self.code
        return Choice(match.position.codes[self.code])

    def stop(self):
        self.go.set()

    def close(self):
        self.closed = True


def against(player, first=True, **options):
    seats = (Seat(), Seat("puppet", player=player))
    return Session(Match.of(find_game("teeko")), seats if first else seats[::-1], **options)


# Touches


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


def test_random_touches_at_any_speed_never_tear_board_and_match(game):
    names = [spot.name for spot in game.view.geometry.spots]

    @settings(max_examples=30)
    @given(st.lists(st.tuples(st.sampled_from(names), st.integers(0, 2)), max_size=40))
    def check(touches):
        session = Session(Match.of(game))
        for name, steps in touches:
            session.touch(name)
            for _step in range(steps):
                session.step()
            scene = session.scene()
            assert scene.board.pieces == session.match.position.board().pieces or scene.touched
        while session.step():
            pass
        assert session.match.position == session.match.copy().position
        assert from_document(to_document(session.match), find_game).turns == session.match.turns

    check()


def test_touches_from_other_threads_are_heard_one_at_a_time():
    session = Session(teeko())
    threads = [Thread(target=session.touch, args=(spot,)) for spot in ("a1", "b1", "c1", "d1")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made(session) == []
    handled = [session.step() for _ in range(5)]
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
    assert session.scene().message == "c3: nothing can be done there now"
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
    assert scene.phase == "a mill: take an enemy man"
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
    assert session.scene().message == "it is not your turn"
    with pytest.raises(PalamedesError, match="it is not your turn"):
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
    with pytest.raises(PalamedesError, match="no move to make again"):
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
    session.go_on()
    assert session.scene().thinking == 1
    session.match.end(None, "agreement")
    session.undo()
    assert session.scene().paused
    with pytest.raises(PalamedesError, match="no person"):
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
        session.wait(PATIENCE)
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
    assert session.scene().message == "the game is paused"
    player.asked.clear()
    session.go_on()
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
        ("hard", "hard", "hard"),
        ("alphabeta:depth=2", "alphabeta:depth=2", "alphabeta:depth=2"),
        ("alphabeta:depth=zz", "human", "alphabeta:depth=zz"),
        ("perfect", "human", "perfect"),  # there are no tables
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

    thinker = Thinker(posted.put)
    thinker.start(work, stop, lambda answer: None)
    assert started.wait(PATIENCE)
    told = []
    thinker.start(lambda: "new", lambda: None, told.append)
    while not told:
        posted.get(timeout=PATIENCE)()
    assert told == ["new"]


# Going back, ending


def test_looking_back_changes_nothing_and_moves_wait():
    session = Session(teeko("a1", "a5", "b1"))
    session.look(1)
    scene = session.scene()
    assert (scene.ply, scene.plies, scene.is_latest, scene.open) == (1, 3, False, frozenset())
    assert set(scene.board.pieces) == {"a1"}
    assert scene.board.last == ("a1",)
    touch(session, "b5")
    assert "earlier position" in session.scene().message
    session.look(99)
    touch(session, "b5")
    assert len(made(session)) == 4
    session.look(-5)
    assert session.scene().ply == 0


def test_after_the_end_a_move_can_be_taken_back():
    session = Session(teeko(*TEEKO_WIN[:-1]))
    touch(session, TEEKO_WIN[-1])
    assert session.scene().result == (0, "normal")
    touch(session, "e5")
    assert session.scene().message == "the game is over"
    session.undo()
    assert session.scene().result is None
    session.resign()
    assert session.scene().result == (1, "resignation")
    session.undo()
    assert session.scene().result is None
    assert made(session) == TEEKO_WIN[:-1]


def test_there_is_nothing_to_take_back_at_the_start():
    with pytest.raises(PalamedesError, match="no move to take back"):
        Session(teeko()).undo()


def test_people_agree_on_a_draw_or_not():
    session = Session(teeko("a1"))
    session.offer_draw()
    assert session.scene().offer == Offer("draw", by=1)
    session.answer(False)
    assert session.scene().message == "The other player does not agree."
    session.offer_draw()
    session.answer(True)
    assert session.scene().result == (None, "agreement")
    with pytest.raises(PalamedesError, match="nobody has asked"):
        session.answer(True)


def test_a_move_withdraws_an_offer():
    session = Session(teeko("a1"))
    session.offer_draw()
    touch(session, "a5")
    assert session.scene().offer is None


@pytest.mark.parametrize(
    ("text", "person", "agrees"),
    [("5/5/1XXX1/OO3/2O2 X", 0, True), ("5/5/1XXX1/1OO2/5 O", 1, False)],
)
def test_an_engine_agrees_on_a_draw_only_where_it_is_not_better(text, person, agrees):
    position = Position.parse(find_game("teeko"), text)
    seats = (Seat(), take_seat(position.game, "easy"))
    session = Session(Match(position, position.game.history), seats if person == 0 else seats[::-1])
    session.offer_draw()
    wait_until(session, lambda scene: scene.offer is None)
    assert session.scene().result == ((None, "agreement") if agrees else None)
    session.close()


@pytest.mark.parametrize(("here", "by"), [(0, None), (0, 0), (1, None), (1, 1)])
def test_a_move_of_somebody_elsewhere_is_taken_back_only_with_consent(here, by):
    seats = (Seat(), Seat(name="Zoe", remote=True))
    session = Session(teeko("a1", "a5"), seats if here == 0 else seats[::-1])
    session.undo(by)
    assert made(session) == ["a1", "a5"]
    assert session.scene().offer == Offer("undo", by=here)
    session.answer(False)
    assert made(session) == ["a1", "a5"]
    session.undo(by)
    session.answer(True)
    assert made(session) == ["a1"][:here]
    assert session.scene().turn == here
    with pytest.raises(PalamedesError, match="elsewhere"):
        session.redo()


# Clocks


@pytest.fixture
def tick(monkeypatch):
    """A clock that goes on only when it is told to."""
    now = [100.0]
    monkeypatch.setattr(clocks, "monotonic", lambda: now[0])

    def tick(seconds):
        now[0] += seconds

    return tick


def test_clocks_follow_the_moves(tick):
    session = Session(teeko(), control=TimeControl(10, 1))
    tick(30)
    assert session.scene().clocks == (10, 10)  # nobody has seen the board yet
    session.ready()
    tick(3)
    assert session.scene().clocks == (7, 10)
    touch(session, "a1")
    assert session.scene().clocks == (8, 10)
    tick(2)
    session.pause()
    tick(100)
    assert session.scene().clocks == (8, 8)
    session.go_on()
    tick(1)
    touch(session, "a5")
    assert [turn.seconds for turn in session.match.turns] == [3, 3]
    assert session.scene().clocks == (8, 8)
    session.undo()
    assert session.scene().clocks == (8, 10)
    tick(1)
    session.reseat(session.seats[::-1])
    assert session.scene().clocks == (8, 9)


def test_who_runs_out_of_time_loses(tick):
    session = Session(teeko("a1"), control=TimeControl(5))
    session.ready()
    tick(5.1)
    assert not session.step()
    assert session.scene().result == (0, "timeout")
    assert session.scene().clocks == (5, 0)
    touch(session, "a5")
    assert session.scene().message == "the game is over"


def test_engines_are_told_the_time(tick):
    player = Puppet()
    session = against(player, control=TimeControl(10, 2))
    session.ready()
    tick(4)
    touch(session, "c3")
    assert player.asked.wait(PATIENCE)
    assert player.allowance.left == (8, 10)
    assert player.allowance.increment == 2
    session.close()


def test_only_moves_made_under_a_clock_take_its_time(tick):
    slow = teeko()
    slow.play("a1", 100.0)
    session = Session(teeko())
    session.begin(slow, session.seats, TimeControl(10))
    assert session.scene().clocks == (10, 10)


@pytest.mark.parametrize("times", [(0, 0), (-1, 0), (1e9, 0), (10, -1), (float("nan"), 0)])
def test_a_clock_needs_some_time(times):
    with pytest.raises(PalamedesError, match="clock"):
        TimeControl(*times)


# Advice


def test_a_hint_goes_on_with_a_move_that_begins_well():
    game = find_game("morris")
    match = Match.of(game)
    for move in ("a1", "d1", "a4", "d2"):
        match.play(move)
    session = Session(match)
    touch(session, "a7")  # a mill: a man must be taken
    session.hint()
    wait_until(session, lambda scene: scene.hint is not None)
    assert session.scene().touched == ("a7",)
    assert set(session.scene().hint.spots) <= {"d1", "d2"}
    session.forget_hint()
    assert session.scene().hint is None
    session.close()


def test_a_lost_player_is_told_what_resists_longest():
    position = Position.parse(find_game("teeko"), "5/5/1XXX1/1OO2/5 O")
    session = Session(Match(position, position.game.history))
    session.hint()
    wait_until(session, lambda scene: scene.hint is not None)
    session.hint()
    assert session.scene().message.endswith("resists longest (loss in 2).")
    session.close()


def test_the_same_answer_twice_is_two_answers():
    session = Session(teeko("c3"))
    numbers = []
    for _click in range(2):
        touch(session, "c3")
        assert "nothing can be done" in session.scene().message
        numbers.append(session.scene().message_number)
    assert numbers[0] < numbers[1]


def test_a_hint_comes_in_two_steps():
    position = Position.parse(find_game("teeko"), "5/3OO/2X2/1XO1X/3XO X")
    session = Session(Match(position, position.game.history))
    touch(session, "c3")
    session.hint()
    assert session.scene().message == "Looking for a good move..."
    session.hint()  # impatience changes nothing
    wait_until(session, lambda scene: scene.hint is not None)
    first = session.scene()
    assert len(first.hint.spots) == 1
    assert first.hint.move == ""
    assert first.touched == ()
    assert first.message == f"Look at {first.hint.spots[0]}."
    session.hint()
    second = session.scene().hint
    assert second.spots[0] == first.hint.spots[0]
    assert len(second.spots) == 2
    assert second.move in position.moves
    assert second.move in session.scene().message
    session.move(second.move)
    assert session.scene().hint is None
    session.close()


def test_a_hint_for_a_drop_names_a_few_squares_at_first():
    session = Session(teeko("c3"))
    session.hint()
    wait_until(session, lambda scene: scene.hint is not None)
    spots = session.scene().hint.spots
    assert len(spots) == 3
    session.hint()
    assert session.scene().hint.spots[0] in spots
    session.close()


def test_advice_is_about_the_game_on_the_board():
    session = Session(teeko("c3"))
    for game in ("teeko", "morris"):
        session.begin(Match.of(find_game(game)), session.seats)
        session.hint()
        wait_until(session, lambda scene: scene.hint is not None)
        assert set(session.scene().hint.spots) <= session.scene().open
    session.close()


def test_what_positions_are_worth_is_said_on_request():
    session = Session(teeko(*TEEKO_WIN[:-1]))
    assert session.scene().worth is None
    session.gauge(True)
    wait_until(session, lambda scene: scene.worth is not None)
    worth = session.scene().worth
    assert (worth.chance, worth.is_true) == (1.0, True)
    assert not session.scene().measuring
    touch(session, "d1")
    assert session.scene().worth.chance == 1.0
    session.look(0)
    assert session.scene().worth is None
    session.look(99)
    with pytest.raises(PalamedesError, match="over"):
        session.reseat(session.seats[::-1])
    session.gauge(False)
    assert session.scene().worth is None
    session.close()
