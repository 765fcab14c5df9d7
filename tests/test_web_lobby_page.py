"""People who meet in a real browser: pairing, greetings, notifications, profiles and blocks."""

import os

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, PHONE, PROGRAM, serving, touch, wait_for_turn
from test_web_you import PASSWORD, fits

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
# A page that nobody sees, in a browser that has allowed notifications.
HIDDEN = """
Object.defineProperty(document, 'hidden', { get: () => true });
window.Notification = class extends EventTarget {
  static permission = 'default';
  static async requestPermission() {
    return (this.permission = 'granted');
  }
  constructor(text, { body }) {
    super();
    document.documentElement.dataset.told = `${text} / ${body}`;
  }
};
if (localStorage.palamedes?.includes('"notify":true')) Notification.permission = 'granted';
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("web")) as (address, _process):
        yield address


def person(surfer, name, viewport=DESKTOP, language="en"):
    """Somebody with an account, in the lobby."""
    page = surfer.visitor(viewport, locale=language)
    answer = page.request.post("/api/accounts", data={"name": name, "password": PASSWORD})
    assert answer.status == 201, answer.text()
    return enter(page)


def enter(page):
    page.goto("/lobby")
    page.locator("#here .people, #here .muted").first.wait_for()
    return page


def offer(page, **wish):
    """Offer a game as a program does; the page shows it as soon as the server does."""
    answer = page.request.post("/api/challenges", data={"game": "teeko", "lobby": True, **wish})
    assert answer.status == 201, answer.text()
    assert answer.json()["state"] == "open"  # nobody else has offered the same
    page.locator(".challenges .own").wait_for()
    return answer.json()["id"]


def accept(page, challenge_id):
    page.locator(f'[data-challenge="{challenge_id}"] .button.main').click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".spot")


def test_an_offer_by_keyboard_is_taken_on_a_phone_and_watched_by_a_guest(surfer):
    ann, bob = person(surfer, "Ann"), person(surfer, "Bob", PHONE, "fr")
    guest = enter(surfer.visitor())
    ann.get_by_role("button", name="Offer a game").focus()
    ann.keyboard.press("Enter")
    ann.locator("dialog select").wait_for()
    ann.keyboard.type("Teeko")  # the list has the focus
    ann.keyboard.press("Tab")
    ann.keyboard.press("ArrowRight")  # the next longer clock
    ann.get_by_label("from").fill("1400")
    ann.keyboard.press("Enter")
    ann.locator(".challenges .own").wait_for()
    fits(ann)
    taken = bob.locator(".challenges li", has_text="Ann")
    expect(taken).to_contain_text("10 min + 5 s, amicale, cote à partir de 1400")
    expect(guest.locator(".challenges .objection")).to_contain_text("Log in")
    fits(bob)
    play = taken.get_by_role("button", name="Jouer")
    play.focus()
    enter(surfer.visitor())  # others come and go, and the button keeps the focus
    expect(bob.locator("#here")).to_contain_text("invités\u00a0: 2")
    bob.keyboard.press("Enter")
    for page in (ann, bob):
        page.wait_for_url("**/game/*")
        page.wait_for_selector(".spot")
    guest.locator("#watch a", has_text="Teeko").click()
    guest.wait_for_url(ann.url)
    expect(guest.locator(".player", has_text="Bob")).to_be_visible()
    expect(guest.locator(".greetings")).to_be_hidden()


def test_greetings_are_read_in_ones_own_language_muted_and_blocked(surfer):
    ann, bob = person(surfer, "Ann B"), person(surfer, "Bob B", PHONE, "fr")
    accept(bob, offer(ann))
    ann.wait_for_url("**/game/*")
    ann.locator(".greetings summary").click()
    ann.get_by_role("button", name="Good luck!").click()
    said = bob.locator(".greetings-said")
    expect(said).to_contain_text("Ann B\u00a0: Bonne chance\u00a0!")
    bob.reload()
    expect(said).to_contain_text("Bonne chance")
    bob.locator(".greetings summary").click()
    fits(bob)
    bob.get_by_role("button", name="Masquer les salutations").click()
    expect(said).to_be_hidden()
    ann.get_by_role("button", name="Hello!").click()
    expect(ann.locator(".greetings-said")).to_contain_text("Ann B: Hello!")
    bob.get_by_role("button", name="Bloquer ce joueur").click()
    bob.locator("dialog").get_by_role("button", name="Bloquer").click()
    bob.locator("#message", has_text="Vous avez bloqué").wait_for()
    ann.get_by_role("button", name="Oops!").click()
    ann.locator("#message", has_text="receives no greetings").wait_for()
    surfer.errors[:] = [error for error in surfer.errors if "409" not in error]


def test_whoever_looks_elsewhere_is_notified_when_the_game_begins_and_at_every_turn(surfer):
    ann, bob = person(surfer, "Ann C"), person(surfer, "Bob C")
    ann.add_init_script(HIDDEN)
    ann.reload()
    ann.get_by_role("button", name="Settings").click()
    ann.get_by_label("Notify me when it is my turn").check()
    ann.keyboard.press("Escape")
    challenge_id = offer(ann, first="challenger")
    accept(bob, challenge_id)
    ann.wait_for_url("**/game/*")
    told = ann.locator("html")
    expect(told).to_have_attribute("data-told", "Your turn / Teeko")
    expect(ann).to_have_title("Your turn - Teeko - Palamedes")
    told.evaluate("root => delete root.dataset.told")
    wait_for_turn(ann)
    touch(ann, "c3")
    wait_for_turn(bob)
    assert told.get_attribute("data-told") is None
    touch(bob, "a1")
    expect(told).to_have_attribute("data-told", "Your turn / Teeko")
    ann.goto("/")
    expect(ann).to_have_title("Your turn - Palamedes")


def test_a_profile_and_a_block_that_is_lifted_again(surfer):
    ann, bob = person(surfer, "Ann E"), person(surfer, "Bob E", PHONE, "fr")
    offer(ann)
    theirs = bob.locator(".challenges li", has_text="Ann E")
    theirs.get_by_role("link").click()
    bob.get_by_role("heading", level=1, name="Ann E").wait_for()
    bob.get_by_role("button", name="Défier").wait_for()  # she is there
    fits(bob)
    bob.get_by_role("button", name="Bloquer ce joueur").click()
    bob.locator("dialog").get_by_role("button", name="Bloquer", exact=True).click()
    bob.get_by_role("button", name="Débloquer").wait_for()
    enter(bob)
    expect(theirs).to_have_count(0)
    expect(bob.locator(".people")).not_to_contain_text("Ann E")
    bob.goto("/you")
    bob.get_by_role("button", name="Débloquer").click()
    bob.get_by_text("Vous n'avez bloqué personne.").wait_for()
    enter(bob)
    theirs.wait_for()
    challenged_and_declined(ann, bob)
    accept(bob, theirs.get_attribute("data-challenge"))
    ann.wait_for_url(bob.url)


def challenged_and_declined(ann, bob):
    ann.get_by_role("button", name="Challenge Bob E").click()
    ann.locator("dialog select").select_option("nim:3,4,5")
    ann.locator("dialog .button.main").click()
    ann.get_by_text("Waiting for Bob E to answer").wait_for()
    expect(bob).to_have_title("(1) Salon - Palamedes")
    bob.locator(".to-you").get_by_role("button", name="Refuser").click()
    ann.get_by_text("Bob E declined your challenge.").wait_for()
    ann.keyboard.press("Escape")
    expect(bob).to_have_title("Salon - Palamedes")


def test_a_guest_without_a_cookie_offers_a_game(surfer):
    guest, other = enter(surfer.visitor()), enter(surfer.visitor(PHONE))
    guest.get_by_role("button", name="Offer a game").click()
    guest.locator("dialog").get_by_role("button", name="Offer this game").click()
    guest.locator(".challenges .own").wait_for()
    guest.get_by_role("button", name="Cancel").click()
    expect(guest.locator(".challenges li")).to_have_count(0)
    guest.get_by_role("button", name="Offer a game").click()
    guest.locator("dialog").get_by_role("button", name="Offer this game").click()
    guest.locator(".challenges .own").wait_for()
    other.locator(".challenges li", has_text="a guest").get_by_role(
        "button", name="Play", exact=True
    ).click()
    for page in (guest, other):
        page.wait_for_url("**/game/*")
