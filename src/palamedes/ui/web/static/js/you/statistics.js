/** Results by game, opponent and side. */

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @param {any[]} tables */
export function statisticsPanel(tables) {
  return h(
    "section",
    { class: "panel part", "aria-labelledby": "statistics-title" },
    h("h2", { id: "statistics-title" }, t("Statistics")),
    tables.length
      ? h("div", { class: "tables" }, ...tables.map(table))
      : h("p", { class: "muted" }, t("No statistics yet: finish a game first.")),
  );
}

function table({ game, title, opponents }) {
  const head = [t("Opponent"), t("Playing first"), t("Playing second"), t("Total")];
  return h(
    "div",
    { class: "scrolling", tabindex: 0, role: "group", "aria-label": title },
    h(
      "table",
      { class: "results", "data-game": game },
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...opponents.map(row)),
    ),
  );
}

function row({ name, first, second }) {
  const both = first.map((count, place) => count + second[place]);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    ...[first, second, both].map((counts) => h("td", {}, score(counts))),
  );
}

/** Won, drawn and lost games; a dash if there are none. */
function score([won, drawn, lost]) {
  if (!won && !drawn && !lost) return h("span", { class: "muted" }, "–");
  const label = t("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost });
  return h(
    "span",
    { class: "score", title: label, role: "img", "aria-label": label },
    h("b", { class: "won" }, won),
    h("b", { class: "drawn" }, drawn),
    h("b", { class: "lost" }, lost),
  );
}
