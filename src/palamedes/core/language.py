"""The texts that people read, in English or French.

Texts are written in English as `_("...")`, or as `N_("...")` where they are only named and shown
later. The language follows the locale until `set_language` chooses one for this context.
"""

import gettext
import locale
import os
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from palamedes.core.errors import PalamedesError

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}
LANGUAGES = tuple(LANGUAGE_NAMES)
FRENCH_MARKS = str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ","})
CATALOGUES = Path(__file__).parent.parent / "locale"

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def set_language(code: str | None) -> None:
    """Use this language from now on; None follows the locale."""
    if code is not None and str(code).lower() not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise PalamedesError(
            _("unknown language {code!r}; choose from {known}").format(code=code, known=known)
        )
    _chosen.set(code and code.lower())


def language() -> str:
    """The code of the language in use."""
    return _chosen.get() or _language_of_locale()


def _(message: str) -> str:
    return _catalogue(language()).gettext(message)


def N_(message: str) -> str:  # noqa: N802 - the name the gettext tools look for
    return message


def ngettext(one: str, many: str, count: int) -> str:
    return _catalogue(language()).ngettext(one, many, count)


def in_all_languages(message: str) -> list[str]:
    """A text in each of the languages."""
    return [_catalogue(code).gettext(message) for code in LANGUAGES]


def localised(number: str) -> str:
    """A number in English form, `1,234.5`, as the language writes it."""
    return number.translate(FRENCH_MARKS) if language() == "fr" else number


def decimal(number: float, digits: int | None = 1) -> str:
    """A number with `digits` decimals, None for those it needs, as the language writes it."""
    return localised(f"{number:g}" if digits is None else f"{number:.{digits}f}")


class Number(int):
    """A whole number whose thousands `{:,}` groups as the language does."""

    def __format__(self, spec: str) -> str:
        return localised(super().__format__(spec))


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("palamedes", CATALOGUES, [code], fallback=True)


@cache
def _language_of_locale() -> str:
    # As gettext does it, but English needs no catalogue to be found; Windows may set no variable.
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, variables), None) or locale.getlocale()[0] or "C"
    if name.partition(".")[0] in ("C", "POSIX"):
        return "en"
    wanted = [*os.environ.get("LANGUAGE", "").split(":"), name]
    codes = (each[:2].lower() for each in wanted)
    return next((code for code in codes if code in LANGUAGES), "en")
