/** What a position is worth to the first player: every generation, a search, and the truth. */

import { fill, h } from "../shared/dom.js";
import { numberText, t } from "../shared/words.js";

export const PLAYERS = [1, 2].map((number) => t("Player {number}", { number }));

/** A score with its sign, rounded. */
export function signed(score, digits = 0) {
  const rounded = Number(score.toFixed(digits));
  const sign = rounded > 0 ? "+" : rounded < 0 ? "\u2212" : "";
  return `${sign}${numberText(Math.abs(rounded))}`;
}

/** "d2: +12", with the colon of the language. */
export const labelled = (name, text) => t("{name}: {text}", { name, text });

const isProven = ({ chance }) => chance === 0 || chance === 1;

/** A table with a row for every opinion about a position. */
export class WorthTable {
  #body = h("tbody");
  #note = h("p", { class: "muted small" });

  constructor() {
    const heads = [t("Who judges"), t("Score"), t("Chances")];
    this.element = h(
      "section",
      { class: "panel part", "aria-labelledby": "worths-title" },
      h("h2", { id: "worths-title" }, t("What it is worth to player 1")),
      h(
        "table",
        { class: "worths", "aria-labelledby": "worths-title" },
        h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
        this.#body,
      ),
      this.#note,
    );
  }

  /**
   * Show what is known of a position.
   * @param {any} thoughts as the server answers
   * @param {any} search null while it is under way; its `message` if it failed
   * @param {number} chosen the generation whose patterns are shown
   */
  show(thoughts, search, chosen) {
    this.element.hidden = thoughts.over;
    const { turn, generations, truth, scale } = thoughts;
    const rows = generations.map(({ number, ...value }) =>
      row(t("Generation {number}", { number }), value, turn, number === chosen),
    );
    rows.push(this.#searchRow(search, turn));
    if (truth) rows.push(row(t("Exact value, from the tables"), { ...truth, true: true }, turn));
    fill(this.#body, ...rows);
    fill(
      this.#note,
      t("A score of {number} means three points in four for player 1.", { number: signed(scale) }),
    );
  }

  #searchRow(search, turn) {
    if (!search) return emptyRow(t("A short search"), t("searching…"));
    if (search.message) return emptyRow(t("A short search"), search.message);
    const { depth, nodes } = search;
    const effort = t("depth {depth}, {nodes} positions", { depth, nodes: numberText(nodes) });
    const name = [t("A short search"), h("small", {}, `${effort} → ${search.move}`)];
    return row(name, search, turn);
  }
}

function emptyRow(name, text) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", { colspan: 2, class: "muted" }, text),
  );
}

/** A value for the player to move, as it is for the first player. */
function row(name, value, turn, isChosen = false) {
  const { score, chance, text } = value;
  const isKnown = isProven(value) || value.true;
  const worth = turn === 0 ? score : -score;
  const first = turn === 0 ? chance : 1 - chance;
  const words = isKnown && score !== 0 ? labelled(PLAYERS[turn], text) : isKnown ? text : null;
  return h(
    "tr",
    { class: isChosen ? "chosen-row" : null },
    h("th", { scope: "row" }, ...[name].flat()),
    h("td", { class: words ? "" : "number" }, words ?? signed(worth)),
    h("td", {}, chanceBar(first)),
  );
}

function chanceBar(chance) {
  const percent = Math.round(100 * chance);
  const filled = h("i", {});
  filled.style.width = `${percent}%`;
  return h(
    "span",
    { class: "chance" },
    h("span", { class: "chance-bar", "aria-hidden": "true" }, filled),
    h("span", { class: "chance-text" }, t("{percent}%", { percent })),
  );
}
