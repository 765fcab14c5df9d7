/** One node looked at closely: its board, and everything the search knows of it. */

import { fill, h } from "../dom.js";
import { ask } from "../net.js";
import { t } from "../words.js";
import { figure, kindText, percent, reasonText, scoreText, valueText, windowText } from "./texts.js";

const MOST = 300; // boards that are kept
const PAUSE = 50; // milliseconds until a pointer that passes by is taken seriously

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

  /** Boards of another game, or from another position. */
  reset(geometry) {
    if (geometry !== this.#geometry) {
      this.#geometry = geometry;
      this.#board.geometry = geometry;
      this.#board.style.maxWidth = `calc(var(--room) * ${Math.min(1, this.#board.ratio).toFixed(3)})`;
    }
    this.#boards.clear();
    this.#wanted = "";
  }

  show(search, wish, node) {
    const isCut = search.kind[node] === "c";
    const path = search.path(node).slice(1);
    const moves = path.map((each) => search.moveOf(each));
    if (isCut) moves.pop(); // the search never went there
    const group = isCut ? search.cutGroup(node).map((each) => search.moveOf(each)) : [];
    fill(this.#moves, h("b", {}, moves.join(" ") || t("root")), isCut && ` ✂ ${group.join(" ")}`);
    this.#reason.hidden = !isCut;
    this.#reason.textContent = isCut ? reasonText(search, node) : "";
    fill(this.#facts, ...this.#rows(search, node).flatMap(row));
    clearTimeout(this.#timer);
    const all = [...wish.moves, ...moves].join(" ");
    this.#wanted = all;
    if (this.#boards.has(all)) this.#draw(all);
    else this.#timer = setTimeout(() => this.#fetch(wish, all), PAUSE);
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
      rows.push([t("visits"), figure(search.visits[node])]);
      rows.push([t("mean"), percent(search.mean(node))]);
    }
    if (search.isBestFirst && node > 0)
      rows.push([t("estimate"), scoreText(search, search.estimate[node])]);
    if (search.hasChildren(node)) {
      rows.push([t("nodes below"), figure(search.below[node])]);
      if (window) rows.push([t("pruned below"), figure(search.cuts[node])]);
    }
    return rows;
  }

  async #fetch(wish, moves) {
    const fields = new URLSearchParams({ game: wish.game, moves });
    if (wish.position) fields.set("position", wish.position);
    try {
      const { board } = await ask(`/api/laboratory/position?${fields}`);
      this.#boards.set(moves, board);
      if (this.#boards.size > MOST) this.#boards.delete(this.#boards.keys().next().value);
      if (moves === this.#wanted) this.#draw(moves);
    } catch {
      // the next node that is looked at asks again
    }
  }

  #draw(moves) {
    this.#board.dataset.moves = moves;
    this.#board.show(this.#boards.get(moves), { moves: false });
  }
}

const row = ([name, text]) => [h("dt", {}, name), h("dd", {}, text)];
