/** Beside a game that is played for a challenge: the challenge, and a link back to the campaign. */

import { visit } from "../shared/addresses.js";
import { button, fill, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { t } from "../shared/words.js";

export class ChallengePanel {
  element = h("section", { class: "panel challenge-panel", hidden: true });
  #isAsked = false;
  #wasOver = false;

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element.setAttribute("aria-label", t("Campaign"));
  }

  /** Ask the server about the challenge at the start and at the end of the game. */
  async show(scene) {
    const { step: challenge } = this.page.info;
    const isOver = scene.result !== null;
    if (!challenge || !scene.seats.length || (this.#isAsked && isOver === this.#wasOver)) return;
    this.#isAsked = true;
    this.#wasOver = isOver;
    const found = await request(`/api/campaign/steps/${challenge}`).catch(() => null);
    this.element.hidden = found === null;
    if (found) fill(this.element, ...this.#lines(found, isOver));
  }

  #lines({ id, text, note, met, opened, chapter, following }, isOver) {
    const isLast = met && !following;
    const back = { class: isLast ? "button main" : "button", href: `/campaign#${chapter}` };
    const again = () => this.#play(id);
    const next = () =>
      following.kind === "game" ? this.#play(following.id) : visit(following.next);
    return [
      h("strong", {}, text),
      h("p", { class: "muted" }, note),
      met && h("p", { class: "notice good", role: "status" }, t("Challenge complete!")),
      met && opened && h("p", {}, t("Chapter unlocked: {chapter}", { chapter: opened })),
      isOver && !met && h("p", { class: "notice", role: "status" }, t("Not this time.")),
      h(
        "div",
        { class: "buttons" },
        met && following && button("forth", t("Next challenge"), next, { name: "main" }),
        isOver && button("again", t("Try again"), again, { name: met ? "" : "main" }),
        h("a", back, t("Back to the campaign")),
      ),
    ];
  }

  async #play(challenge) {
    try {
      const { id } = await request(`/api/campaign/steps/${challenge}`, { name: settings.name });
      visit(`/game/${id}`);
    } catch (error) {
      this.page.tell(error.message);
    }
  }
}
