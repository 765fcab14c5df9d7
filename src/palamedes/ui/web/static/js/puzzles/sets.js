/** A card for every game that has puzzles, with the visitor's progress. */

import { visit } from "../shared/addresses.js";
import { fill, find, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";
import { dailyCard, findDaily } from "./daily.js";
import { ratingText } from "./progress.js";

export async function showSets() {
  const heading = h(
    "div",
    { class: "intro" },
    h("h1", {}, t("Puzzles")),
    h("p", {}, t("Find the only move that wins or saves the game.")),
  );
  try {
    const [sets, daily] = await Promise.all([request("/api/puzzles"), findDaily()]);
    const cards = h("div", { class: "cards" }, ...sets.map(card));
    fill(find("#main"), heading, daily && dailyCard(daily), cards);
  } catch (error) {
    fill(find("#main"), heading, h("p", { class: "notice bad" }, error.message));
  }
}

function card(set) {
  const link = `/puzzles/${set.name}`;
  const board = h("palamedes-board", { label: "" });
  board.geometry = set.geometry;
  board.style.maxWidth = `calc(var(--room) * ${board.ratio.toFixed(3)})`;
  queueMicrotask(() => board.show(set.board, { animated: false }));
  const done = t("{solved} of {count} solved", { solved: set.solved, count: set.count });
  const bar = h("progress", { max: set.count, value: set.solved, "aria-label": done });
  return h(
    "article",
    { class: "panel card", "data-game": set.name },
    h("div", { class: "card-board", onclick: () => visit(link) }, board), // for mice
    h(
      "div",
      { class: "card-text" },
      h("h2", {}, set.title),
      h("p", {}, done),
      bar,
      h("dl", { class: "facts" }, ...facts(set)),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "a",
        { class: "button main", href: link },
        h("span", {}, set.solved ? t("Resume") : t("Begin")),
        h("span", { class: "unseen" }, set.title),
      ),
    ),
  );
}

function facts(set) {
  return [
    h("div", {}, h("dt", {}, t("Rating")), h("dd", {}, ratingText(set))),
    h("div", {}, h("dt", {}, t("Streak")), h("dd", {}, set.streak)),
    h("div", {}, h("dt", {}, t("Best streak")), h("dd", {}, set.best)),
  ];
}
