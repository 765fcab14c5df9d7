/** Puzzles that are solved for a challenge of the campaign: which one, and the way back. */

import { fill, h } from "../dom.js";
import { ask } from "../net.js";
import { t } from "../words.js";

export class StepNotice {
  #step = new URLSearchParams(location.search).get("step");
  #puzzles = [];
  element = h("section", { class: "panel step-notice", hidden: true });

  constructor() {
    this.element.setAttribute("aria-label", t("Campaign"));
    this.look();
  }

  /** Ask how the challenge stands, and show it. */
  async look() {
    if (!this.#step) return;
    const path = `/api/campaign/steps/${encodeURIComponent(this.#step)}`;
    const step = await ask(path).catch(() => null);
    this.element.hidden = step === null;
    if (!step) return;
    this.#puzzles = step.puzzles;
    fill(this.element, ...this.#lines(step));
  }

  /** The number of another puzzle that the challenge asks for, the next one if there is one. */
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
