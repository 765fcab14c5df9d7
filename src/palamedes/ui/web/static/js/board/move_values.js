/** The values of moves, drawn on the spots that are touched next. */

import { draw } from "../shared/svg.js";

const MANY = 30; // values beyond which only the best few get a text
const FEW = 6;
const READABLE = 9; // pixels: smaller texts are left out

/**
 * What a move is worth to the player who makes it.
 * @typedef {"win" | "draw" | "loss" | "better" | "even" | "worse"} ValueKind the last three are
 *   estimates
 * @typedef {{score: number, kind: ValueKind, short: string, text: string}} MoveValue
 */

/**
 * @param {SVGGElement} layer
 * @param {import("./layout.js").Layout} layout
 * @param {Record<string, MoveValue>} values by spot
 * @param {Record<string, any>} pieces by spot: they stay visible
 */
export function drawValues(layer, layout, values, pieces) {
  layer.replaceChildren();
  const written = spotsWritten(values);
  const scale = layer.getScreenCTM()?.a || 1;
  for (const [name, value] of Object.entries(values)) {
    const place = layout.places.get(name);
    if (!place) continue;
    const { x, y, size } = circleOf(place, name in pieces);
    draw(layer, "circle", { cx: x, cy: y, r: size, class: `value value-${value.kind}` });
    const height = (value.short.length > 2 ? 0.74 : 0.95) * size;
    if (!written.has(name) || height * scale < READABLE) continue;
    const at = { x, y: y + 0.36 * height, class: `value-text value-text-${value.kind}` };
    const text = draw(layer, "text", at, value.short);
    text.style.fontSize = `${height}px`;
  }
}

function spotsWritten(values) {
  const names = Object.keys(values);
  if (names.length <= MANY) return new Set(names);
  return new Set(names.sort((a, b) => values[b].score - values[a].score).slice(0, FEW));
}

/** The circle of a value: in the middle of a spot, but at the edge of one that has pieces. */
function circleOf({ kind, x, y, halfWidth, halfHeight }, isTaken) {
  if (kind === "pit") return { x, y: y - 0.72 * halfHeight, size: 0.42 * halfWidth };
  const half = Math.min(50, halfWidth);
  if (!isTaken) return { x, y, size: 0.76 * half };
  if (halfWidth < 0.7 * halfHeight) return { x, y: y + 0.62 * halfHeight, size: 0.76 * half };
  return { x: x + 0.6 * half, y: y - 0.6 * half, size: 0.46 * half };
}
