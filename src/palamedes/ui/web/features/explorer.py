"""The opening explorer: the moves played from a position, with results and known values.

Positions that are symmetric to each other count as one, and so do moves: of equivalent moves the
first is shown.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Annotated

from fastapi import APIRouter, Query, Request

from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import ONGOING
from palamedes.search.book_engine import opening_book
from palamedes.search.opening_book import canonical
from palamedes.search.score import chance, score_text
from palamedes.search.truth_engine import score_of_move
from palamedes.solver.exact_values import ExactValues
from palamedes.ui.texts.books import source_text
from palamedes.ui.texts.solving import unknown_sentence
from palamedes.ui.web.http.fair_threads import FairThreads
from palamedes.ui.web.http.limits import BusyError, RateLimit, address_of
from palamedes.ui.web.http.lookups import find_game_or_404, parse_position_or_422
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.store.openings import OpeningStore

router = APIRouter(prefix="/api", tags=["explorer"])

MOST_WAITING = 32  # questions of one address; more are refused

GameName = Annotated[str, Query(min_length=1, max_length=80)]
PositionText = Annotated[str, Query(min_length=1, max_length=400)]
CodesByName = dict[tuple[str, str], int]  # move codes, by position and move as texts


class Explorer:
    """Answers questions one after another, in its own thread, of all addresses in turns.

    Counting thousands of games takes a while, for which nobody who reads something else waits.
    """

    def __init__(self, openings: OpeningStore) -> None:
        self._openings = openings
        self._thread = FairThreads(1, "explorer", MOST_WAITING)
        self._rate = RateLimit(burst=60, per_second=10)

    async def ask(self, position: Position, address: str) -> Document:
        """Explore a position; raises BusyError if an address asks too much."""
        if not self._rate.allows(address):
            raise BusyError(_("Too many requests. Please wait a moment."))
        return await self._thread.run(address, explore, self._openings, position)

    def close(self) -> None:
        self._thread.close()


@router.get("/explorer", summary="The moves played from a position, with results and known values")
async def get_explorer(game: GameName, position: PositionText, request: Request) -> Document:
    found = parse_position_or_422(find_game_or_404(game), position)
    return await service(request, Explorer).ask(found, address_of(request))


def explore(openings: OpeningStore, position: Position) -> Document:
    """The moves that were played from a position or have a known value, the most played first.

    Results and values are for the player to move.
    """
    codes_by_name = _codes_by_name(position)
    codes = dict.fromkeys(codes_by_name.values())
    played = _played(openings, position, codes_by_name)
    values = dict(_book_values(position, codes)) | dict(_exact_values(position, codes))
    moves: list[Document] = [
        {
            "move": position.move_text(code),
            **_results(played[code], position.turn),
            "worth": values.get(code),
        }
        for code in codes
        if played[code] or code in values
    ]
    moves.sort(key=lambda move: (-move["games"], -_score(move)))
    return {
        "position": position.text,
        "turn": position.turn,
        "symmetric": position.state.SYMMETRIES > 1,
        "games": sum(move["games"] for move in moves),
        "moves": moves,
        "unknown": "" if any(_is_exact(move) for move in moves) else unknown_sentence(position),
    }


def _codes_by_name(position: Position) -> CodesByName:
    """The legal moves by their names in all symmetric positions; the first of equivalent ones."""
    state = position.state
    images = [
        Position(position.game, state.image(symmetry), position.turn)
        for symmetry in range(state.SYMMETRIES)
    ]
    texts = [image.text for image in images]
    codes_by_name: CodesByName = {}
    for code in position.codes:
        if (position.text, position.move_text(code)) in codes_by_name:
            continue
        for symmetry, image in enumerate(images):
            move = image.move_text(int(state.move_image(code, symmetry)))
            codes_by_name[texts[symmetry], move] = code
    return codes_by_name


def _played(
    openings: OpeningStore, position: Position, codes_by_name: CodesByName
) -> dict[int, Counter[int | None]]:
    """The number of games that continued with each move, by winner."""
    played: dict[int, Counter[int | None]] = defaultdict(Counter)
    for count in openings.counts(position.game.id, {text for text, _move in codes_by_name}):
        if (code := codes_by_name.get((count.position, count.move))) is not None:
            played[code][count.winner] += count.games
    return played


def _results(winners: Counter[int | None], turn: int) -> dict[str, int]:
    return {
        "games": winners.total(),
        "wins": winners[turn],
        "draws": winners[None],
        "losses": winners[1 - turn],
    }


def _exact_values(position: Position, codes: Iterable[int]) -> Iterator[tuple[int, Document]]:
    """The exact values of moves that end the game or that a table knows."""
    layers = position.game.layers
    tables = None if layers is None else ExactValues(position.game)
    for code in codes:
        after = position.play(code)
        outcome = after.state.outcome()
        if outcome != ONGOING:
            truth: Truth | None = Truth(outcome, 0)
        else:
            truth = None if tables is None else tables.probe(after.state)
        if truth is not None:
            source = _("table") if outcome == ONGOING else _("end of the game")
            yield code, _worth(position, score_of_move(truth), True, source)


def _book_values(position: Position, codes: Iterable[int]) -> Iterator[tuple[int, Document]]:
    """The values of the moves in the opening book; of equivalent ones the first is shown."""
    book = opening_book(position.game)
    entry = None if book is None else book.find(position.state)
    if entry is None:
        return
    after = {canonical(position.state.play(code)).key: code for code in reversed(list(codes))}
    for move in entry.moves:
        if move.code in position.codes:
            code = after[canonical(position.state.play(move.code)).key]
            yield code, _worth(position, move.score, entry.is_exact, source_text(entry.is_exact))


def _worth(position: Position, score: int, is_exact: bool, source: str) -> Document:
    text = score_text(score, is_true=True)
    if not is_exact:
        text = _("{share} %").format(share=round(100 * chance(score, position.game.scale)))
    return {"score": score, "text": text, "exact": is_exact, "source": source}


def _is_exact(move: Document) -> bool:
    return move["worth"] is not None and bool(move["worth"]["exact"])


def _score(move: Document) -> int:
    """The order of moves that were played equally often."""
    return 0 if move["worth"] is None else int(move["worth"]["score"])
