/** The visitor's progress with the puzzles of a game, and the list of them. */

import { fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** A rating with its margin of error; while it is provisional, how many puzzles are left. */
export function ratingText({ rating, deviation, left }) {
  if (left === 0) return `${rating} ± ${2 * deviation}`;
  return left === 1
    ? t("after 1 more puzzle")
    : t("after {number} more puzzles", { number: left });
}

export class ProgressPanel {
  #facts = h("dl", { class: "facts" });
  #change = h("p", { class: "change" });
  #bar = h("progress", { max: 1, value: 0 });
  element = h("section", { class: "panel progress-panel" }, this.#facts, this.#bar, this.#change);
  #before = null;

  constructor() {
    this.element.setAttribute("aria-label", t("Your progress"));
  }

  /** @param {any} progress @param {boolean} [isRated] whether the last answer was rated */
  show(progress, isRated = false) {
    const { solved, count, streak, best } = progress;
    const done = t("{solved} of {count} solved", { solved, count });
    this.#bar.max = count;
    this.#bar.value = solved;
    this.#bar.setAttribute("aria-label", done);
    fill(
      this.#facts,
      fact(t("Solved"), `${solved} / ${count}`),
      fact(t("Rating"), ratingText(progress)),
      fact(t("Streak"), streak),
      fact(t("Best streak"), best),
    );
    const isKnown = progress.rating !== null && typeof this.#before?.rating === "number";
    fill(this.#change, isRated && isKnown ? this.#changed(progress) : null);
    this.#before = progress;
  }

  #changed({ rating }) {
    const change = rating - this.#before.rating;
    const sign = change >= 0 ? "+" : "−";
    return t("Rating: {change}", { change: `${sign}${Math.abs(change)}` });
  }
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** All puzzles by number, with the solved ones marked. */
export class NumberList {
  #list = h("ol", { class: "numbers" });
  element = h("details", { class: "panel number-panel" }, h("summary", {}, t("All puzzles")));

  constructor() {
    this.element.append(this.#list);
    this.element.open = matchMedia("(min-width: 880px)").matches;
  }

  show(puzzles, current) {
    fill(this.#list, ...puzzles.map((puzzle) => h("li", {}, this.#link(puzzle, current))));
  }

  #link({ number, grade, state }, current) {
    const words = [t("Puzzle {number}", { number }), t("level {grade}", { grade })];
    if (state) words.push(state === "solved" ? t("solved") : t("not solved yet"));
    const attributes = {
      class: `number ${state}`,
      href: `#${number}`,
      "aria-label": words.join(", "),
      "aria-current": number === current ? "true" : null,
    };
    return h("a", attributes, number);
  }
}
