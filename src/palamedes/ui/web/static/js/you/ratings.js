/** The visitor's ratings, each with its history as a curve. */

import { h } from "../shared/dom.js";
import { draw } from "../shared/svg.js";
import { t } from "../shared/words.js";
import { ratingText } from "../puzzles/progress.js";

const WIDTH = 240;
const HEIGHT = 64;
const MARGIN = 6;
const NARROWEST = 100; // points from bottom to top at least: small changes should look small

/** @param {any[]} ratings @param {string} none what to say if there are none */
export function ratingsPanel(ratings, none) {
  return h(
    "section",
    { class: "panel part", "aria-labelledby": "ratings-title" },
    h("h2", { id: "ratings-title" }, t("Ratings")),
    ratings.length
      ? h("ul", { class: "ratings" }, ...ratings.map(card))
      : h("p", { class: "muted" }, none),
  );
}

function card({ pool, title, rating, deviation, left, games, course }) {
  const margin = { class: "muted", title: t("margin of error") };
  const shown = [h("strong", {}, rating), h("span", margin, ` ± ${2 * deviation}`)];
  const hidden = h("span", { class: "muted" }, ratingText({ rating, deviation, left }));
  return h(
    "li",
    { "data-pool": pool },
    h("h3", {}, title),
    h("p", { class: "rating" }, ...(left ? [hidden] : shown)),
    left ? null : curve(course),
    h("p", { class: "muted" }, t("results counted: {number}", { number: games })),
  );
}

/** The course of a rating, which starts at 1500. */
function curve(course) {
  const points = [1500, ...course];
  const low = Math.min(...points);
  const high = Math.max(...points);
  const spare = Math.max(0, NARROWEST - (high - low)) / 2;
  const across = (index) => MARGIN + ((WIDTH - 2 * MARGIN) * index) / (points.length - 1);
  const up = (rating) =>
    HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (rating - low + spare)) / (high - low + 2 * spare);
  const svg = draw(null, "svg", {
    class: "curve",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": t("between {low} and {high}, now {now}", { low, high, now: course.at(-1) }),
  });
  const middle = { x1: 0, x2: WIDTH, y1: up(1500), y2: up(1500), class: "curve-middle" };
  draw(svg, "line", middle);
  const path = points.map(
    (rating, index) => `${across(index).toFixed(1)},${up(rating).toFixed(1)}`,
  );
  draw(svg, "polyline", { points: path.join(" "), class: "curve-line" });
  const now = points.at(-1);
  draw(svg, "circle", { cx: across(points.length - 1), cy: up(now), r: 4, class: "curve-now" });
  return svg;
}
