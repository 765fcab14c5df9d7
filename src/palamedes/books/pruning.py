"""A book of a tree: the moves worth playing, of as many positions as fit into a file."""

from collections.abc import Mapping
from typing import Any

from palamedes.books.tree import BookTree, Node, TreeMove
from palamedes.search.opening_book import BookEntry, BookMove, OpeningBook
from palamedes.search.score import ESTIMATE

LARGEST = 500_000  # bytes of a book
WORTH_PLAYING = 0.06  # of the point: what the moves in a book may lose, by searches
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
        if len(book(count).to_bytes()) <= largest:
            fits = count
        else:
            too_many = count
    return book(fits)


def _entry(tree: BookTree, node: Node) -> BookEntry:
    """The moves worth playing: of exact ones the best, others if they were looked at further.

    A score that rests on the search of its own position alone is worth no more than what a player
    who searches there finds out.
    """
    is_exact = node.expansion.is_exact
    moves = [move for move in tree.moves(node) if is_exact or _is_confirmed(tree, node, move)]
    moves.sort(key=lambda move: -move.score)
    if is_exact:
        moves = [move for move in moves if move.score == node.value]
    else:
        moves = [move for move in moves if tree.loss(node, move.score) <= WORTH_PLAYING]
    return BookEntry(tuple(BookMove(move.code, move.score) for move in moves[:MOST]), is_exact)


def _is_confirmed(tree: BookTree, node: Node, move: TreeMove) -> bool:
    return tree.child(node, move) is not None or abs(move.score) >= ESTIMATE
