"""Names that look alike: `Аnn` with a Cyrillic letter, `B0b`, `Zoé` and `ZOE`.

Names are compared by their skeletons, in which one letter stands for all that look like it. The
idea is that of Unicode's technical standard 39; the table is our own, and covers the scripts whose
letters pass for Latin ones.
"""

import re
import unicodedata

LONGEST = 80  # characters of a skeleton

# By Latin letter: Greek, Cyrillic, Armenian, Cherokee and Coptic letters, Latin ones that Unicode
# does not take apart, and signs. Capital and small letters can look like different ones.
LOOK_ALIKES = {
    "a": "ΑαАаӘәƛɑᎪⲀⲁ@",
    "b": "ΒβϐВвЬьЪъƄɓᏏ",
    "c": "ϹϲСсҪҫɔᏟⲤⲥ",
    "d": "ԀԁđðɖɗժᎠ",
    "e": "ΕεϵЕеЄєəǝɛᎬⲈⲉ€",
    "f": "ϜϝҒғƒք",
    "g": "ԌԍɡցᏀ",
    "h": "ΗНнҺһҢңħհᎻⲎ",
    "i": "ΙιІіıɩɪᎥⲒⲓ|!1lӀӏłɭᏞ",
    "j": "ϳЈјȷյᎫ",
    "k": "ΚκϰКкҚқƙᏦⲔⲕ",
    "m": "ΜМмᎷⲘ",
    "n": "ΝηПпŋɳոռⲚ",
    "o": "ΟοσОоӨөøɵօՕⲞⲟ0",
    "p": "ΡρϱРрþᏢⲢⲣ",
    "q": "Ԛԛʠզգ",
    "r": "ГгʀᎡᏒ",
    "s": "ЅѕʂƽՏᏚ$",
    "t": "ΤτТтҬҭŧᎢⲦ",
    "u": "υИиʉսՍʋ",
    "v": "νѴѵʌᏙ",
    "w": "ωϖШшԜԝѠѡաᎳ",
    "x": "ΧχХхҲҳ×Ⲭⲭ",
    "y": "ΥγУуҮүҰұʏᎩⲨ",
    "z": "ΖζƶʐᏃⲌ",
    "ae": "æ",
    "oe": "œ",
}
PAIRS = {"rn": "m", "vv": "w"}  # two letters that look like one
# Accents that can stand on any letter; vowel signs of other scripts mean something.
ACCENTS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
TABLE = str.maketrans({each: latin for latin, others in LOOK_ALIKES.items() for each in others})


def skeleton(name: str) -> str:
    """The same text for all names that look alike; empty if a name has no letters and no digits.

    Upper case, accents, spaces and punctuation make no difference.
    """
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", name))
    # Twice: a small letter can look like another one than its capital.
    text = plain.translate(TABLE).casefold().translate(TABLE)
    text = "".join(each for each in text if unicodedata.category(each)[0] in "LNM")
    for pair, letter in PAIRS.items():
        text = text.replace(pair, letter)
    return text[:LONGEST]
