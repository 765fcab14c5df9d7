"""A book of a tree: the moves worth playing, of as many positions as fit into a file."""

from collections.abc import Mapping
from typing import Any

from palamedes.books.tree import BookNode, BookTree, TreeMove
from palamedes.search.opening_book import BookEntry, BookMove, OpeningBook
from palamedes.search.score import ESTIMATE

LARGEST = 500_000  # bytes of a book
WORTH_PLAYING = 0.06  # of the point: what the moves in a book may lose, as a search sees it
MOST = 4  # moves of a position


def book_of(tree: BookTree, made: Mapping[str, Any], largest: int = LARGEST) -> OpeningBook:
    """The book of a tree; positions far from the main lines are left out if it gets too large."""
    distances = tree.distances()
    nearest = sorted(tree.nodes.values(), key=lambda node: (distances[node.key], node.key))
    entries = {node.key: entry for node in nearest if (entry := _entry(tree, node)).moves}
    keys = list(entries)

    def book(count: int) -> OpeningBook:
        return OpeningBook.of(tree.game, {key: entries[key] for key in keys[:count]}, made)

    fits, too_many = 0, len(keys) + 1
    while too_many - fits > 1:
        count = len(keys) if too_many > len(keys) else (fits + too_many) // 2
        if book(count).fits(largest):
            fits = count
        else:
            too_many = count
    return book(fits)


def _entry(tree: BookTree, node: BookNode) -> BookEntry:
    """The moves worth playing: of exact ones the best, others if they were looked at further."""
    is_worthy = _is_among_the_best if node.expansion.is_exact else _is_confirmed
    moves = [move for move in tree.moves(node) if is_worthy(tree, node, move)]
    moves.sort(key=lambda move: (-move.score, move.regret))
    found = tuple(BookMove(move.code, move.score) for move in moves[:MOST])
    return BookEntry(found, node.expansion.is_exact)


def _is_among_the_best(tree: BookTree, node: BookNode, move: TreeMove) -> bool:
    """Whether an exact move is as good as any, and a search does not dislike it much.

    Drawing moves are not equally good for players who can err.
    """
    return move.score == node.value and move.regret <= WORTH_PLAYING


def _is_confirmed(tree: BookTree, node: BookNode, move: TreeMove) -> bool:
    """Whether a move is nearly the best by more than the search of its own position.

    A player who searches there would find out as much.
    """
    is_known = tree.child(node, move) is not None or abs(move.score) >= ESTIMATE
    return is_known and tree.loss(node, move) <= WORTH_PLAYING
