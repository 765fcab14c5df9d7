"""What you have played: games, statistics, ratings."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.ui.session import HUMAN
from palamedes.ui.texts.games import LEVELS, level_name, player_name
from palamedes.ui.web.features.accounts.service import accounts_of
from palamedes.ui.web.http.visitors import visitor_at
from palamedes.ui.web.store.history import PlayedGame, ResultCount
from palamedes.ui.web.store.ratings import RatingHistory

router = APIRouter(prefix="/you")

A_PAGE = 20  # games
PUZZLES = "puzzles/"  # how pools of puzzles begin

Page = Annotated[int, Query(ge=0, le=10_000)]
OneGame = Annotated[str, Query(max_length=80)]
Document = dict[str, Any]


@router.get("/games", summary="Your games, the newest first")
async def get_games(request: Request, page: Page = 0, game: OneGame = "") -> Document:
    accounts, owner = accounts_of(request), visitor_at(request).owner
    history = accounts.history
    numbers = await accounts.server.on_disk(history.numbers, owner)
    found = await accounts.server.on_disk(history.games, owner, game, page * A_PAGE, A_PAGE)
    total = numbers.get(game, 0) if game else sum(numbers.values())
    return {
        "games": [_played_document(played) for played in found],
        "page": page,
        "pages": -(-total // A_PAGE),
        "total": total,
        "kinds": [
            {"game": name, "title": game_title(name), "games": count}
            for name, count in numbers.items()
        ],
    }


@router.get("/statistics", summary="Your results by game, opponent and side")
async def get_statistics(request: Request) -> list[Document]:
    accounts = accounts_of(request)
    counts = await accounts.server.on_disk(accounts.history.counts, visitor_at(request).owner)
    return _statistics(counts)


@router.get("/ratings", summary="Your ratings, and how they came about")
async def get_ratings(request: Request) -> list[Document]:
    accounts = accounts_of(request)
    courses = await accounts.server.on_disk(accounts.ratings.courses, visitor_at(request).owner)
    return [_course_document(course) for course in courses]


def game_title(game_id: str) -> str:
    """What to call a game; one that is no longer here is called by its id."""
    try:
        game = find_game(game_id)
    except PalamedesError:
        return game_id
    return _(game.title)


def pool_title(pool: str) -> str:
    if pool.startswith(PUZZLES):
        return _("Puzzles: {game}").format(game=game_title(pool.removeprefix(PUZZLES)))
    return game_title(pool)


def _played_document(played: PlayedGame) -> Document:
    called = [
        name or ("" if spec == HUMAN else spec)
        for name, spec in zip(played.names, played.specs, strict=True)
    ]
    names = (called[0], called[1])
    return {
        "id": played.id,
        "game": played.game,
        "title": game_title(played.game),
        "names": [player_name(names, 0), player_name(names, 1)],
        "mine": list(played.mine),
        "plies": played.plies,
        "over": played.reason is not None,
        "winner": played.winner,
        "rated": played.rated,
        "changed": played.changed.isoformat(),
    }


def _statistics(counts: list[ResultCount]) -> list[Document]:
    """A table for each game: a row for each opponent, won, drawn and lost on either side.

    The levels come in their order, the easiest first, and people at last.
    """
    tables: dict[str, dict[str, list[list[int]]]] = {}
    for count in sorted(counts, key=_rank):
        rows = tables.setdefault(count.game, {})
        sides = rows.setdefault(_opponent(count.opponent), [[0, 0, 0], [0, 0, 0]])
        place = 1 if count.winner is None else 0 if count.winner == count.side else 2
        sides[count.side][place] += count.games
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


def _rank(count: ResultCount) -> tuple[str, bool, int, str]:
    level = count.opponent.partition(":")[0]
    known = list(LEVELS)
    place = known.index(level) if level in known else len(known)
    return count.game, count.opponent == HUMAN, place, count.opponent


def _opponent(spec: str) -> str:
    """What to call an opponent. A level that was changed somehow is not that level."""
    if spec == HUMAN:
        return _("other players")
    level, _colon, options = spec.partition(":")
    if options:
        return _("{level} (with a handicap or a style)").format(level=level_name(level))
    return level_name(level)


def _course_document(course: RatingHistory) -> Document:
    return {
        "pool": course.pool,
        "title": pool_title(course.pool),
        "rating": round(course.rating),
        "deviation": round(course.deviation),
        "games": course.games,
        "course": [round(rating) for rating in course.ratings],
        "changed": course.changed.isoformat(),
    }
