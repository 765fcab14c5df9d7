"""Missing tables, in a real browser: how far building them is, and what follows."""

import os

import pytest
from playwright.sync_api import expect

from browser import PROGRAM, complaints

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
MISSING = {
    "state": "missing",
    "share": 0.0,
    "quick": True,
    "cost": "less than a minute",
    "complaint": "",
    "operator": False,
}
BUILDING = {**MISSING, "state": "building", "share": 0.25, "quick": False}
COMPLETE = {**BUILDING, "state": "complete", "share": 0.0}


def test_the_analysis_board_shows_how_far_it_is_and_looks_again(page):
    answers = [MISSING, BUILDING, COMPLETE]
    page.route("**/api/tables**", lambda route: route.fulfill(json=answers.pop(0)))
    page.goto("/analysis#game=teeko")
    notice = page.locator(".tables-notice")
    expect(notice).to_have_text("Exact values are being computed: 25%")
    assert complaints(page) == []
    expect(notice).to_be_hidden()
    assert not answers


def test_a_build_that_failed_says_why_and_can_be_tried_again(page):
    complaint = "the tables of teeko cannot be written: No space left on device"
    answers = [{**MISSING, "complaint": complaint}, BUILDING, COMPLETE]
    page.route("**/api/tables**", lambda route: route.fulfill(json=answers.pop(0)))
    page.goto("/analysis#game=teeko")
    notice = page.locator(".tables-notice")
    expect(notice).to_contain_text(complaint)
    notice.get_by_role("button", name="Build the tables").click()
    expect(notice).to_have_text("Exact values are being computed: 25%")
