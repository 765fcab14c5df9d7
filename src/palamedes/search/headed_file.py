"""Files of knowledge about a game: a line of JSON that says what they are, and a packed body.

Learned evaluations and opening books are such files. The line has the digest of the body, so that
a damaged file is noticed.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.files import open_regular
from palamedes.core.game import Game
from palamedes.core.language import _

LARGEST = 16 << 20  # bytes that are read of a file

Head = Mapping[str, Any]
Found = TypeVar("Found")


@dataclass(frozen=True)
class FileKind:
    """A kind of such files, and what to say of files that are not of it. Texts are for `_`."""

    name: str  # in the line
    format: int
    of_another_kind: str
    of_another_game: str

    def packed(self, head: Head, body: bytes) -> bytes:
        """The contents of a file."""
        digest = hashlib.sha256(body).hexdigest()
        line = {"palamedes": self.name, "format": self.format, **head, "digest": digest}
        return json.dumps(line, ensure_ascii=False).encode() + b"\n" + body

    def read(self, path: Path, game: Game, unpack: Callable[[Head, bytes], Found]) -> Found:
        """What `unpack` makes of the file; PalamedesError if it is no good for this game."""
        try:
            with open_regular(path) as file:
                data = file.read(LARGEST)
        except OSError as error:
            reason = error.strerror or error
            raise PalamedesError(
                _("cannot read {file}: {reason}").format(file=path, reason=reason)
            ) from None
        return self.parse(data, str(path), game, unpack)

    def parse(
        self, data: bytes, name: str, game: Game, unpack: Callable[[Head, bytes], Found]
    ) -> Found:
        """The same from the contents of a file; `name` is for errors."""
        line, _newline, body = data.partition(b"\n")
        head = self._head(line, name, game)
        try:
            if hashlib.sha256(body).hexdigest() != head["digest"]:
                raise ValueError("digest")
            return unpack(head, body)
        except (ValueError, TypeError, KeyError, OverflowError, zlib.error):
            raise PalamedesError(_("{file} is damaged").format(file=name)) from None

    def _head(self, line: bytes, name: str, game: Game) -> Head:
        try:
            head = json.loads(line)
            is_ours = head["palamedes"] == self.name
        except (ValueError, TypeError, KeyError, RecursionError):
            is_ours = False
        if not is_ours:
            raise PalamedesError(_(self.of_another_kind).format(file=name))
        if head.get("format") != self.format:
            other_version = _("{file} was made by another version of Palamedes")
            raise PalamedesError(other_version.format(file=name))
        if head.get("game") != game.id:
            found = str(head.get("game"))[:40]
            raise PalamedesError(
                _(self.of_another_game).format(file=name, game=found, other=game.id)
            )
        known: Head = head
        return known
