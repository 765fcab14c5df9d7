"""All REST routes of accounts."""

from fastapi import APIRouter

from palamedes.ui.web.features.accounts import (
    bot_accounts,
    export_and_delete,
    history,
    logins,
    own_games,
    ranking,
    sign_in,
)

router = APIRouter(prefix="/api", tags=["people"])
for part in (sign_in, logins, bot_accounts, own_games, history, ranking, export_and_delete):
    router.include_router(part.router)
