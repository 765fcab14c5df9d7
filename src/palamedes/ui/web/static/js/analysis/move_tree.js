/** The tree of moves on the analysis board, and its view. */

import { fill, h } from "../shared/dom.js";
import { moveButton, numberOf, scrollWithin } from "../game/move_list.js";
import { t } from "../shared/words.js";

/** A position in the tree: the move that led to it, and the moves tried from it. */
export class Branch {
  /** @param {string} move @param {Branch | null} parent */
  constructor(move = "", parent = null) {
    this.move = move;
    this.parent = parent;
    /** @type {Branch[]} */
    this.children = [];
    /** @type {import("../shared/messages.js").PositionAnswer | null} once it is known */
    this.position = null;
    /** @type {import("../shared/messages.js").JudgedMove | null} */
    this.fault = null;
  }

  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** All branches from the root to this one, without the root. */
  get path() {
    return this.parent ? [...this.parent.path, this] : [];
  }

  get moves() {
    return this.path.map((branch) => branch.move);
  }

  /** The last branch of the main line from here. */
  get end() {
    return this.children.length ? this.children[0].end : this;
  }

  /** The branch of a move; a new one if it was not tried yet. */
  play(move) {
    let child = this.children.find((branch) => branch.move === move);
    if (!child) {
      child = new Branch(move, this);
      this.children.push(child);
    }
    return child;
  }

  remove() {
    const { children } = this.parent;
    children.splice(children.indexOf(this), 1);
  }

  /** The last branch on the way here that is a variation, not the main move of its position. */
  get variation() {
    return this.path.findLast((branch) => branch.parent.children[0] !== branch) ?? null;
  }

  /** Make the variation through here the main line of the position where it begins. */
  promote() {
    const { variation } = this;
    if (!variation) return;
    variation.remove();
    variation.parent.children.unshift(variation);
  }
}

/** Shows the main line, with each variation below the move it replaces. */
export class MoveTreeView {
  #list = h("div", { class: "tree", role: "group", "aria-label": t("Moves") });

  constructor(go) {
    this.go = go;
    this.element = h("section", { class: "panel moves-panel tree-panel" }, this.#list);
  }

  show(root, current, first) {
    this.first = first;
    this.current = current;
    fill(this.#list, ...this.#line(root, true));
    if (!root.children.length)
      this.#list.append(h("span", { class: "muted" }, t("Make a move on the board.")));
    const here = this.#list.querySelector("[aria-current]");
    if (here) scrollWithin(this.#list, here);
  }

  /** The moves after a branch: its first child, variations to it, and so on. */
  #line(branch, numbered) {
    const parts = [];
    let needsNumber = numbered;
    while (branch.children.length) {
      const [main, ...others] = branch.children;
      parts.push(...this.#move(main, needsNumber));
      needsNumber = false;
      for (const other of others) {
        parts.push(
          h("div", { class: "variation" }, ...this.#move(other, true), ...this.#line(other, false)),
        );
        needsNumber = true;
      }
      branch = main;
    }
    return parts;
  }

  #move(branch, numbered) {
    const { move, ply, fault } = branch;
    const { first } = this;
    const isFirst = (ply - 1 + first) % 2 === 0;
    return [
      isFirst || numbered ? h("span", { class: "tree-number" }, numberOf(ply, first)) : "",
      moveButton({
        move,
        ply,
        first,
        fault,
        go: () => this.go(branch),
        isCurrent: branch === this.current,
      }),
      " ",
    ];
  }
}
