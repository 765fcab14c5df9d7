/** What the server does about missing tables: it builds them, shows how far it is, or says why not. */

import { button, fill, h, write } from "./dom.js";
import { request } from "./requests.js";
import { t } from "./words.js";

const POLL = 2000; // milliseconds

/**
 * The tables of a game, as the server describes them.
 * @typedef {object} Tables
 * @property {"waiting" | "building" | "missing" | "complete"} state
 * @property {number} share that is done
 * @property {boolean} quick whether building takes seconds
 * @property {string} cost of building them, in words
 * @property {string} complaint why the last build failed
 * @property {boolean} operator whether this visitor sits at the server
 */

export class TablesNotice {
  #game = "";
  #timer = 0;
  #wasMissing = false;
  #text = h("p");
  #bar = h("progress", { max: 1, "aria-label": t("Exact values") });

  /** @param {() => void} onBuilt called when the tables were built while this was shown */
  constructor(onBuilt) {
    this.onBuilt = onBuilt;
    this.element = h("section", { class: "panel tables-notice", hidden: true });
  }

  /**
   * Show what happens to the tables of a game; those that take seconds are built now.
   * @param {string} game "" to show nothing
   */
  look(game) {
    if (game === this.#game) return;
    clearTimeout(this.#timer);
    this.#game = game;
    this.#wasMissing = false;
    this.element.hidden = true;
    if (game) this.#ask(game);
  }

  async #ask(game, start = false) {
    clearTimeout(this.#timer);
    const query = `/api/tables?${new URLSearchParams({ game })}`;
    try {
      const tables = await (start ? request("/api/tables", { game }) : request(query));
      if (game === this.#game) this.#show(tables);
    } catch (error) {
      if (game === this.#game) this.#complain(error.message);
    }
  }

  /** @param {Tables} tables */
  #show(tables) {
    const { state, quick, complaint } = tables;
    const game = this.#game;
    if (state === "missing" && quick && !complaint) {
      this.#ask(game, true);
      return;
    }
    if (state === "waiting" || state === "building")
      this.#timer = setTimeout(() => this.element.isConnected && this.#ask(this.#game), POLL);
    const isBuilt = state === "complete" && this.#wasMissing;
    this.#wasMissing = state !== "complete";
    if (state === "complete") fill(this.element);
    else if (state === "missing") this.#offer(tables);
    else this.#showProgress(tables);
    this.element.hidden = !this.element.firstChild;
    if (isBuilt) this.onBuilt();
  }

  /** Say why the last build failed, and let those start it again who may. */
  #offer({ quick, cost, complaint, operator }) {
    const mayStart = quick || operator;
    const start = () => this.#ask(this.#game, true);
    const text = t("Exact values: {cost}", { cost });
    fill(
      this.element,
      complaint && h("p", { class: "notice bad" }, complaint),
      mayStart && h("p", { class: "muted small" }, text),
      mayStart && button("", t("Build the tables"), start),
    );
  }

  #showProgress({ state, share, operator }) {
    const percent = Math.floor(100 * share);
    const text =
      state === "waiting"
        ? t("Exact values: waiting until other tables are built.")
        : t("Exact values are being computed: {percent}%", { percent });
    write(this.#text, text);
    this.#bar.value = share;
    if (this.element.contains(this.#bar)) return; // a focus on the button stays
    const cancel = operator && button("", t("Cancel"), () => this.#cancel());
    fill(this.element, this.#text, this.#bar, cancel);
  }

  async #cancel() {
    const game = this.#game;
    await request("/api/tables/cancel", { game }).catch((error) => this.#complain(error.message));
    this.#ask(game);
  }

  #complain(message) {
    fill(this.element, h("p", { class: "notice bad" }, message));
    this.element.hidden = false;
  }
}
