/** The open challenges of the lobby: one's own, those to the visitor, and those to anybody. */

import { visit } from "../shared/addresses.js";
import { botBadge } from "../shared/bots.js";
import { controlText } from "../shared/clocks.js";
import { announce, button, find, h } from "../shared/dom.js";
import { notify } from "../shared/notifications.js";
import { blockButton, playerLink } from "../shared/players.js";
import { request } from "../shared/requests.js";
import { sound } from "../shared/sound.js";
import { t } from "../shared/words.js";
import { showEntries } from "./lists.js";

const OWN = "palamedes-challenge"; // the id of the visitor's challenge, kept over a reload

export class Challenges {
  #list = h("ul", { class: "challenges" });
  #none = h("p", { class: "muted" }, t("No open challenges. Offer a game yourself!"));
  #known = new Set(); // the ids of challenges to the visitor

  /** @param {(message: string) => void} tell shows what was refused */
  constructor(tell) {
    this.tell = tell;
    this.element = h("div", {}, this.#list, this.#none);
  }

  /**
   * @param {import("../shared/messages.js").LobbyMessage} lobby
   * @param {import("../shared/messages.js").OwnLobbyMessage} you
   */
  show(lobby, you) {
    const { own, objections } = you;
    if (own) keepOwn(own);
    else this.#findGame();
    const others = lobby.challenges.filter(({ id }) => id !== own);
    const mine = lobby.challenges.filter(({ id }) => id === own);
    const entries = [
      ...you.challenges.map((challenge) => ({ ...challenge, kind: "to-you" })),
      ...mine.map((challenge) => ({ ...challenge, kind: "own" })),
      ...others.map((challenge) => ({ ...challenge, objection: objections[challenge.id] })),
    ];
    this.#none.hidden = entries.length > 0;
    showEntries(this.#list, entries, (entry) => this.#entry(entry));
    this.#announceNew(you.challenges);
  }

  /** The visitor's challenge is not there any more: perhaps its game has begun. */
  async #findGame() {
    const id = sessionStorage.getItem(OWN);
    if (!id) return;
    keepOwn("");
    const found = await request(`/api/challenges/${id}`).catch(() => null);
    if (found?.state !== "accepted") return;
    notify(t("Your game begins."), found.title, found.game_id);
    visit(`/game/${found.game_id}`);
  }

  #announceNew(toYou) {
    for (const { id, title, challenger } of toYou) {
      if (this.#known.has(id)) continue;
      const text = t("{player} challenges you.", { player: challenger.name || t("a guest") });
      announce(text);
      sound("ask");
      notify(text, title, id);
    }
    this.#known = new Set(toYou.map(({ id }) => id));
  }

  #entry(challenge) {
    return h(
      "li",
      { "data-challenge": challenge.id, class: challenge.kind },
      h("div", { class: "who" }, ...this.#who(challenge)),
      h("div", { class: "terms" }, h("strong", {}, challenge.title), " ", termsText(challenge)),
      h("div", { class: "buttons" }, ...this.#buttons(challenge)),
    );
  }

  #who({ challenger, kind }) {
    if (kind === "own") return [t("Your challenge: waiting for an opponent…")];
    const { name, rating, bot } = challenger;
    return [
      name ? playerLink(name) : t("a guest"),
      bot && botBadge(),
      rating !== null && h("span", { class: "muted" }, ` (${rating})`),
    ].filter(Boolean);
  }

  #buttons({ id, kind, objection }) {
    const act = (verb) => this.#act(id, verb);
    if (kind === "own") return [button("close", t("Cancel"), () => act("cancel"))];
    const block = blockButton({ challenge: id }, () => {}, this.tell, { quiet: true });
    if (objection) return [h("span", { class: "muted objection" }, objection), block];
    const decline = kind === "to-you" && button("close", t("Decline"), () => act("decline"));
    return [button("play", t("Play"), () => act("accept"), { name: "main" }), decline, block].filter(
      Boolean,
    );
  }

  async #act(id, verb) {
    try {
      if (verb === "cancel") keepOwn("");
      const { state, game_id: game } = await request(`/api/challenges/${id}/${verb}`, {});
      if (state === "accepted") visit(`/game/${game}`);
    } catch (error) {
      this.tell(error.message);
      find("#main").focus(); // the button is gone, or of no use
    }
  }
}

/** Remember the visitor's challenge, to find the game that it becomes. */
export function keepOwn(id) {
  try {
    sessionStorage.setItem(OWN, id);
  } catch {
    // Storage is blocked: the game is found on the first page.
  }
}

/** The terms of a challenge, such as "5 min + 3 s, rated, rating 1400 to 1600". */
function termsText({ clock, rated, strength }) {
  const parts = [
    clock ? controlText(...clock) : t("no clock"),
    rated ? t("rated") : t("casual"),
    strengthText(strength),
  ];
  return parts.filter(Boolean).join(", ");
}

function strengthText([lowest, highest]) {
  if (lowest === null && highest === null) return "";
  if (highest === null) return t("rating from {lowest}", { lowest });
  if (lowest === null) return t("rating up to {highest}", { highest });
  return t("rating {lowest} to {highest}", { lowest, highest });
}
