"""The kernels against an independent, slow, plain implementation, over many random games."""

from random import Random

from palamedes.core.position import Position
from reference import REFERENCES

# Compared for each game and variant: thousands of games of nim and morpion, some 100 of the others.
# On the boards of 5 x 5 and larger random morpion seldom ends; test_morpion.py has all its ends.
PLIES = 25_000
PLIES_OF_SLOW = 10_000
SLOW = ("morpion:5", "morpion:6", "ultimate", "morris", "awale")  # whose references are


def _contents(position):
    """What stands where, in the words of the reference, read from the board that people see."""
    return READERS.get(position.game.name, _pieces)(position.board(), position.game.view)


def _pieces(board, view):
    return {name: piece.owner for name, (piece,) in board.pieces.items()}


def _morris(board, view):
    hands = {
        f"hand{counter.owner}": counter.value
        for counter in board.counters
        if counter.label == "in hand"
    }
    return {"hand0": 0, "hand1": 0, **hands, **_pieces(board, view)}


def _awale(board, view):
    kinds = ("red", "blue", "clear")
    holes = {
        name: tuple(sum(p.count for p in pieces if p.kind == kind) for kind in kinds)
        for name, pieces in board.pieces.items()
    }
    return {**holes, **{f"score{counter.owner}": counter.value for counter in board.counters}}


def _nim(board, view):
    heaps = {spot.name.partition(".")[0]: 0 for spot in view.geometry.spots}
    for name in board.pieces:
        heaps[name.partition(".")[0]] += 1
    return heaps


def _ultimate(board, view):
    contents = _pieces(board, view)
    lit = []
    for region in board.regions:
        x, y = int((region.x1 + region.x2) / 2), int((region.y1 + region.y2) / 2)
        centre = f"{'abcdefghi'[x]}{y + 1}"
        if region.kind == "lit":
            lit.append(centre)
        else:
            contents[f"board:{centre}"] = region.owner if region.kind == "won" else -1
    return contents, lit


READERS = {"morris": _morris, "awale": _awale, "nim": _nim, "ultimate": _ultimate}


def _same_contents(position, reference):
    found, expected = _contents(position), reference.contents()
    if position.game.name == "ultimate":
        (found, lit), forced = found, expected.pop("forced")
        if reference.result() is None and forced:
            assert lit == [forced]
    return found == expected


def _winner(result):
    return None if result is None else -1 if result.winner is None else result.winner


def test_kernels_equal_the_reference(game):
    random = Random(game.id)
    position, reference = Position.start(game), REFERENCES[game.name](game.variant)
    for _ in range(PLIES_OF_SLOW if game.id.startswith(SLOW) else PLIES):
        assert position.turn == reference.turn
        assert sorted(position.moves) == reference.moves(), position
        assert _winner(position.result) == reference.result(), position
        assert _same_contents(position, reference), position
        if position.moves:
            move = random.choice(position.moves)
            position, reference = position.play(move), reference.play(move)
        else:
            position, reference = Position.start(game), REFERENCES[game.name](game.variant)
