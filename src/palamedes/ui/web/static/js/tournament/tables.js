/** What tournaments of people and of engines both show: a heading, and tables. */

import { fill, h } from "../shared/dom.js";
import { badge, nameOf } from "../tournaments/names.js";
import { t } from "../shared/words.js";

/** The title, the state and some facts. */
export function head(tournament, ...facts) {
  return h(
    "header",
    { class: "tournament-head" },
    h("a", { href: "/tournaments", class: "muted" }, `‹ ${t("Tournaments")}`),
    h("h1", {}, nameOf(tournament)),
    h(
      "p",
      { class: "facts" },
      badge(tournament.state),
      ...[tournament.game_title, ...facts].filter(Boolean).map((fact) => h("span", {}, fact)),
    ),
  );
}

/**
 * A table that scrolls sideways if it is too wide.
 * @param {string} caption
 * @param {any[]} headings
 * @param {any[][]} rows cells are texts or elements; the second one is the row's heading
 */
export function table(caption, headings, rows) {
  const cells = (row) =>
    row.map((cell, column) => (column === 1 ? h("th", { scope: "row" }, cell) : h("td", {}, cell)));
  return h(
    "section",
    { class: "panel sheet" },
    h("h2", {}, caption),
    h(
      "div",
      { class: "scrolling", tabindex: 0, role: "region", "aria-label": caption },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...headings.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells(row)))),
      ),
    ),
  );
}

/** Replace the children of an element, and keep focus and scrolling. */
export function refill(box, ...parts) {
  const id = box.contains(document.activeElement) ? document.activeElement.id : "";
  const frames = [...box.querySelectorAll(".scrolling")].map((frame) => frame.scrollLeft);
  fill(box, ...parts);
  for (const [number, frame] of box.querySelectorAll(".scrolling").entries()) {
    frame.scrollLeft = frames[number] ?? 0;
  }
  if (id) document.getElementById(id)?.focus();
}

/** Points with halves as ½. */
export const points = (value) => {
  const whole = Math.floor(value);
  const half = value % 1 ? "½" : "";
  return half && !whole ? half : `${whole}${half}`;
};
