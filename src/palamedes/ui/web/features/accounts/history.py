"""REST routes for your statistics and ratings."""

from fastapi import APIRouter, Request

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.players.adaptive import ADAPTIVE
from palamedes.ui.session import HUMAN
from palamedes.ui.texts.games import LEVELS, PLACES, generation_name, is_level, level_name
from palamedes.ui.web.features.accounts.service import accounts_of
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.generations import generation_of
from palamedes.ui.web.store.history import ResultCount
from palamedes.ui.web.store.progress import PUZZLE_POOLS, puzzles_to_rating
from palamedes.ui.web.store.ratings import RatingHistory

router = APIRouter(prefix="/you")


@router.get("/statistics", summary="Your results by game, opponent and side")
async def get_statistics(request: Request) -> list[Document]:
    accounts = accounts_of(request)
    owner = current_visitor(request).owner
    counts = await accounts.server.reading(request, accounts.history.result_counts, owner)
    return _statistics(counts)


@router.get("/ratings", summary="Your ratings, with their history")
async def get_ratings(request: Request) -> list[Document]:
    accounts = accounts_of(request)
    owner = current_visitor(request).owner
    histories = await accounts.server.reading(request, accounts.ratings.histories, owner)
    return [rating_document(history) for history in histories]


def game_title(game_id: str) -> str:
    """The title of a game; of one that no longer exists, its id."""
    try:
        game = find_game(game_id)
    except PalamedesError:
        return game_id
    return _(game.title)


def pool_title(pool: str) -> str:
    if pool.startswith(PUZZLE_POOLS):
        return _("Puzzles: {game}").format(game=game_title(pool.removeprefix(PUZZLE_POOLS)))
    return game_title(pool)


def _statistics(counts: list[ResultCount]) -> list[Document]:
    """A table for each game, with a row for each opponent: wins, draws and losses on each side.

    First the adaptive player, then steps and levels, the easiest at the top, then generations,
    then people.
    """
    tables: dict[str, dict[str, list[list[int]]]] = {}
    for count in sorted(counts, key=_sort_key):
        rows = tables.setdefault(count.game, {})
        sides = rows.setdefault(_opponent(count.opponent), [[0, 0, 0], [0, 0, 0]])
        index = 1 if count.winner is None else 0 if count.winner == count.side else 2
        sides[count.side][index] += count.games
    return [
        {
            "game": game,
            "title": game_title(game),
            "opponents": [
                {"name": name, "first": sides[0], "second": sides[1]}
                for name, sides in rows.items()
            ],
        }
        for game, rows in tables.items()
    ]


def _sort_key(count: ResultCount) -> tuple[str, bool, int, str]:
    level = count.opponent.partition(":")[0]
    steps = [f"step{number}" for number in range(1, len(PLACES) + 1)]
    known = list(dict.fromkeys((ADAPTIVE, *steps, *LEVELS)))
    generation = generation_of(count.opponent) or 0
    index = known.index(level) if level in known else len(known) + generation
    return count.game, count.opponent == HUMAN, index, count.opponent


def _opponent(spec: str) -> str:
    """The name of an opponent; a level with options is listed apart from the plain level."""
    if spec == HUMAN:
        return _("other players")
    if (number := generation_of(spec)) is not None:
        return generation_name(number)
    level, _colon, options = spec.partition(":")
    if options and not is_level(spec):
        return _("{level} (with a handicap or a style)").format(level=level_name(level))
    return level_name(level)


def rating_document(history: RatingHistory) -> Document:
    """A rating with its history, both hidden while a puzzle rating is provisional."""
    is_puzzles = history.pool.startswith(PUZZLE_POOLS)
    left = puzzles_to_rating(history.games) if is_puzzles else 0
    return {
        "pool": history.pool,
        "title": pool_title(history.pool),
        "rating": None if left else round(history.rating),
        "deviation": None if left else round(history.deviation),
        "left": left,
        "games": history.games,
        "course": [] if left else [round(rating) for rating in history.ratings],
        "changed": history.changed.isoformat(),
    }
