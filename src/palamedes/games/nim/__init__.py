"""Nim: take from the heaps; the player who takes the last object wins, or loses in misère."""

import re
from functools import lru_cache, partial

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import N_, _
from palamedes.games.nim.board import NimView
from palamedes.games.nim.evaluate import EVALUATIONS
from palamedes.games.nim.guide import GUIDE
from palamedes.games.nim.layers import NimLayers, is_solvable
from palamedes.games.nim.lesson import LESSON
from palamedes.games.nim.rules import (
    MAX_HEAP,
    MAX_HEAPS,
    MAX_OBJECTS,
    NimMisereState,
    NimState,
    pack,
    possible_codes,
)

TITLE = N_("Nim")
RULES = N_(
    "There are heaps of matches, shared by both players. On your turn, take one or "
    "more matches, as many as you like, from a single heap. Whoever takes the very "
    "last match wins."
)
MISERE_RULES = N_(
    "There are heaps of matches, shared by both players. On your turn, take one or "
    "more matches, as many as you like, from a single heap. Whoever takes the very "
    "last match loses."
)
HEAPS = (1, 3, 5, 7)
VARIANTS_KEPT = 64  # in memory: people may ask for any of them
# The theory is complete: perfect play needs no tables.
LEVELS = {
    "easy": "random",
    "medium": "alphabeta:depth=3,eval=none",
    "hard": "best:eval=theory,error=0.2",
    "master": "best:eval=theory",
    "perfect": "best:eval=theory",  # the theory is complete: no tables are needed
}


@lru_cache(maxsize=VARIANTS_KEPT)
def make(variant: str) -> Game:
    heaps, misere = _parse(variant)
    standard = _spell(heaps, misere)
    if variant != standard:
        return make(standard)
    state = NimMisereState if misere else NimState
    start = state(pack(heaps))
    return Game(
        name="nim",
        variant=variant,
        title=_title(heaps, misere),
        rules=MISERE_RULES if misere else RULES,
        start=start,
        view=NimView(state, heaps),
        history=HistoryRules(),
        evaluations=EVALUATIONS,
        levels=LEVELS,
        layers=NimLayers(start, heaps) if is_solvable(heaps) else None,
        possible_codes=partial(possible_codes, heaps),
        lesson=LESSON,
        guide=GUIDE,
    )


def _title(heaps: tuple[int, ...], misere: bool) -> str:
    """`Nim 3-4-5 (misère)`: there are too many to translate, and French says the same."""
    named = TITLE if heaps == HEAPS else f"{TITLE} {'-'.join(map(str, heaps))}"
    return f"{named} (misère)" if misere else named


def _parse(variant: str) -> tuple[tuple[int, ...], bool]:
    """The heaps, and whether the player who takes the last object loses."""
    words = variant.split(",") if variant else []
    misere = words[-1:] == ["misere"]
    if misere:
        words.pop()
    if not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise PalamedesError(
            _(
                "nim has no variant {variant!r}; give the heaps, and misere if you like, as in "
                "3,4,5,misere"
            ).format(variant=variant[:40])
        )
    heaps = tuple(int(word) for word in words) or HEAPS
    if (
        len(heaps) > MAX_HEAPS
        or not 1 <= min(heaps) <= max(heaps) <= MAX_HEAP
        or sum(heaps) > MAX_OBJECTS
    ):
        raise PalamedesError(
            _(
                "nim has at most {heaps} heaps of 1 to {heap} matches each, and at most {objects} "
                "matches in all"
            ).format(heaps=MAX_HEAPS, heap=MAX_HEAP, objects=MAX_OBJECTS)
        )
    return heaps, misere


def _spell(heaps: tuple[int, ...], misere: bool) -> str:
    """The variant in its standard spelling; the usual heaps are left out."""
    words = [] if heaps == HEAPS else [str(heap) for heap in heaps]
    return ",".join([*words, "misere"] if misere else words)


NIM = Family("nim", TITLE, ("", "misere", "3,4,5", "3,4,5,misere"), make)
