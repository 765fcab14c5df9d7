/** One node in detail: its board, and what the search knows about it. */

import { fill, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { numberText, t } from "../shared/words.js";
import { kindText, percent, reasonText, scoreText, valueText, windowText } from "./node_texts.js";

const MOST = 300; // boards in memory
const PAUSE = 50; // milliseconds for which a pointer must rest on a node before it is loaded

export class NodeCard {
  #board = h("palamedes-board", { label: t("Position at this node") });
  #moves = h("p", { class: "card-moves" });
  #facts = h("dl", { class: "facts" });
  #reason = h("p", { class: "notice bad card-reason", hidden: true });
  #boards = new Map();
  #geometry = null;
  #wanted = "";
  #timer = 0;

  constructor() {
    this.element = h(
      "section",
      { class: "panel node-card", "aria-label": t("Node details") },
      h("div", { class: "card-board" }, this.#board),
      h("div", { class: "card-text" }, this.#moves, this.#reason, this.#facts),
    );
  }

  /** Forget all boards, for another search. */
  reset(geometry) {
    if (geometry !== this.#geometry) {
      this.#geometry = geometry;
      this.#board.geometry = geometry;
      this.#board.style.maxWidth = `calc(var(--room) * ${Math.min(1, this.#board.ratio).toFixed(3)})`;
    }
    this.#boards.clear();
    this.#wanted = "";
  }

  show(search, settings, node) {
    const isCut = search.kind[node] === "c";
    const path = search.path(node).slice(1);
    const moves = path.map((each) => search.moveOf(each));
    if (isCut) moves.pop(); // its board is that of its parent: the search never went there
    const group = isCut ? search.cutGroup(node).map((each) => search.moveOf(each)) : [];
    fill(this.#moves, h("b", {}, moves.join(" ") || t("root")), isCut && ` ✂ ${group.join(" ")}`);
    this.#reason.hidden = !isCut;
    this.#reason.textContent = isCut ? reasonText(search, node) : "";
    fill(this.#facts, ...this.#rows(search, node).flatMap(row));
    clearTimeout(this.#timer);
    const all = [...settings.moves, ...moves].join(" ");
    this.#wanted = all;
    if (this.#boards.has(all)) this.#draw(all);
    else this.#timer = setTimeout(() => this.#fetch(settings, all), PAUSE);
  }

  #rows(search, node) {
    if (search.kind[node] === "c") {
      return [[t("window at the cutoff"), windowText(search, search.window(node).entered)]];
    }
    const rows = [
      [t("type"), kindText(search, node)],
      [search.isFinal(node) ? t("value") : t("value so far"), valueText(search, node)],
    ];
    const window = search.window(node);
    if (window) {
      rows.push([t("α, β on entry"), windowText(search, window.entered)]);
      if (search.hasChildren(node)) rows.push([t("α, β now"), windowText(search, window.now)]);
    }
    if (search.isMcts) {
      rows.push([t("visits"), numberText(search.visits[node])]);
      rows.push([t("mean"), percent(search.mean(node))]);
    }
    if (search.isBestFirst && node > 0)
      rows.push([t("estimate"), scoreText(search, search.estimate[node])]);
    if (search.hasChildren(node)) {
      rows.push([t("nodes below"), numberText(search.below[node])]);
      if (window) rows.push([t("pruned below"), numberText(search.cuts[node])]);
    }
    return rows;
  }

  async #fetch(settings, moves) {
    const fields = new URLSearchParams({ game: settings.game, moves });
    if (settings.position) fields.set("position", settings.position);
    try {
      const { board } = await request(`/api/laboratory/position?${fields}`);
      this.#boards.set(moves, board);
      if (this.#boards.size > MOST) this.#boards.delete(this.#boards.keys().next().value);
      if (moves === this.#wanted) this.#draw(moves);
    } catch {
      // The card keeps its board; the next node asks again.
    }
  }

  #draw(moves) {
    this.#board.dataset.moves = moves;
    this.#board.show(this.#boards.get(moves), { animated: false });
  }
}

const row = ([name, text]) => [h("dt", {}, name), h("dd", {}, text)];
