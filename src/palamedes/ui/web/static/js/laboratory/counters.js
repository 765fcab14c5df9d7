/** The work of the search: until the current step, and in total. */

import { fill, h, write } from "../shared/dom.js";
import { numberText, t } from "../shared/words.js";
import { valueText } from "./node_texts.js";

export class Counters {
  #body = h("tbody");
  #answer = h("p", { class: "answer" });

  constructor() {
    const heads = ["", t("now"), t("total")];
    this.element = h(
      "section",
      { class: "panel counters-panel", "aria-label": t("Counters") },
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h("tr", {}, h("td"), ...heads.slice(1).map((head) => h("th", { scope: "col" }, head))),
        ),
        this.#body,
      ),
      this.#answer,
    );
  }

  show(search) {
    const now = search.counts();
    const names = { nodes: t("Nodes"), leaves: t("Leaves"), finished: t("Finished games") };
    if (search.algorithm === "alphabeta") names.cut = t("Pruned branches");
    fill(
      this.#body,
      ...Object.entries(names).map(([key, name]) =>
        h(
          "tr",
          { "data-count": key },
          h("th", { scope: "row" }, name),
          h("td", {}, numberText(now[key])),
          h("td", {}, numberText(search.counts_in_all[key])),
        ),
      ),
    );
    write(this.#answer, this.#result(search));
  }

  #result(search) {
    if (!search.isOver) return t("The result appears at the last step.");
    const line = search.best_line.slice(1).map((node) => search.moveOf(node));
    return t("Best line: {line} (value {value})", {
      line: line.join(" "),
      value: valueText(search, 0),
    });
  }
}
