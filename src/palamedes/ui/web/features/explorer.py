"""The opening explorer: what was played from a position, and what is true of its moves.

Positions that are images of each other under the symmetries of a game are one here, and so are
moves: of those that come to the same, the first is shown.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request

from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import ONGOING
from palamedes.search.score import score_text
from palamedes.search.truth import score_of_move
from palamedes.solver.tablebase import Tablebase
from palamedes.ui.web.http.limits import RateLimit, address_of
from palamedes.ui.web.http.lookups import game_named, position_written
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.store.openings import OpeningStore

router = APIRouter(prefix="/api", tags=["explorer"])

MOST_WAITING = 32  # questions in line; more are refused

GameName = Annotated[str, Query(min_length=1, max_length=80)]
PositionText = Annotated[str, Query(min_length=1, max_length=400)]
Names = dict[tuple[str, str], int]  # moves by a position and a move in it, as texts


class Explorer:
    """Answers questions one after another, in a thread of its own.

    To count thousands of games takes a while, and the moves of games in play must not wait for it:
    it is not done where the hall reads and writes.
    """

    def __init__(self, archive: OpeningStore) -> None:
        self._archive = archive
        self._thread = ThreadPoolExecutor(1, "explorer")
        self._rate = RateLimit(burst=60, per_second=10)
        self._waiting = 0

    def allows(self, address: str) -> bool:
        """Whether somebody may ask one more question."""
        return self._waiting < MOST_WAITING and self._rate.allows(address)

    async def ask(self, position: Position) -> Document:
        work = partial(copy_context().run, explore, self._archive, position)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)


@router.get("/explorer", summary="The moves played from a position, and what they are worth")
async def get_explorer(game: GameName, position: PositionText, request: Request) -> Document:
    explorer = service(request, Explorer)
    if not explorer.allows(address_of(request)):
        raise HTTPException(429, _("Too many requests. Please wait a moment."))
    return await explorer.ask(position_written(game_named(game), position))


def explore(archive: OpeningStore, position: Position) -> Document:
    """The moves that were played from a position, or whose worth is known; the most played first.

    Everything is for the player to move.
    """
    names = _names(position)
    codes = dict.fromkeys(names.values())
    played = _played(archive, position, names)
    worths = dict(_worths(position, codes))
    moves: list[Document] = [
        {
            "move": position.move_text(code),
            **_results(played[code], position.turn),
            "worth": worths.get(code),
        }
        for code in codes
        if played[code] or code in worths
    ]
    moves.sort(key=lambda move: (-move["games"], -_score(move)))
    return {
        "position": position.text,
        "turn": position.turn,
        "symmetric": position.state.SYMMETRIES > 1,
        "games": sum(move["games"] for move in moves),
        "moves": moves,
    }


def _names(position: Position) -> Names:
    """The legal moves by what they and their images are called; the first of equal ones."""
    state = position.state
    images = [
        Position(position.game, state.image(symmetry), position.turn)
        for symmetry in range(state.SYMMETRIES)
    ]
    texts = [image.text for image in images]
    names: Names = {}
    for code in position.codes:
        if (position.text, position.move_text(code)) in names:
            continue
        for symmetry, image in enumerate(images):
            move = image.move_text(int(state.move_image(code, symmetry)))
            names[texts[symmetry], move] = code
    return names


def _played(
    archive: OpeningStore, position: Position, names: Names
) -> dict[int, Counter[int | None]]:
    """How many games went on with each move, by who won them."""
    played: dict[int, Counter[int | None]] = defaultdict(Counter)
    for count in archive.counts(position.game.id, {text for text, _move in names}):
        if (code := names.get((count.position, count.move))) is not None:
            played[code][count.winner] += count.games
    return played


def _results(winners: Counter[int | None], turn: int) -> dict[str, int]:
    return {
        "games": winners.total(),
        "wins": winners[turn],
        "draws": winners[None],
        "losses": winners[1 - turn],
    }


def _worths(position: Position, codes: Iterable[int]) -> Iterator[tuple[int, Document]]:
    """What moves are truly worth, as far as that is known: they end the game, or tables tell."""
    layers = position.game.layers
    tables = None if layers is None else Tablebase(position.game)
    for code in codes:
        after = position.play(code)
        outcome = after.state.outcome()
        if outcome != ONGOING:
            truth: Truth | None = Truth(outcome, 0)
        else:
            truth = None if tables is None else tables.probe(after.state)
        if truth is not None:
            score = score_of_move(truth)
            yield code, {"score": score, "text": score_text(score, is_true=True)}


def _score(move: Document) -> int:
    """By which moves that are played as often are ordered."""
    return 0 if move["worth"] is None else int(move["worth"]["score"])
