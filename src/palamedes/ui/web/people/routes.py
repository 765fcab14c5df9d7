"""All routes about people."""

from fastapi import APIRouter

from palamedes.ui.web.people import accounts, leaving, logins, past, ranking

router = APIRouter(prefix="/api", tags=["people"])
for part in (accounts, logins, past, ranking, leaving):
    router.include_router(part.router)
