/** Compares minimax and alpha-beta, in every move ordering, by the nodes they visit. */

import { button, fill, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { numberText, t } from "../shared/words.js";
import { queryOf } from "./search_link.js";
import { algorithmName, orderName } from "./node_texts.js";

export class Comparison {
  #table = h("div", { class: "comparison-table", role: "status" });
  #button = button("review", t("Compare"), () => this.#run());
  #settings = null;

  constructor() {
    this.element = h(
      "section",
      { class: "panel comparison" },
      h("h2", {}, t("Minimax and alpha-beta compared")),
      h(
        "p",
        { class: "muted" },
        t(
          "The same position at the same depth. Each row is a real search: the value is always the same, the amount of work is not.",
        ),
      ),
      h("div", { class: "buttons" }, this.#button),
      this.#table,
    );
  }

  /** Set the search to compare; only searches with a depth can be. */
  open(settings) {
    this.#settings = settings;
    this.element.hidden = !["minimax", "alphabeta"].includes(settings.algorithm);
    fill(this.#table);
  }

  async #run() {
    const settings = this.#settings;
    this.#button.disabled = true;
    fill(this.#table, h("p", { class: "muted" }, t("Searching…")));
    let shown;
    try {
      const rows = await request(`/api/laboratory/comparison?${queryOf(settings)}`);
      shown = h("div", { class: "scrolling" }, tableOf(rows, settings.depth));
    } catch (error) {
      shown = h("p", { class: "notice bad" }, error.message);
    }
    this.#button.disabled = false;
    if (settings === this.#settings) fill(this.#table, shown);
  }
}

function tableOf(rows, depth) {
  const most = Math.max(...rows.map((row) => row.nodes ?? 0));
  const heads = [
    t("Algorithm"),
    t("Move ordering"),
    t("Nodes"),
    t("Leaves"),
    t("Pruned"),
    t("Value"),
  ];
  return h(
    "table",
    { class: "figures" },
    h("caption", {}, t("Depth {depth}", { depth })),
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map((row) => rowOf(row, most))),
  );
}

function rowOf(row, most) {
  const names = [
    h("th", { scope: "row" }, algorithmName(row.algorithm)),
    h("td", {}, row.algorithm === "minimax" ? t("any") : orderName(row.order)),
  ];
  const marks = { "data-row": `${row.algorithm} ${row.order}` };
  if (row.problem)
    return h("tr", marks, ...names, h("td", { colspan: 4, class: "problem" }, row.problem));
  const bar = h("i", { class: "cost" });
  bar.style.width = `${((100 * row.nodes) / most).toFixed(1)}%`;
  const figures = [row.leaves + row.finished, row.cut].map((each) => h("td", {}, numberText(each)));
  return h(
    "tr",
    marks,
    ...names,
    h("td", { class: "nodes" }, numberText(row.nodes), bar),
    ...figures,
    h("td", {}, `${row.value} (${row.best})`),
  );
}
