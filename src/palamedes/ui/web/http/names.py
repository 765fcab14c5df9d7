"""Names that visitors give: to themselves, to their opponents and to tournaments."""

import unicodedata
from functools import cache

from palamedes.core.language import _, in_all_languages
from palamedes.players.adaptive import ADAPTIVE
from palamedes.ui.texts.games import COMPUTER, LEVELS, PLACES, STEP_NAME
from palamedes.ui.web.store.look_alikes import skeleton

# Unicode counts these as letters, accents and signs, but they are invisible.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# Controls, formats (such as reverse the text around), separators, and what means nothing.
INVISIBLE_KINDS = frozenset(("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp", "Zs"))


def check_visible(text: str) -> str:
    """The text; ValueError if it has characters that nobody can see, except plain spaces."""
    if not all(character == " " or is_visible(character) for character in text):
        raise ValueError(_("The text contains invisible characters."))
    return text


def is_visible(character: str) -> bool:
    if character in BLANK or "\ufe00" <= character <= "\ufe0f":
        return False
    if "\U000e0100" <= character <= "\U000e01ef":  # variants of the character before
        return False
    return unicodedata.category(character) not in INVISIBLE_KINDS


def check_name(text: str) -> str:
    """The name of a player; ValueError if it is not visible, or looks like the computer's."""
    if _is_like_the_computer(skeleton(check_visible(text))):
        raise ValueError(_("This name is reserved for the computer."))
    return text


def _is_like_the_computer(name: str) -> bool:
    levels, names = _names_of_the_computer()
    return name in levels or any(each in name for each in names)


@cache
def _names_of_the_computer() -> tuple[frozenset[str], tuple[str, ...]]:
    """The skeletons of all levels, and those of its other names, which no name may contain."""
    levels = [name for level in LEVELS.values() for name in in_all_languages(level)]
    steps = [
        name.format(number=number)
        for name in in_all_languages(STEP_NAME)
        for number in range(1, len(PLACES) + 1)
    ]
    names = {skeleton(name.partition("(")[0]) for name in in_all_languages(COMPUTER)}
    with_a_rating = skeleton(f"{ADAPTIVE}:rating=")  # as records name it
    return frozenset(map(skeleton, levels + steps)), (*names, with_a_rating)
