"""REST routes for the list of your games, and for deleting one of them."""

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request

from palamedes.core.language import _
from palamedes.ui.session import HUMAN
from palamedes.ui.texts.games import person_name
from palamedes.ui.web.features.accounts.history import game_title
from palamedes.ui.web.features.accounts.service import Accounts, accounts_of
from palamedes.ui.web.http.visitors import current_visitor, new_owner
from palamedes.ui.web.live.documents import Document, engine_name
from palamedes.ui.web.live.routes import PublicId
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.history import GameFilter, HistoryStore, PlayedGame
from palamedes.ui.web.store.tournaments import TournamentStore

router = APIRouter(prefix="/you")

PAGE_SIZE = 20  # games

Page = Annotated[int, Query(ge=0, le=10_000)]
GameName = Annotated[str, Query(max_length=80)]
ResultName = Literal["", "won", "lost", "drawn", "unfinished"]
OpponentKind = Literal["", "computer", "person", "here"]


@router.get("/games", summary="Your games, the newest first")
async def get_games(
    request: Request,
    page: Page = 0,
    game: GameName = "",
    result: ResultName = "",
    opponent: OpponentKind = "",
) -> Document:
    accounts, owner = accounts_of(request), current_visitor(request).owner
    wanted = GameFilter(game, result, opponent)
    return await accounts.server.reading(
        request, page_document, accounts.history, owner, wanted, page
    )


def page_document(history: HistoryStore, owner: str, wanted: GameFilter, page: int) -> Document:
    """A page of the games of an owner that pass a filter."""
    counts_by_game = history.games_by_kind(owner, wanted.only_public)
    found = history.games(owner, wanted, page * PAGE_SIZE, PAGE_SIZE)
    total = history.count(owner, wanted)
    return {
        "games": [_played_document(played) for played in found],
        "page": page,
        "pages": -(-total // PAGE_SIZE),
        "total": total,
        "kinds": [
            {"game": name, "title": game_title(name), "games": count}
            for name, count in counts_by_game.items()
        ],
    }


@router.post("/games/{game_id}/delete", summary="Remove a game from your games")
async def post_delete(game_id: PublicId, request: Request) -> Document:
    """A game that others need stays for them: against a person, rated, or of a tournament."""
    accounts, owner = accounts_of(request), current_visitor(request).owner
    stored = await accounts.server.find_stored(game_id, request)
    if stored is None or not owner or owner not in stored.owners:
        raise HTTPException(404, _("Game not found."))
    is_needed = await _is_needed(accounts, stored, request)
    if is_needed and stored.match.result is None:
        raise HTTPException(409, _("This game is not over. Finish it or resign first."))
    if is_needed:
        await _leave(accounts, owner, game_id)
    else:
        await _delete(accounts, owner, game_id)
    return {"id": game_id, "deleted": not is_needed}


async def _is_needed(accounts: Accounts, stored: StoredGame, request: Request) -> bool:
    """Whether another player, a rating or a tournament refers to a game."""
    of_game = TournamentStore(accounts.server.store.engine).of_game
    has_other = stored.is_remote and not stored.free
    if stored.rated or has_other:
        return True
    return bool(await accounts.server.reading(request, of_game, stored.id))


async def _leave(accounts: Accounts, owner: str, game_id: str) -> None:
    server, placeholder = accounts.server, new_owner()
    await server.on_disk(accounts.ownership.leave_game, owner, game_id, placeholder)
    await server.change_owner(owner, placeholder, game_id=game_id)


async def _delete(accounts: Accounts, owner: str, game_id: str) -> None:
    """Delete a game. It is closed first, so it stays deleted."""
    await accounts.server.close_games([game_id])
    if not await accounts.server.on_disk(accounts.ownership.delete_games, owner, [game_id]):
        raise HTTPException(409, _("This game is not over. Finish it or resign first."))


def _played_document(played: PlayedGame) -> Document:
    names = [
        # An engine has a name of its own only in a challenge.
        person_name(played.names, player) if spec == HUMAN or name else engine_name(spec)
        for player, (name, spec) in enumerate(zip(played.names, played.specs, strict=True))
    ]
    return {
        "id": played.id,
        "game": played.game,
        "title": game_title(played.game),
        "names": names,
        "bots": [player for player in (0, 1) if played.bots[player]],
        "mine": list(played.own_sides),
        "plies": played.plies,
        "over": played.reason is not None,
        "winner": played.winner,
        "rated": played.rated,
        "changed": played.changed.isoformat(),
    }
