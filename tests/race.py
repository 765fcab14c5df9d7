"""A tiny game of a program's own: take one or two of ten; taking the last one wins."""

from typing import NamedTuple

from palamedes.core.board import Board, Geometry, Piece, Spot
from palamedes.core.game import Game, View
from palamedes.core.history_rules import HistoryRules
from palamedes.core.rules import LOSS, ONGOING, compiled, rules

SPOTS = ("one", "two")


@rules
class RaceState(NamedTuple):
    left: int = 10

    def moves(self, out):
        count = min(self.left, 2)
        for move in range(count):
            out[move] = move
        return count

    def play(self, move):
        return type(self)(self.left - move - 1)

    def outcome(self):
        return ONGOING if self.left else LOSS

    def key(self):
        return self.left


class RaceView(View):
    def __init__(self, state=RaceState):
        self.state = state
        self.geometry = Geometry(tuple(Spot(name, x, 0) for x, name in enumerate(SPOTS)))

    def touches(self, state, move, turn):
        return (SPOTS[move],)

    def position_text(self, state, turn):
        return f"{state.left} {turn + 1}"

    def parse_position(self, text):
        left, turn = text.split()
        return self.state(int(left)), int(turn) - 1

    def board(self, state, turn):
        pieces = {"one": (Piece("stick", None, state.left),)} if state.left else {}
        return Board(self.geometry, pieces, turn)


@compiled
class RaceEvaluation(NamedTuple):
    weight: int = 10

    def score(self, state, last):
        return self.weight * (state.left % 3 - 1)


def race(state=RaceState, view=RaceView, **fields):
    """The game, with a state class, a view class or other fields of one's own."""
    usual = {
        "name": "race",
        "title": "Race",
        "rules": "Take one or two.",
        "history": HistoryRules(),
    }
    return Game(**{**usual, "start": state(), "view": view(state), **fields})


GAME = race()
EVALUATION = RaceEvaluation()
