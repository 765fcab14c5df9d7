"""Links to files outside of the manual: the site names the file, as it is only in the sources."""

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

LINK = re.compile(r"(?<!!)\[([^][]+)\]\(((?:\.\./)+[^)#\s]+)(?:#[^)\s]*)?\)")
logger = logging.getLogger(__name__)


def name_files(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace each such link by its text and the name of the file."""
    docs = Path(app.confdir).resolve()
    folder = (Path(app.srcdir) / page).parent

    def named(link: re.Match[str]) -> str:
        text, address = link.groups()
        target = (folder / address).resolve()
        if target.is_relative_to(docs):
            return link[0]
        if not target.exists():
            logger.warning("%s is not there", address, location=page)
        name = f"`{target.relative_to(docs.parent)}`"
        return name if text.strip("`") in name else f"{text} ({name})"

    source[0] = LINK.sub(named, source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", name_files)
    return {"parallel_read_safe": True}
