/** The same search by minimax and by alpha-beta in every order of moves: what each one costs. */

import { button, fill, h } from "../dom.js";
import { ask } from "../net.js";
import { t } from "../words.js";
import { queryOf } from "./link.js";
import { algorithmName, figure, orderName } from "./texts.js";

export class Comparison {
  #table = h("div", { class: "comparison-table", role: "status" });
  #button = button("review", t("Compare"), () => this.#run());
  #wish = null;

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

  /** What will be compared; only searches with a depth can be. */
  open(wish) {
    this.#wish = wish;
    this.element.hidden = !["minimax", "alphabeta"].includes(wish.algorithm);
    fill(this.#table);
  }

  async #run() {
    const wish = this.#wish;
    this.#button.disabled = true;
    fill(this.#table, h("p", { class: "muted" }, t("Searching…")));
    let shown;
    try {
      const rows = await ask(`/api/laboratory/comparison?${queryOf(wish)}`);
      shown = h("div", { class: "table-scroll" }, tableOf(rows, wish.depth));
    } catch (error) {
      shown = h("p", { class: "notice bad" }, error.message);
    }
    this.#button.disabled = false;
    if (wish === this.#wish) fill(this.#table, shown);
  }
}

function tableOf(rows, depth) {
  const most = Math.max(...rows.map((row) => row.nodes ?? 0));
  const heads = [t("Algorithm"), t("Move ordering"), t("Nodes"), t("Leaves"), t("Pruned"), t("Value")];
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
  const figures = [row.leaves + row.finished, row.cut].map((each) => h("td", {}, figure(each)));
  return h(
    "tr",
    marks,
    ...names,
    h("td", { class: "nodes" }, figure(row.nodes), bar),
    ...figures,
    h("td", {}, `${row.value} (${row.best})`),
  );
}
