"""The lobby as visitors see it: the same for all who see the same, and what concerns one alone."""

from collections.abc import Set

from palamedes.core.language import language
from palamedes.ui.texts.games import person_name
from palamedes.ui.web.features.accounts.history import game_title
from palamedes.ui.web.features.challenges.terms import refusal
from palamedes.ui.web.live.presence import Present
from palamedes.ui.web.messages.lobby import (
    ChallengeData,
    ContenderData,
    LobbyMessage,
    OwnLobbyMessage,
    PersonData,
    RunningGameData,
)
from palamedes.ui.web.store.accounts import Visitor
from palamedes.ui.web.store.challenges import PlayerChallenge
from palamedes.ui.web.store.lobby import LobbySnapshot, RunningGame

Hidden = frozenset[str]  # owners whom a visitor has blocked, or who have blocked the visitor


class LobbyView:
    """The lobby at one moment, in the language that is set when it is asked."""

    def __init__(self, found: LobbySnapshot, present: Present) -> None:
        self._found, self._present = found, present
        self._shared: dict[tuple[str, Hidden], str] = {}  # as JSON
        self._objections: dict[tuple[str, bool, bool], dict[str, str]] = {}
        self._open = [each for each in found.challenges if each.opponent is None]
        self._by_strength = [each for each in self._open if any(each.strength)]

    def shared(self, visitor: Visitor) -> str:
        """What everybody may see, as JSON, without people who are blocked."""
        hidden = frozenset(other for one, other in self._found.apart if one == visitor.owner)
        key = language(), hidden
        if key not in self._shared:
            self._shared[key] = self._message(hidden).to_json()
        return self._shared[key]

    def _message(self, hidden: Hidden) -> LobbyMessage:
        return LobbyMessage(
            challenges=[
                _challenge(each) for each in self._open if each.challenger.owner not in hidden
            ],
            people=self._people(hidden),
            guests=self._present.guests,
            games=[_running(each) for each in self._found.games],
        )

    def _people(self, hidden: Set[str]) -> list[PersonData]:
        """The accounts in the lobby and in public games, by name."""
        here, players = self._present.accounts, self._found.players
        bots = {owner for owner, each in here.items() if each.is_bot}
        for game in self._found.games:
            bots.update(owner for owner, bot in zip(game.owners, game.bots, strict=True) if bot)
        names = {**players, **{owner: each.name for owner, each in here.items()}}
        people = [
            PersonData(name=name, bot=owner in bots, playing=owner in players)
            for owner, name in names.items()
            if owner not in hidden
        ]
        return sorted(people, key=lambda person: (person.name.casefold(), person.name))

    def of(self, visitor: Visitor) -> OwnLobbyMessage:
        """What concerns a visitor alone."""
        owner, apart = visitor.owner, self._found.apart
        mine = [each for each in self._open if owner and each.challenger.owner == owner]
        to_me = [
            each
            for each in self._found.challenges
            if each.opponent is not None
            and each.opponent.owner == owner
            and (each.challenger.owner, owner) not in apart
        ]
        return OwnLobbyMessage(
            name=visitor.name,
            own=mine[0].id if mine else "",
            challenges=[_challenge(each) for each in to_me],
            objections={
                **self._usual_objections(visitor),
                **self._objections_to(self._by_strength, visitor),
                **self._objections_to(to_me, visitor),
            },
        )

    def _usual_objections(self, visitor: Visitor) -> dict[str, str]:
        """Those that are the same for all visitors of a kind."""
        key = language(), visitor.account is None, visitor.is_bot
        if key not in self._objections:
            anybody = visitor._replace(owner="", name="")
            usual = [each for each in self._open if not any(each.strength)]
            self._objections[key] = self._objections_to(usual, anybody)
        return self._objections[key]

    def _objections_to(self, challenges: list[PlayerChallenge], visitor: Visitor) -> dict[str, str]:
        rating_in = self._found.ratings.get
        refused = {
            each.id: refusal(each, visitor, rating_in((visitor.owner, each.game)))
            for each in challenges
        }
        return {challenge_id: found[1] for challenge_id, found in refused.items() if found}


def _challenge(challenge: PlayerChallenge) -> ChallengeData:
    control, (_owner, name, is_bot, rating) = challenge.control, challenge.challenger
    return ChallengeData(
        id=challenge.id,
        game=challenge.game,
        title=game_title(challenge.game),
        challenger=ContenderData(
            name=name, bot=is_bot, rating=None if rating is None else round(rating)
        ),
        clock=None if control is None else (control.total, control.increment),
        rated=challenge.rated,
        strength=challenge.strength,
    )


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
