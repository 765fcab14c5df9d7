/** The game that was over last, move by move. */

import "../board.js";
import { fill, h, write } from "../dom.js";
import { ask } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

const PAUSE = 700; // milliseconds between two moves

export class Replay {
  #board = h("palamedes-board", { label: t("Latest game") });
  #names = h("strong", {});
  #result = h("p", { class: "muted" });
  #number = -1;
  #boards = [];
  #ply = 0;
  #timer = 0;

  constructor(path) {
    this.path = path;
    this.element = h(
      "section",
      { class: "panel sheet replay", hidden: true },
      h("h2", {}, t("Latest game")),
      this.#names,
      h("div", { class: "replay-board" }, this.#board),
      this.#result,
    );
  }

  /** Show a game, once the one before it is shown to its end. */
  async show(game) {
    if (!game || game.number === this.#number || this.#ply < this.#boards.length - 1) return;
    this.#number = game.number;
    let found;
    try {
      found = await ask(`${this.path}/games/${game.number}`);
    } catch {
      return;
    }
    this.element.hidden = false;
    write(this.#names, found.names.join(" - "));
    fill(this.#result, " ");
    this.#board.geometry = found.geometry;
    this.#boards = found.boards;
    this.#result.dataset.text = found.result;
    this.#ply = settings.moves ? 0 : found.boards.length - 1;
    this.#draw();
  }

  #draw() {
    clearTimeout(this.#timer);
    this.#board.show(this.#boards[this.#ply], { moves: this.#ply > 0 });
    if (this.#ply === this.#boards.length - 1) {
      write(this.#result, this.#result.dataset.text);
      return;
    }
    this.#timer = setTimeout(() => {
      this.#ply += 1;
      this.#draw();
    }, PAUSE);
  }
}
