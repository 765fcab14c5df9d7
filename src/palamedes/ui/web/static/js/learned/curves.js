/** Curves over the generations of an evaluation, drawn as SVG. */

import { h } from "../shared/dom.js";
import { draw } from "../shared/svg.js";
import { language, t } from "../shared/words.js";

const WIDTH = 340;
const HEIGHT = 200;
const LEFT = 48;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 34;
const WANTED = 4; // lines across, about

/**
 * @typedef {{x: number, y: number, spread?: number}} Point `x` is a generation; what happened while
 *   it was made lies between it and the one before
 * @typedef {{name: string, points: Point[]}} Series those without a name look alike
 */

/**
 * A figure; null if nothing is known.
 * @param {string} title
 * @param {Series[]} series
 * @param {number[]} numbers of all generations
 * @param {(value: number) => string} write a value
 */
export function curve(title, series, numbers, write = plain) {
  const points = series.flatMap((each) => each.points);
  if (!points.length) return null;
  const label = t("{title}: from {first} to {last}", {
    title,
    first: write(points[0].y),
    last: write(points.at(-1).y),
  });
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curves", role: "img" };
  const svg = draw(null, "svg", { ...box, "aria-label": label });
  const scales = { ...drawGrid(svg, points, write), across: drawNumbers(svg, points, numbers) };
  series.forEach(({ name, points }, index) => drawSeries(svg, points, name ? index : 0, scales));
  const names = series.some(({ name }) => name) && legend(series);
  return h("figure", { class: "curve-figure" }, h("figcaption", {}, title), svg, names);
}

export const plain = (value) => value.toLocaleString(language, { maximumFractionDigits: 3 });

/** Lines across with their values; returns how high a value lies. */
function drawGrid(svg, points, write) {
  const ends = points.flatMap(({ y, spread = 0 }) => [y - spread, y + spread]);
  const step = niceStep((Math.max(...ends) - Math.min(...ends) || 1) / WANTED);
  const low = Math.floor(Math.min(...ends) / step);
  const high = Math.max(low + 1, Math.ceil(Math.max(...ends) / step));
  const up = (value) =>
    HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value / step - low)) / (high - low);
  for (let number = low; number <= high; number++) {
    const y = up(number * step);
    draw(svg, "line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: "curves-grid" });
    const at = { x: LEFT - 6, y: y + 4, class: "curves-text curves-value" };
    draw(svg, "text", at, write(number * step));
  }
  return { up };
}

/** 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 2.5, 5, 10].find((times) => times * power >= rough * 0.999);
}

/** The numbers of the generations; returns where a generation lies. */
function drawNumbers(svg, points, numbers) {
  const least = Math.min(...numbers, ...points.map(({ x }) => x));
  const most = Math.max(...numbers);
  const across = (x) =>
    most === least
      ? (LEFT + WIDTH - RIGHT) / 2
      : LEFT + 10 + ((WIDTH - LEFT - RIGHT - 20) * (x - least)) / (most - least);
  for (const number of numbers) {
    const at = { x: across(number), y: HEIGHT - BOTTOM + 16, class: "curves-text" };
    draw(svg, "text", at, String(number));
  }
  const middle = (LEFT + WIDTH - RIGHT) / 2;
  draw(svg, "text", { x: middle, y: HEIGHT - 3, class: "curves-text" }, t("Generation"));
  return across;
}

function drawSeries(svg, points, index, { across, up }) {
  const path = points.map(({ x, y }) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`);
  draw(svg, "polyline", { points: path.join(" "), class: `curves-line series-${index % 3}` });
  for (const { x, y, spread } of points) {
    const at = { x1: across(x), x2: across(x), class: `curves-spread series-${index % 3}` };
    if (spread) draw(svg, "line", { ...at, y1: up(y - spread), y2: up(y + spread) });
    if (!Number.isInteger(x)) continue; // while a generation was made, the line is enough
    const dot = { cx: across(x), cy: up(y), r: 4, class: `curves-dot series-${index % 3}` };
    draw(svg, "circle", dot);
  }
}

function legend(series) {
  const sample = (index) => {
    const svg = draw(null, "svg", { viewBox: "0 0 30 10", class: "curves-sample" });
    svg.setAttribute("aria-hidden", "true");
    draw(svg, "line", { x1: 1, x2: 29, y1: 5, y2: 5, class: `curves-line series-${index % 3}` });
    return svg;
  };
  const entry = ({ name }, index) => h("li", {}, sample(index), name);
  return h("ul", { class: "curves-legend" }, ...series.map(entry));
}
