"""Brings a catalogue up to date: new texts are added empty, stale ones go, the rest is compiled.

python tools/messages.py src/palamedes/locale/fr/LC_MESSAGES/palamedes
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES = Path(__file__).parent.parent / "src" / "palamedes"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}


def texts_in_the_sources() -> Catalog:
    """A catalogue of every text marked in the sources, untranslated."""
    texts = Catalog()
    for _file, _line, message, _comments, _context in extract_from_dir(SOURCES, keywords=KEYWORDS):
        texts.add(message)
    return texts


def main(catalogue: Path) -> None:
    po, mo = catalogue.with_suffix(".po"), catalogue.with_suffix(".mo")
    with po.open("rb") as file:
        translated = read_po(file)
    translated.update(texts_in_the_sources(), no_fuzzy_matching=True)
    translated.obsolete.clear()
    header = po.read_text().partition("\n\n")[0]
    with po.open("wb") as file:
        file.write(f"{header}\n\n".encode())
        write_po(file, translated, width=100, omit_header=True, sort_output=True)
    with po.open("rb") as file, mo.open("wb") as compiled:
        write_mo(compiled, read_po(file))
    empty = sum(not message.string for message in translated if message.id)
    sys.stdout.write(f"{len(translated)} texts, {empty} of them untranslated\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
