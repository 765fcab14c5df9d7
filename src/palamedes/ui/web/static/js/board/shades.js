/** Areas of a board shaded by whom they are good for, each with its number. */

import { draw, UNIT } from "../shared/svg.js";
import { drawShape } from "./spots.js";

const READABLE = 8; // pixels: smaller numbers are left out
const FAINTEST = 0.12;
const STRONGEST = 0.66; // marks of the same colour are still seen on it

/**
 * @typedef {object} Shade
 * @property {string[]} spots
 * @property {number} share from -1, all for the second player, to 1, all for the first
 * @property {string} short the number that is drawn
 * @property {string} text the same in words
 */

/**
 * Colours say whom an area is good for, and so do the sign of its number and its outline.
 * @param {Record<string, any>} layers of the board: `shades` lies under the pieces, `numbers` over
 * @param {import("./layout.js").Layout} layout
 * @param {Shade[]} shades
 * @returns {Record<string, string>} by spot, its shade in words
 */
export function drawShades(layers, layout, shades) {
  layers.shades.replaceChildren();
  layers.numbers.replaceChildren();
  /** @type {Record<string, string>} */
  const texts = {};
  const scale = layers.numbers.getScreenCTM()?.a || 1;
  for (const { spots, share, short, text } of shades) {
    const places = spots.map((spot) => layout.places.get(spot)).filter(Boolean);
    const side = share < 0 ? "second" : "first";
    for (const place of places) {
      texts[place.name] = text;
      if (!share) continue;
      const kind = `shade shade-${side} shade-${place.kind}`;
      drawShape(layers.shades, place, layout.hasLines, kind, 0.96);
      const opacity = FAINTEST + (STRONGEST - FAINTEST) * Math.min(1, Math.abs(share));
      layers.shades.lastElementChild.style.fillOpacity = opacity.toFixed(2);
    }
    if (share && places.length) drawNumber(layers.numbers, places, short, side, scale);
  }
  return texts;
}

/** The number of an area, in a corner of it: what stands there stays visible. */
function drawNumber(layer, places, short, side, scale) {
  const height = (places.length > 1 ? 0.46 : 0.3) * UNIT;
  if (height * scale < READABLE) return;
  const right = Math.max(...places.map(({ x, halfWidth }) => x + halfWidth));
  const isPit = places[0].kind === "pit"; // with the numbers of its seeds below
  const y = isPit
    ? Math.min(...places.map(({ y, halfHeight }) => y - halfHeight)) + height
    : Math.max(...places.map(({ y, halfHeight }) => y + halfHeight)) - 0.08 * UNIT;
  const at = { x: right - 0.06 * UNIT, y };
  const number = draw(layer, "text", { ...at, class: `shade-number number-${side}` }, short);
  number.style.fontSize = `${height}px`;
}
