"""Names of players that could be taken for somebody else's account."""

from fastapi import HTTPException, Request

from palamedes.core.language import _
from palamedes.ui.web.http.services import service
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.store.accounts import AccountStore, Visitor
from palamedes.ui.web.store.look_alikes import skeleton


async def check_names_are_free(request: Request, visitor: Visitor, *names: str) -> None:
    """HTTP error 409 if a name looks like that of an account which is not the visitor's."""
    server = service(request, GameServer)
    find = AccountStore(server.store.engine).owners_named_like
    for name in names:
        if name in ("", visitor.name) or not (looks := skeleton(name)):
            continue
        owners = await server.reading(request, find, looks)
        if owners and visitor.owner not in owners:
            text = _("The name {name} looks like that of an account. Please choose another one.")
            raise HTTPException(409, text.format(name=name))
