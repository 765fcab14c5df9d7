/** Marks what has ended a game: the spots, and a line through them if they lie on one. */

import { draw } from "../shared/svg.js";

/**
 * @param {SVGElement} layer
 * @param {import("./layout.js").Layout} layout
 * @param {string[]} spots
 */
export function drawEnding(layer, layout, spots) {
  layer.replaceChildren();
  const places = spots.flatMap((name) => layout.places.get(name) ?? []);
  const line = lineThrough(places);
  // A dark line around a bright one is seen on pieces of any colour.
  for (const name of ["ending-edge", "ending-core"]) {
    if (line) draw(layer, "line", { ...line, class: name });
    else for (const place of places) drawFrame(layer, layout, place, name);
  }
}

/** The two ends of a line through at least three places; null if they do not lie on one. */
function lineThrough(places) {
  if (places.length < 3) return null;
  const sorted = places.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const isOn = ({ x, y }) => Math.abs((x - first.x) * dy - (y - first.y) * dx) < 1;
  if (!places.every(isOn)) return null;
  const length = Math.hypot(dx, dy);
  const [x, y] = [(0.3 * first.halfWidth * dx) / length, (0.3 * first.halfWidth * dy) / length];
  return { x1: first.x - x, y1: first.y - y, x2: last.x + x, y2: last.y + y };
}

/** A frame around a spot, wide enough for what stands there. */
function drawFrame(layer, layout, place, name) {
  const { x, y, halfWidth, halfHeight, kind } = place;
  if (kind === "point" && layout.hasLines) {
    draw(layer, "circle", { cx: x, cy: y, r: 1.18 * layout.radius(place), class: name });
    return;
  }
  const [width, height] = [0.88 * halfWidth, 0.88 * halfHeight];
  const rx = kind === "pit" ? 0.9 * Math.min(width, height) : 10;
  const corner = { x: x - width, y: y - height, width: 2 * width, height: 2 * height };
  draw(layer, "rect", { ...corner, rx, class: name });
}
