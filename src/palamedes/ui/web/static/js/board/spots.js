/** The spots of a board: what is seen of each under the pieces, and what can be touched. */

import { box, draw } from "../shared/svg.js";
import { drawSeed } from "./pieces.js";

/**
 * Draw a spot: its halo lies under the pieces, the rest over them.
 * @param {Element} halos the layer under the pieces
 * @param {Element} spots the layer over them
 * @param {import("./layout.js").Place} place
 * @param {boolean} hasLines whether the points of the board lie on lines
 * @param {boolean} isLive whether it can be touched
 */
export function drawSpot(halos, spots, place, hasLines, isLive) {
  const role = isLive ? { role: "button", tabindex: "-1" } : {};
  const name = `spot ${place.kind}-spot`;
  const spot = draw(spots, "g", { class: name, "data-spot": place.name, ...role });
  const halo = draw(halos, "g", { class: "halos" });
  const shape = (parent, kind, scale) => drawShape(parent, place, hasLines, kind, scale);
  shape(spot, "ring", 0.9);
  if (place.kind === "button") drawButton(spot, place);
  else {
    shape(halo, "halo", 0.97);
    drawDot(spot, place, hasLines);
  }
  const area = box(place.x, place.y, place.halfWidth, place.halfHeight);
  draw(spot, "rect", { ...area, rx: 12, class: "hit" });
  shape(spot, "cursor", 0.94);
  shape(spot, "cursor inner", 0.94);
  return { spot, halo };
}

/**
 * The CSS classes of a spot, each with whether it has it.
 * @param {import("../shared/messages.js").BoardData} board as it is drawn
 * @param {import("./touching.js").Touching} touching
 */
export function marksOf(name, board, touching, hint, values) {
  const { open, path } = touching;
  const stack = board.pieces[name];
  const owner = stack?.[0][1] ?? null;
  const isOpen = open.includes(name);
  return {
    open: isOpen,
    touched: path.includes(name),
    hinted: hint.includes(name),
    last: board.last.includes(name) && !path.length,
    formed: (path.length ? touching.formed : board.formed).includes(name),
    prey: isOpen && path.length > 0 && owner !== null && owner !== board.turn,
    taken: Boolean(stack),
    under: name in board.covered,
    valued: name in values,
  };
}

/** The outline of a spot, in a size of its own. */
export function drawShape(parent, place, hasLines, name, scale) {
  if (place.kind === "point" && hasLines) {
    draw(parent, "circle", { cx: place.x, cy: place.y, r: 0.45 * scale * 100, class: name });
    return;
  }
  const pit = place.kind === "pit" ? [0.9, 0.88] : [1, 1];
  const [width, height] = [pit[0] * scale * place.halfWidth, pit[1] * scale * place.halfHeight];
  const rx = place.kind === "pit" ? 0.9 * Math.min(width, height) : 10;
  draw(parent, "rect", { ...box(place.x, place.y, width, height), rx, class: name });
}

/** The dot that marks an empty spot as open. */
function drawDot(spot, place, hasLines) {
  const size = hasLines && place.kind === "point" ? 0.26 : 0.15;
  const radius = size * Math.min(place.halfWidth, place.halfHeight);
  draw(spot, "circle", { cx: place.x, cy: place.y, r: radius, class: "dot" });
}

function drawButton(spot, place) {
  const shape = box(place.x, place.y, 0.94 * place.halfWidth, 0.9 * place.halfHeight);
  draw(spot, "rect", { ...shape, rx: 18, class: "button-face" });
  if (!place.face.length) {
    draw(spot, "text", { x: place.x, y: place.y + 22, class: "button-text" }, place.name);
    return;
  }
  const size = 0.5 * Math.min(place.halfHeight, 110);
  const face = draw(spot, "g", { class: "button-pieces" });
  place.face.forEach(([kind], number) => {
    const x = place.x + (number - (place.face.length - 1) / 2) * 2.3 * size;
    drawSeed(face, kind, x, place.y - 0.25 * size, size);
  });
  const below = { x: place.x, y: place.y + 0.8 * place.halfHeight, class: "button-name" };
  draw(spot, "text", below, place.name); // lessons and move lists call it so
}
