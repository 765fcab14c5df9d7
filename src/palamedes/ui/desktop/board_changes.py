"""How the pieces of one board become those of the next: they slide, appear or disappear."""

from collections.abc import Mapping
from dataclasses import dataclass

from palamedes.core.board import Stack


@dataclass(frozen=True)
class BoardChanges:
    """The changes: from spot to spot, onto a spot, off a spot."""

    slides: tuple[tuple[str, str], ...]
    arrivals: tuple[str, ...]
    departures: tuple[tuple[str, Stack], ...]

    def __bool__(self) -> bool:
        return bool(self.slides or self.arrivals or self.departures)


def changes_between(
    before: Mapping[str, Stack], after: Mapping[str, Stack], path: tuple[str, ...] = ()
) -> BoardChanges:
    """The changes from one board to another; the spots of `path`, the last move, come first.

    Only pieces with an owner slide: it is not known which pit a seed comes from.
    """
    spots = dict.fromkeys([*path, *before, *after])
    changed = [spot for spot in spots if before.get(spot, ()) != after.get(spot, ())]
    lost = {spot: before[spot] for spot in changed if before.get(spot) and not after.get(spot)}
    gained = [spot for spot in changed if after.get(spot)]
    slides = []
    for spot in gained:
        origin = next((each for each in lost if lost[each] == after[spot]), None)
        if origin is not None and not before.get(spot) and _is_owned(after[spot]):
            del lost[origin]
            slides.append((origin, spot))
    targets = {target for _origin, target in slides}
    arrivals = tuple(spot for spot in gained if spot not in targets)
    return BoardChanges(tuple(slides), arrivals, tuple(lost.items()))


def _is_owned(stack: Stack) -> bool:
    return all(piece.owner is not None for piece in stack)
