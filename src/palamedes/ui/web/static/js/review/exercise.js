/** Learn from mistakes: shows the position before each mistake, and asks for a better move. */

import { AnalysisClient } from "../analysis/analysis_client.js";
import { numberOf } from "../game/move_list.js";
import { button, fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const NEARLY = 0.03; // winning chances that a move may cost and still count as right

/**
 * Something that uses the board of a page for a while. The page calls `end` to have it back;
 * `board` and `ply` are shown meanwhile, and `play` gets the moves made on it.
 * @typedef {{play: (move: string) => void, end: () => void,
 *   board: import("../shared/messages.js").BoardData, ply?: number}} Exercise
 */

/** @implements {Exercise} */
export class MistakesExercise {
  #number = -1;
  /** @type {import("../shared/messages.js").PositionAnswer | null} */
  #position = null;
  /** @type {Promise<Record<string, import("../shared/messages.js").VariationData>>} by move */
  #values = Promise.resolve({});
  #isSolved = false;
  #isOver = false;
  #client = new AnalysisClient();

  /**
   * @param {import("./review_panel.js").Reviewed} page
   * @param {import("../shared/messages.js").JudgedMove[]} faults
   * @param {HTMLElement} element where the questions appear
   */
  constructor(page, faults, element) {
    this.page = page;
    this.faults = faults;
    this.element = element;
  }

  get board() {
    return this.#position.board;
  }
  get ply() {
    return this.#fault.ply - 1;
  }
  get #fault() {
    return this.faults[this.#number];
  }

  /** Go to the next mistake, or end after the last. */
  async next() {
    if (this.#number + 1 >= this.faults.length) {
      this.end(t("That was the last mistake. Well done!"));
      return;
    }
    this.#number++;
    this.#isSolved = false;
    const { move, ply } = this.#fault;
    const question = this.page.question(ply - 1);
    this.#values = this.#client.ask({ type: "values", ...question }).then(
      (answer) => answer.moves,
      () => ({}),
    );
    const position = await this.page.positionAt(ply - 1);
    if (this.#isOver) return;
    this.#position = position;
    const number = numberOf(ply, this.page.first);
    this.#draw(t("{number} {move} was not the best move. Find a better one!", { number, move }));
    this.element.scrollIntoView({ block: "nearest" });
    this.page.lend(this).scrollIntoView({ block: "nearest" });
  }

  /** Judge a move of the learner. */
  async play(move) {
    const isGood = await this.#isGood(move);
    if (this.#isOver) return;
    if (isGood) this.#solved(t("Correct: {move} is better.", { move }), move);
    else this.#draw(t("{move} is not better. Try again!", { move }), "bad");
  }

  /** Give the board back, with a last sentence if there is one. */
  end(text = "") {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#client.close();
    this.element.hidden = !text;
    fill(this.element, text && h("p", { class: "notice good", role: "status" }, text));
    this.page.lend(null);
  }

  async #isGood(move) {
    const { best } = this.#fault;
    if (move === best) return true;
    const values = await this.#values;
    const [value, most] = [values[move], values[best]];
    return Boolean(value && most) && value.chance >= most.chance - NEARLY;
  }

  #solved(text, move) {
    this.#isSolved = true;
    this.#draw(text, "good", this.#position.touches[move]);
  }

  /** Show the position with a sentence; the spots of the right move are shown once it is solved. */
  #draw(text, kind = "", hint = []) {
    const { best } = this.#fault;
    const count = t("{number} of {total}", { number: this.#number + 1, total: this.faults.length });
    const show = () => this.#solved(t("{move} was better.", { move: best }), best);
    const next = this.#isSolved ? t("Next") : t("Skip");
    this.element.hidden = false;
    fill(
      this.element,
      h("p", { class: `notice ${kind}`, role: "status" }, text),
      h(
        "div",
        { class: "buttons" },
        !this.#isSolved && button("hint", t("Show the answer"), show),
        button("forth", next, () => this.next(), { name: this.#isSolved ? "main" : "" }),
        button("close", t("Stop"), () => this.end()),
        h("span", { class: "muted" }, count),
      ),
    );
    const { touches, partial, transfers } = this.#position;
    const play = this.#isSolved ? {} : { touches, partial, transfers };
    const { names } = this.page;
    this.page.lend(this).show(this.board, { names, hint, animated: false, ...play });
  }
}
