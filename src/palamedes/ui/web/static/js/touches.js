/** A hand over a position whose moves are all known: the one rule by which moves are made. */

export class Touches {
  /** @param {Record<string, string[]>} touches by move, the spots to touch in order */
  constructor(touches) {
    this.paths = Object.entries(touches);
    this.path = [];
  }

  /** The spots that can be touched next. */
  get open() {
    return this.#after(this.path);
  }

  /** Touch a spot: the move, once it is complete; null before, and where nothing can be done. */
  touch(spot) {
    if (this.open.includes(spot)) this.path = [...this.path, spot];
    else if (this.path.at(-1) === spot) this.path = [];
    else if (this.#after([]).includes(spot)) this.path = [spot];
    const found = this.paths.find(([, path]) => same(path, this.path));
    return found ? found[0] : null;
  }

  letGo() {
    this.path = [];
  }

  /** The moves that go on from what is touched. */
  get moves() {
    return this.paths.filter(([, path]) => begins(path, this.path));
  }

  #after(start) {
    const next = this.paths
      .filter(([, path]) => path.length > start.length && begins(path, start))
      .map(([, path]) => path[start.length]);
    return [...new Set(next)];
  }
}

const begins = (path, start) => start.every((spot, number) => path[number] === spot);
const same = (one, other) => one.length === other.length && begins(one, other);
