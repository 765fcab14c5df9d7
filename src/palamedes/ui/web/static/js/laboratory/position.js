/** The dialog in which the position to search is chosen: by playing to it, or as text. */

import { button, h } from "../dom.js";
import { dialog } from "../forms.js";
import { ask } from "../net.js";
import { Touches } from "../touches.js";
import { t } from "../words.js";

/** Choose a position, beginning with the one of a wish. */
export async function openPosition(wish, choose) {
  new PositionDialog(wish, choose).open();
}

class PositionDialog {
  #board = h("palamedes-board", { live: true });
  #touches = new Touches({});
  #seen = null;
  #text = h("input", {
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": t("Position as text"),
  });
  #moves = h("p", { class: "muted", role: "status" });
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });

  constructor(wish, choose) {
    this.game = wish.game;
    this.position = wish.position;
    this.moves = [...wish.moves];
    this.choose = choose;
    this.#board.addEventListener("touch", (event) => this.#touch(event.detail));
    this.#board.addEventListener("let-go", () => {
      this.#touches.letGo();
      this.#show();
    });
  }

  async open() {
    const form = h(
      "form",
      { class: "text-row", onsubmit: (event) => this.#set(event) },
      this.#text,
      h("button", { class: "button", type: "submit" }, t("Load")),
    );
    const done = button("yes", t("Done"), () => this.#finish(), { name: "main" });
    const shown = dialog(t("Position"), [
      h("div", { class: "position-board" }, this.#board),
      this.#moves,
      form,
      this.#complaint,
      h(
        "div",
        { class: "buttons" },
        done,
        button("back", t("Previous move"), () => this.#go(this.position, this.moves.slice(0, -1))),
        button("first", t("Go to the start"), () => this.#go(null, [])),
      ),
    ]);
    this.close = () => shown.close();
    await this.#attempt(async () => {
      const about = ask(`/api/catalogue/${encodeURIComponent(this.game)}`);
      const [{ geometry }] = await Promise.all([about, this.#learn(this.position, this.moves)]);
      this.#board.geometry = geometry; // nothing can be touched before the moves are known
      this.#board.style.maxWidth = `calc(46vh * ${this.#board.ratio.toFixed(3)})`;
      this.#show();
    });
  }

  #go(position, moves) {
    return this.#attempt(() => this.#learn(position, moves));
  }

  async #attempt(action) {
    this.#complaint.hidden = true;
    try {
      await action();
    } catch (error) {
      this.#complaint.textContent = error.message;
      this.#complaint.hidden = false;
    }
  }

  async #learn(position, moves) {
    const fields = new URLSearchParams({ game: this.game, moves: moves.join(" ") });
    if (position) fields.set("position", position);
    this.#seen = await ask(`/api/laboratory/position?${fields}`);
    [this.position, this.moves] = [position, moves];
    this.#touches = new Touches(this.#seen.touches);
    this.#text.value = this.#seen.text;
    this.#show();
  }

  #show() {
    if (!this.#seen) return;
    this.#moves.textContent = this.moves.join(" ") || t("Make a move on the board.");
    if (!this.#board.layout) return;
    this.#board.show(this.#seen.board, {
      open: this.#touches.open,
      touched: this.#touches.path,
      names: [1, 2].map((number) => t("Player {number}", { number })),
    });
  }

  #touch(spot) {
    const move = this.#touches.touch(spot);
    if (move) this.#go(this.position, [...this.moves, move]);
    else this.#show();
  }

  #set(event) {
    event.preventDefault();
    this.#go(this.#text.value.trim(), []);
  }

  #finish() {
    this.choose({ position: this.position, moves: this.moves });
    this.close();
  }
}
