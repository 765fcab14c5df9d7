"""The standard streams, made safe to write to."""

import codecs
import io
import os
import sys
import unicodedata

UNACCENT = "palamedes-unaccent"  # the error handler for letters that a stream cannot encode


def prepare_streams() -> None:
    """Give the program streams that take every line: a closed one discards what it is given."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - until the end
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=UNACCENT)


def _unaccent(error: UnicodeError) -> tuple[str, int]:
    """Drop the accents of letters that a stream cannot encode; other characters become `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    failed = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    bare = [character for character in failed if not unicodedata.combining(character)]
    return "".join(c if c.isascii() else "?" for c in bare), error.end


codecs.register_error(UNACCENT, _unaccent)
