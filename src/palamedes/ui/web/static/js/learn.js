/** Learn from mistakes: the position before each is shown again, and a better move is asked for. */

import { Analyst } from "./analyst.js";
import { button, fill, h } from "./dom.js";
import { numberOf } from "./moves.js";
import { Touches } from "./touches.js";
import { t } from "./words.js";

const NEARLY = 0.03; // what a move may cost to be as good as the best

/**
 * What is done on a board that a page has lent. Whoever needs the board again ends it; `board` and
 * `ply` are what is looked at meanwhile.
 * @typedef {{touch: (spot: string) => void, letGo: () => void, end: () => void,
 *   board: any, ply?: number}} Exercise
 */

/** @implements {Exercise} */
export class Lesson {
  #number = -1;
  #touches = null;
  #position = null;
  /** @type {Promise<Record<string, any>>} what each move is worth, once that is known */
  #values = Promise.resolve({});
  #isSolved = false;
  #isOver = false;
  #analyst = new Analyst();

  /**
   * @param {import("./review.js").Reviewed} page
   * @param {any[]} faults
   * @param {HTMLElement} element where to ask
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

  /** Go to the next mistake, or to the end. */
  async next() {
    if (this.#number + 1 >= this.faults.length) {
      this.end(t("That was the last mistake. Well done!"));
      return;
    }
    this.#number++;
    this.#isSolved = false;
    const { move, ply } = this.#fault;
    const question = this.page.question(ply - 1);
    this.#values = this.#analyst.ask({ type: "values", ...question }).then(
      (answer) => answer.moves,
      () => ({}),
    );
    const position = await this.page.positionAt(ply - 1);
    if (this.#isOver) return;
    this.#position = position;
    this.#touches = new Touches(position.touches);
    const number = numberOf(ply, this.page.first);
    this.#draw(t("{number} {move} was not the best move. Find a better one!", { number, move }));
    this.element.scrollIntoView({ block: "nearest" });
    this.page.lend(this).scrollIntoView({ block: "nearest" });
  }

  async touch(spot) {
    if (this.#isSolved) return;
    const move = this.#touches.touch(spot);
    if (move === null) {
      this.#show();
      return;
    }
    this.#touches.letGo();
    const isGood = await this.#isGood(move);
    if (this.#isOver) return;
    if (isGood) this.#solved(t("Correct: {move} is better.", { move }), move);
    else this.#draw(t("{move} is not better. Try again!", { move }), "bad");
  }

  letGo() {
    this.#touches.letGo();
    this.#show();
  }

  /** Give the board back, with a last word perhaps. */
  end(text = "") {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#analyst.close();
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

  /** Say something about the position, with a move to be seen if it is solved. */
  #draw(text, kind = "", hint = null) {
    const { best } = this.#fault;
    const count = t("{number} of {total}", { number: this.#number + 1, total: this.faults.length });
    const show = () => this.#solved(t("{move} was better.", { move: best }), best);
    const next = hint ? t("Next") : t("Skip");
    this.element.hidden = false;
    fill(
      this.element,
      h("p", { class: `notice ${kind}`, role: "status" }, text),
      h(
        "div",
        { class: "buttons" },
        !hint && button("hint", t("Show the answer"), show),
        button("forth", next, () => this.next(), { name: hint ? "main" : "" }),
        button("close", t("Stop"), () => this.end()),
        h("span", { class: "muted" }, count),
      ),
    );
    this.#show(hint ?? []);
  }

  #show(hint = []) {
    this.page.lend(this).show(this.board, {
      names: this.page.names,
      open: this.#isSolved ? [] : this.#touches.open,
      touched: this.#touches.path,
      hint,
      moves: false,
    });
  }
}
