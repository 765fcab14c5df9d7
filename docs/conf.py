"""The manual: `make docs` builds it in both languages (see build.py)."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))

language = os.environ.get("MANUAL_LANGUAGE", "en")

from palamedes.core.language import set_language  # noqa: E402 - the path comes first

set_language(language)  # before anything is imported whose texts are translated then

from palamedes import __version__ as release  # noqa: E402, F401 - read by Sphinx

project = "Palamedes"
author = "The Palamedes authors"
html_title = "Palamedes"
exclude_patterns = ["fr", "screenshots"] if language == "en" else []

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "board_pictures",
    "command_reference",
    "game_rules",
    "outside_links",
    "python_reference",
    "strict_pages",
]
myst_heading_anchors = 4
myst_links_external_new_tab = False

smartquotes = False  # they would make a dash of the `--` of options
default_role = "code"  # docstrings are plain text with `names`
add_module_names = False
autodoc_class_signature = "separated"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True

html_theme = "furo"
html_favicon = str(HERE / "../src/palamedes/ui/web/static/icons/palamedes.svg")
html_static_path = [str(HERE / "styles")]
html_css_files = ["manual.css"]
templates_path = [str(HERE / "templates")]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#7a4a24", "color-brand-content": "#7a4a24"},
    "dark_css_variables": {"color-brand-primary": "#d9a066", "color-brand-content": "#d9a066"},
}
