"""All REST routes about other people."""

from fastapi import APIRouter

from palamedes.ui.web.features.players import blocks, greetings, profiles

router = APIRouter(prefix="/api", tags=["players"])
for part in (profiles, blocks, greetings):
    router.include_router(part.router)
