"""Challenges and bot accounts in a database: the same on SQLite and on PostgreSQL."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from palamedes.ui.session import TimeControl
from palamedes.ui.web.store.accounts import AccountStore
from palamedes.ui.web.store.blocks import BlockStore
from palamedes.ui.web.store.bots import MOST_TOKENS, BotStore
from palamedes.ui.web.store.challenges import (
    ChallengeStore,
    Contender,
    PlayerChallenge,
    Strength,
)
from palamedes.ui.web.store.greetings import GreetingStore
from palamedes.ui.web.store.lobby import LobbyStore
from palamedes.ui.web.store.models import PlayerChallengeRow
from palamedes.ui.web.store.ownership import OwnershipStore
from palamedes.ui.web.store.ratings import RatingStore
from palamedes.ui.web.store.transactions import ConflictError, transaction
from test_web_people_store import ANN, BOB, EVE, PEOPLE, keep, people, rating  # noqa: F401
from test_web_store import store, stored_game, url  # noqa: F401

pytestmark = pytest.mark.xdist_group("store")


def challenge(name, challenger=ANN, opponent=None, seconds=60):
    now = datetime.now(UTC)
    return PlayerChallenge(
        name,
        Contender(challenger),
        opponent and Contender(opponent),
        "teeko",
        TimeControl(300.0, 2.0),
        "random",
        rated=False,
        created=now,
        ends=now + timedelta(seconds=seconds),
    )


def test_challenges_are_kept_with_the_names_and_ratings_of_both(people, store):  # noqa: F811
    keep(
        store, rating(BOB, "teeko", 1), rating(BOB, "teeko", 2, rating=1700), rating(BOB, "nim", 3)
    )
    challenges = ChallengeStore(store.engine)
    assert challenges.add(challenge("one", BOB, ANN))
    assert challenges.add(challenge("guest", EVE))
    found = challenges.find("one")
    assert found.challenger == (BOB, "Bob", False, 1700)
    assert found.opponent == (ANN, "Ann", False, None)
    assert (found.control.total, found.control.increment) == (300, 2)
    assert challenges.find("guest").challenger == (EVE, "", False, None)
    assert {each.id for each in challenges.open_to(ANN)} == {"one", "guest"}
    assert [each.id for each in challenges.open_to("x")] == ["guest"]
    assert challenges.find("none") is None


def test_a_challenge_is_answered_once(people, store):  # noqa: F811
    challenges = ChallengeStore(store.engine)
    for name, seconds in (("one", 60), ("old", 0), ("two", 60)):
        challenges.add(challenge(name, ANN, BOB, seconds))
    game = stored_game(specs=PEOPLE, owners=(ANN, BOB))
    assert challenges.accept(game, "one", BOB)
    other = stored_game(game_id="game-2", specs=PEOPLE, owners=(ANN, BOB))
    assert not challenges.accept(other, "one", BOB)
    assert not challenges.accept(other, "old", BOB)
    assert store.load("game-1") is not None
    assert store.load("game-2") is None
    assert not challenges.end("one", "cancelled")
    assert challenges.end("two", "declined", "busy")
    states = {name: challenges.find(name) for name in ("one", "old", "two")}
    assert [each.state for each in states.values()] == ["accepted", "expired", "declined"]
    assert (states["one"].game_id, states["two"].reason) == ("game-1", "busy")


def test_challenges_are_forgotten_after_a_day(people, store):  # noqa: F811
    challenges = ChallengeStore(store.engine)
    challenges.add(challenge("old", seconds=-2 * 86_400))
    challenges.add(challenge("new"))
    assert challenges.find("old") is None
    assert challenges.find("new") is not None


def test_challenges_go_with_their_owner(people, store):  # noqa: F811
    challenges, belongings = ChallengeStore(store.engine), OwnershipStore(store.engine)
    challenges.add(challenge("guest", EVE))
    belongings.change_owner(EVE, BOB)
    assert challenges.find("guest").challenger.name == "Bob"
    challenges.add(challenge("to", ANN, BOB))
    belongings.delete_owner(BOB, "dead")
    assert challenges.find("guest") is challenges.find("to") is None


def in_lobby(name, challenger, seconds=60):
    made = challenge(name, challenger, seconds=seconds)
    return made._replace(lobby_until=made.created + timedelta(seconds=300))


def test_the_database_keeps_everybody_to_one_challenge_in_the_lobby(people, store):  # noqa: F811
    challenges = ChallengeStore(store.engine)
    for name in ("old", "new"):
        assert challenges.add(in_lobby(name, ANN))
    assert [each.id for each in challenges.open_to(BOB)] == ["new"]
    assert challenges.open_to(BOB, with_lobby=False) == []
    again = update(PlayerChallengeRow).where(PlayerChallengeRow.id == "old").values(state="open")
    with pytest.raises(ConflictError), transaction(store.engine) as session:
        session.execute(again)


def test_a_challenge_in_the_lobby_is_put_off_for_those_who_stay(people, store):  # noqa: F811
    challenges = ChallengeStore(store.engine)
    for name, owner, seconds in (("ann", ANN, 5), ("bob", BOB, 5), ("gone", EVE, 0)):
        challenges.add(in_lobby(name, owner, seconds))
    before = {name: challenges.find(name).ends for name in ("ann", "bob")}
    challenges.stay({ANN, EVE})
    assert challenges.find("ann").ends > before["ann"]
    assert challenges.find("bob").ends == before["bob"]
    assert challenges.find("gone").state == "expired"


def test_who_has_blocked_whom_decides_who_may_accept(people, store):  # noqa: F811
    challenges, blocks = ChallengeStore(store.engine), BlockStore(store.engine)
    challenges.add(in_lobby("one", ANN))
    assert blocks.add(ANN, BOB)
    assert blocks.add(ANN, BOB)
    game = stored_game(specs=PEOPLE, owners=(ANN, BOB))
    assert not challenges.accept(game, "one", BOB)
    assert [each.name for each in blocks.of(ANN)] == ["Bob"]
    assert blocks.end(ANN, blocks.of(ANN)[0].id)
    assert challenges.accept(game, "one", BOB)


def test_the_lobby_is_read_for_those_who_are_there(people, store):  # noqa: F811
    challenges, lobby = ChallengeStore(store.engine), LobbyStore(store.engine)
    assert lobby.snapshot(frozenset()) == ([], [], {}, frozenset(), {})
    keep(store, rating(BOB, "teeko", 1), rating(BOB, "teeko", 2, rating=1700))
    challenges.add(in_lobby("one", ANN)._replace(strength=Strength(lowest=1600)))
    challenges.add(challenge("to", ANN, BOB))
    challenges.add(challenge("api", EVE))
    BlockStore(store.engine).add(EVE, BOB)
    game = stored_game(specs=PEOPLE, owners=(ANN, EVE))
    game.match.play("a1")
    store.add(replace(game, is_public=True))
    store.add(replace(game, id="private"))
    found = lobby.snapshot({BOB})
    assert [each.id for each in found.challenges] == ["one", "to"]
    assert [(each.id, each.plies) for each in found.games] == [("game-1", 1)]
    assert found.players == {ANN: "Ann"}
    assert found.apart == {(BOB, EVE), (EVE, BOB)}
    assert found.ratings == {(BOB, "teeko"): 1700}


def test_blocks_and_greetings_go_with_their_owner(people, store):  # noqa: F811
    blocks, belongings = BlockStore(store.engine), OwnershipStore(store.engine)
    greetings = GreetingStore(store.engine)
    store.add(stored_game(specs=PEOPLE, owners=(EVE, ANN)))
    for owner, other in ((EVE, ANN), (BOB, ANN), (EVE, BOB), (ANN, EVE), (ANN, BOB), (EVE, "x")):
        assert blocks.add(owner, other)
    assert greetings.add("game-1", EVE, 0, "hello")
    belongings.change_owner(EVE, BOB)  # who has logged in
    assert [len(blocks.of(owner)) for owner in (ANN, BOB, EVE)] == [1, 2, 0]
    assert blocks.are_apart("x", BOB)
    assert greetings.in_game("game-1") == [(0, "hello")]
    belongings.delete_owner(BOB, "dead")
    assert [len(blocks.of(owner)) for owner in (ANN, BOB)] == [0, 0]
    assert greetings.in_game("game-1") == []


def test_only_an_account_without_games_becomes_a_bot(people, store):  # noqa: F811
    bots, accounts = BotStore(store.engine), AccountStore(store.engine)
    store.add(stored_game(specs=PEOPLE, owners=(EVE, ANN)))
    assert not bots.become_bot(ANN)
    assert bots.become_bot(BOB)
    assert [accounts.account_of(owner).is_bot for owner in (ANN, BOB)] == [False, True]


def test_tokens_are_of_bot_accounts_and_few(people, store):  # noqa: F811
    bots, accounts = BotStore(store.engine), AccountStore(store.engine)
    bots.become_bot(BOB)
    ann, bob = (accounts.account_of(owner).id for owner in (ANN, BOB))
    assert not bots.add_token("x", ann, "")
    assert all(bots.add_token(str(number), bob, "home") for number in range(MOST_TOKENS))
    assert not bots.add_token("x", bob, "")
    bots.end_token("3")
    assert bots.add_token("x", bob, "")
    assert bots.all_tokens()["x"] == (BOB, bob, "Bob", True)
    assert len(bots.tokens_of(bob)) == MOST_TOKENS
    OwnershipStore(store.engine).delete_owner(BOB, "dead")
    assert bots.all_tokens() == {}


def test_people_and_bots_are_ranked_apart(people, store):  # noqa: F811
    BotStore(store.engine).become_bot(BOB)
    keep(store, rating(ANN, "teeko"), rating(BOB, "teeko"))
    ratings = RatingStore(store.engine)
    for are_bots, name in ((False, "Ann"), (True, "Bob")):
        found = ratings.ranking("teeko", 110, ANN, 10, are_bots)
        assert ([each.name for each in found.leaders], found.people) == ([name], 1)
