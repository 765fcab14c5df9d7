/** Which nodes of a tree are unfolded, and on which line each of them stands. */

const FEW = 70; // nodes that are shown unfolded at once

export class Rows {
  /** @type {Map<number, boolean>} what the visitor has folded or unfolded by hand */
  #chosen = new Map();
  #all = false;

  /** @param {import("./search.js").Search} search */
  constructor(search) {
    this.search = search;
    this.items = [];
    this.starts = [];
    this.row = new Int32Array(search.size);
    this.lastRow = new Int32Array(search.size); // of the children of a node
    this.endRow = new Int32Array(search.size); // of all that is below a node
    this.trail = new Set();
  }

  get count() {
    return this.starts.length;
  }

  isOpen(node) {
    const { search } = this;
    if (!search.hasChildren(node)) return false;
    return this.#chosen.get(node) ?? (this.#all || search.shown <= FEW || this.trail.has(node));
  }

  choose(node, isOpen) {
    this.#chosen.set(node, isOpen);
  }

  /** Unfold everything, or only what the search is about. */
  chooseAll(isOpen) {
    this.#chosen.clear();
    this.#all = isOpen;
  }

  /** Open the way to a node. */
  reveal(node) {
    for (const above of this.search.path(node).slice(0, -1)) this.#chosen.set(above, true);
  }

  /**
   * Put every node that can be seen on a line: a first child beside its parent, others below it.
   * `starts` says where each line begins in `items`, so that a view need not look at the others.
   */
  arrange() {
    const { search, row, lastRow } = this;
    this.trail = new Set(this.#trail());
    [this.items, this.starts] = [[], [0]];
    let node = 0;
    for (;;) {
      row[node] = this.starts.length - 1;
      if (node > 0) lastRow[search.parent[node]] = row[node];
      this.items.push(node);
      if (this.isOpen(node)) {
        node = search.firstChild[node];
        continue;
      }
      this.endRow[node] = row[node];
      while (node > 0 && this.#next(node) < 0) {
        node = search.parent[node];
        this.endRow[node] = this.starts.length - 1;
      }
      if (node === 0) return;
      node = this.#next(node);
      this.starts.push(this.items.length);
    }
  }

  /** Whether a node stands somewhere: all above it are unfolded. */
  isThere(node) {
    return node < this.search.shown && this.items[this.#place(node)] === node;
  }

  #place(node) {
    return this.starts[this.row[node]] + this.#depthInRow(node);
  }

  #depthInRow(node) {
    const { search, row } = this;
    const first = this.items[this.starts[row[node]]];
    return first === undefined ? 0 : search.ply[node] - search.ply[first];
  }

  /** What the search is about: the line that looks best, and the way to where it is. */
  #trail() {
    const { search } = this;
    const line = search.bestLine();
    return search.isMcts || search.isOver ? line : [...line, ...search.path(search.newest)];
  }

  /** The next sibling that is there; all branches of one cut stand as one. */
  #next(node) {
    const { search } = this;
    const next = search.kind[node] === "c" ? -1 : search.nextSibling[node];
    return next < search.shown ? next : -1;
  }
}
