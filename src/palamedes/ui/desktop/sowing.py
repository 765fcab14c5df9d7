"""Animates seeds that are sown: a handful goes from hole to hole, then captures are shown."""

import tkinter as tk
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from palamedes.core.board import Stack, Transfer, transferred
from palamedes.ui.desktop.drawing.picture_cache import PictureCache, height_of
from palamedes.ui.desktop.drawing.themes import SEEDS
from palamedes.ui.desktop.style import font_family

FRAME_MS = 12
STEP = 0.13  # seconds from one hole to the next
LONGEST = 1.8  # seconds for a whole handful, which makes the steps of a large one shorter
CAPTURE = 0.7  # seconds for which a capture is shown
RISE = 0.5  # how far its number rises, in half heights of a hole


@dataclass(frozen=True)
class SowingStep:
    """The handful `held` goes from one hole to the next and leaves the pieces `stack` there."""

    origin: str
    target: str
    held: Stack
    stack: Stack


@dataclass(frozen=True)
class SowingPlan:
    """A move of seeds: the holes as they are at first, the steps, and what each hole loses."""

    first: Mapping[str, Stack]
    steps: tuple[SowingStep, ...]
    captures: Mapping[str, int]


def sowing_plan(
    before: Mapping[str, Stack], after: Mapping[str, Stack], transfers: Sequence[Transfer]
) -> SowingPlan | None:
    """How to show a move that leads from one board to the next; None if it sows nothing."""
    sown = [each for each in transfers if each.origin and each.target]
    if not sown or any(each.piece.kind not in SEEDS for each in transfers):
        return None
    made = {spot: _in_order(stack) for spot, stack in transferred(before, transfers).items()}
    if made != {spot: stack for spot, stack in after.items() if stack}:
        return None  # another move: somebody leafs through the game
    pieces = transferred(before, [Transfer(each.piece, each.origin, None) for each in sown])
    spots = {spot for each in transfers for spot in (each.origin, each.target) if spot}
    first = {spot: _in_order(pieces.get(spot, ())) for spot in spots}
    captures: dict[str, int] = {}
    for each in transfers:
        if each.origin and not each.target:
            captures[each.origin] = captures.get(each.origin, 0) + each.piece.count
    return SowingPlan(first, tuple(_steps(pieces, sown)), captures)


def _steps(pieces: Mapping[str, Stack], sown: Sequence[Transfer]) -> Iterator[SowingStep]:
    """The way of the handful, from the hole it was taken out of."""
    here = str(sown[0].origin)
    for number, each in enumerate(sown):
        target = str(each.target)
        pieces = transferred(pieces, [Transfer(each.piece, None, target)])
        hand = [Transfer(later.piece, None, here) for later in sown[number:]]
        held = _in_order(transferred({}, hand)[here])
        yield SowingStep(here, target, held, _in_order(pieces[target]))
        here = target


def _in_order(stack: Stack) -> Stack:
    """The same pieces in the order in which boards have them."""
    return tuple(sorted(stack, key=lambda piece: list(SEEDS).index(piece.kind)))


class Sowing:
    """Shows a plan on the canvas, which already shows the board after the move."""

    def __init__(
        self,
        canvas: tk.Canvas,
        pictures: PictureCache,
        plan: SowingPlan,
        draw: Callable[[str, Stack], None],
        after: Mapping[str, Stack],
        finished: Callable[[], None],
    ) -> None:
        """Start. `draw` shows a stack on a spot; `after` are the stacks at the end.

        `finished` is called when the time is over, and must call `end`.
        """
        self._canvas, self._pictures, self._plan = canvas, pictures, plan
        self._draw, self._after, self._finished = draw, after, finished
        self._step = min(STEP, LONGEST / len(plan.steps))
        self._done = 0  # steps
        self._hand: list[tk.PhotoImage] = []  # Tk holds no reference to the images it shows
        for spot, stack in plan.first.items():
            draw(spot, stack)
        self._take_hand()
        self._began = monotonic()
        self._timer = canvas.after(FRAME_MS, self._tick)

    def _tick(self) -> None:
        elapsed = monotonic() - self._began
        sowing = len(self._plan.steps) * self._step
        if elapsed >= sowing + (CAPTURE if self._plan.captures else 0.0):
            self._finished()
            return
        self._timer = self._canvas.after(FRAME_MS, self._tick)
        while self._done < min(elapsed / self._step, len(self._plan.steps)) - 1:
            self._leave_seed()
        if elapsed < sowing:
            self._move_hand(elapsed / self._step - self._done)
        else:
            self._show_captures((elapsed - sowing) / CAPTURE)

    def _leave_seed(self) -> None:
        """The hand has come to the next hole."""
        step = self._plan.steps[self._done]
        self._draw(step.target, step.stack)
        self._done += 1
        self._take_hand()

    def _take_hand(self) -> None:
        """Draw the handful for the next step."""
        self._canvas.delete("hand")
        if self._done == len(self._plan.steps):
            return
        step = self._plan.steps[self._done]
        place = self._pictures.layout.places[step.origin]
        pictures = self._pictures.stack(step.held, place)
        self._hand = [picture for _group, picture in pictures]
        for group, picture in pictures:
            y = height_of(group, place)
            self._canvas.create_image(place.x, y, image=picture, tags="hand")

    def _move_hand(self, share: float) -> None:
        if self._done == len(self._plan.steps):
            return
        step, places = self._plan.steps[self._done], self._pictures.layout.places
        start, end, share = places[step.origin], places[step.target], min(max(share, 0.0), 1.0)
        x = start.x + (end.x - start.x) * share
        y = start.y + (end.y - start.y) * share - 0.2 * start.half_height
        for item in self._canvas.find_withtag("hand"):
            self._canvas.coords(item, x, y)
        self._canvas.tag_raise("hand")

    def _show_captures(self, share: float) -> None:
        """Empty the captured holes; what they gave rises from them as a number."""
        while self._done < len(self._plan.steps):
            self._leave_seed()
        if not self._canvas.find_withtag("gain"):
            for spot, count in self._plan.captures.items():
                self._draw(spot, self._after.get(spot, ()))
                self._write_gain(spot, count)
        for item in self._canvas.find_withtag("gain"):
            spot = self._canvas.gettags(item)[1].removeprefix("from ")
            place = self._pictures.layout.places[spot]
            self._canvas.coords(item, place.x, place.y - RISE * share * place.half_height)
        self._canvas.tag_raise("gain")

    def _write_gain(self, spot: str, count: int) -> None:
        place = self._pictures.layout.places[spot]
        size = -round(max(14.0, 0.55 * place.half_height))
        self._canvas.create_text(
            place.x,
            place.y,
            text=f"+{count}",
            fill="#ffffff",
            font=(font_family(self._canvas), size, "bold"),
            tags=("gain", f"from {spot}"),
        )

    def end(self) -> None:
        """Show the board after the move."""
        self._canvas.after_cancel(self._timer)
        self._canvas.delete("hand", "gain")
        for spot in self._plan.first:
            self._draw(spot, self._after.get(spot, ()))
