"""What every picture and every output keeps: it is whole, and depends on nothing outside."""

import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

SPACE = "{http://www.w3.org/2000/svg}"
OUTSIDE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)|@import|@font-face|\bfile:")
VOID = {"img", "input", "br"}


def check_svg(text):
    """Check an SVG document, and return its root."""
    root = ElementTree.fromstring(text)
    assert not OUTSIDE.search(text)
    assert root.find(f"{SPACE}title").text
    names = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert set(names.values()) <= {1}
    own = set(names)
    for element in root.iter():
        for value in element.attrib.values():
            for name in re.findall(r"url\(#([^)]*)\)", value):
                assert name in own
        if "href" in element.attrib:
            assert element.get("href")[0] == "#"
            assert element.get("href")[1:] in own
    style = root.find(f"{SPACE}style").text
    assert "prefers-color-scheme:dark" in style.replace(" ", "")
    for theme in ("[data-jp-theme-light=true]", "[data-jp-theme-light=false]", ".vscode-dark"):
        assert theme in style
    return root


def check_html(text):
    """Check a piece of HTML and the pictures in it; returns the pictures."""
    assert not OUTSIDE.search(text)
    elements = _Elements(text)
    pictures = [unquote(source.partition(",")[2]) for source in elements.images]
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        assert root.get("viewBox")
        assert not OUTSIDE.search(picture)
    return pictures


class _Elements(HTMLParser):
    """Finds images, and checks that every element is closed."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.images = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        assert not any(name.startswith("on") for name in given)
        if tag == "img":
            assert given["alt"]
            assert given["src"].startswith("data:image/svg+xml,")
            self.images.append(given["src"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
