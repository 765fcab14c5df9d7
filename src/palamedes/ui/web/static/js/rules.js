/** The rules of a game, with pictures, and examples to step through. */

import "./board/board.js";
import { currentPath } from "./shared/addresses.js";
import { button, fill, find, h, icon, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { openNewGame } from "./game/new_game.js";
import { t } from "./shared/words.js";

drawHeader("rules");
const game = currentPath().split("/")[2];

/** A board as a picture, as large as its box allows. */
function pictureBoard(picture, label) {
  const board = h("palamedes-board", { label });
  board.geometry = picture.geometry;
  board.style.maxWidth = `calc(var(--room) * ${board.ratio.toFixed(3)})`;
  queueMicrotask(() => board.show(picture.board, { animated: false, hint: picture.spots }));
  return board;
}

function diagram(picture) {
  const board = h("div", { class: "diagram-board" }, pictureBoard(picture, picture.text));
  return h("figure", {}, board, h("figcaption", {}, picture.text));
}

function section({ title, text, pictures }) {
  return h(
    "section",
    { class: "panel rule" },
    h("h2", {}, title),
    h("p", {}, text),
    h("div", { class: "diagrams" }, ...pictures.map(diagram)),
  );
}

class Example {
  #place = 0;
  #text = h("p", { "aria-live": "polite" });
  #count = h("span", { class: "muted" });

  constructor({ title, moves, pictures }) {
    this.moves = moves;
    this.pictures = pictures;
    this.board = pictureBoard(pictures[0], title);
    this.back = button("back", t("Back"), () => this.#step(-1));
    this.forth = button("forth", t("Next"), () => this.#step(1));
    this.element = h(
      "section",
      { class: "panel rule example" },
      h("h3", {}, title),
      h("div", { class: "diagram-board" }, this.board),
      this.#text,
      h("div", { class: "buttons" }, this.back, this.forth, this.#count),
    );
    this.#write();
  }

  #step(by) {
    this.#place += by;
    this.board.show(this.pictures[this.#place].board, { animated: by > 0 });
    this.#write();
  }

  #write() {
    const { moves, pictures } = this;
    const move = this.#place ? `${moves[this.#place - 1]}: ` : "";
    write(this.#text, `${move}${pictures[this.#place].text}`);
    write(this.#count, `${this.#place} / ${moves.length}`);
    this.back.disabled = this.#place === 0;
    this.forth.disabled = this.#place === moves.length;
  }
}

function pictured({ sections, examples, notation }) {
  const steps = examples.map((example) => new Example(example).element);
  return [
    ...sections.map(section),
    h("h2", { class: "heading" }, t("Examples")),
    h("div", { class: "examples" }, ...steps),
    h("section", { class: "panel rule" }, h("h2", {}, t("Notation")), h("p", {}, notation)),
  ];
}

function draw(guide) {
  document.title = [t("Rules"), guide.title, "Palamedes"].join(" - ");
  const learn = h(
    "a",
    { class: "button main", href: `/learn/${game}` },
    icon("learn"),
    h("span", {}, t("Learn it step by step")),
  );
  fill(
    find("#main"),
    h(
      "div",
      { class: "intro" },
      h("h1", {}, guide.title),
      h("p", {}, t("The rules of the game")),
      h(
        "div",
        { class: "buttons" },
        guide.lesson && learn,
        button("play", t("Play"), () => openNewGame(guide.game)),
      ),
    ),
    ...(guide.sections.length ? pictured(guide) : [h("p", { class: "panel rule" }, guide.rules)]),
  );
}

try {
  draw(await request(`/api/guides/${game}`));
} catch (error) {
  fill(find("#main"), h("h1", {}, t("Rules")), h("p", { class: "notice bad" }, error.message));
}
