/** The analysis board: any position of any game, free to play on, with an engine beside it. */

import "./board.js";
import { Analyst } from "./analyst.js";
import { announce, find, h, write } from "./dom.js";
import { Editor } from "./editor.js";
import { EnginePanel } from "./engine.js";
import { ExplorerPanel } from "./explorer.js";
import { drawHeader } from "./header.js";
import { ask } from "./net.js";
import { PlayerStrip } from "./players.js";
import { analysisLink, parseLink } from "./records.js";
import { ReviewPanel } from "./review.js";
import { settings } from "./settings.js";
import { sound } from "./sound.js";
import { Tools } from "./tools.js";
import { Touches } from "./touches.js";
import { Branch, TreeView } from "./tree.js";
import { walkByKeys } from "./walk.js";
import { t } from "./words.js";

const NAMES = [1, 2].map((number) => t("Player {number}", { number }));

class AnalysisPage {
  #asker = new Analyst();
  #begun = 0; // how often something else was put on the board
  #game = null; // what the catalogue says of it
  #start = null;
  #root = new Branch();
  #current = this.#root;
  #arrival = Promise.resolve(); // until the current position is known
  #touches = new Touches({});
  /** @type {import("./learn.js").Exercise | null} */
  #exercise = null;
  #board = h("palamedes-board", { live: true });
  #status = h("div", { class: "panel status" });
  #strips = [new PlayerStrip(1, "top-player"), new PlayerStrip(0, "bottom-player")];
  #table = h("div", { class: "table" });

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
    this.#layOut();
    this.#board.addEventListener("touch", (event) => this.#touch(event.detail));
    this.#board.addEventListener("drop-on", (event) => this.#drop(event.detail));
    this.#board.addEventListener("let-go", () => this.#letGo());
    settings.addEventListener("change", () => this.#show(false));
    addEventListener("hashchange", () => this.#read());
    walkByKeys(this.ways);
  }

  #layOut() {
    const [second, first] = this.#strips;
    const box = h("div", { class: "board-box" }, this.#board);
    this.#table.append(
      h("div", { class: "board-side" }, h("div", { class: "board-row" }, this.engine.gauge, box)),
      h(
        "div",
        { class: "side" },
        this.tools.chooser,
        this.tools.complaint,
        this.editor.element,
        this.review.lesson,
        h("div", { class: "strips" }, first.element, second.element),
        this.#status,
        this.engine.element,
        this.tree.element,
        this.explorer.element,
        this.tools.element,
        this.review.element,
      ),
    );
    find("#main").append(h("h1", { class: "unseen" }, t("Analysis")), this.#table);
  }

  // What a review needs to know: the line that goes through the position shown.
  names = NAMES;
  seats = [];
  get ply() {
    return this.#exercise?.ply ?? this.#current.ply;
  }
  get plies() {
    return this.#current.end.ply;
  }
  get first() {
    return this.#root.position?.turn ?? 0;
  }
  judge(faults) {
    this.#current.end.path.forEach((branch) => {
      branch.fault = faults[branch.ply] ?? null;
    });
    this.#show(false);
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

  /** Lend the board for an exercise, or take it back with null. */
  lend(exercise) {
    const isNews = exercise !== this.#exercise;
    this.#exercise = exercise;
    this.#table.classList.toggle("lent", exercise !== null);
    if (exercise) this.#showPlayers(exercise.board, exercise.board.turn);
    if (exercise && isNews) this.engine.stop();
    if (!exercise && isNews) this.go(this.#current);
    return this.#board;
  }

  /** Begin with a game, perhaps at a position, with moves from there; an Error if it cannot be. */
  async begin({ game, start = null, moves = [] }) {
    const number = ++this.#begun;
    const about = this.#game?.id === game ? this.#game : await learnGame(game);
    const question = { type: "position", game: about.id, start };
    const root = new Branch();
    const last = moves.reduce((branch, move) => branch.play(move), root);
    [root.position, last.position] = await Promise.all([
      this.#asker.ask({ ...question, moves: [] }),
      this.#asker.ask({ ...question, moves }),
    ]);
    if (number !== this.#begun) return;
    this.review.forget();
    this.#exercise?.end();
    if (this.#game !== about) this.#take(about);
    this.#start = start;
    this.#root = root;
    await this.go(last);
  }

  /** Put the board of another game there. */
  #take(about) {
    this.#game = about;
    this.#touches = new Touches({});
    this.#board.geometry = about.geometry;
    this.#table.style.setProperty("--ratio", this.#board.ratio.toFixed(3));
    for (const strip of this.#strips) strip.showPiece(about.kinds);
    document.title = `${about.title} - Palamedes`;
  }

  /** Make moves from the position shown. */
  play(moves) {
    sound("move");
    return this.go(moves.reduce((branch, move) => branch.play(move), this.#current));
  }

  /** Show a position of the tree; whoever goes on before it is known goes on from there. */
  go(branch) {
    if (this.#exercise) return this.#arrival;
    const moves = branch.parent === this.#current || branch === this.#current.parent;
    this.#current = branch;
    this.#touches = new Touches(branch.position?.touches ?? {});
    this.#arrival = this.#arrive(branch, moves);
    return this.#arrival;
  }

  async #arrive(branch, moves) {
    try {
      await this.#learn(branch);
    } catch (error) {
      this.tools.complain(error.message);
      if (this.#current === branch && branch.parent) this.go(branch.parent);
      return;
    }
    if (this.#current !== branch || this.#exercise) return;
    this.#touches = new Touches(branch.position.touches);
    const question = { ...this.question(), moves: branch.moves };
    history.replaceState(null, "", analysisLink(question));
    const { over, result, winner, turn } = branch.position;
    if (over) this.engine.rest(result, winner === 0 ? 1 : winner === 1 ? 0 : 0.5);
    else this.engine.look(question, turn);
    this.explorer.look(this.#game.id, branch.position);
    this.#show(moves);
    this.#announce(branch);
    this.review.show();
  }

  #announce({ move, ply, position }) {
    const player = NAMES[(this.first + ply - 1) % 2];
    if (move) announce(t("{player} plays {move}.", { player, move }));
    if (position.over) announce(position.result);
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

  /** Begin with what the address says, or at the start of its game, or with the first there is. */
  async open() {
    const wanted = parseLink(location.hash);
    await this.tools.fill();
    if (!wanted.game) wanted.game = this.tools.first;
    if (await this.tools.attempt(() => this.begin(wanted))) return;
    const isBegun = await this.begin({ game: wanted.game }).then(
      () => true,
      () => false,
    );
    if (!isBegun) await this.begin({ game: this.tools.first }).catch(() => {});
  }

  #show(moves) {
    const { position } = this.#current;
    if (!position || this.#exercise) return;
    this.#showPlayers(position.board, position.over ? null : position.turn);
    write(
      this.#status,
      position.over
        ? position.result
        : t("{player} to move: {phase}", { player: NAMES[position.turn], phase: position.phase }),
    );
    this.#board.classList.toggle("no-legal", !settings.legal);
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

  #showPlayers(board, turn) {
    const scene = { names: NAMES, seats: [], turn, kinds: [], free: [], thinking: null };
    for (const strip of this.#strips) strip.show(scene, board);
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

  async #touch(spot) {
    if (this.#exercise) {
      this.#exercise.touch(spot);
      return;
    }
    while (!this.#current.position) await this.#arrival;
    const move = this.#touches.touch(spot);
    if (move) this.play([move]);
    else this.#show(false);
  }

  /** A piece that was dropped where it cannot go is not kept in the hand. */
  async #drop({ from, to }) {
    if (!this.#board.isTouched(from)) await this.#touch(from);
    await this.#touch(to);
    const { path } = this.#touches;
    if (path.length === 1 && path[0] === from) this.#letGo();
  }

  #letGo() {
    (this.#exercise ?? this.#touches).letGo();
    this.#show(false);
  }

  /** Where keys and buttons lead. */
  get ways() {
    const go = (branch) => branch && this.go(branch);
    const sibling = (step) => {
      const siblings = this.#current.parent?.children ?? [];
      return siblings[siblings.indexOf(this.#current) + step];
    };
    return {
      start: () => go(this.#root),
      back: () => go(this.#current.parent),
      forth: () => go(this.#current.children[0]),
      end: () => go(this.#current.end),
      before: () => go(sibling(-1)),
      after: () => go(sibling(1)),
    };
  }
}

/** Everything about a game, with the kinds of its pieces. */
async function learnGame(id) {
  const name = encodeURIComponent(id);
  const kinds = ask(`/api/kinds/${name}`).catch(() => []);
  return { ...(await ask(`/api/catalogue/${name}`)), kinds: await kinds };
}

drawHeader("analysis");
await new AnalysisPage().open();
