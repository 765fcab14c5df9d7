/** Replays the game that ended last. */

import "../board/board.js";
import { fill, h, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { t } from "../shared/words.js";

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

  /** Replay a game, unless the replay of another one is still running. */
  async show(game) {
    if (!game || game.number === this.#number || this.#ply < this.#boards.length - 1) return;
    this.#number = game.number;
    let found;
    try {
      found = await request(`${this.path}/games/${game.number}`);
    } catch {
      return;
    }
    this.element.hidden = false;
    write(this.#names, found.names.join(" - "));
    fill(this.#result, " ");
    this.#board.geometry = found.geometry;
    this.#boards = found.boards;
    this.#result.dataset.text = found.result;
    this.#ply = settings.animation ? 0 : found.boards.length - 1;
    this.#draw();
  }

  #draw() {
    clearTimeout(this.#timer);
    this.#board.show(this.#boards[this.#ply], { animated: this.#ply > 0 });
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
