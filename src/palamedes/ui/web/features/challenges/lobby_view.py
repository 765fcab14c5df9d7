"""The lobby as one visitor sees it."""

from palamedes.ui.texts.games import person_name
from palamedes.ui.web.features.accounts.history import game_title
from palamedes.ui.web.features.challenges.documents import contender_document
from palamedes.ui.web.features.challenges.terms import refusal
from palamedes.ui.web.live.presence import Presence
from palamedes.ui.web.messages.lobby import (
    ChallengeData,
    ContenderData,
    LobbyMessage,
    PersonData,
    RunningGameData,
)
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.challenges import Contender, PlayerChallenge
from palamedes.ui.web.store.lobby import LobbySnapshot, RunningGame


def lobby_message(found: LobbySnapshot, presence: Presence, visitor: Visitor) -> LobbyMessage:
    """Who has blocked the visitor, or is blocked, is not shown."""
    return LobbyMessage(
        challenges=[
            _challenge(each, found, visitor)
            for each in found.challenges
            if each.concerns(visitor.owner)
            and (each.challenger.owner, visitor.owner) not in found.apart
        ],
        people=_people(found, presence, visitor),
        guests=presence.guests,
        games=[_running(each) for each in found.games],
    )


def _challenge(challenge: PlayerChallenge, found: LobbySnapshot, visitor: Visitor) -> ChallengeData:
    control, opponent = challenge.control, challenge.opponent
    refused = refusal(challenge, visitor, found.ratings.get((visitor.owner, challenge.game)))
    return ChallengeData(
        id=challenge.id,
        game=challenge.game,
        title=game_title(challenge.game),
        challenger=_contender(challenge.challenger, visitor),
        opponent=None if opponent is None else _contender(opponent, visitor),
        clock=None if control is None else (control.total, control.increment),
        rated=challenge.rated,
        strength=challenge.strength,
        objection=refused[1] if refused else "",
    )


def _contender(contender: Contender, visitor: Visitor) -> ContenderData:
    return ContenderData(**contender_document(contender, visitor))


def _people(found: LobbySnapshot, presence: Presence, visitor: Visitor) -> list[PersonData]:
    """The accounts in the lobby and in public games, by name."""
    here = presence.accounts()
    bots = {owner for owner, each in here.items() if each.is_bot}
    for game in found.games:
        bots.update(owner for owner, bot in zip(game.owners, game.bots, strict=True) if bot)
    names = {**found.players, **{owner: each.name for owner, each in here.items()}}
    people = [
        PersonData(
            name=name,
            bot=owner in bots,
            playing=owner in found.players,
            you=owner == visitor.owner,
        )
        for owner, name in names.items()
        if (owner, visitor.owner) not in found.apart
    ]
    return sorted(people, key=lambda person: (person.name.casefold(), person.name))


def _running(game: RunningGame) -> RunningGameData:
    return RunningGameData(
        id=game.id,
        game=game.game,
        title=game_title(game.game),
        names=(person_name(game.names, 0), person_name(game.names, 1)),
        bots=[player for player in (0, 1) if game.bots[player]],
        plies=game.plies,
        rated=game.rated,
    )
