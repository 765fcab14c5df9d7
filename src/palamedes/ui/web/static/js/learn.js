/** Learn from mistakes: the position before each is shown again, and a better move is asked for. */

import { Analyst } from "./analyst.js";
import { button, fill, h } from "./dom.js";
import { Touches } from "./touches.js";
import { t } from "./words.js";

const NEARLY = 0.03; // what a move may cost to be as good as the best

export class Lesson {
  #number = -1;
  #touches = null;
  #position = null;
  /** @type {Promise<Record<string, any>>} what each move is worth, once that is known */
  #values = Promise.resolve({});
  #isSolved = false;
  #analyst = new Analyst();

  constructor(page, faults, element) {
    this.page = page;
    this.faults = faults;
    this.element = element;
  }

  get #fault() {
    return this.faults[this.#number];
  }

  /** Go to the next mistake, or to the end. */
  async next() {
    this.#number++;
    if (this.#number >= this.faults.length) {
      this.#end(t("That was the last one. Well done!"));
      return;
    }
    const before = this.#fault.ply - 1;
    this.#isSolved = false;
    this.#values = this.#analyst.ask({ type: "values", ...this.page.question(before) }).then(
      (answer) => answer.moves,
      () => ({}),
    );
    this.#position = await this.page.positionAt(before);
    this.#touches = new Touches(this.#position.touches);
    this.page.lend(this);
    this.#draw(
      t("{number}. {move} was not the best move. Find a better one!", {
        number: this.#fault.ply,
        move: this.#fault.move,
      }),
      "",
    );
  }

  async touch(spot) {
    if (this.#isSolved) return;
    const move = this.#touches.touch(spot);
    if (move === null) {
      this.#show();
      return;
    }
    this.#touches.letGo();
    if (await this.#isGood(move)) this.#solved(t("Right: {move} is better.", { move }), move);
    else this.#draw(t("{move} is not better. Try again!", { move }), "bad");
  }

  letGo() {
    this.#touches.letGo();
    this.#show();
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
    this.#draw(text, "good", true);
    const path = this.#position.touches[move];
    this.page
      .lend(this)
      .show(this.#position.board, { names: this.page.scene.names, hint: path, moves: false });
  }

  #draw(text, kind, done = false) {
    const { best } = this.#fault;
    const count = t("{number} of {total}", { number: this.#number + 1, total: this.faults.length });
    fill(
      this.element,
      h("p", { class: `notice ${kind}`, role: "status" }, text),
      h(
        "div",
        { class: "buttons" },
        !done &&
          button("hint", t("Show it"), () =>
            this.#solved(t("A better move is {move}.", { move: best }), best),
          ),
        button("forth", done ? t("Next") : t("Skip"), () => this.next(), {
          name: done ? "main" : "",
        }),
        button("close", t("Stop"), () => this.#end("")),
        h("span", { class: "muted" }, count),
      ),
    );
    if (!done) this.#show();
  }

  #show() {
    this.page.lend(this).show(this.#position.board, {
      names: this.page.scene.names,
      open: this.#touches.open,
      touched: this.#touches.path,
      moves: false,
    });
  }

  /** Give the board back. */
  #end(text) {
    this.#analyst.close();
    fill(this.element, text && h("p", { class: "notice good", role: "status" }, text));
    this.page.lend(null);
  }
}
