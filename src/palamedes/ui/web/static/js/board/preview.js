/** What a move will do, drawn before it is made: where pieces land, and what leaves the board. */

import { draw } from "../shared/svg.js";
import { drawSeed, SEEDS } from "./pieces.js";

/**
 * @param {Element} layer
 * @param {import("./layout.js").Layout} layout
 * @param {import("../shared/messages.js").Transfer[]} transfers of the move
 */
export function drawPreview(layer, layout, transfers) {
  layer.replaceChildren();
  const landing = grouped(transfers, 4);
  const leaving = grouped(
    transfers.filter((each) => each[4] === null),
    3,
  );
  for (const [name, pieces] of landing) drawLanding(layer, layout.places.get(name), pieces);
  for (const [name, pieces] of leaving) drawLeaving(layer, layout.places.get(name), pieces);
}

/** The transfers by one of their spots, in the order in which the spots come. */
function grouped(transfers, field) {
  const groups = new Map();
  for (const each of transfers)
    if (each[field] !== null) groups.set(each[field], [...(groups.get(each[field]) ?? []), each]);
  return groups;
}

function drawLanding(layer, place, transfers) {
  outline(layer, place, "landing");
  const size = 0.15 * place.halfHeight;
  const seeds = transfers.filter(([kind]) => SEEDS.includes(kind));
  seeds.slice(0, 6).forEach(([kind], number) => {
    const x = place.x + (number - (Math.min(seeds.length, 6) - 1) / 2) * 2.4 * size;
    drawSeed(layer, kind, x, place.y - 0.98 * place.halfHeight, 1.25 * size);
  });
}

function drawLeaving(layer, place, transfers) {
  outline(layer, place, "leaving");
  if (place.kind !== "pit") return;
  const count = transfers.reduce((sum, [, , each]) => sum + each, 0);
  const y = place.y + 0.1 * place.halfHeight;
  draw(layer, "text", { x: place.x, y, class: "preview-count" }, `+${count}`);
}

function outline(layer, { x, y, kind, halfWidth, halfHeight }, name) {
  const [width, height] = kind === "pit" ? [0.9, 0.88] : [0.94, 0.94];
  const rx = kind === "pit" ? 0.8 * Math.min(halfWidth, halfHeight) : 10;
  draw(layer, "rect", {
    x: x - width * halfWidth,
    y: y - height * halfHeight,
    width: 2 * width * halfWidth,
    height: 2 * height * halfHeight,
    rx,
    class: `preview preview-${name}`,
  });
}
