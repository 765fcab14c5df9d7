/** Sets up a position: choose a piece, click spots, and say who is to move. */

import { drawStack, SEEDS } from "../board/pieces.js";
import { choices } from "../shared/dialogs.js";
import { button, fill, h, write } from "../shared/dom.js";
import { draw } from "../shared/svg.js";
import { t } from "../shared/words.js";
import { AnalysisClient } from "./analysis_client.js";

const ERASER = "nothing"; // the tool that removes pieces

/** @typedef {import("../review/exercise.js").Exercise} Exercise */

/** @implements {Exercise} */
export class PositionEditor {
  #client = null;
  #board = null;
  #shown = null; // the board with the counters and regions that follow from its pieces
  #tool = ERASER;
  #text = "";
  #complaint = h("p", { class: "notice", role: "status" });
  #done = button("yes", t("Done"), () => this.#finish(), { name: "main" });

  /** @param {import("../analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    this.element = h("section", {
      class: "panel editor",
      "aria-label": t("Set up a position"),
      hidden: true,
    });
  }

  get board() {
    return this.#shown;
  }

  /** Start with the position on the board. */
  async start() {
    if (!this.element.hidden || !this.page.position) return;
    const { game, position } = this.page;
    const { kinds } = game;
    this.page.review.forget();
    this.#board = structuredClone({ ...position.board, last: [] });
    const counters = await this.#counters();
    if (this.page.game !== game || this.page.position !== position) return;
    this.#tool = kinds.length ? kinds[0].join("/") : ERASER;
    fill(
      this.element,
      h("h2", {}, t("Set up a position")),
      this.#tools(kinds),
      this.#turns(),
      counters,
      this.#complaint,
      h(
        "div",
        { class: "buttons" },
        this.#done,
        button("remove", t("Clear the board"), () => this.#clear()),
        button("close", t("Cancel"), () => this.end()),
      ),
    );
    this.element.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
    this.#change();
  }

  /** Put the chosen piece on a spot; remove it if it is there already. */
  put(spot) {
    const { pieces } = this.#board;
    const [kind, owner] = this.#tool.split("/");
    if (this.#tool === ERASER) delete pieces[spot];
    else if (SEEDS.includes(kind)) this.#addSeed(spot, kind);
    else if (String(pieces[spot]?.[0].slice(0, 2)) === [kind, owner].join(",")) delete pieces[spot];
    else pieces[spot] = [[kind, owner === "" ? null : Number(owner), 1]];
    this.#change();
  }

  play() {} // no moves are made in an editor

  #addSeed(spot, kind) {
    const stack = (this.#board.pieces[spot] ??= []);
    const there = stack.find((piece) => piece[0] === kind);
    if (there) there[2]++;
    else stack.push([kind, null, 1]);
    stack.sort((one, other) => SEEDS.indexOf(one[0]) - SEEDS.indexOf(other[0]));
  }

  #tools(kinds) {
    const options = [
      ...kinds.map(([kind, owner]) => [`${kind}/${owner ?? ""}`, pieceTitle(kind, owner)]),
      [ERASER, t("remove")],
    ];
    const field = choices(t("Piece"), "piece", options, this.#tool, (tool) => {
      this.#tool = tool;
    });
    kinds.forEach(([kind, owner], number) => {
      const svg = draw(null, "svg", { viewBox: "-50 -50 100 100", class: "icon" });
      const isSeed = SEEDS.includes(kind);
      const place = {
        name: "",
        x: 0,
        y: isSeed ? 32 : 0, // a pile is drawn a little above the middle
        halfWidth: 60,
        halfHeight: isSeed ? 180 : 60,
        index: 0,
      };
      drawStack(svg, [[kind, owner, 1]], place, 44);
      svg.querySelector(".count")?.remove();
      field.querySelectorAll("span")[number].prepend(svg);
    });
    return field;
  }

  #turns() {
    const options = this.page.names.map((name, player) => [String(player), name]);
    return choices(t("To move"), "turn", options, String(this.#board.turn), (player) => {
      this.#board.turn = Number(player);
      this.#change();
    });
  }

  /** A field for each counter that does not follow from the pieces. */
  async #counters() {
    const free = await this.#free();
    return h("div", { class: "counters" }, ...free.map((counter) => this.#counterField(counter)));
  }

  /** The counters that can be chosen: the server corrects the others if they are changed. */
  async #free() {
    const { counters } = this.#board;
    const changed = counters.map(([owner, label, value]) => [owner, label, value + 1]);
    try {
      const { board } = await this.#compose({ ...this.#board, counters: changed });
      return counters.filter((each, number) => board.counters[number][2] !== each[2]);
    } catch {
      return counters; // values out of range: the server reads them
    }
  }

  #counterField(counter) {
    const [owner, , value, title] = counter;
    const input = h("input", { type: "number", min: 0, max: 999, value });
    input.addEventListener("input", () => {
      counter[2] = Math.max(0, Math.min(999, Math.floor(Number(input.value) || 0)));
      this.#change();
    });
    return h("label", {}, `${this.page.names[owner]}, ${title}`, input);
  }

  #clear() {
    this.#board.pieces = {};
    this.#board.regions = [];
    this.#change();
  }

  #compose(board) {
    this.#client ??= new AnalysisClient();
    return this.#client.ask({ type: "compose", game: this.page.game.id, board });
  }

  /** Show the board, and ask whether it is a valid position. */
  async #change() {
    const board = this.#board;
    this.#show(board);
    try {
      const composed = await this.#compose(board);
      if (this.element.hidden || board !== this.#board) return;
      this.#text = composed.text;
      write(this.#complaint, t("Valid position."));
      this.#show({ ...board, counters: composed.board.counters, regions: composed.board.regions });
    } catch (error) {
      this.#text = "";
      write(this.#complaint, error.message);
    }
    this.#complaint.classList.toggle("bad", this.#text === "");
    this.#done.disabled = this.#text === "";
  }

  #show(board) {
    this.#shown = board;
    const { names } = this.page;
    this.page.lend(this).show(board, { animated: false, editing: true, names });
  }

  #finish() {
    const [game, start] = [this.page.game.id, this.#text];
    this.end();
    this.page.toolbar.attempt(() => this.page.begin({ game, start }));
  }

  /** Give the board back. */
  end() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.page.lend(null);
  }
}

function pieceTitle(kind, owner) {
  const title =
    {
      disc: t("piece"),
      mark: t("mark"),
      stick: t("match"),
      red: t("red"),
      blue: t("blue"),
      clear: t("transparent"),
    }[kind] ?? kind;
  return owner === null ? title : `${title} ${owner + 1}`;
}
