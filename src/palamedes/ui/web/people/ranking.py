"""Who leads: accounts and levels by their ratings; and what a rated game has changed."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request

from palamedes.arena.levels import level_ratings
from palamedes.core.language import _
from palamedes.ui.sentences import level_name
from palamedes.ui.web.api import RoomId
from palamedes.ui.web.people.desk import desk_of
from palamedes.ui.web.people.past import game_title
from palamedes.ui.web.people.rated import rated_games
from palamedes.ui.web.store.ratings import Leader
from palamedes.ui.web.visitors import visitor_at

router = APIRouter()

SURE = 110.0  # the deviation below which a rating is known well enough: after about ten games
MOST = 100  # places

GameName = Annotated[str, Query(max_length=80)]
Document = dict[str, Any]


@router.get("/ranking", summary="The leader board of a game")
async def get_ranking(request: Request, game: GameName = "") -> Document:
    games = rated_games()
    name = game or next(iter(games))
    if name not in games:
        raise HTTPException(404, _("there is no ranking of this game"))
    desk, visitor = desk_of(request), visitor_at(request)
    owner = visitor.owner
    found = await desk.hall.on_disk(desk.ratings.ranking, name, SURE, owner, MOST)
    people = [_person(place, each, owner) for place, each in enumerate(found.leaders, start=1)]
    shown = people + _engines(name)
    return {
        "game": name,
        "games": [{"game": each, "title": game_title(each)} for each in games],
        "table": sorted(shown, key=lambda row: -row["rating"]),
        "people": found.people,
        "account": visitor.account is not None,
        "you": found.own and _person(found.place, found.own, owner),
    }


@router.get("/games/{room_id}/ratings", summary="What a rated game has changed")
async def get_changes(room_id: RoomId, request: Request) -> list[Document | None]:
    desk = desk_of(request)
    room = await desk.hall.find(room_id)
    if room is None:
        raise HTTPException(404, _("there is no such game"))
    changes = await desk.hall.on_disk(desk.ratings.changes, room.kept)
    return [change and change._asdict() for change in changes]


def _person(place: int, leader: Leader, owner: str) -> Document:
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
    """The levels, which have no place: they are there to compare with."""
    return [
        {
            "place": None,
            "name": level_name(level),
            "rating": round(known.rating),
            "deviation": round(known.deviation),
            "games": None,
            "engine": True,
            "you": False,
        }
        for level, known in level_ratings().get(game, {}).items()
    ]
