/** A move of many pieces: they go one after the other, and what is captured leaves at the end. */

import { draw } from "../shared/svg.js";
import { drawSeed, drawStack, SEEDS } from "./pieces.js";
import { changed, transferred } from "./transfers.js";

const FLIGHT = 170; // milliseconds from one hole to the next
const LONGEST = 1500; // milliseconds for all seeds
const SLOWEST = 125; // milliseconds between two seeds
const CAPTURE = 260; // milliseconds between two captured holes

/** Whether pieces go from spot to spot one by one. */
export const isSown = (transfers) =>
  transfers.filter(([kind, , , from, to]) => SEEDS.includes(kind) && from && to).length > 0;

/** Milliseconds between two seeds, by their number. */
export const gapOf = (seeds) => Math.min(SLOWEST, LONGEST / Math.max(1, seeds));

/**
 * Let pieces go as the transfers of a move say.
 * @param {Element} layer where the pieces are drawn
 * @param {import("./layout.js").Layout} layout
 * @param {Record<string, import("../shared/messages.js").Stack>} pieces before the move
 * @param {import("../shared/messages.js").Transfer[]} transfers
 * @param {(spot: string, count: number) => void} onTaken called when pieces leave a spot
 * @returns {{duration: number, cancel: () => void}} `cancel` stops it where it is
 */
export function sow(layer, layout, pieces, transfers, onTaken) {
  const sown = transfers.filter(([, , , from, to]) => from && to);
  const lifted = sown.map(([kind, owner, count, from]) => [kind, owner, count, from, null]);
  const shown = transferred(pieces, /** @type {any} */ (lifted));
  const timers = [];
  const later = (time, action) => timers.push(setTimeout(action, time));
  const redraw = (name) => {
    layer.querySelector(`[data-at="${CSS.escape(name)}"]`)?.remove();
    const place = layout.places.get(name);
    if (shown[name]?.length) drawStack(layer, shown[name], place, layout.radius(place));
  };
  layer.replaceChildren();
  for (const name of Object.keys(shown)) redraw(name);

  const gap = gapOf(sown.length);
  sown.forEach(([kind, owner, count, from, to], number) => {
    const start = layout.places.get(number ? sown[number - 1][4] : from);
    later(number * gap, () => fly(layer, kind, start, layout.places.get(to)));
    later(number * gap + FLIGHT, () => {
      shown[to] = changed(shown[to] ?? [], kind, owner, count);
      redraw(to);
    });
  });
  const end = sown.length * gap + FLIGHT;
  const captures = new Map();
  for (const [, , count, from, to] of transfers)
    if (to === null) captures.set(from, (captures.get(from) ?? 0) + count);
  [...captures].forEach(([name, count], number) =>
    later(end + (number + 0.5) * CAPTURE, () => {
      delete shown[name];
      redraw(name);
      onTaken(name, count);
    }),
  );
  return {
    duration: end + captures.size * CAPTURE,
    cancel: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

/** A seed jumps from one place to another. */
function fly(layer, kind, from, to) {
  const seed = draw(layer, "g", { class: "piece" });
  drawSeed(seed, kind, to.x, to.y - 0.18 * to.halfHeight, 0.21 * to.halfHeight);
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const flight = seed.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx / 2}px, ${dy / 2 - 45}px)` },
      { transform: "none" },
    ],
    { duration: FLIGHT, easing: "ease-in-out" },
  );
  const remove = () => seed.remove();
  flight.finished.then(remove, remove);
}
