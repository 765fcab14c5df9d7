"""Names of accounts: unique however they are written, and nothing in them that cannot be seen."""

import unicodedata

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

SHORTEST, LONGEST = 2, 30
LONGEST_FOLDED = 80
SIGNS = " -_.'"  # beside letters, their marks, and digits
# Letters and marks by what Unicode says, but nobody sees them.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")


def clean_name(text: str) -> str:
    """A name as it is kept and shown; PalamedesError if nobody can be called so."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not SHORTEST <= len(name) <= LONGEST or len(fold(name)) > LONGEST_FOLDED:
        sentence = _("A name must have {shortest} to {longest} characters.")
        raise PalamedesError(sentence.format(shortest=SHORTEST, longest=LONGEST))
    if not all(map(_is_seen, name)) or not any(map(str.isalnum, name)):
        raise PalamedesError(
            _("A name can only contain letters, digits, spaces and these characters: - _ . '")
        )
    return name


def fold(name: str) -> str:
    """What two writings of the same name have in common."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _is_seen(character: str) -> bool:
    if character in INVISIBLE or "\ufe00" <= character <= "\ufe0f":
        return False
    if "\U000e0100" <= character <= "\U000e01ef":
        return False
    kind = unicodedata.category(character)
    return kind[0] == "L" or kind in ("Mn", "Mc", "Nd") or character in SIGNS
