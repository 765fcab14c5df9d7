/** The steps of a course as dots: done, current, still to come. */

import { fill, h, icon } from "../shared/dom.js";
import { t } from "../shared/words.js";

export class ProgressDots {
  element = h("ol", { class: "dots", "aria-label": t("Steps") });
  #choose;

  /** @param {(number: number) => void} choose called with the number of a step */
  constructor(choose) {
    this.#choose = choose;
  }

  /**
   * @param {{number: number, title: string, done: boolean}[]} steps
   * @param {number} current
   */
  show(steps, current) {
    fill(this.element, ...steps.map((step) => h("li", {}, this.#dot(step, current))));
  }

  #dot({ number, title, done }, current) {
    const words = [`${number}. ${title}`, done && t("done")].filter(Boolean);
    const attributes = {
      type: "button",
      class: `dot ${done ? "done" : ""}`,
      "aria-label": words.join(", "),
      title: words.join(", "),
      "aria-current": number === current ? "step" : null,
      onclick: () => this.#choose(number),
    };
    return h("button", attributes, done ? icon("yes") : number);
  }
}
