/** What both kinds of tournaments show: a head, and tables that may be wider than the page. */

import { fill, h } from "../dom.js";
import { badge, nameOf } from "../tournaments/names.js";
import { t } from "../words.js";

/** The title, what is played, and how far it is. */
export function head(contest, ...facts) {
  return h(
    "header",
    { class: "contest-head" },
    h("a", { href: "/tournaments", class: "muted" }, `‹ ${t("Tournaments")}`),
    h("h1", {}, nameOf(contest)),
    h(
      "p",
      { class: "facts" },
      badge(contest.state),
      ...[contest.game_title, ...facts].filter(Boolean).map((fact) => h("span", {}, fact)),
    ),
  );
}

/**
 * A table in a frame that scrolls by itself.
 * @param {string} caption
 * @param {any[]} headings
 * @param {any[][]} rows cells: texts or elements; the second one is the name
 */
export function table(caption, headings, rows) {
  const cells = (row) =>
    row.map((cell, column) =>
      column === 1 ? h("th", { scope: "row" }, cell) : h("td", {}, cell),
    );
  return h(
    "section",
    { class: "panel sheet" },
    h("h2", {}, caption),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...headings.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells(row)))),
      ),
    ),
  );
}

/** Put parts in place of others, and leave the focus and the scrolling where they were. */
export function renew(box, ...parts) {
  const id = box.contains(document.activeElement) ? document.activeElement.id : "";
  const frames = [...box.querySelectorAll(".wide")].map((frame) => frame.scrollLeft);
  fill(box, ...parts);
  for (const [number, frame] of box.querySelectorAll(".wide").entries()) {
    frame.scrollLeft = frames[number] ?? 0;
  }
  if (id) document.getElementById(id)?.focus();
}

/** Points as people write them. */
export const points = (value) => {
  const whole = Math.floor(value);
  const half = value % 1 ? "½" : "";
  return half && !whole ? half : `${whole}${half}`;
};
