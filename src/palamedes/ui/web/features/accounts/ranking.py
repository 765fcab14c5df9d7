"""REST routes for the leader boards, and for the rating changes of a game."""

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request

from palamedes.core.glicko import Glicko
from palamedes.core.language import _
from palamedes.players.ladder import find_step, is_step, level_ratings
from palamedes.ui.texts.games import level_name, step_title
from palamedes.ui.web.features.accounts.history import game_title
from palamedes.ui.web.features.accounts.service import accounts_of
from palamedes.ui.web.http.visitors import current_visitor
from palamedes.ui.web.live.documents import Document
from palamedes.ui.web.live.rated_games import rated_games
from palamedes.ui.web.live.routes import PublicId
from palamedes.ui.web.store.ratings import Leader

router = APIRouter()

MOST_DEVIATION = 110.0  # of a ranked account; about ten games bring it below this
MOST_LEADERS = 100
PERFECT = "perfect"  # the level that plays by the tables

GameName = Annotated[str, Query(max_length=80)]
Kind = Annotated[Literal["people", "bots"], Query()]


@router.get("/ranking", summary="The leader board of a game: of people, or of bots")
async def get_ranking(request: Request, game: GameName = "", kind: Kind = "people") -> Document:
    games = rated_games()
    name = game or next(iter(games))
    if name not in games:
        raise HTTPException(404, _("There is no ranking for this game."))
    accounts, visitor = accounts_of(request), current_visitor(request)
    owner = visitor.owner
    find, are_bots = accounts.ratings.ranking, kind == "bots"
    found = await accounts.server.reading(
        request, find, name, MOST_DEVIATION, owner, MOST_LEADERS, are_bots
    )
    players = [_player(place, each, owner) for place, each in enumerate(found.leaders, start=1)]
    rows = players + _engines(name)
    return {
        "game": name,
        "kind": kind,
        "games": [{"game": each, "title": game_title(each)} for each in games],
        "table": sorted(rows, key=lambda row: -row["rating"]),
        "people": found.people,
        "account": visitor.account is not None,
        "bot": visitor.is_bot,
        "you": found.own and _player(found.place, found.own, owner),
        "online": sorted(accounts.bot_tokens.online().values()) if are_bots else [],
    }


@router.get("/games/{game_id}/ratings", summary="The rating changes of a game")
async def get_changes(game_id: PublicId, request: Request) -> list[Document | None]:
    accounts = accounts_of(request)
    stored = await accounts.server.find_stored(game_id, request)
    if stored is None:
        raise HTTPException(404, _("Game not found."))
    changes = await accounts.server.reading(request, accounts.ratings.changes, stored)
    return [change and change._asdict() for change in changes]


def _player(place: int, leader: Leader, owner: str) -> Document:
    return {
        "place": place,
        "name": leader.name,
        "rating": round(leader.rating),
        "deviation": round(leader.deviation),
        "games": leader.games,
        "engine": False,
        "you": leader.owner == owner,
    }


def _engines(game: str) -> list[Document]:
    """The steps of the ladder, for comparison; they have no place in the ranking."""
    return [
        {
            "place": None,
            "name": _engine_name(game, level),
            "rating": round(known.rating),
            "deviation": round(known.deviation),
            "games": None,
            "engine": True,
            "you": False,
        }
        for level, known in _shown_levels(game).items()
    ]


def _shown_levels(game: str) -> dict[str, Glicko]:
    """The steps, and perfect play; in a game whose steps were not measured, its levels."""
    known = level_ratings().get(game, {})
    steps = {level: rating for level, rating in known.items() if is_step(level)}
    perfect = {level: rating for level, rating in known.items() if level == PERFECT}
    return {**steps, **perfect} if steps else dict(known)


def _engine_name(game: str, level: str) -> str:
    if not is_step(level):
        return level_name(level)
    found = rated_games()[game]
    step = find_step(found, level)
    return f"{step.number}. {step_title(found, step)}"
