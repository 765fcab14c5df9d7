"""The files of the pages: scripts, styles, pictures and sounds."""

import hashlib
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).parent.parent / "static"


class _Asset(NamedTuple):
    changed: int  # nanoseconds
    content: bytes
    tag: str


class Assets:
    """Serves the files from memory: a page asks for some forty of them.

    Browsers check for a newer version each time. A file that is edited is read again.
    """

    def __init__(self) -> None:
        paths = (path for path in STATIC.rglob("*") if path.is_file())
        self._paths = {path.relative_to(STATIC).as_posix(): path for path in paths}
        self._assets: dict[str, _Asset] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        if name not in self._paths:
            raise HTTPException(404)
        asset = self._read(name)
        headers = {"cache-control": "no-cache", "etag": asset.tag}
        if asset.tag in Headers(scope=scope).get("if-none-match", ""):
            response = Response(status_code=304, headers=headers)
        else:
            kind = guess_type(name)[0] or "application/octet-stream"
            response = Response(asset.content, media_type=kind, headers=headers)
        await response(scope, receive, send)

    def _read(self, name: str) -> _Asset:
        changed = self._paths[name].stat().st_mtime_ns
        known = self._assets.get(name)
        if known is None or known.changed != changed:
            content = self._paths[name].read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            known = self._assets[name] = _Asset(changed, content, tag)
        return known
