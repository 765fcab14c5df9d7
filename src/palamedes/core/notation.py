"""Pieces of position texts that several games share."""

import re
from collections.abc import Mapping, Sequence

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

PLAYERS = "XO"


def ranks_text(letters: Mapping[str, str], rows: Sequence[Sequence[str]]) -> str:
    """Rows of spots as text: letters for pieces, digits for runs of empty spots."""
    texts = []
    for row in rows:
        text = "".join(letters.get(name, ".") for name in row)
        texts.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), text))
    return "/".join(texts)


def parse_ranks(text: str, rows: Sequence[Sequence[str]], letters: str) -> dict[str, str]:
    """The inverse of `ranks_text`: the letter on each occupied spot."""
    texts = text.split("/")
    if len(texts) != len(rows):
        raise PalamedesError(
            _("the position must have {rows} rows, not {found}").format(
                rows=len(rows), found=len(texts)
            )
        )
    placed: dict[str, str] = {}
    for row, row_text in zip(rows, texts, strict=True):
        spread = re.sub("[1-9]", lambda digit: "." * int(digit[0]), row_text)
        if len(spread) != len(row) or set(spread) - set(letters + "."):
            raise PalamedesError(
                _(
                    "row {row!r} must describe {count} squares: "
                    "{letters}, and digits for empty ones"
                ).format(row=row_text[:40], count=len(row), letters=letters)
            )
        placed.update(
            (name, letter) for name, letter in zip(row, spread, strict=True) if letter != "."
        )
    return placed


def parse_player(text: str, players: str = PLAYERS) -> int:
    """The number of the player that a letter names."""
    if len(text) == 1 and text in players:
        return players.index(text)
    raise PalamedesError(
        _("the player to move must be {first} or {second}, not {text!r}").format(
            first=players[0], second=players[1], text=text[:40]
        )
    )
