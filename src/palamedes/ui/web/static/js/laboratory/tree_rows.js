/** Which nodes of a tree are unfolded, and the row of each visible node. */

const FEW = 70; // nodes up to which a tree starts unfolded

export class TreeRows {
  /** @type {Map<number, boolean>} by node, whether the visitor has unfolded it */
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

  /** Unfold everything, or only the interesting nodes. */
  chooseAll(isOpen) {
    this.#chosen.clear();
    this.#all = isOpen;
  }

  /**
   * Give every visible node a row: a first child stands beside its parent, the others below.
   * `starts` has the index in `items` where each row begins.
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

  /** Whether a node is visible: all its ancestors are unfolded. */
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

  /** The interesting nodes: the best line, and the path to the newest node. */
  #trail() {
    const { search } = this;
    const line = search.bestLine();
    return search.isMcts || search.isOver ? line : [...line, ...search.path(search.newest)];
  }

  /** The next visible sibling; all branches of one cut count as one node. */
  #next(node) {
    const { search } = this;
    const next = search.kind[node] === "c" ? -1 : search.nextSibling[node];
    return next < search.shown ? next : -1;
  }
}
