"""Connect Four: drop pieces into columns, four in a row win."""

from palamedes.core.game import Family, Game
from palamedes.core.history_rules import HistoryRules
from palamedes_connect4.board import Connect4View
from palamedes_connect4.evaluate import EVALUATIONS
from palamedes_connect4.rules import Connect4State

CONNECT4 = Family.of(
    Game(
        name="connect4",
        title="Connect Four",
        rules=(
            "The players take turns dropping a piece into one of seven columns; it falls to the "
            "lowest empty square. The first player with four pieces in a line (row, column or "
            "diagonal) wins. A full board without such a line is a draw."
        ),
        start=Connect4State(),
        view=Connect4View(),
        history=HistoryRules(),
        evaluations=EVALUATIONS,
        levels={
            "easy": "random",
            "medium": "alphabeta:depth=2",
            "hard": "alphabeta:depth=6",
            "master": "alphabeta:time=1",
        },
    )
)
