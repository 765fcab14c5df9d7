"""Updates a catalogue: adds new texts untranslated, removes stale ones, and compiles it.

python tools/messages.py src/palamedes/locale/fr/LC_MESSAGES/palamedes
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES = Path(__file__).parent.parent / "src" / "palamedes"
SCRIPTS = SOURCES / "ui" / "web" / "static" / "js"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}  # of Python


def texts_in_the_sources() -> Catalog:
    """A catalogue of every text marked in the Python sources and the scripts, untranslated."""
    texts = Catalog()
    for _file, _line, message, _comments, _context in extract_from_dir(SOURCES, keywords=KEYWORDS):
        texts.add(message)
    for script in sorted(SCRIPTS.rglob("*.js")):
        for text in texts_in_script(script):
            texts.add(text)
    return texts


def texts_in_script(script: Path) -> list[str]:
    """The texts of the calls `t("...")` in a script."""
    options = {"parse_template_string": True}
    found = extract_from_file("javascript", script, keywords={"t": None}, options=options)
    return [message for _line, message, _comments, _context in found if isinstance(message, str)]


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
