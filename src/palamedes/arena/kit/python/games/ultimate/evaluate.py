"""Ultimate tic-tac-toe: a first evaluation. This is the thing to improve.

Boards won count much, marks in the middle of an open board a little. Better: look at two in a line
whose third is still open, in the small boards and in the large one.
"""

from palamedes import Position


def evaluate(position: Position) -> int:
    """An estimate of an unfinished game, larger if it is better for the player to move."""
    rows = spread(position.text)
    lead = 0
    for row in rows[1::3]:
        for letter in row[1::3]:  # the middle of each board, which tells who won it
            lead += {"X": 10, "O": -10, "x": 2, "o": -2}.get(letter, 0)
    lead += {"X": 5, "O": -5}.get(rows[4][4], 0)  # the board in the middle is on four lines
    return -lead if position.turn else lead


def spread(text: str) -> list[str]:
    """The rows of a position text from the top, each with nine letters."""
    for digit in "123456789":
        text = text.replace(digit, "." * int(digit))
    return text.split()[0].split("/")
