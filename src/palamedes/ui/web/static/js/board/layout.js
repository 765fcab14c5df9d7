/**
 * The layout of a board, worked out from its description in the units of the drawing.
 *
 * @typedef {{name: string, x: number, y: number, kind: string, halfWidth: number,
 *   halfHeight: number, index: number, owner: number | null,
 *   face: import("../shared/messages.js").Stack}} Place
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 */

import { UNIT } from "../shared/svg.js";

const GAP = 0.2; // squares between the frame and what lies beside it

const TALLER = 1.35; // how much higher pits are on a small screen
const LARGE_BUTTON = 1.32; // half the height of a button there: 44 pixels on a phone

/** Where spots, field, frame and labels lie, and how large the whole picture is. */
export class Layout {
  #stretch;
  #sum;

  /**
   * @param {import("../shared/messages.js").GeometryData} geometry
   * @param {{turned?: boolean, large?: boolean}} [options] `turned`: by 180 degrees; `large`: for
   *   fingers on a small screen
   */
  constructor(geometry, { turned = false, large = false } = {}) {
    this.geometry = geometry;
    this.turned = turned;
    this.large = large;
    this.hasLines = geometry.lines.length > 0;
    this.#sum = sumOfEnds(geometry);
    const hasPits = geometry.spots.some(([, , , kind]) => kind === "pit");
    this.#stretch = large && hasPits ? TALLER : 1;
    const cells = cellSizes(geometry);
    /** @type {Map<string, Place>} */
    this.places = new Map();
    geometry.spots.forEach(([name, x, y, kind], index) => {
      const [halfWidth, halfHeight] = cells[kind];
      const at = kind === "button" ? { x: x * UNIT, y: -y * UNIT } : this.at(x, y);
      this.places.set(name, {
        name,
        kind,
        index,
        ...at,
        halfWidth: halfWidth * UNIT,
        halfHeight: halfHeight * UNIT * (kind === "pit" ? this.#stretch : 1),
        owner: geometry.owners[name] ?? null,
        face: geometry.faces[name] ?? [],
      });
    });
    const isSquare = geometry.spots.some(([, , , kind]) => kind === "square");
    this.field = fieldOf(this, isSquare ? 0 : this.hasLines ? 0.25 * UNIT : 0.12 * UNIT);
    const size = Math.max(this.field.right - this.field.left, this.field.bottom - this.field.top);
    this.rim = 0.25 * UNIT + 0.03 * size;
    this.frame = grown(this.field, this.rim);
    this.#moveButtons();
    this.labels = geometry.labels.map(([text, x, y]) => this.#label(text, this.at(x, y)));
    this.whole = this.#whole();
  }

  /** A point of the board in the units of the drawing. */
  at(x, y) {
    const [across, up] = this.turned ? [this.#sum[0] - x, this.#sum[1] - y] : [x, y];
    return { x: across * UNIT, y: -up * UNIT * this.#stretch };
  }

  /** The radius of a piece there. */
  radius(place) {
    return 0.74 * Math.min(place.halfWidth, place.halfHeight);
  }

  get viewBox() {
    const { left, top, right, bottom } = this.whole;
    return `${left} ${top} ${right - left} ${bottom - top}`;
  }

  /** The nearest place in a direction, for the arrow keys; null if there is none. */
  neighbour(name, dx, dy) {
    const from = this.places.get(name);
    let best = null;
    let least = Infinity;
    for (const place of this.places.values()) {
      const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
      const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
      if (along <= 1 || aside > 2 * along) continue;
      if (along + 2 * aside < least) [best, least] = [place.name, along + 2 * aside];
    }
    return best;
  }

  /** Buttons lie below the frame, on a small screen side by side over its whole width. */
  #moveButtons() {
    const buttons = [...this.places.values()].filter((place) => place.kind === "button");
    if (!buttons.length) return;
    if (this.large) {
      const { left, right } = this.frame;
      const width = (right - left) / buttons.length;
      buttons.forEach((place, number) => {
        place.x = left + (number + 0.5) * width;
        [place.halfWidth, place.halfHeight] = [width / 2, LARGE_BUTTON * UNIT];
      });
    }
    const highest = Math.min(...buttons.map((place) => place.y - place.halfHeight));
    const shift = this.frame.bottom + 2 * GAP * UNIT - highest;
    for (const place of buttons) place.y += shift;
  }

  /** A label outside the field or at its edge is centred on the frame. */
  #label(text, { x, y }) {
    const { left, top, right, bottom } = this.field;
    const near = 0.2 * UNIT;
    if (y <= top + near) y = top - this.rim / 2;
    else if (y >= bottom - near) y = bottom + this.rim / 2;
    else if (x <= left + near) x = left - this.rim / 2;
    else if (x >= right - near) x = right + this.rim / 2;
    return { text, x, y };
  }

  #whole() {
    const { left, top, right } = this.frame;
    const lowest = [...this.places.values()].map((place) => place.y + place.halfHeight);
    const bottom = Math.max(this.frame.bottom, ...lowest);
    return grown({ left, top, right, bottom }, GAP * 0.5 * UNIT);
  }
}

/** The sums of the least and the largest x and y: a turned board keeps its place. */
function sumOfEnds({ spots, lines }) {
  const onBoard = spots.filter(([, , , kind]) => kind !== "button");
  const xs = [...onBoard.map((spot) => spot[1]), ...lines.flatMap(([x1, , x2]) => [x1, x2])];
  const ys = [...onBoard.map((spot) => spot[2]), ...lines.flatMap(([, y1, , y2]) => [y1, y2])];
  return [xs, ys].map((all) => Math.min(...all) + Math.max(...all));
}

/** Half the width and height of a spot of each kind: they reach half-way to their neighbours. */
function cellSizes({ spots, lines }) {
  const sizes = { square: [0.5, 0.5], button: [1.04, 0.72] };
  sizes.point = lines.length ? [0.5, 0.5] : [halfDistance(spots, "point", 1, 2), 0.5];
  sizes.pit = [halfDistance(spots, "pit", 1, 2), halfDistance(spots, "pit", 2, 1)];
  return sizes;
}

/** Half the smallest distance between two spots of a kind in the same row or column. */
function halfDistance(spots, kind, along, aside) {
  const same = spots.filter((spot) => spot[3] === kind);
  const distances = same.flatMap((one) =>
    same
      .filter((other) => other[aside] === one[aside] && other[along] > one[along])
      .map((other) => other[along] - one[along]),
  );
  return distances.length ? Math.min(...distances) / 2 : 0.5;
}

function fieldOf(layout, pad) {
  const xs = [];
  const ys = [];
  for (const place of layout.places.values()) {
    if (place.kind === "button") continue;
    xs.push(place.x - place.halfWidth, place.x + place.halfWidth);
    ys.push(place.y - place.halfHeight, place.y + place.halfHeight);
  }
  for (const [x1, y1, x2, y2] of layout.geometry.lines) {
    const ends = [layout.at(x1, y1), layout.at(x2, y2)];
    xs.push(...ends.map(({ x }) => x));
    ys.push(...ends.map(({ y }) => y));
  }
  const field = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
  return grown(field, pad);
}

/** @param {Box} one @returns {Box} */
function grown({ left, top, right, bottom }, by) {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
