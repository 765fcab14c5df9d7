"""Makes the built pages fit the web app's security policy, and small.

The policy allows scripts and styles from files only. So what the theme writes into the pages goes
into files, named after what they contain. Sources, source maps and the like are left out.
"""

import hashlib
import os
import re
from pathlib import Path

import furo
from sphinx.application import Sphinx

NOT_SHOWN = ("*.map", ".buildinfo*", "objects.inv", "_sources/**/*", "_static/*.gif")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
STYLED = re.compile(r'<([a-z][^<>]*?)\sstyle="([^"]*)"([^<>]*)>', re.IGNORECASE)
PLURAL = re.compile(r"new Function\(.*?\);", re.DOTALL)  # made of a text, which is refused
FRENCH_PLURAL = "(n) => Number(n > 1);"
ICONS = Path(furo.__file__).parent / "theme" / "furo" / "partials" / "icons.html"
CLASS = re.compile(r'\sclass="([^"]*)"')


def finish(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    styles: dict[str, str] = {}  # by the class that stands for them
    for page in sorted(site.rglob("*.html")):
        page.write_text(_strict(page, site, styles), encoding="utf-8")
    rules = [f".{name} {{ {style} }}\n" for name, style in sorted(styles.items())]
    (site / "_static" / "attributes.css").write_text("".join(rules))
    (site / "_static" / "icons.svg").write_text(_icons())
    tools = site / "_static" / "doctools.js"
    tools.write_text(PLURAL.sub(FRENCH_PLURAL, tools.read_text(encoding="utf-8")))
    for pattern in NOT_SHOWN:
        for path in site.glob(f"**/{pattern}" if "/" not in pattern else pattern):
            if path.is_file():
                path.unlink()


def _strict(page: Path, site: Path, styles: dict[str, str]) -> str:
    """The page with its inline scripts and styles in files, and its style attributes as classes."""
    static = Path(os.path.relpath(site / "_static", page.parent)).as_posix()

    def in_a_file(text: str, ending: str) -> str:
        name = f"{_digest(text)}.{ending}"
        (site / "_static" / name).write_text(text)
        return f"{static}/{name}"

    def as_class(found: re.Match[str]) -> str:
        before, style, after = found.groups()
        name = f"style-{_digest(style)}"
        styles[name] = style
        tag = f"{before}{after}"
        if given := CLASS.search(tag):
            both = f' class="{given[1]} {name}"'
            return f"<{tag.replace(given[0], both, 1)}>"
        return f'<{before} class="{name}"{after}>'

    html = page.read_text(encoding="utf-8")
    html = SCRIPT.sub(lambda found: f'<script src="{in_a_file(found[1], "js")}"></script>', html)
    html = STYLE.sub(
        lambda found: f'<link rel="stylesheet" href="{in_a_file(found[1], "css")}">', html
    )
    html = STYLED.sub(as_class, html)
    html = html.replace('<use href="#svg-', f'<use href="{static}/icons.svg#svg-')
    attributes = f'<link rel="stylesheet" href="{static}/attributes.css">'
    return html.replace("</head>", f"{attributes}</head>", 1)


def _icons() -> str:
    """The icons of the theme as a file: the theme writes all of them into each page."""
    text = ICONS.read_text(encoding="utf-8").partition("#}")[2].strip()
    return text.replace('style="opacity: 50%"', 'opacity="0.5"').replace(
        ' style="display: none;"', ""
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def counterpart(app: Sphinx, page: str, _template: str, context: dict, _doctree: object) -> None:
    """Where the other language has the same page, or else its first page."""
    sources = Path(app.confdir) if app.config.language == "fr" else Path(app.confdir) / "fr"
    context["counterpart"] = f"{page if (sources / f'{page}.md').exists() else 'index'}.html"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", finish)
    app.connect("html-page-context", counterpart)
    return {"parallel_read_safe": True}
