"""What a move does, in terms of any game: the effects that lessons ask for.

An effect takes a position and one of its legal moves.
"""

from functools import lru_cache

from palamedes.core.board import Board
from palamedes.core.lesson import Effect
from palamedes.core.position import Position


def anything(position: Position, move: str) -> bool:
    """Any legal move will do."""
    return True


def wins(position: Position, move: str) -> bool:
    result = position.play(move).result
    return result is not None and result.winner == position.turn


def draws(position: Position, move: str) -> bool:
    result = position.play(move).result
    return result is not None and result.winner is None


def defends(position: Position, move: str) -> bool:
    """The opponent cannot win with the next move."""
    return not _can_win(position.play(move))


def lets_win(position: Position, move: str) -> bool:
    """The opponent can win with the next move."""
    return _can_win(position.play(move))


def forks(position: Position, move: str) -> bool:
    """Whatever the opponent answers, the player to move wins with the move after that."""
    after = position.play(move)
    if after.result is not None or _can_win(after):
        return False
    return all(_can_win(after.play(answer)) for answer in after.codes)


def wins_by_force(position: Position, move: str) -> bool:
    """The player to move wins against every defence. Only for positions near the end."""
    return _is_lost(position.play(move))


def gains(label: str, number: int) -> Effect:
    """The player's counter with this label rises by this number."""

    def effect(position: Position, move: str) -> bool:
        player, after = position.turn, position.play(move).board()
        return after.counter(player, label) - position.board().counter(player, label) == number

    return effect


def fills(*spots: str) -> Effect:
    """More pieces than before lie on exactly these spots."""

    def effect(position: Position, move: str) -> bool:
        before, after = _counts(position.board()), _counts(position.play(move).board())
        return {spot for spot in after if after[spot] > before.get(spot, 0)} == set(spots)

    return effect


def both(one: Effect, other: Effect) -> Effect:
    return lambda position, move: one(position, move) and other(position, move)


def lacks(effect: Effect) -> Effect:
    return lambda position, move: not effect(position, move)


def _counts(board: Board) -> dict[str, int]:
    return {spot: sum(piece.count for piece in stack) for spot, stack in board.pieces.items()}


def _can_win(position: Position) -> bool:
    return any(wins(position, move) for move in position.moves)


@lru_cache(maxsize=10_000)
def _is_lost(position: Position) -> bool:
    """Whether the player to move loses against the best play."""
    if position.result is not None:
        return position.result.winner == 1 - position.turn
    return not any(_is_lost(position.play(code)) for code in position.codes)
