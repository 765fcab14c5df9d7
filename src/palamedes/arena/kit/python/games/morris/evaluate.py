"""Nine men's morris: a first evaluation. This is the thing to improve.

Men count much, on the board or in hand; those on the four crossings, which have most neighbours, a
little more. Better: count mills, two men on a line whose third point is empty, and men that cannot
move.
"""

from palamedes import Position

CROSSINGS = ("b4", "d2", "d6", "f4")


def evaluate(position: Position) -> int:
    """An estimate of an unfinished game, larger if it is better for the player to move."""
    owners = position.board().owners()  # the player on each point that has a man
    _rows, _player, *hands = position.text.split()
    men = [20 * int(hand) for hand in hands]
    for point, player in owners.items():
        men[player] += 23 if point in CROSSINGS else 20
    return men[position.turn] - men[1 - position.turn]
