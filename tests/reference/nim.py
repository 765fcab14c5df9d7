"""Nim: take one or more from one heap; the last one taken wins, or loses in misere.

A position is a list of heap sizes. Heaps are numbered from 1 and keep their number when empty.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

HEAPS = [1, 3, 5, 7]


class Reference:
    """Nim, as the rules say it, slowly."""

    def __init__(self, variant: str = "") -> None:
        words = variant.split(",") if variant else []
        self.variant = variant
        self.misere = words[-1:] == ["misere"]
        sizes = [int(word) for word in words if word != "misere"]
        if any(size < 0 for size in sizes) or words[:-1].count("misere"):
            raise ValueError(f"no such nim: {variant!r}")
        self.turn = 0
        self.heaps = sizes or list(HEAPS)

    @classmethod
    def at(cls, variant: str, contents: Mapping[str, Any], turn: int) -> Self:
        position = cls(variant)
        position.turn = turn
        position.heaps = [contents[str(heap + 1)] for heap in range(len(contents))]
        return position

    def contents(self) -> dict[str, object]:
        return {str(heap): size for heap, size in enumerate(self.heaps, start=1)}

    def result(self) -> int | None:
        if any(self.heaps):
            return None
        took_the_last = 1 - self.turn
        return 1 - took_the_last if self.misere else took_the_last

    @cached_property
    def _legal(self) -> list[str]:
        return sorted(
            f"{heap}-{count}"
            for heap, size in enumerate(self.heaps, start=1)
            for count in range(1, size + 1)
        )

    def moves(self) -> list[str]:
        return list(self._legal)

    def play(self, move: str) -> Self:
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        heap, count = (int(number) for number in move.split("-"))
        after = type(self)(self.variant)
        after.turn = 1 - self.turn
        after.heaps = list(self.heaps)
        after.heaps[heap - 1] -= count
        return after
