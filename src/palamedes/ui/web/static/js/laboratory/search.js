/**
 * A recorded search: the tree in columns, and what was known of it after every step.
 *
 * Nodes are numbered in the order of the search, so the tree after a step is all nodes below a
 * number. A step is one node, all branches removed by one cut or, in MCTS, one playout.
 */

const CUT = "c";

export class Search {
  // The columns, as the server sends them, by node.
  /** @type {any} */ algorithm;
  /** @type {any} */ kind;
  /** @type {any} */ move;
  /** @type {any} */ moves;
  /** @type {any} */ alpha;
  /** @type {any} */ beta;
  /** @type {any} */ bound;
  /** @type {any} */ value_of;
  /** @type {any} */ estimate;
  /** @type {any} */ playouts;
  /** @type {any} */ best_line;
  /** @type {any} */ reason;
  /** @type {any} */ reasons;
  /** @type {any} */ counts_in_all;
  /** @type {any} */ won;
  /** @type {any} */ proven;
  /** @type {any} */ infinity;

  step = -1;
  shown = 1; // nodes of the tree after the step

  constructor(columns) {
    Object.assign(this, columns);
    this.size = columns.parent.length;
    this.parent = Int32Array.from(columns.parent);
    this.isMcts = this.algorithm === "mcts";
    this.isBestFirst = this.algorithm === "bestfirst";
    this.#link();
    this.ends = this.isMcts ? this.#playoutEnds() : this.#nodeEnds();
    this.now = new Float64Array(this.size); // values as far as they are known, else NaN
    this.below = new Int32Array(this.size); // nodes below each
    this.cuts = new Int32Array(this.size); // cut branches below each
    this.visits = new Int32Array(this.size);
    this.points = new Float64Array(this.size);
  }

  /** The number of the last step. */
  get last() {
    return this.ends.length - 1;
  }
  get isOver() {
    return this.step === this.last;
  }

  /** Go to a step. */
  go(step) {
    const before = Math.max(this.step, 0);
    this.step = Math.max(0, Math.min(this.last, step));
    this.shown = this.ends[this.step];
    if (this.isMcts) this.#play(before);
    else this.#judge();
    this.#count();
  }

  /** The node that the step has added or visited. */
  get newest() {
    if (this.step === 0) return 0;
    return this.isMcts ? this.playouts[0][this.step - 1] : this.ends[this.step - 1];
  }

  /** The kind of a node at this step: it is a leaf until its children are added. */
  kindOf(node) {
    const kind = this.kind[node];
    const grows = (this.isMcts || this.isBestFirst) && node > 0;
    return grows && (kind === "x" || kind === "n") && !this.hasChildren(node) ? "l" : kind;
  }

  isMax(node) {
    return this.ply[node] % 2 === 0;
  }

  hasChildren(node) {
    const child = this.firstChild[node];
    return child >= 0 && child < this.shown;
  }

  /** Whether the value of a node does not change any more. */
  isFinal(node) {
    if (this.isMcts || this.isBestFirst) return this.isOver || this.kind[node] === "f";
    return this.lastBelow[node] < this.shown;
  }

  /** Alpha and beta on entering a node, and now; null for other algorithms. */
  window(node) {
    if (this.algorithm !== "alphabeta") return null;
    const [alpha, beta] = [this.alpha[node], this.beta[node]];
    const now = this.now[node];
    const kind = this.kind[node];
    const entered = [alpha, beta];
    if (Number.isNaN(now) || (kind !== "x" && kind !== "n")) return { entered, now: entered };
    const after = kind === "x" ? [Math.max(alpha, now), beta] : [alpha, Math.min(beta, now)];
    return { entered, now: after };
  }

  /** The visits of a node as a share of those of its most visited sibling. */
  shareOfVisits(node) {
    let most = 1;
    const first = this.firstChild[this.parent[node]];
    for (let each = first; this.#isThere(each); each = this.nextSibling[each])
      most = Math.max(most, this.visits[each]);
    return this.visits[node] / most;
  }

  mean(node) {
    return this.visits[node] ? this.points[node] / this.visits[node] : NaN;
  }

  /** The numbers of the nodes from the root to one. */
  path(node) {
    const path = [];
    for (let each = node; each >= 0; each = this.parent[each]) path.unshift(each);
    return path;
  }

  moveOf(node) {
    return this.moves[this.move[node]];
  }

  /** The siblings removed by the same cut. */
  cutGroup(node) {
    const group = [];
    for (let each = node; each >= 0; each = this.nextSibling[each]) group.push(each);
    return group;
  }

  /** The best line now; minimax and alpha-beta have one only at the end. */
  bestLine() {
    if (this.isOver) return this.best_line;
    const line = [0];
    if (!this.isMcts && !this.isBestFirst) return [];
    for (let best = this.#best(0); best >= 0; best = this.#best(best)) line.push(best);
    return line;
  }

  #best(node) {
    let best = -1;
    for (let child = this.firstChild[node]; this.#isThere(child); child = this.nextSibling[child]) {
      if (this.isMcts) {
        if (this.visits[child] > (best < 0 ? 0 : this.visits[best])) best = child;
      } else if (this.now[child] === this.now[node]) return child;
    }
    return best;
  }

  #isThere(node) {
    return node >= 0 && node < this.shown;
  }

  /** The work until now, counted as the search counts it. */
  counts() {
    const counts = { nodes: 0, leaves: 0, finished: 0, cut: 0 };
    for (let node = 0; node < this.shown; node++) {
      const kind = this.kindOf(node);
      if (kind === CUT) counts.cut++;
      else counts.nodes++;
      if (kind === "l") counts.leaves++;
      if (kind === "f") counts.finished++;
    }
    return counts;
  }

  /** The next step that cuts, or -1. */
  nextCut() {
    for (let step = this.step + 1; step <= this.last; step++)
      if (this.kind[this.ends[step - 1]] === CUT) return step;
    return -1;
  }

  #link() {
    const { size, parent } = this;
    this.firstChild = new Int32Array(size).fill(-1);
    this.nextSibling = new Int32Array(size).fill(-1);
    this.lastChild = new Int32Array(size).fill(-1);
    this.lastBelow = new Int32Array(size);
    this.ply = new Int32Array(size);
    this.deepest = 0;
    for (let node = 0; node < size; node++) {
      const above = parent[node];
      if (above < 0) continue;
      this.ply[node] = this.ply[above] + 1;
      this.deepest = Math.max(this.deepest, this.ply[node]);
      if (this.firstChild[above] < 0) this.firstChild[above] = node;
      else this.nextSibling[this.lastChild[above]] = node;
      this.lastChild[above] = node;
    }
    for (let node = size - 1; node >= 0; node--) {
      this.lastBelow[node] = Math.max(this.lastBelow[node], node);
      const above = parent[node];
      if (above >= 0) this.lastBelow[above] = Math.max(this.lastBelow[above], this.lastBelow[node]);
    }
  }

  #nodeEnds() {
    const ends = [1];
    for (let node = 1; node < this.size; node++) {
      const joins = this.kind[node] === CUT && this.kind[node - 1] === CUT;
      if (joins && this.parent[node] === this.parent[node - 1]) ends[ends.length - 1]++;
      else ends.push(node + 1);
    }
    return ends;
  }

  #playoutEnds() {
    const ends = [1];
    for (const leaf of this.playouts[0]) ends.push(Math.max(ends[ends.length - 1], leaf + 1));
    return ends;
  }

  /** Add or take back the playouts between two steps, from their leaves up to the root. */
  #play(before) {
    const [leaves, points] = this.playouts;
    const sign = this.step > before ? 1 : -1;
    const [from, to] = [Math.min(before, this.step), Math.max(before, this.step)];
    for (let playout = from; playout < to; playout++) {
      for (let node = leaves[playout]; node >= 0; node = this.parent[node]) {
        this.visits[node] += sign;
        this.points[node] += sign * points[playout];
      }
    }
  }

  /** Pass the known values up to the root. */
  #judge() {
    const { now, shown, parent } = this;
    now.fill(NaN, 0, shown);
    for (let node = shown - 1; node >= 0; node--) {
      if (this.kind[node] === CUT) continue;
      if (this.isBestFirst) {
        const isExpanded = this.hasChildren(node) && this.lastChild[node] < shown;
        if (!isExpanded && node > 0) now[node] = this.estimate[node];
      } else if (this.isFinal(node)) now[node] = this.value_of[node];
      else if (node > 0) continue; // only final values count above
      if (node > 0) this.#raise(parent[node], now[node]);
    }
  }

  #raise(node, value) {
    const better = this.isMax(node) ? Math.max : Math.min;
    this.now[node] = Number.isNaN(this.now[node]) ? value : better(this.now[node], value);
  }

  #count() {
    const { below, cuts, shown, parent } = this;
    below.fill(0, 0, shown);
    cuts.fill(0, 0, shown);
    for (let node = shown - 1; node > 0; node--) {
      const above = parent[node];
      if (this.kind[node] === CUT) cuts[above]++;
      else below[above] += below[node] + 1;
      cuts[above] += cuts[node];
    }
  }
}
