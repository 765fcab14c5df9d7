"""A game as the store knows it, and as rows of the database."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.history import BY_RULE, HistoryRules, Result
from palamedes.core.match import Match, Thought
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.session import HUMAN, TimeControl
from palamedes.ui.web.store.models import GameRow, MoveRow

Owner = str | None  # of a visitor: see visitors.py


@dataclass
class StoredGame:
    """A match with those who play it."""

    id: str
    match: Match
    specs: tuple[str, str]
    names: tuple[str, str]
    owners: tuple[Owner, Owner]
    control: TimeControl | None
    created: datetime
    rated: bool = False  # then nobody is helped, and nothing is taken back
    challenge: str = ""  # the challenge of the campaign that it is played for

    @property
    def free(self) -> list[int]:
        """The seats of people in which nobody sits yet."""
        return [p for p in (0, 1) if self.specs[p] == HUMAN and self.owners[p] is None]

    @property
    def is_apart(self) -> bool:
        """Whether two people play at two screens."""
        return self.specs == (HUMAN, HUMAN) and self.owners[0] != self.owners[1]


def to_row(stored: StoredGame, now: datetime) -> GameRow:
    match, control = stored.match, stored.control
    return GameRow(
        id=stored.id,
        game=match.game.id,
        start=match.start.text,
        history=asdict(match.history),
        first_spec=stored.specs[0],
        second_spec=stored.specs[1],
        first_name=stored.names[0],
        second_name=stored.names[1],
        first_owner=stored.owners[0],
        second_owner=stored.owners[1],
        rated=stored.rated,
        challenge=stored.challenge,
        total=control and control.total,
        increment=control and control.increment,
        created=stored.created,
        changed=now,
        moves=[MoveRow(**move_values(match, stored.id, ply)) for ply in range(len(match.turns))],
        **result_values(match),
    )


class GameChanges(NamedTuple):
    """What has changed in a game: its moves from a ply on, and how it has ended, as columns."""

    game_id: str
    since: int
    moves: list[dict[str, Any]]
    result: dict[str, Any]


def changes_since(stored: StoredGame, since: int) -> GameChanges:
    """What to write of a game as it stands now, however it goes on meanwhile."""
    match = stored.match
    moves = [move_values(match, stored.id, ply) for ply in range(since, len(match.turns))]
    return GameChanges(stored.id, since, moves, result_values(match))


def result_values(match: Match) -> dict[str, Any]:
    """The columns that say how a match has ended."""
    winner, reason = match.result or (None, None)
    return {"winner": winner, "reason": reason, "detail": match.detail}


def move_values(match: Match, game_id: str, ply: int) -> dict[str, Any]:
    """The columns of the move after so many moves."""
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
    """The game of a row; PalamedesError if it does not make sense (any more)."""
    game = find_game(row.game)
    match = Match(Position.parse(game, row.start), HistoryRules(**row.history))
    for move in row.moves:
        match.play(move.move, move.seconds, _thought(move))
    _conclude(match, row)
    control = None if row.total is None else TimeControl(row.total, row.increment or 0.0)
    return StoredGame(
        row.id,
        match,
        (row.first_spec, row.second_spec),
        (row.first_name, row.second_name),
        (row.first_owner, row.second_owner),
        control,
        row.created.replace(tzinfo=row.created.tzinfo or UTC),  # SQLite forgets it
        row.rated,
        row.step,
    )


def _thought(row: MoveRow) -> Thought | None:
    if row.depth is None or row.nodes is None or row.score is None:
        return None
    return Thought(row.depth, row.nodes, row.score)


def _conclude(match: Match, row: GameRow) -> None:
    stated = None if row.reason is None else Result(row.winner, row.reason)  # type: ignore[arg-type]
    if stated is not None and match.result is None and stated.reason not in BY_RULE:
        match.end(stated.winner, stated.reason, row.detail)
    if stated != match.result:
        raise PalamedesError(f"{row.id}: the result does not follow from the moves")
