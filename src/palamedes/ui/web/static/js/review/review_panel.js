/** The review of a game: a graph of its evaluation, the mistakes, and an exercise made of them. */

import { AnalysisClient } from "../analysis/analysis_client.js";
import { button, fill, h } from "../shared/dom.js";
import { drawGraph } from "./graph.js";
import { MistakesExercise } from "./exercise.js";
import { t } from "../shared/words.js";

/**
 * @typedef {import("../shared/messages.js").JudgedMove} JudgedMove
 *
 * What the review needs of a page.
 * @typedef {{
 *   names: string[], seats: number[], first: number, ply: number,
 *   question: (ply?: number) => object, positionAt: (ply: number) => Promise<any>,
 *   look: (ply: number) => void, markFaults: (faults: Record<number, JudgedMove>) => void,
 *   lend: (exercise: import("./exercise.js").Exercise | null) => any,
 * }} Reviewed
 */

export class ReviewPanel {
  #client = null;
  #graph = null;
  #exercise = null;

  /** @param {Reviewed} page */
  constructor(page) {
    this.page = page;
    this.exercise = h("section", {
      class: "panel learn",
      "aria-label": t("Learn from your mistakes"),
      hidden: true,
    });
    this.element = h("section", {
      class: "panel review",
      "aria-label": t("Review the game"),
      hidden: true,
    });
  }

  /** Ask for the review of the game as it is now. */
  start() {
    if (!this.element.hidden) return;
    this.element.hidden = false;
    const bar = h("progress", { max: 1, value: 0, "aria-label": t("Reviewing the moves") });
    fill(this.element, h("h2", {}, t("Review the game")), bar);
    this.element.scrollIntoView({ block: "nearest" });
    this.#client ??= new AnalysisClient();
    const question = { ...this.page.question(), names: this.page.names };
    this.#client.watch({ type: "review", ...question }, (message) => {
      if (message.type === "progress") bar.value = message.done / message.total;
      else if (message.type === "review") this.#draw(message);
      else fill(this.element, h("p", { class: "notice bad" }, message.message));
    });
  }

  show() {
    this.#graph?.show(this.page.ply);
  }

  /** Remove the review, because the moves of the game have changed. */
  forget() {
    this.#exercise?.end();
    this.#client?.stop();
    this.element.hidden = true;
    this.#graph = null;
    this.page.markFaults({});
  }

  /** @param {import("../shared/messages.js").ReviewAnswer} found */
  #draw(found) {
    const faults = found.moves.filter((move) => move.fault);
    this.page.markFaults(Object.fromEntries(faults.map((move) => [move.ply, move])));
    this.#graph = drawGraph(found.chances, faults, (ply) => this.page.look(ply));
    this.#graph.show(this.page.ply);
    fill(
      this.element,
      h("h2", {}, t("Review the game")),
      this.#graph.element,
      this.#turnings(faults),
      this.#figures(found.rows),
      this.#exerciseButton(faults),
    );
    this.element.scrollIntoView({ block: "nearest" });
  }

  #turnings(faults) {
    const turning = faults.filter((move) => move.turning);
    if (!turning.length) return null;
    const link = ({ text, ply }) =>
      h("button", { class: "turning", type: "button", onclick: () => this.page.look(ply) }, text);
    return h("ul", { class: "turnings" }, ...turning.map((move) => h("li", {}, link(move))));
  }

  #figures(rows) {
    const { names } = this.page;
    const head = h(
      "tr",
      {},
      h("td"),
      ...names.map((name) =>
        h("th", { scope: "col" }, h("span", { class: "figures-name" }, name)),
      ),
    );
    return h(
      "table",
      { class: "figures" },
      h("thead", {}, head),
      h(
        "tbody",
        {},
        ...rows.map(([label, first, second]) =>
          h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, first), h("td", {}, second)),
        ),
      ),
    );
  }

  #exerciseButton(faults) {
    const mine = this.#mine(faults);
    if (!mine.length) return h("p", { class: "muted" }, t("No mistakes to learn from."));
    const text = t("Learn from your mistakes");
    return button("learn", text, () => this.#learn(mine), { name: "main" });
  }

  #learn(faults) {
    this.#exercise?.end();
    this.#exercise = new MistakesExercise(this.page, faults, this.exercise);
    this.#exercise.next();
  }

  /** The mistakes of the visitor; a spectator gets those of both players. */
  #mine(faults) {
    const { seats, first } = this.page;
    if (!seats.length) return faults;
    return faults.filter(({ ply }) => seats.includes((first + ply - 1) % 2));
  }
}
