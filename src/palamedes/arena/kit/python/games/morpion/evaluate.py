"""Morpion: a first evaluation. This is the thing to improve.

A line is open to a player while no enemy piece is on it, and open lines are good. Better: look at
how many own pieces an open line already has, and at what the pieces still in hand can do.
"""

from palamedes import Position


def evaluate(position: Position) -> int:
    """An estimate of an unfinished game, larger if it is better for the player to move."""
    owners = position.board().owners()  # the player on each square that has a piece
    lead = 0
    for line in lines(position):
        players = {owners[square] for square in line if square in owners}
        lead += (1 - position.turn not in players) - (position.turn not in players)
    return lead


def lines(position: Position) -> list[list[str]]:
    """The rows, the columns and the two diagonals."""
    size = position.text.count("/") + 1
    files, ranks = "abcdef"[:size], "123456"[:size]
    rows = [[file + rank for file in files] for rank in ranks]
    columns = [[file + rank for rank in ranks] for file in files]
    rising = [file + rank for file, rank in zip(files, ranks, strict=True)]
    falling = [file + rank for file, rank in zip(files, reversed(ranks), strict=True)]
    return [*rows, *columns, rising, falling]
