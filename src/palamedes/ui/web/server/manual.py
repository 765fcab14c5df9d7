"""The manual at `/manual`, which `make docs` builds into a folder of the package."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from palamedes.core.language import language
from palamedes.ui.web.server.pages import NO_MANUAL, VARY, page_named

FOLDER = Path(__file__).parent.parent / "manual"
EDITIONS = {"en": "", "fr": "fr/"}  # their folders, by language

router = APIRouter(include_in_schema=False)


@router.get("/manual")
def get_manual(request: Request) -> Response:
    """To the manual in the visitor's language, or a page that says how to build it."""
    edition = EDITIONS[language()]
    if not (FOLDER / edition / "index.html").exists():
        return page_named(NO_MANUAL, request)
    address = f"{request.scope['root_path']}/manual/{edition}"
    return RedirectResponse(address, headers={"cache-control": "no-cache", "vary": VARY})
