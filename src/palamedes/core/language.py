"""What a player reads, in English or French.

Texts are written in English as `_("...")`, or as `N_("...")` where they are only named and shown
later. The language follows the locale until `set_language` chooses one for this context.
"""

import gettext
import locale
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from palamedes.core.errors import PalamedesError

LANGUAGES = ("en", "fr")
CATALOGUES = Path(__file__).parent.parent / "locale"

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def set_language(code: str | None) -> None:
    """Speak this language from now on; None follows the locale."""
    if code is not None and code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise PalamedesError(
            _("unknown language {code!r}; choose from {known}").format(code=code, known=known)
        )
    _chosen.set(code)


def language() -> str:
    """The code of the language spoken now."""
    return _chosen.get() or _language_of_locale()


def _(message: str) -> str:
    return _catalogue(language()).gettext(message)


def N_(message: str) -> str:  # noqa: N802 - the name the gettext tools look for
    return message


def ngettext(one: str, many: str, count: int) -> str:
    return _catalogue(language()).ngettext(one, many, count)


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("palamedes", CATALOGUES, [code], fallback=True)


@cache
def _language_of_locale() -> str:
    # gettext knows the environment variables; Windows and macOS may set none of them.
    if found := gettext.find("palamedes", CATALOGUES):
        return Path(found).parent.parent.name
    code = (locale.getlocale()[0] or "en")[:2].lower()
    return code if code in LANGUAGES else "en"
