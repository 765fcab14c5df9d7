"""Everything a player reads exists in French, and the catalogue is up to date."""

import gettext
import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import palamedes
from conftest import ALL_GAMES
from messages import texts_in_the_sources
from palamedes import PalamedesError
from palamedes.core.language import (
    LANGUAGES,
    Number,
    _,
    decimal,
    language,
    localised,
    set_language,
)
from palamedes.ui.settings import Settings, save_settings

PACKAGE = Path(palamedes.__file__).parent
FRENCH = PACKAGE / "locale" / "fr" / "LC_MESSAGES"


@pytest.fixture(autouse=True)
def _back_to_the_locale():
    yield
    set_language(None)


@pytest.fixture(scope="module")
def catalogue():
    with (FRENCH / "palamedes.po").open("rb") as file:
        return read_po(file)


def test_every_text_is_translated(catalogue):
    texts = [message.id for message in texts_in_the_sources()]
    assert len(texts) > 50
    missing = [text for text in texts if text not in catalogue or not catalogue[text].string]
    assert missing in ([], [""]), "run `make messages` and translate what is empty"


def test_nothing_in_the_catalogue_is_stale(catalogue):
    texts = texts_in_the_sources()
    assert [message.id for message in catalogue if message.id and message.id not in texts] == []
    assert not any(message.fuzzy for message in catalogue if message.id)


def _fields(text):
    return sorted(
        name for _text, name, *_rest in string.Formatter().parse(text) if name is not None
    )


def test_translations_keep_the_fields(catalogue):
    for message in catalogue:
        if message.id and isinstance(message.id, str):
            assert _fields(message.id) == _fields(message.string), message.id


def test_no_french_line_begins_with_a_colon(catalogue):
    """The space before ; : ? ! does not break."""
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple) else [message.string]
        for text in texts if message.id else ():
            assert not re.search(r" [;:?!](\s|$)|« | »", text), text


def test_the_compiled_catalogue_is_up_to_date(catalogue):
    with (FRENCH / "palamedes.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in catalogue:
        if isinstance(message.id, str) and message.id:
            assert compiled.gettext(message.id) == message.string, "run `make messages`"


def test_switching():
    for code in LANGUAGES:
        set_language(code)
        assert language() == code
    assert _("the game is over") == "la partie est terminée"
    set_language("en")
    assert _("the game is over") == "the game is over"
    with pytest.raises(PalamedesError, match="xx"):
        set_language("xx")


def test_games_introduce_themselves_in_french():
    set_language("fr")
    assert [game.id for game in ALL_GAMES if _(game.rules) == game.rules] == []


def test_the_language_of_the_settings_is_spoken_unless_another_is_asked_for(run):
    set_language(None)
    save_settings(Settings(language="fr"))
    assert "inconnu" in run("perft", "chess", "1")[2]
    assert "unknown" in run("--lang", "en", "perft", "chess", "1")[2]
    save_settings(Settings(language="xx"))
    set_language(None)
    assert "unknown" in run("perft", "chess", "1")[2]


def test_numbers_are_written_as_the_language_does():
    try:
        set_language("fr")
        assert (decimal(1234.56), decimal(-0.25, None), decimal(3.0, None)) == (
            "1234,6",
            "-0,25",
            "3",
        )
        assert localised(f"{1234.5:,.1f}") == "1\xa0234,5"
        assert f"{Number(1234567):,} {Number(12):,} {Number(7)}" == "1\xa0234\xa0567 12 7"
        set_language("en")
        assert f"{Number(1234567):,}" == "1,234,567"
        assert decimal(-0.25, None) == "-0.25"
    finally:
        set_language(None)
