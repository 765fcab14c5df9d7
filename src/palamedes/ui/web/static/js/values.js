/** The worth of moves, drawn on the spots where they begin. */

import { draw } from "./svg.js";

const MANY = 30; // so many numbers are noise: then the best few are written
const FEW = 6;
const READABLE = 9; // pixels

/**
 * @param {SVGGElement} layer
 * @param {import("./geometry.js").Layout} layout
 * @param {Record<string, any>} values by spot
 */
export function drawValues(layer, layout, values) {
  layer.replaceChildren();
  const written = spotsWritten(values);
  const scale = layer.getScreenCTM()?.a || 1;
  for (const [name, value] of Object.entries(values)) {
    const place = layout.places.get(name);
    if (!place) continue;
    const { x, y, size } = circleOf(place);
    draw(layer, "circle", { cx: x, cy: y, r: size, class: `value value-${value.kind}` });
    const height = (value.short.length > 2 ? 0.74 : 0.95) * size;
    if (!written.has(name) || height * scale < READABLE) continue;
    const text = draw(layer, "text", { x, y: y + 0.36 * height, class: "value-text" }, value.short);
    text.style.fontSize = `${height}px`;
  }
}

function spotsWritten(values) {
  const names = Object.keys(values);
  if (names.length <= MANY) return new Set(names);
  return new Set(names.sort((a, b) => values[b].score - values[a].score).slice(0, FEW));
}

/** In the middle of a spot; on the rim of a pit, whose seeds are to be seen. */
function circleOf({ kind, x, y, halfWidth, halfHeight }) {
  if (kind === "pit") return { x, y: y - 0.72 * halfHeight, size: 0.42 * halfWidth };
  return { x, y, size: 0.76 * Math.min(50, halfWidth) };
}
