"""Where screenshots go: all into a folder, or only those that the documentation shows."""

import argparse
import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHOWN = ROOT / "docs" / "screenshots"  # in the repository
DEFAULT = ROOT / "dist" / "screenshots"  # not in the repository


def shown_pictures() -> set[str]:
    """The names of the pictures that the README and the pages of docs show."""
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    texts = (page.read_text(encoding="utf-8") for page in pages)
    return {name for text in texts for name in re.findall(r"screenshots/([\w-]+\.\w+)", text)}


class Pictures:
    """A folder for pictures; `names` are those to take, None for all."""

    def __init__(self, folder: Path, names: Iterable[str] | None = None) -> None:
        self.folder = folder
        self._names = None if names is None else set(names)
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, part: str) -> bool:
        """Whether a picture with this text in its name is to be taken."""
        return self._names is None or any(part in name for name in self._names)

    def path(self, name: str) -> Path | None:
        """The file of a picture, None if it is not to be taken."""
        return self.folder / name if self._names is None or name in self._names else None


def chosen_pictures(description: str) -> Pictures:
    """The pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT, help="for the pictures")
    parser.add_argument(
        "--shown",
        action="store_true",
        help="renew the pictures that the documentation shows, in docs/screenshots",
    )
    arguments = parser.parse_args()
    if arguments.shown:
        return Pictures(SHOWN, shown_pictures())
    return Pictures(arguments.folder)
