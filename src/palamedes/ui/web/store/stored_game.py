"""A game with its players, and how it becomes rows of the database and back."""

import json
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.history_rules import BY_RULE, HistoryRules, Result
from palamedes.core.language import _
from palamedes.core.match import Match, Thought
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.session import HUMAN, TimeControl
from palamedes.ui.web.store.clocks import StoredClock
from palamedes.ui.web.store.leases import Lease
from palamedes.ui.web.store.models import GameRow, MoveRow
from palamedes.ui.web.store.transactions import readable

MOST_PLIES = 1000  # of a game: to show or save a move takes longer the more came before it
Owner = str | None  # of a game or a side of it: see http/visitors.py


@dataclass(frozen=True)
class Side:
    """A person or an engine that plays one side of a game.

    spec: HUMAN, or the engine as `make_player` understands it.
    name: what the player is called; "" is the usual name of a person or an engine.
    owner: the visitor who may move; None for an engine, and until somebody has joined.
    is_bot: whether the owner is a bot account, which counts as a person in everything else.
    """

    spec: str = HUMAN
    name: str = ""
    owner: Owner = None
    is_bot: bool = False

    @property
    def is_person(self) -> bool:
        return self.spec == HUMAN

    @property
    def title(self) -> str:
        """The player as records name it."""
        return self.name or ("" if self.is_person else self.spec)

    @property
    def is_free(self) -> bool:
        """Whether a person can still join here."""
        return self.is_person and self.owner is None


Sides = tuple[Side, Side]


@dataclass
class StoredGame:
    """A match with its players, as the database stores it."""

    id: str
    match: Match
    sides: Sides
    control: TimeControl | None
    created: datetime
    rated: bool = False  # then there are no hints and no takebacks
    challenge: str = ""  # the id of the campaign challenge it is played for
    rematch: str = ""  # the id of the next game between its players
    strength: float | None = None  # that the adaptive player has played with; None until known
    is_public: bool = False  # whether strangers may find it: it began in the lobby

    @property
    def names(self) -> tuple[str, str]:
        return self.sides[0].name, self.sides[1].name

    @property
    def owners(self) -> tuple[Owner, Owner]:
        return self.sides[0].owner, self.sides[1].owner

    @property
    def free(self) -> list[int]:
        """The sides that a person can still join."""
        return [player for player in (0, 1) if self.sides[player].is_free]

    @property
    def bots(self) -> list[int]:
        """The sides that bot accounts play."""
        return [player for player in (0, 1) if self.sides[player].is_bot]

    @property
    def is_remote(self) -> bool:
        """Whether two people play at two screens."""
        first, second = self.sides
        return first.is_person and second.is_person and first.owner != second.owner

    @property
    def has_engine(self) -> bool:
        return not all(side.is_person for side in self.sides)

    def players_of(self, owner: Owner) -> tuple[int, ...]:
        """The sides that an owner plays; empty for a spectator."""
        return tuple(player for player in (0, 1) if self.sides[player].owner == owner)

    def change_side(self, player: int, **changes: Any) -> None:
        """Replace some properties of one side."""
        first, second = self.sides
        self.sides = (
            (replace(first, **changes), second)
            if player == 0
            else (first, replace(second, **changes))
        )


def new_match(start: Position) -> Match:
    """A match from a position, by the usual rules of its game; at MOST_PLIES it is over."""
    usual = start.game.history
    return Match(start, replace(usual, plies=min(usual.plies or MOST_PLIES, MOST_PLIES)))


def to_row(stored: StoredGame, now: datetime) -> GameRow:
    match, control, (first, second) = stored.match, stored.control, stored.sides
    return GameRow(
        id=stored.id,
        game=match.game.id,
        start=match.start.text,
        history=asdict(match.history),
        first_spec=first.spec,
        second_spec=second.spec,
        first_name=first.name,
        second_name=second.name,
        first_owner=first.owner,
        second_owner=second.owner,
        first_bot=first.is_bot,
        second_bot=second.is_bot,
        rated=stored.rated,
        public=stored.is_public,
        step=stored.challenge,
        rematch=stored.rematch,
        strength=stored.strength,
        total=control and control.total,
        increment=control and control.increment,
        created=stored.created,
        changed=now,
        moves=[MoveRow(**move_values(match, stored.id, ply)) for ply in range(len(match.turns))],
        **result_values(match),
    )


class SavedVersion(NamedTuple):
    """What the database has of a game: its moves and its result."""

    moves: tuple[str, ...]
    result: Result | None

    @classmethod
    def of(cls, match: Match) -> "SavedVersion":
        """A match that is saved as it stands now."""
        return cls(tuple([turn.move for turn in match.turns]), match.result)


class GameChanges(NamedTuple):
    """What to write of a game: its moves from ply `since` on and its result, as columns."""

    game_id: str
    saved: SavedVersion  # what the changes build on
    since: int
    moves: list[dict[str, Any]]
    result: dict[str, Any]
    lease: Lease | None = None  # under which it is written, where there are several processes
    clock: StoredClock | None = None  # as it stands then, for the process after this one


def changes_since(stored: StoredGame, saved: SavedVersion) -> GameChanges:
    """A snapshot of what to write of a game of which the database has `saved`."""
    match = stored.match
    pairs = zip(saved.moves, (turn.move for turn in match.turns), strict=False)
    since = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
    moves = [move_values(match, stored.id, ply) for ply in range(since, len(match.turns))]
    return GameChanges(stored.id, saved, since, moves, result_values(match))


def result_values(match: Match) -> dict[str, Any]:
    """The columns of the result."""
    winner, reason = match.result or (None, None)
    return {"winner": winner, "reason": reason, "detail": match.detail}


def move_values(match: Match, game_id: str, ply: int) -> dict[str, Any]:
    """The columns of the move made after `ply` moves."""
    turn = match.turns[ply]
    depth, nodes, score = turn.thought or (None, None, None)
    return {
        "game_id": game_id,
        "ply": ply,
        "position": match.positions[ply].text,
        "move": turn.move,
        "seconds": turn.seconds,
        "depth": depth,
        "nodes": nodes,
        "score": score,
    }


def from_row(row: GameRow) -> StoredGame:
    """The game of a row. To be called inside `readable_game`: the row may not be valid.

    All moves are played again, so it takes time: not for the event loop, nor where others wait.
    """
    match = Match(Position.parse(find_game(row.game), row.start), HistoryRules(**row.history))
    for move in row.moves:
        match.play(move.move, move.seconds, _thought(move))
    stated = _stated_result(row)
    if stated is not None and match.result is None and stated.reason not in BY_RULE:
        match.end(stated.winner, stated.reason, row.detail)
    return _stored(row, match)


class ListedGame(NamedTuple):
    """A game in a list. Its match begins just before the last move, so nothing is replayed."""

    stored: StoredGame
    plies: int


def listed_game(row: GameRow, history: str, last: MoveRow | None) -> ListedGame:
    """The same from a row, its history rules as text, and its last move."""
    start = Position.parse(find_game(row.game), row.start if last is None else last.position)
    match = Match(start, replace(HistoryRules(**json.loads(history)), quiet=0, plies=0))
    if last is not None:
        match.play(last.move)
    stated = _stated_result(row)
    if stated is not None and match.result is None and stated.reason != "normal":
        match.end(stated.winner, stated.reason, row.detail)
    return ListedGame(_stored(row, match), 0 if last is None else last.ply + 1)


def readable_game(game_id: str) -> AbstractContextManager[None]:
    """Turn whatever a damaged game causes into UnreadableError."""
    return readable(f"game {game_id}", _("This game is damaged and cannot be opened."))


def _stored(row: GameRow, match: Match) -> StoredGame:
    if match.result != _stated_result(row):
        raise PalamedesError("the result does not follow from the moves")
    control = None if row.total is None else TimeControl(row.total, row.increment or 0.0)
    first = Side(row.first_spec, row.first_name, row.first_owner, row.first_bot)
    second = Side(row.second_spec, row.second_name, row.second_owner, row.second_bot)
    match.players = first.title, second.title
    return StoredGame(
        row.id,
        match,
        (first, second),
        control,
        row.created.replace(tzinfo=row.created.tzinfo or UTC),  # SQLite drops the time zone
        row.rated,
        row.step,
        row.rematch,
        row.strength,
        row.public,
    )


def _stated_result(row: GameRow) -> Result | None:
    return None if row.reason is None else Result(row.winner, row.reason)  # type: ignore[arg-type]


def _thought(row: MoveRow) -> Thought | None:
    if row.depth is None or row.nodes is None or row.score is None:
        return None
    return Thought(row.depth, row.nodes, row.score)
