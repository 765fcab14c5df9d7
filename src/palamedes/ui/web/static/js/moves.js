/** The list of moves: a click looks back, arrow keys walk. */

import { button, fill, h } from "./dom.js";
import { t } from "./words.js";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
  #list = h("div", { class: "moves", role: "group", "aria-label": t("Moves") });
  #key = "";
  #faults = {};

  /** @param {(ply: number) => void} look called with the number of moves to be shown */
  constructor(look) {
    this.look = look;
    this.moves = [];
    this.first = 0;
    this.ply = 0;
    const go = (name, text, where) => button(name, text, () => look(where()), { quiet: true });
    this.element = h(
      "section",
      { class: "panel moves-panel" },
      this.#list,
      h(
        "div",
        { class: "walk" },
        go("first", t("To the start"), () => 0),
        go("back", t("One move back"), () => Math.max(0, this.ply - 1)),
        go("forth", t("One move on"), () => Math.min(this.moves.length, this.ply + 1)),
        go("last", t("To the last move"), () => this.moves.length),
      ),
    );
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Show the moves; `first` is the player who made the first of them. */
  show(moves, first, ply) {
    this.moves = moves;
    this.first = first;
    this.ply = ply;
    const key = JSON.stringify([moves, first, this.#faults]);
    if (key !== this.#key) this.#draw();
    this.#key = key;
    this.#mark();
  }

  /** Mark the faults: what kind each ply (from 1) is, with a sentence about it. */
  judge(faults) {
    this.#faults = faults;
    this.show(this.moves, this.first, this.ply);
  }

  #draw() {
    const cells = [];
    for (let row = 0; 2 * row < this.moves.length + this.first; row++) {
      cells.push(h("span", { class: "move-number" }, `${row + 1}.`));
      for (const side of [0, 1]) {
        const ply = 2 * row + side + 1 - this.first;
        cells.push(ply < 1 ? h("span", { class: "move-number" }, "...") : this.#cell(ply));
      }
    }
    fill(this.#list, ...cells);
  }

  #cell(ply) {
    const move = this.moves[ply - 1];
    if (move === undefined) return h("span");
    const fault = this.#faults[ply];
    return h(
      "button",
      {
        class: "move",
        type: "button",
        "data-ply": ply,
        title: fault?.text,
        onclick: () => this.look(ply),
      },
      move,
      fault && h("span", { class: `fault fault-${fault.fault}` }, SIGNS[fault.fault]),
    );
  }

  #mark() {
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    /** @type {HTMLElement | null} */
    const cell = this.#list.querySelector(`[data-ply="${this.ply}"]`);
    if (!cell) {
      this.#list.scrollTop = 0;
      return;
    }
    cell.setAttribute("aria-current", "true");
    const [top, bottom] = [
      cell.offsetTop - this.#list.offsetTop,
      cell.offsetTop - this.#list.offsetTop + cell.offsetHeight,
    ];
    if (top < this.#list.scrollTop) this.#list.scrollTop = top;
    if (bottom > this.#list.scrollTop + this.#list.clientHeight) {
      this.#list.scrollTop = bottom - this.#list.clientHeight;
    }
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const ways = {
      ArrowLeft: this.ply - 1,
      ArrowRight: this.ply + 1,
      Home: 0,
      End: this.moves.length,
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    this.look(Math.max(0, Math.min(ways[event.key], this.moves.length)));
  }
}

/** Whether keys mean letters there, or belong to a dialog. */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}
