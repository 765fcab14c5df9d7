"""Account names: unique regardless of upper case and spaces, and without invisible characters."""

import unicodedata

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

SHORTEST, LONGEST = 2, 30
LONGEST_FOLDED = 80
PUNCTUATION = " -_.'"  # allowed besides letters, accents and digits
# Unicode counts these as letters and accents, but they are invisible.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")


def clean_name(text: str) -> str:
    """A name as it is stored and shown; raises PalamedesError if it is not allowed."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not SHORTEST <= len(name) <= LONGEST or len(fold(name)) > LONGEST_FOLDED:
        sentence = _("A name must have {shortest} to {longest} characters.")
        raise PalamedesError(sentence.format(shortest=SHORTEST, longest=LONGEST))
    if not all(map(_is_visible, name)) or not any(map(str.isalnum, name)):
        raise PalamedesError(
            _("A name can only contain letters, digits, spaces and these characters: - _ . '")
        )
    return name


def fold(name: str) -> str:
    """The same text for all spellings of a name: without upper case and extra spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _is_visible(character: str) -> bool:
    if character in INVISIBLE or "\ufe00" <= character <= "\ufe0f":
        return False
    if "\U000e0100" <= character <= "\U000e01ef":
        return False
    kind = unicodedata.category(character)
    return kind[0] == "L" or kind in ("Mn", "Mc", "Nd") or character in PUNCTUATION
