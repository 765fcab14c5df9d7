/** Beside puzzles that are solved for a challenge: the challenge, and a link to the campaign. */

import { fill, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

export class ChallengeNotice {
  #id = new URLSearchParams(location.search).get("step");
  #puzzles = [];
  element = h("section", { class: "panel challenge-notice", hidden: true });

  constructor() {
    this.element.setAttribute("aria-label", t("Campaign"));
    this.update();
  }

  /** Ask the server about the challenge, and show it. */
  async update() {
    if (!this.#id) return;
    const path = `/api/campaign/steps/${encodeURIComponent(this.#id)}`;
    const challenge = await request(path).catch(() => null);
    this.element.hidden = challenge === null;
    if (!challenge) return;
    this.#puzzles = challenge.puzzles;
    fill(this.element, ...this.#lines(challenge));
  }

  /** The number of the next unsolved puzzle of the challenge; undefined if there is none. */
  another(current) {
    const left = this.#puzzles.filter(({ solved, number }) => !solved && number !== current);
    return (left.find(({ number }) => number > current) ?? left[0])?.number;
  }

  #lines({ text, met, opened, chapter, puzzles }) {
    const solved = puzzles.filter((puzzle) => puzzle.solved).length;
    const count = puzzles.length;
    return [
      h("strong", {}, text),
      h("p", { class: "muted" }, t("{solved} of {count} solved", { solved, count })),
      met && h("p", { class: "notice good" }, t("Challenge complete!")),
      met && opened && h("p", {}, t("Chapter unlocked: {chapter}", { chapter: opened })),
      h(
        "div",
        { class: "buttons" },
        h(
          "a",
          { class: met ? "button main" : "button", href: `/campaign#${chapter}` },
          t("Back to the campaign"),
        ),
      ),
    ];
  }
}
