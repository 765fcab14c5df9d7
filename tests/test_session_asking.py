"""What people ask of a session beside moves: takebacks, draws, time, advice."""

import pytest

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.session import Offer, Seat, Session, TimeControl, take_seat
from palamedes.ui.session import clock as clocks
from sitting import PATIENCE, TEEKO_WIN, Puppet, against, made, teeko, touch, wait_until

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
    assert session.scene().message == "The game is over."
    session.undo()
    assert session.scene().result is None
    session.resign()
    assert session.scene().result == (1, "resignation")
    session.undo()
    assert session.scene().result is None
    assert made(session) == TEEKO_WIN[:-1]


def test_there_is_nothing_to_take_back_at_the_start():
    with pytest.raises(PalamedesError, match="no move to undo"):
        Session(teeko()).undo()


def test_people_agree_on_a_draw_or_not():
    session = Session(teeko("a1"))
    session.offer_draw()
    assert session.scene().offer == Offer("draw", by=1)
    session.answer(False)
    assert session.scene().message == "Your draw offer was declined."
    session.offer_draw()
    session.answer(True)
    assert session.scene().result == (None, "agreement")
    with pytest.raises(PalamedesError, match="no request to answer"):
        session.answer(True)


def test_two_offers_of_a_draw_are_an_agreement():
    session = Session(teeko("a1"))
    session.offer_draw(by=0)
    session.offer_draw(by=1)
    assert session.scene().result == (None, "agreement")


def test_a_request_waits_for_its_answer():
    session = Session(teeko("a1"), (Seat(), Seat(remote=True)))
    session.undo(by=0)
    with pytest.raises(PalamedesError, match="request first"):
        session.offer_draw(by=1)
    assert session.scene().offer == Offer("undo", by=0)


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
    with pytest.raises(PalamedesError, match="redo moves in an online game"):
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
    session.resume()
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
    assert not session.handle_next()
    assert session.scene().result == (0, "timeout")
    assert session.scene().clocks == (5, 0)
    touch(session, "a5")
    assert session.scene().message == "The game is over."


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


def test_a_takeback_gives_back_no_more_than_the_moves_took(tick):
    player = Puppet()
    session = against(player, control=TimeControl(60))
    session.ready()
    tick(10)
    touch(session, "a1")
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 2)
    tick(20)
    assert session.scene().clocks[0] == 30
    session.undo()
    assert session.scene().clocks[0] == 40
    tick(5)
    touch(session, "b1")
    assert session.match.turns[0].seconds == 25
    player.go.set()
    wait_until(session, lambda scene: scene.plies == 2)
    session.resign()
    session.undo()
    assert session.scene().clocks[0] == 35
    session.close()


def test_a_loss_on_time_can_be_taken_back(tick):
    session = Session(teeko("a1"), control=TimeControl(5))
    session.ready()
    tick(6)
    session.handle_next()
    assert session.scene().result == (0, "timeout")
    session.undo()
    session.handle_next()
    assert (session.scene().result, session.scene().clocks) == (None, (5, 5))


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
    assert session.scene().message.endswith("holds out longest (loss in 2 plies).")
    session.close()


def test_the_same_answer_twice_is_two_answers():
    session = Session(teeko("c3"))
    numbers = []
    for _click in range(2):
        touch(session, "c3")
        assert "c3 is taken. Choose an empty square." in session.scene().message
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


def test_a_hint_does_not_survive_a_takeback():
    session = Session(teeko("a1", "b1"))
    session.hint()
    wait_until(session, lambda scene: scene.hint is not None)
    assert session.scene().message
    session.undo()
    assert (session.scene().hint, session.scene().message) == (None, "")
    session.redo()
    assert session.scene().message == ""
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
