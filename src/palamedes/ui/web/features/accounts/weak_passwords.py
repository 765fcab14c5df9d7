"""Passwords that are guessed first: common words, names, rows of keys, repetitions."""

import re
import unicodedata
from pathlib import Path

SHORTEST_NUMBER = 12  # digits of a password that has nothing else: dates and telephone numbers
LONGEST_UNIT = 4  # characters that are merely repeated, as in abababab
EDGES = re.compile(r"^[\W\d_]+|[\W\d_]+$")
NEIGHBOURS = (  # on keyboards, in the alphabet and among digits; read both ways, and again
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "qwertzuiop",
    "yxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1a2b3c4d5e6f7g8h",
    "1q2w3e4r5t6y7u8i9o0p",
    "qweasdzxc",
    "zaq12wsxcde34rfv",
    "azeqsdwxc",
)
LETTERS_FOR_SIGNS = str.maketrans("013457@$!", "oieastasi")
# What people take, alone or with digits and signs around it.
COMMON = frozenset((Path(__file__).parent / "common_passwords.txt").read_text().split())


def is_easy_to_guess(password: str, name: str) -> bool:
    """Whether a password is one of those that are guessed first for an account of this name."""
    text = unicodedata.normalize("NFKC", password).casefold()
    return (
        (text.isdigit() and len(text) < SHORTEST_NUMBER)
        or _is_repetition(text)
        or _is_row(text)
        or any(word in COMMON for word in _cores(text))
        or bool(_cores(name.casefold()) & _cores(text))
    )


def _cores(text: str) -> set[str]:
    """The letters of a text without what stands around them, also with letters for signs."""
    spelled = (
        text,
        text.translate(LETTERS_FOR_SIGNS),
        EDGES.sub("", text).translate(LETTERS_FOR_SIGNS),
    )
    return {re.sub(r"[\W_]", "", EDGES.sub("", each)) for each in spelled} - {""}


def _is_repetition(text: str) -> bool:
    """Whether a text repeats itself, the last time perhaps not in full, or has two characters."""
    if len(set(text)) < 3 or text in (text * 2)[1:-1]:
        return True
    return any((text[:unit] * len(text)).startswith(text) for unit in range(1, LONGEST_UNIT + 1))


def _is_row(text: str) -> bool:
    """Whether a text is made of neighbours only, such as 12345678, qwertyui or abcd1234."""
    pieces = re.findall(r"[^\W\d_]+|\d+", text)
    return _are_neighbours(text) or all(len(each) > 2 and _are_neighbours(each) for each in pieces)


def _are_neighbours(piece: str) -> bool:
    return any(piece in row * 2 or piece in row[::-1] * 2 for row in NEIGHBOURS)
