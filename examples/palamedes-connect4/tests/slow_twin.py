"""Connect Four as the rules say it, slowly: the kernels are tested against it."""

COLUMNS, ROWS = "abcdefg", 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class SlowConnect4:
    def __init__(self, columns: tuple[str, ...] = ("",) * 7) -> None:
        self.columns = columns  # the pieces in each, from the bottom: X and O
        self.player = "XO"[sum(map(len, columns)) % 2]

    def moves(self) -> list[str]:
        if self.winner() is not None:
            return []
        return [
            name for name, pieces in zip(COLUMNS, self.columns, strict=True) if len(pieces) < ROWS
        ]

    def play(self, move: str) -> "SlowConnect4":
        number = COLUMNS.index(move)
        columns = list(self.columns)
        columns[number] += self.player
        return SlowConnect4(tuple(columns))

    def winner(self) -> str | None:
        """The player with four in a row, `draw` on a full board, None if the game goes on."""
        for x in range(7):
            for y in range(ROWS):
                for right, up in DIRECTIONS:
                    line = {self._piece(x + n * right, y + n * up) for n in range(4)}
                    if line in ({"X"}, {"O"}):
                        return line.pop()
        return "draw" if all(len(pieces) == ROWS for pieces in self.columns) else None

    def _piece(self, x: int, y: int) -> str:
        return self.columns[x][y] if 0 <= x < 7 and 0 <= y < len(self.columns[x]) else ""
