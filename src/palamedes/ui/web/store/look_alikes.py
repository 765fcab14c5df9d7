"""Names that look alike: `Аnn` with a Cyrillic letter, `B0b`, `Zoé` and `ZOE`.

Names are compared by their skeletons, in which one letter stands for all that look like it. The
idea is that of Unicode's technical standard 39; the table is our own, and covers the scripts whose
letters pass for Latin ones.
"""

import re
import unicodedata

LONGEST = 80  # characters of a skeleton

# By Latin letter: Greek, Cyrillic, Armenian, Cherokee, Coptic and Lisu letters, Canadian syllabics,
# small capitals and other Latin letters that Unicode does not take apart, digits and signs. Capital
# and small letters can look like different ones. After a change, a migration renews the skeletons
# of all accounts, as 0006 does.
LOOK_ALIKES = {
    "a": "ΑαАаӘәƛɑᎪⲀⲁ@ᴀᗅᗩꓮ⍺",
    "b": "ΒβϐВвЬьЪъƄɓᏏʙᏴᑲᖯᗷꓐ6бᏮ",
    "c": "ϹϲСсҪҫɔᏟⲤⲥᴄᑕꓚ",
    "d": "ԀԁđðɖɗժᎠᴅᏧᑯᗞᗪꓒꓓ",
    "e": "ΕεϵЕеЄєəǝɛᎬⲈⲉ€ᴇᗴꓰ3ЗзƷʒȜȝ℮ꬲҽ",
    "f": "ϜϝҒғƒքꜰᖴꓝꞘꞙꬵ",
    "g": "ԌԍɡցᏀɢᏳᘜꓖᶃƍ",
    "h": "ΗНнҺһҢңħհᎻⲎʜᏂᕼꓧ",
    "i": "ΙιІіıɩɪᎥⲒⲓ|!1lӀӏłɭᏞʟᒪꓡꓲǀǃᛁꙇ∣ⳐꞋꞌ",
    "j": "ϳЈјȷյᎫᴊᒍꓙꞲ",
    "k": "ΚκϰКкҚқƙᏦⲔⲕᴋꓗᛕ",
    "m": "ΜМмᎷⲘᴍᗰꓟᛖϺ",
    "n": "ΝηПпŋɳոռⲚɴᑎꓠꓵ",
    "o": "ΟοσОоӨөøɵօՕⲞⲟ0ᴏᗝꓳᴑ〇०০੦૦୦௦౦೦൦๐໐၀߀",
    "p": "ΡρϱРрþᏢⲢⲣᴘᑭꓑ⍴",
    "q": "Ԛԛʠզգꞯᑫ",
    "r": "ГгʀᎡᏒᖇꓣᴦꭇ",
    "s": "ЅѕʂƽՏᏚ$ꜱᏕᔕꓢ5Ƽ",
    "t": "ΤτТтҬҭŧᎢⲦᴛꓔ⊤",
    "u": "υИиʉսՍʋᴜᏌᑌꓴꞟᴝ∪",
    "v": "νѴѵʌᏙᴠᐯꓦ∨",
    "w": "ωϖШшԜԝѠѡաᎳᴡᏔᗯꓪɯ",
    "x": "ΧχХхҲҳ×Ⲭⲭᕁᕽ᙭᙮ꓫᚷ",
    "y": "ΥγУуҮүҰұʏᎩⲨᎽꓬɣᶌỿꭚƳƴ",
    "z": "ΖζƶʐᏃⲌᴢᘔꓜ",
    "ae": "æӕ",
    "oe": "œɶ",
    "ii": "ǁ∥",
}
PAIRS = {"rn": "m", "vv": "w"}  # two letters that look like one
# Accents that can stand on any letter; vowel signs of other scripts mean something.
ACCENTS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
# Modifier letters, such as strokes and dots beside a letter, and what only lengthens a line.
MODIFIERS = (
    "\u02b0-\u02ff\u0374\u037a\u0559\u0640\u07f4-\u07fa\u1c78-\u1c7d\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf"
    "\u2c7c\u2c7d\u2e2f\ua4f8-\ua4fd\ua67f\ua717-\ua71f\ua770\ua788\uab5c-\uab5f\U00010780-\U000107ba"
)
NO_DIFFERENCE = re.compile(f"[{ACCENTS}{MODIFIERS}]")
TABLE = str.maketrans({each: latin for latin, others in LOOK_ALIKES.items() for each in others})


def skeleton(name: str) -> str:
    """The same text for all names that look alike; empty if a name has no letters and no digits.

    Upper case, accents, spaces and punctuation make no difference.
    """
    # Again and again: a small letter can look like another one than its capital, and a variant
    # such as a round sigma like another one than what Unicode takes it apart to.
    plain = unicodedata.normalize("NFKD", name.translate(TABLE))
    text = NO_DIFFERENCE.sub("", plain).translate(TABLE).casefold().translate(TABLE)
    text = "".join(each for each in text if unicodedata.category(each)[0] in "LNM")
    for pair, letter in PAIRS.items():
        text = text.replace(pair, letter)
    return text[:LONGEST]
