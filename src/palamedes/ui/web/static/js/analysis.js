/** The analysis board: any position of any game, free to play on, with an engine beside it. */

import "./board.js";
import { Analyst } from "./analyst.js";
import { find, h, write } from "./dom.js";
import { Editor } from "./editor.js";
import { EnginePanel } from "./engine.js";
import { ExplorerPanel } from "./explorer.js";
import { drawHeader } from "./header.js";
import { isTyping } from "./moves.js";
import { ask } from "./net.js";
import { PlayerStrip } from "./players.js";
import { analysisLink, parseLink } from "./records.js";
import { ReviewPanel } from "./review.js";
import { sound } from "./sound.js";
import { Tools } from "./tools.js";
import { Touches } from "./touches.js";
import { Branch, TreeView } from "./tree.js";
import { t } from "./words.js";

const NAMES = [1, 2].map((number) => t("Player {number}", { number }));

class AnalysisPage {
  #asker = new Analyst();
  #game = null; // what the catalogue says of it
  #start = null;
  #root = new Branch();
  #current = this.#root;
  #touches = new Touches({});
  #exercise = null;
  #board = h("palamedes-board", { live: true });
  #box = h("div", { class: "board-box" }, this.#board);
  #status = h("div", { class: "panel status" });
  #strips = [new PlayerStrip(1, "top-player"), new PlayerStrip(0, "bottom-player")];

  constructor() {
    this.engine = new EnginePanel(
      (moves) => this.play(moves),
      () => this.#show(false),
    );
    this.explorer = new ExplorerPanel((moves) => this.play(moves));
    this.tree = new TreeView((branch) => this.go(branch));
    this.review = new ReviewPanel(this);
    this.editor = new Editor(this);
    this.tools = new Tools(this);
    const [second, first] = this.#strips;
    find("#main").append(
      h("h1", { class: "unseen" }, t("Analysis")),
      h(
        "div",
        { class: "table" },
        h(
          "div",
          { class: "board-side" },
          h("div", { class: "board-row" }, this.engine.gauge, this.#box),
        ),
        h(
          "div",
          { class: "side" },
          this.tools.chooser,
          this.editor.element,
          second.element,
          first.element,
          this.#status,
          this.engine.element,
          this.tree.element,
          this.explorer.element,
          this.tools.element,
          this.review.element,
        ),
      ),
    );
    this.#board.addEventListener("touch", (event) => this.#touch(event.detail));
    this.#board.addEventListener("let-go", () => this.#letGo());
    document.addEventListener("keydown", (event) => this.#press(event));
    addEventListener("hashchange", () => this.#read());
  }

  // What the review needs to know: the line that goes through the position shown.
  get moves() {
    return { judge: (faults) => this.#judge(faults) };
  }
  get ply() {
    return this.#current.ply;
  }
  get scene() {
    return { names: NAMES, seats: [], plies: this.#current.end.ply };
  }
  get hello() {
    return { first: this.first };
  }
  get first() {
    return this.#root.position?.turn ?? 0;
  }
  get game() {
    return this.#game;
  }
  get position() {
    return this.#current.position;
  }

  /** The position after so many moves of the line, as a question names it. */
  question(ply = Infinity) {
    return {
      game: this.#game.id,
      start: this.#start,
      moves: this.#current.end.moves.slice(0, ply),
    };
  }

  positionAt(ply) {
    return this.#asker.ask({ type: "position", ...this.question(ply) });
  }

  look(ply) {
    const path = this.#current.end.path;
    this.go(ply === 0 ? this.#root : path[Math.min(ply, path.length) - 1]);
  }

  lend(exercise) {
    this.#exercise = exercise;
    if (!exercise) this.#show(false);
    return this.#board;
  }

  /** Begin with a game, perhaps at a position, with moves from there; an Error if it cannot be. */
  async begin({ game, start = null, moves = [] }) {
    const about =
      this.#game?.id === game
        ? this.#game
        : await ask(`/api/catalogue/${encodeURIComponent(game)}`);
    await this.#asker.ask({ type: "position", game: about.id, start, moves });
    if (this.#game !== about) this.#board.geometry = about.geometry;
    this.#game = about;
    this.#start = start;
    this.#root = new Branch();
    this.review.forget();
    this.#box.style.maxWidth = `calc((100vh - 84px) * ${this.#board.ratio.toFixed(3)})`;
    document.title = `${about.title} - Palamedes`;
    const last = moves.reduce((branch, move) => branch.play(move), this.#root);
    await this.#learn(this.#root);
    await this.go(last);
  }

  /** Make moves from the position shown. */
  play(moves) {
    sound("move");
    return this.go(moves.reduce((branch, move) => branch.play(move), this.#current));
  }

  /** Show a position of the tree. */
  async go(branch) {
    if (this.#exercise) return;
    await this.#learn(branch);
    const moves = branch.parent === this.#current || branch === this.#current.parent;
    this.#current = branch;
    this.#touches = new Touches(branch.position.touches);
    const question = { ...this.question(), moves: branch.moves };
    history.replaceState(null, "", analysisLink(question));
    const { over, result, winner } = branch.position;
    if (over) this.engine.rest(result, winner === 0 ? 1 : winner === 1 ? 0 : 0.5);
    else this.engine.look(question);
    this.explorer.look(this.#game.id, branch.position);
    this.#show(moves);
    write(find("#announcer"), `${branch.move} ${result}`);
    this.review.show();
  }

  /** Throw the position shown away, with all that follows it. */
  remove() {
    const branch = this.#current;
    if (!branch.parent) return;
    branch.remove();
    this.go(branch.parent);
  }

  async #learn(branch) {
    branch.position ??= await this.#asker.ask({
      type: "position",
      game: this.#game.id,
      start: this.#start,
      moves: branch.moves,
    });
  }

  async #read() {
    const wanted = parseLink(location.hash);
    await this.tools.attempt(() => this.begin(wanted));
  }

  /** Begin with what the address says, or with the first game there is. */
  async open() {
    const wanted = parseLink(location.hash);
    await this.tools.fill();
    if (!wanted.game) wanted.game = this.tools.first;
    if (await this.tools.attempt(() => this.begin(wanted))) return;
    await this.tools.attempt(() => this.begin({ game: this.#game?.id ?? this.tools.first }), false);
  }

  #show(moves) {
    const { position } = this.#current;
    if (!position || this.#exercise) return;
    const scene = {
      ...this.scene,
      turn: position.turn,
      result: position.over || null,
      kinds: [],
      free: [],
      thinking: null,
    };
    for (const strip of this.#strips) strip.show(scene, position.board);
    write(
      this.#status,
      position.over
        ? position.result
        : t("{player} to move: {phase}", { player: NAMES[position.turn], phase: position.phase }),
    );
    this.#board.show(position.board, {
      moves,
      names: NAMES,
      open: this.#touches.open,
      touched: this.#touches.path,
      values: this.#values(),
    });
    this.tree.show(this.#root, this.#current, this.first);
    this.tools.show();
  }

  /** The best that each open spot can lead to. */
  #values() {
    const found = {};
    for (const [move, path] of this.#touches.moves) {
      const spot = path[this.#touches.path.length];
      const value = this.engine.values[move];
      if (value && (!found[spot] || value.score > found[spot].score)) found[spot] = value;
    }
    return found;
  }

  #judge(faults) {
    this.#current.end.path.forEach((branch) => {
      branch.fault = faults[branch.ply] ?? null;
    });
    this.#show(false);
  }

  #touch(spot) {
    if (this.#exercise) {
      this.#exercise.touch(spot);
      return;
    }
    const move = this.#touches.touch(spot);
    if (move) this.play([move]);
    else this.#show(false);
  }

  #letGo() {
    (this.#exercise ?? this.#touches).letGo();
    this.#show(false);
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const siblings = this.#current.parent?.children ?? [];
    const place = siblings.indexOf(this.#current);
    const ways = {
      ArrowLeft: this.#current.parent,
      ArrowRight: this.#current.children[0],
      ArrowUp: siblings[place - 1],
      ArrowDown: siblings[place + 1],
      Home: this.#root,
      End: this.#current.end,
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    if (ways[event.key]) this.go(ways[event.key]);
  }
}

drawHeader("analysis");
await new AnalysisPage().open();
