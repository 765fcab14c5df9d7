/** The dialog that chooses the position to search: by playing to it, or as text. */

import { dialog } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

/** Let the visitor choose a position, starting with the one of a search. */
export async function openPosition(search, choose) {
  new PositionDialog(search, choose).open();
}

class PositionDialog {
  #board = h("palamedes-board", { live: true });
  #shown = null; // what the server said about the position
  #text = h("input", {
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": t("Position as text"),
  });
  #moves = h("p", { class: "muted", role: "status" });
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });

  constructor(search, choose) {
    this.game = search.game;
    this.position = search.position;
    this.moves = [...search.moves];
    this.choose = choose;
    this.#board.addEventListener("move", (event) =>
      this.#go(this.position, [...this.moves, event.detail.move]),
    );
  }

  async open() {
    const form = h(
      "form",
      { class: "text-row", onsubmit: (event) => this.#setPosition(event) },
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
      const details = request(`/api/catalogue/${encodeURIComponent(this.game)}`);
      const [{ geometry }] = await Promise.all([details, this.#load(this.position, this.moves)]);
      this.#board.geometry = geometry;
      this.#board.style.maxWidth = `calc(46vh * ${this.#board.ratio.toFixed(3)})`;
      this.#show();
    });
  }

  #go(position, moves) {
    return this.#attempt(() => this.#load(position, moves));
  }

  async #attempt(action) {
    this.#complaint.hidden = true;
    try {
      await action();
    } catch (error) {
      this.#complaint.textContent = error.message;
      this.#complaint.hidden = false;
      if (this.#board.layout) this.#board.letGo();
    }
  }

  async #load(position, moves) {
    const fields = new URLSearchParams({ game: this.game, moves: moves.join(" ") });
    if (position) fields.set("position", position);
    this.#shown = await request(`/api/laboratory/position?${fields}`);
    [this.position, this.moves] = [position, moves];
    this.#text.value = this.#shown.text;
    this.#show();
  }

  #show() {
    this.#moves.textContent = this.moves.join(" ") || t("Make a move on the board.");
    if (!this.#board.layout) return;
    const { board, touches, partial, transfers } = this.#shown;
    const names = [1, 2].map((number) => t("Player {number}", { number }));
    this.#board.show(board, { touches, partial, transfers, names });
  }

  #setPosition(event) {
    event.preventDefault();
    this.#go(this.#text.value.trim(), []);
  }

  #finish() {
    this.choose({ position: this.position, moves: this.moves });
    this.close();
  }
}
