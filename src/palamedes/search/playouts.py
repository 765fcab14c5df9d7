"""Random playouts: games of random moves, by the million."""

from numbers import Integral
from typing import NamedTuple

from palamedes.core.bits import mix
from palamedes.core.errors import PalamedesError
from palamedes.core.kernel import kernel, part
from palamedes.core.language import Number, _
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.core.stack_memory import move_list

MOST = 10**12  # games, or plies: hours of them
CAP = 200  # plies after which a playout is stopped and counts as a draw


class Playouts(NamedTuple):
    """The results of random games for player 1, and their plies in all."""

    games: int
    wins: int
    losses: int
    draws: int
    plies: int


@part
def random_index(noise, count):
    """A number from 0 to count - 1, made from the high bits of a random word."""
    return ((noise >> 33) & 0x3FFFFFFF) * count >> 30


@part
def random_game(state, noise, cap):
    """Play at random to the end; returns the outcome for the side to move then, plies, noise."""
    moves = move_list()
    for ply in range(cap):
        outcome = state.outcome()
        if outcome != ONGOING:
            return outcome, ply, noise
        noise = mix(noise, ply + 1)
        state = state.play(moves[random_index(noise, state.moves(moves))])
    return state.outcome(), cap, noise


@kernel
def random_games(state, games, seed, cap):
    """Wins and losses of the side to move in `state`, and plies, over `games` random games."""
    wins, losses, plies, noise = 0, 0, 0, seed
    for game in range(games):
        outcome, length, noise = random_game(state, mix(noise, game), cap)
        plies += length
        if outcome in (WIN, LOSS):
            # After an even number of plies the side to move is the same as in `state`.
            if (outcome == WIN) == (length % 2 == 0):
                wins += 1
            else:
                losses += 1
    return wins, losses, plies


@kernel
def random_plies(state, seed, cap, first, last):
    """The plies of the random games from number `first` to `last`, for any device."""
    plies = 0
    for game in range(first, last):
        plies += random_game(state, mix(seed, game), cap)[1]
    return plies


def playouts(position: Position | Match, games: int, seed: int = 0, cap: int = CAP) -> Playouts:
    """Play `games` random games from `position`. The same seed gives the same games."""
    position = position_of(position)
    check_count(games)
    check_count(cap)
    seed &= (1 << 62) - 1
    wins, losses, plies = random_games(position.state, games, seed, cap)
    if position.turn == 1:
        wins, losses = losses, wins
    return Playouts(games, wins, losses, games - wins - losses, plies)


def check_count(count: int) -> None:
    """Raise PalamedesError for a number of games or of plies that cannot be."""
    if not isinstance(count, Integral) or not 0 <= count <= MOST:
        raise PalamedesError(
            _("the number of games and of plies must be from 0 to {most:,}").format(
                most=Number(MOST)
            )
        )
