"""Matching of everybody with somebody: whether a graph lets all its members go in pairs.

The search is Edmonds' one for augmenting paths. Where such a path runs into itself in a ring of odd
length, the ring counts as one member from then on.
"""

from collections import deque
from collections.abc import Mapping, Set

Graph = Mapping[int, Set[int]]  # everybody with those who can be the partner


def can_all_be_paired(graph: Graph) -> bool:
    """Whether every member can have a partner at the same time."""
    partners: dict[int, int] = {}
    for member in graph:
        if member not in partners and not _BlossomSearch(graph, partners).augment(member):
            return False
    return True


class _BlossomSearch:
    """One search for a path from somebody without a partner to another one without."""

    def __init__(self, graph: Graph, partners: dict[int, int]) -> None:
        self._graph, self._partners = graph, partners
        self._came_from: dict[int, int] = {}
        self._base = {member: member for member in graph}  # of the ring that a member is in
        self._reached: set[int] = set()
        self._waiting: deque[int] = deque()

    def augment(self, root: int) -> bool:
        """Give a partner to the root, and perhaps other ones to others; False if it cannot be."""
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

    def _reach(self, member: int) -> None:
        if member not in self._reached:
            self._reached.add(member)
            self._waiting.append(member)

    def _contract(self, one: int, other: int) -> None:
        """Two ends of a ring have met: all its members count as its base."""
        base = self._common_base(one, other)
        ring: set[int] = set()
        self._mark(one, base, other, ring)
        self._mark(other, base, one, ring)
        for member in self._graph:
            if self._base[member] in ring:
                self._base[member] = base
                self._reach(member)

    def _common_base(self, one: int, other: int) -> int:
        """Where the ways from two members to the root come together."""
        seen = {one := self._base[one]}
        while one in self._partners:
            one = self._base[self._came_from[self._partners[one]]]
            seen.add(one)
        other = self._base[other]
        while other not in seen:
            other = self._base[self._came_from[self._partners[other]]]
        return other

    def _mark(self, member: int, base: int, child: int, ring: set[int]) -> None:
        """Collect one side of a ring, and let its members be reached from the other side."""
        while self._base[member] != base:
            partner = self._partners[member]
            ring |= {self._base[member], self._base[partner]}
            self._came_from[member] = child
            child = partner
            member = self._came_from[partner]

    def _swap_along(self, end: int | None) -> None:
        """Part those who are together on the way to an end, and pair the others."""
        while end is not None:
            before = self._came_from[end]
            following = self._partners.get(before)
            self._partners[end], self._partners[before] = before, end
            end = following
