/** The moves of a game: clicks and arrow keys show earlier positions. */

import { fill, h } from "../shared/dom.js";
import { navigateByKeys, navigationButtons } from "../shared/navigation.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/messages.js").JudgedMove} JudgedMove */

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The number of a move in a list of two columns: "3.", or "3..." for the second player's. */
export function numberOf(ply, first) {
  const place = ply - 1 + first;
  return `${Math.floor(place / 2) + 1}${place % 2 ? "..." : "."}`;
}

/** A button that shows the position after a move, marked if the move was a mistake. */
export function moveButton({ move, ply, first, fault, go, isCurrent = false }) {
  const label = `${numberOf(ply, first)} ${move}`;
  return h(
    "button",
    {
      class: "move",
      type: "button",
      "data-ply": ply,
      title: fault?.text,
      "aria-label": fault ? `${label}${SIGNS[fault.fault]}` : label,
      "aria-current": isCurrent ? "true" : null,
      onclick: go,
    },
    move,
    fault && h("span", { class: `fault fault-${fault.fault}` }, SIGNS[fault.fault]),
  );
}

export class MoveList {
  #list = h("div", { class: "moves", role: "group", "aria-label": t("Moves") });
  #key = "";
  #faults = {};

  /** @param {(ply: number) => void} look shows the position after `ply` moves */
  constructor(look) {
    this.look = look;
    this.moves = [];
    this.first = 0;
    this.ply = 0;
    const go = {
      start: () => look(0),
      back: () => look(Math.max(0, this.ply - 1)),
      forth: () => look(Math.min(this.moves.length, this.ply + 1)),
      end: () => look(this.moves.length),
    };
    this.element = h(
      "section",
      { class: "panel moves-panel" },
      this.#list,
      h("div", { class: "walk" }, ...navigationButtons(go)),
    );
    navigateByKeys(go);
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

  /** Mark mistakes. @param {Record<number, JudgedMove>} faults by ply, from 1 */
  markFaults(faults) {
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
    const go = () => this.look(ply);
    return moveButton({ move, ply, first: this.first, fault: this.#faults[ply], go });
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
    scrollWithin(this.#list, cell);
  }
}

/** Scroll a list to one of its cells without scrolling the page. */
export function scrollWithin(list, cell) {
  const top = cell.offsetTop - list.offsetTop;
  const bottom = top + cell.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
