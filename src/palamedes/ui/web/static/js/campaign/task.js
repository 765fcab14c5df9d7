/** Beside a game that is played for a challenge: what is to be done, and the way back. */

import { button, fill, h } from "../dom.js";
import { ask } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

export class TaskPanel {
  element = h("section", { class: "panel task-panel", hidden: true });
  #isAsked = false;
  #wasOver = false;

  /** @param {any} page the page of a game */
  constructor(page) {
    this.page = page;
    this.element.setAttribute("aria-label", t("Campaign"));
  }

  /** Ask how the challenge stands, at first and when the game is over. */
  async show(scene) {
    const { step } = this.page.hello;
    const isOver = scene.result !== null;
    if (!step || !scene.seats.length || (this.#isAsked && isOver === this.#wasOver)) return;
    this.#isAsked = true;
    this.#wasOver = isOver;
    const found = await ask(`/api/campaign/steps/${step}`).catch(() => null);
    this.element.hidden = found === null;
    if (found) fill(this.element, ...this.#lines(found, isOver));
  }

  #lines({ id, text, note, met, opened, chapter }, isOver) {
    const back = { class: met ? "button main" : "button", href: `/campaign#${chapter}` };
    const again = () => this.#again(id);
    return [
      h("strong", {}, text),
      h("p", { class: "muted" }, note),
      met && h("p", { class: "notice good", role: "status" }, t("Challenge complete!")),
      met && opened && h("p", {}, t("Chapter unlocked: {chapter}", { chapter: opened })),
      isOver && !met && h("p", { class: "notice", role: "status" }, t("Not this time.")),
      h(
        "div",
        { class: "buttons" },
        isOver && button("again", t("Try again"), again, { name: met ? "" : "main" }),
        h("a", back, t("Back to the campaign")),
      ),
    ];
  }

  async #again(step) {
    try {
      const { id } = await ask(`/api/campaign/steps/${step}`, { name: settings.name });
      location.assign(`/game/${id}`);
    } catch (error) {
      this.page.tell(error.message);
    }
  }
}
