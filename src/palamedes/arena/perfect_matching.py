"""Perfect matching: can all vertices of a graph be paired along its edges?

Edmonds' blossom algorithm: it searches augmenting paths, and a cycle of odd length on the way (a
blossom) is contracted to a single vertex.
"""

from collections import deque
from collections.abc import Mapping, Set

Graph = Mapping[int, Set[int]]  # the neighbours of every vertex


def can_all_be_paired(graph: Graph) -> bool:
    """Whether the graph has a perfect matching."""
    partners: dict[int, int] = {}
    for vertex in graph:
        if vertex not in partners and not _BlossomSearch(graph, partners).augment(vertex):
            return False
    return True


class _BlossomSearch:
    """One search for an augmenting path between two vertices without partners."""

    def __init__(self, graph: Graph, partners: dict[int, int]) -> None:
        self._graph, self._partners = graph, partners
        self._came_from: dict[int, int] = {}
        self._base = {vertex: vertex for vertex in graph}  # of the blossom that a vertex is in
        self._reached: set[int] = set()
        self._waiting: deque[int] = deque()

    def augment(self, root: int) -> bool:
        """Give the root a partner, perhaps changing other partners; False if that is impossible."""
        self._reach(root)
        while self._waiting:
            one = self._waiting.popleft()
            for other in self._graph[one]:
                if self._base[one] == self._base[other] or self._partners.get(one) == other:
                    continue
                if other == root or self._partners.get(other) in self._came_from:
                    self._contract(one, other)
                elif other not in self._came_from:
                    self._came_from[other] = one
                    if other not in self._partners:
                        self._swap_along(other)
                        return True
                    self._reach(self._partners[other])
        return False

    def _reach(self, vertex: int) -> None:
        if vertex not in self._reached:
            self._reached.add(vertex)
            self._waiting.append(vertex)

    def _contract(self, one: int, other: int) -> None:
        """An edge closes a blossom: all its vertices count as its base from now on."""
        base = self._common_base(one, other)
        blossom: set[int] = set()
        self._mark(one, base, other, blossom)
        self._mark(other, base, one, blossom)
        for vertex in self._graph:
            if self._base[vertex] in blossom:
                self._base[vertex] = base
                self._reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        """Where the paths from two vertices to the root meet."""
        seen = {one := self._base[one]}
        while one in self._partners:
            one = self._base[self._came_from[self._partners[one]]]
            seen.add(one)
        other = self._base[other]
        while other not in seen:
            other = self._base[self._came_from[self._partners[other]]]
        return other

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        """Collect one side of a blossom; its vertices can now be reached from the other side."""
        while self._base[vertex] != base:
            partner = self._partners[vertex]
            blossom |= {self._base[vertex], self._base[partner]}
            self._came_from[vertex] = child
            child = partner
            vertex = self._came_from[partner]

    def _swap_along(self, end: int | None) -> None:
        """Swap matched and unmatched edges on the path from the root to `end`."""
        while end is not None:
            before = self._came_from[end]
            following = self._partners.get(before)
            self._partners[end], self._partners[before] = before, end
            end = following
