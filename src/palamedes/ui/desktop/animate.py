"""How pieces come, go and slide from one board to the next."""

from collections.abc import Mapping
from dataclasses import dataclass

from palamedes.ui.session.scene import Stack

SECONDS = 0.18
STEPS = 5  # of opacity


@dataclass(frozen=True)
class Motions:
    """What moves: from spot to spot, into a spot, out of a spot."""

    slides: tuple[tuple[str, str], ...]
    arrivals: tuple[str, ...]
    departures: tuple[tuple[str, Stack], ...]

    def __bool__(self) -> bool:
        return bool(self.slides or self.arrivals or self.departures)


def motions_between(
    before: Mapping[str, Stack], after: Mapping[str, Stack], path: tuple[str, ...] = ()
) -> Motions:
    """How one board becomes the other. `path` is what the last move touched: it goes first.

    Only what somebody owns slides: of seeds nobody knows where they come from.
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
    return Motions(tuple(slides), arrivals, tuple(lost.items()))


def _is_owned(stack: Stack) -> bool:
    return all(piece.owner is not None for piece in stack)


def eased(share: float) -> float:
    """Begin and end slowly."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def opacity(share: float) -> float:
    """One of a few degrees, so that few pictures are drawn."""
    return round(min(max(share, 0.0), 1.0) * STEPS) / STEPS
