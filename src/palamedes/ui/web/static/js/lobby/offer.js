/** The dialog to offer a game to anybody in the lobby. */

import { visit } from "../shared/addresses.js";
import { clockOf, clockOptions } from "../shared/clocks.js";
import { choices, dialog } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { gameSelect } from "../shared/game_select.js";
import { request } from "../shared/requests.js";
import { LAST_OFFER, load, store } from "../shared/storage.js";
import { t } from "../shared/words.js";
import { keepOwn } from "./challenges.js";

const SECONDS = 1800; // for which a challenge waits at most
const USUAL = { game: "", clock: "300+3", rated: false, lowest: "", highest: "" };

/**
 * Ask what to offer, and offer it.
 * @param {boolean} hasAccount @param {() => void} done
 */
export async function openOffer(hasAccount, done) {
  if (document.querySelector("dialog")) return;
  const families = await request("/api/catalogue").catch(() => []);
  const wish = { ...USUAL, ...load(LAST_OFFER) };
  const select = gameSelect(families, ({ id }) => (wish.game = id));
  if (wish.game) select.value = wish.game;
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const send = button("play", t("Offer this game"), () => {}, { name: "main" });
  send.type = "submit";
  const form = h(
    "form",
    { class: "dialog-form", onsubmit: (event) => offer(event) },
    h("label", {}, h("span", { class: "legend" }, t("Game")), select),
    choices(t("Clock"), "clock", [["", t("no clock")], ...clockOptions()], wish.clock, (value) => {
      wish.clock = value;
    }),
    ...(hasAccount ? [ratedChoice(wish), strengthFields(wish)] : [guestNote()]),
    h("div", { class: "dialog-foot" }, complaint, send),
  );
  const shown = dialog(t("Offer a game"), [form]);
  select.focus();

  async function offer(event) {
    event.preventDefault();
    send.disabled = true;
    store(LAST_OFFER, { ...wish, game: select.value });
    try {
      const made = await request("/api/challenges", offered(wish, select.value, hasAccount));
      if (made.state === "accepted") return visit(`/game/${made.game_id}`);
      keepOwn(made.id);
      shown.close();
      done();
    } catch (error) {
      complaint.textContent = error.message;
      complaint.hidden = false;
      send.disabled = false;
    }
  }
}

function offered(wish, game, hasAccount) {
  const terms = { game, clock: clockOf(wish.clock), lobby: true, seconds: SECONDS };
  if (!hasAccount) return terms;
  const limit = (text) => (text === "" ? null : Number(text));
  const [lowest, highest] = [limit(wish.lowest), limit(wish.highest)];
  return { ...terms, rated: wish.rated, lowest, highest };
}

function ratedChoice(wish) {
  const kinds = [
    ["", t("casual")],
    ["rated", t("rated")],
  ];
  return choices(t("Kind"), "rated", kinds, wish.rated ? "rated" : "", (value) => {
    wish.rated = value === "rated";
  });
}

function strengthFields(wish) {
  const field = (name, text) => {
    const input = h("input", { type: "number", name, min: 0, max: 4000, step: 1 });
    input.value = wish[name];
    input.addEventListener("input", () => (wish[name] = input.value));
    return h("label", {}, h("span", {}, text), input);
  };
  return h(
    "fieldset",
    { class: "strength" },
    h("legend", {}, t("Rating of the opponent")),
    h("div", { class: "range" }, field("lowest", t("from")), field("highest", t("to"))),
    h("p", { class: "muted" }, t("Leave both empty to play anybody. New accounts count as 1500.")),
  );
}

const guestNote = () =>
  h(
    "p",
    { class: "muted" },
    h("a", { href: "/you" }, t("Create an account to play under your name and for a rating.")),
  );
