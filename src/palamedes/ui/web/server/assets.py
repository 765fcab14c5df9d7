"""Files that are served as they are: those of the pages (scripts, styles, ...) and the manual."""

import hashlib
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).parent.parent / "static"


class _Asset(NamedTuple):
    changed: int  # nanoseconds
    content: bytes
    tag: str


class Assets:
    """Serves the files of a folder from memory: a page asks for some forty of them.

    Browsers check for a newer version each time. A file that is edited is read again, and so is a
    folder that is replaced. For a folder inside, its `index.html` is the answer.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._listed = folder, -1  # nanoseconds
        self._paths: dict[str, Path] = {}
        self._assets: dict[str, _Asset] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        if not name or name.endswith("/"):
            name += "index.html"
        self._list()
        if f"{name}/index.html" in self._paths:  # its links are relative to the folder
            await RedirectResponse(f"{scope['path']}/")(scope, receive, send)
            return
        if name not in self._paths:
            raise HTTPException(404)
        try:
            asset = self._read(name)
        except FileNotFoundError:  # deleted since: perhaps `make docs` is at work
            raise HTTPException(404) from None
        headers = {"cache-control": "no-cache", "etag": asset.tag}
        if asset.tag in Headers(scope=scope).get("if-none-match", ""):
            response = Response(status_code=304, headers=headers)
        else:
            kind = guess_type(name)[0] or "application/octet-stream"
            response = Response(asset.content, media_type=kind, headers=headers)
        await response(scope, receive, send)

    def _list(self) -> None:
        """Find the files, unless they are known: only these are ever served."""
        changed = self._folder.stat().st_mtime_ns if self._folder.exists() else 0
        if changed != self._listed:
            paths = (path for path in self._folder.rglob("*") if path.is_file())
            self._paths = {path.relative_to(self._folder).as_posix(): path for path in paths}
            self._listed = changed

    def _read(self, name: str) -> _Asset:
        changed = self._paths[name].stat().st_mtime_ns
        known = self._assets.get(name)
        if known is None or known.changed != changed:
            content = self._paths[name].read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            known = self._assets[name] = _Asset(changed, content, tag)
        return known
