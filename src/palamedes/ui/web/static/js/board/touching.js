/** A move being made spot by spot. `ui/session/hand.py` has the same rule for other front ends. */

/** @typedef {import("../shared/messages.js").PartialMoveData} PartialMoveData */

/**
 * One rule for all games: a spot can be touched if some legal move continues with it, and a move is
 * complete when all its spots are touched.
 */
export class Touching {
  /** @type {string[]} the spots touched so far */
  path = [];
  #moves;
  #transfers;
  /** @type {Map<string, PartialMoveData>} */
  #partial;

  /**
   * @param {Record<string, string[]>} touches by legal move, the spots it touches in order
   * @param {PartialMoveData[]} partial every way to begin a move of several touches
   * @param {Record<string, import("../shared/messages.js").Transfer[]>} transfers by move, for
   *   those that change more than they touch
   */
  constructor(touches = {}, partial = [], transfers = {}) {
    this.#transfers = transfers;
    this.#moves = Object.entries(touches);
    this.#partial = new Map(partial.map((each) => [String(each.touched), each]));
  }

  /** The spots that can be touched next. */
  get open() {
    return this.#after(this.path);
  }

  /** The move if it is complete, else null. */
  get move() {
    return this.#moveOf(this.path);
  }

  /** What touching a spot would do if it completes a move, else nothing. */
  preview(spot) {
    return this.#transfers[this.#moveOf([...this.path, spot]) ?? ""] ?? [];
  }

  /** What to do next in a move that is begun, else "". */
  get phase() {
    return this.#begun?.phase ?? "";
  }

  /** The spots that look different already, with what stands there. */
  get pieces() {
    return this.#begun?.pieces ?? {};
  }

  /** The spots of what is completed so far, such as a mill. */
  get formed() {
    return this.#begun?.formed ?? [];
  }

  /**
   * Touch a spot; false, and no change, if it cannot be played.
   *
   * Touching the last spot again lets go of the whole move. A spot that does not continue the move
   * but can begin another one begins it; it never makes one, so a stray touch costs no mill.
   */
  touch(spot) {
    if (this.open.includes(spot)) this.path = [...this.path, spot];
    else if (this.path.at(-1) === spot) this.path = [];
    else if (this.#after([spot]).length) this.path = [spot];
    else return false;
    return true;
  }

  /** Touch the two ends of a drag; false, and nothing is touched, if a piece cannot go there. */
  drag(from, to) {
    const isLifted = this.path.includes(from) || this.touch(from);
    if (isLifted && this.move !== null) return true;
    if (isLifted && this.open.includes(to)) return this.touch(to);
    this.letGo();
    return false;
  }

  letGo() {
    this.path = [];
  }

  /**
   * By open spot, the best value of the moves that continue there.
   * @param {Record<string, {score: number}>} values by move
   */
  bestBySpot(values) {
    /** @type {Record<string, any>} */
    const best = {};
    for (const [move, path] of this.#moves) {
      const spot = path[this.path.length];
      if (!spot || !(move in values) || !begins(path, this.path)) continue;
      if (!(best[spot]?.score >= values[move].score)) best[spot] = values[move];
    }
    return best;
  }

  #moveOf(touched) {
    const complete = ([, path]) => path.length === touched.length && begins(path, touched);
    return this.#moves.find(complete)?.[0] ?? null;
  }

  get #begun() {
    return this.#partial.get(String(this.path));
  }

  #after(start) {
    const next = this.#moves
      .filter(([, path]) => path.length > start.length && begins(path, start))
      .map(([, path]) => path[start.length]);
    return [...new Set(next)];
  }
}

const begins = (path, start) => start.every((spot, number) => path[number] === spot);
