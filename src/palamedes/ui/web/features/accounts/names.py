"""Account names: unique regardless of upper case and spaces, and without invisible characters."""

import unicodedata

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.names import check_name, is_visible

SHORTEST, LONGEST = 2, 30
LONGEST_FOLDED = 80
PUNCTUATION = " -_.'"  # allowed besides letters, accents and digits


def clean_name(text: str) -> str:
    """A name as it is stored and shown; raises PalamedesError if it is not allowed."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not SHORTEST <= len(name) <= LONGEST or len(fold(name)) > LONGEST_FOLDED:
        sentence = _("A name must have {shortest} to {longest} characters.")
        raise PalamedesError(sentence.format(shortest=SHORTEST, longest=LONGEST))
    if not all(map(_is_allowed, name)) or not any(map(str.isalnum, name)):
        raise PalamedesError(
            _("A name can only contain letters, digits, spaces and these characters: - _ . '")
        )
    try:
        return check_name(name)
    except ValueError as error:
        raise PalamedesError(str(error)) from None


def fold(name: str) -> str:
    """The same text for all spellings of a name: without upper case and extra spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _is_allowed(character: str) -> bool:
    kind = unicodedata.category(character)
    is_of_a_name = kind[0] == "L" or kind in ("Mn", "Mc", "Nd")
    return character in PUNCTUATION or (is_of_a_name and is_visible(character))
