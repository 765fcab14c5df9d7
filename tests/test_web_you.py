"""Accounts, ratings and the ranking in a real browser, in both languages, large and small."""

import json
import os
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import (
    DESKTOP,
    PHONE,
    PROGRAM,
    begin,
    complaints,
    play_on,
    serving,
)
from palamedes.core.language import _, set_language

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("web")) as (address, _process):
        yield address


@pytest.fixture(params=[("en", DESKTOP), ("fr", PHONE)], ids=["en-desktop", "fr-phone"])
def reader(request, surfer):
    """Somebody who reads one of our languages on one of our screens."""
    language, viewport = request.param
    set_language(language)
    page = surfer.visitor(viewport, locale=language)
    page.name = f"Ada {language}"
    yield page
    set_language("en")
    forgive_refusals(surfer)


def forgive_refusals(surfer):
    """A browser reports every wrong password as an error; those are meant."""
    surfer.errors[:] = [error for error in surfer.errors if "401" not in error]


def sign_up(page, name):
    page.goto("/you")
    form = page.locator("form", has=page.get_by_role("button", name=_("Create account")))
    form.get_by_label(_("Name")).fill(name)
    form.get_by_label(_("Password")).fill(PASSWORD)
    form.get_by_role("button").click()
    page.get_by_role("heading", level=1, name=name).wait_for()


def fits(page):
    """Nothing hinders anybody in any colours, and nothing sticks out of the screen."""
    for palette, mode in product(("walnut", "slate", "sea", "contrast"), ("light", "dark")):
        page.evaluate(
            "chosen => Object.assign(document.documentElement.dataset, chosen)",
            {"palette": palette, "mode": mode},
        )
        assert complaints(page) == [], (page.url, palette, mode)
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_account_from_its_first_day_to_its_last(reader):
    page, name = reader, reader.name
    page.request.get("/api/showcase")  # rules may have to be compiled first
    begin(page, "nim", second={"who": "engine", "level": "easy"})  # comes along later
    sign_up(page, name)
    expect(page.locator(".history li")).to_have_count(1)
    page.goto("/")
    page.locator('.card[data-game="morpion"] .button.main').click()
    page.locator("dialog .originals summary").click()
    page.get_by_role("radio", name=_("easy")).check()
    page.locator("dialog .more summary").click()
    page.locator("dialog [name=rated]").check()
    page.locator("dialog .button.main").click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".spot")
    expect(page.locator('[data-action="hint"]')).to_be_hidden()
    play_on(page)
    change = page.locator(".rated strong")
    change.wait_for()
    rating = int(page.locator(".rated").inner_text().split(":")[1].split()[0])
    assert rating == 1500 + int(change.inner_text().replace("\N{MINUS SIGN}", "-"))

    page.goto("/you")
    card = page.locator('.ratings [data-pool="morpion"]')
    card.wait_for()
    expect(card.locator("strong")).to_have_text(str(rating))
    expect(page.locator("table.results tbody tr")).to_have_count(1)
    expect(page.locator(".history li")).to_have_count(2)
    fits(page)
    with page.expect_download() as saving:
        page.get_by_role("button", name=_("Export everything")).click()
    stored = json.loads(Path(saving.value.path()).read_text())
    assert stored["account"]["name"] == name
    assert {game["record"]["game"] for game in stored["games"]} == {"nim", "morpion"}

    page.get_by_role("button", name=_("Delete everything")).click()
    form = page.locator("dialog form")
    form.get_by_label(_("Password")).fill("another horse")
    form.get_by_role("button").click()
    form.get_by_role("alert").filter(has_text=_("Wrong name or password.")).wait_for()
    form.get_by_label(_("Password")).fill(PASSWORD)
    form.get_by_role("button").click()
    page.get_by_role("heading", level=1, name=_("Profile"), exact=True).wait_for()
    expect(page.locator(".history li[data-game]")).to_have_count(0)
    fits(page)


def test_who_has_an_account_plays_under_its_name(page):
    page.goto("/ranking")
    page.locator("#place a").wait_for()
    sign_up(page, "Heloise")
    page.evaluate("localStorage.setItem('palamedes', JSON.stringify({name: 'Impostor'}))")
    page.goto("/")
    page.locator('.card[data-game="nim"] .button.main').click()
    page.locator(".name-field").wait_for(state="hidden")
    page.locator("dialog .button.main").click()
    page.locator(".bottom-player", has_text="Heloise").wait_for()
    page.locator('[data-action="resign"]').click()
    page.locator("dialog .button.main").click()
    page.locator("#status", has_text="You lose: you resigned.").wait_for()
    page.goto("/ranking")
    page.locator("#place", has_text="not ranked yet").wait_for()


def test_a_login_elsewhere_is_seen_and_ended(surfer, page):
    sign_up(page, "Grace")
    page.get_by_role("button", name="Log out").click()
    log_in = page.locator("form", has=page.get_by_role("button", name="Log in"))
    log_in.get_by_label("Name").fill("grace")
    log_in.get_by_label("Password").fill("wrong password")
    page.keyboard.press("Enter")
    log_in.get_by_role("alert").wait_for()
    log_in.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name="Grace").wait_for()
    other = surfer.visitor()
    wish = {"name": "GRACE", "password": PASSWORD}
    assert other.request.post("/api/logins", data=wish).status == 200
    page.reload()
    page.get_by_role("button", name="End session").click()
    page.get_by_role("button", name="End session").wait_for(state="detached")
    assert other.request.get("/api/you").json()["name"] is None
    forgive_refusals(surfer)


def test_the_ranking_of_each_game(reader):
    page = reader
    page.goto("/ranking")
    page.locator(".leaders .engine").first.wait_for()
    before = page.locator(".leaders").inner_text()
    page.locator("#ranking-game").select_option("teeko")
    page.wait_for_url("**game=teeko")
    page.wait_for_function("b => document.querySelector('.leaders')?.innerText !== b", arg=before)
    page.reload()
    page.locator(".leaders .engine").first.wait_for()
    expect(page.locator("#ranking-game")).to_have_value("teeko")
    expect(page.locator(".leaders thead th").nth(1)).to_have_text(_("Name"))
    fits(page)
