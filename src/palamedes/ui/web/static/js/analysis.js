/** The analysis board: any position of any game, free to play on, with an engine beside it. */

import "./board/board.js";
import { addressOf } from "./shared/addresses.js";
import { AnalysisClient } from "./analysis/analysis_client.js";
import { EnginePanel } from "./analysis/engine_panel.js";
import { ExplorerPanel } from "./analysis/explorer_panel.js";
import { Branch, MoveTreeView } from "./analysis/move_tree.js";
import { PositionEditor } from "./analysis/position_editor.js";
import { Toolbar } from "./analysis/toolbar.js";
import { objection } from "./board/objections.js";
import { PlayerStrip } from "./game/players.js";
import { ReviewPanel } from "./review/review_panel.js";
import { analysisLink, parseAnalysisLink } from "./shared/analysis_link.js";
import { announce, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { navigateByKeys } from "./shared/navigation.js";
import { request } from "./shared/requests.js";
import { settings } from "./shared/settings.js";
import { sound } from "./shared/sound.js";
import { TablesNotice } from "./shared/tables_notice.js";
import { t } from "./shared/words.js";

const NAMES = [1, 2].map((number) => t("Player {number}", { number }));

export class AnalysisPage {
  #client = new AnalysisClient();
  #started = 0; // how often `begin` was called: only the last call counts
  #game = null; // its document, with the kinds of its pieces
  #start = null;
  #root = new Branch();
  #current = this.#root;
  #arrival = Promise.resolve(); // until the current position is known
  /** @type {import("./review/exercise.js").Exercise | null} */
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
    this.tables = new TablesNotice(() => this.go(this.#current));
    this.explorer = new ExplorerPanel((moves) => this.play(moves));
    this.tree = new MoveTreeView((branch) => this.go(branch));
    this.review = new ReviewPanel(this);
    this.editor = new PositionEditor(this);
    this.toolbar = new Toolbar(this);
    this.#layOut();
    this.#board.addEventListener("move", (event) => this.#made(event.detail.move));
    this.#board.addEventListener("touching", () => this.#showStatus());
    this.#board.addEventListener("refused", (event) => this.#object(event.detail));
    this.#board.addEventListener("spot", (event) => this.editor.put(event.detail.spot));
    settings.addEventListener("change", () => this.#show(false));
    addEventListener("hashchange", () => this.#followLink());
    navigateByKeys(this.directions);
  }

  #layOut() {
    const [second, first] = this.#strips;
    const box = h("div", { class: "board-box" }, this.#board);
    this.#table.append(
      h("div", { class: "board-side" }, h("div", { class: "board-row" }, this.engine.gauge, box)),
      h(
        "div",
        { class: "side" },
        this.toolbar.chooser,
        this.toolbar.complaint,
        this.editor.element,
        this.review.exercise,
        h("div", { class: "strips" }, first.element, second.element),
        this.#status,
        this.engine.element,
        this.tables.element,
        this.tree.element,
        this.explorer.element,
        this.toolbar.element,
        this.review.element,
      ),
    );
    find("#main").append(h("h1", { class: "unseen" }, t("Analysis")), this.#table);
  }

  // For the review: the game is the line through the current position, to its end.
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
  markFaults(faults) {
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

  /** The fields that name the position after `ply` moves of the line in questions to the server. */
  question(ply = Infinity) {
    const moves = this.#current.end.moves.slice(0, ply);
    return { game: this.#game.id, start: this.#start, moves };
  }

  positionAt(ply) {
    return this.#client.ask({ type: "position", ...this.question(ply) });
  }

  look(ply) {
    const path = this.#current.end.path;
    this.go(ply === 0 ? this.#root : path[Math.min(ply, path.length) - 1]);
  }

  /** Lend the board to an exercise, or take it back with null. */
  lend(exercise) {
    const isNew = exercise !== this.#exercise;
    this.#exercise = exercise;
    this.#table.classList.toggle("lent", exercise !== null);
    if (exercise) this.#showPlayers(exercise.board, exercise.board.turn);
    if (exercise && isNew) this.engine.stop();
    if (!exercise && isNew) this.go(this.#current);
    return this.#board;
  }

  /** Begin with a position of a game and moves from there; rejects if it is not valid. */
  async begin({ game, start = null, moves = [] }) {
    const number = ++this.#started;
    const details = this.#game?.id === game ? this.#game : await loadGame(game);
    const question = { type: "position", game: details.id, start };
    const root = new Branch();
    const last = moves.reduce((branch, move) => branch.play(move), root);
    [root.position, last.position] = await Promise.all([
      this.#client.ask({ ...question, moves: [] }),
      this.#client.ask({ ...question, moves }),
    ]);
    if (number !== this.#started) return;
    this.review.forget();
    this.#exercise?.end();
    if (this.#game !== details) this.#changeGame(details);
    this.#start = start;
    this.#root = root;
    await this.go(last);
  }

  #changeGame(details) {
    this.#game = details;
    this.#board.geometry = details.geometry;
    this.#table.style.setProperty("--ratio", this.#board.ratio.toFixed(3));
    for (const strip of this.#strips) strip.showPiece(details.kinds);
    document.title = `${details.title} - Palamedes`;
    this.tables.look(details.id);
  }

  #made(move) {
    if (this.#exercise) this.#exercise.play(move);
    else this.play([move]);
  }

  /** Make moves from the current position. */
  play(moves) {
    sound("move");
    return this.go(moves.reduce((branch, move) => branch.play(move), this.#current));
  }

  /** Go to a position of the tree. The board follows once the server has described it. */
  go(branch) {
    if (this.#exercise) return this.#arrival;
    const isNext = branch.parent === this.#current || branch === this.#current.parent;
    this.#current = branch;
    this.#arrival = this.#arrive(branch, isNext);
    return this.#arrival;
  }

  async #arrive(branch, animated) {
    try {
      await this.#load(branch);
    } catch (error) {
      this.toolbar.complain(error.message);
      if (this.#current === branch && branch.parent) this.go(branch.parent);
      return;
    }
    if (this.#current !== branch || this.#exercise) return;
    const question = { ...this.question(), moves: branch.moves };
    history.replaceState(null, "", addressOf(analysisLink(question)));
    const { over, result, winner, turn } = branch.position;
    if (over) this.engine.rest(result, winner === 0 ? 1 : winner === 1 ? 0 : 0.5);
    else this.engine.look(question, turn);
    this.explorer.look(this.#game.id, branch.position);
    this.#show(animated);
    this.#announce(branch);
    this.review.show();
  }

  #announce({ move, ply, position }) {
    const player = NAMES[(this.first + ply - 1) % 2];
    if (move) announce(t("{player} plays {move}.", { player, move }));
    if (position.over) announce(position.result);
  }

  /** Remove the current position and all that follows it. */
  remove() {
    const branch = this.#current;
    if (!branch.parent) return;
    branch.remove();
    this.go(branch.parent);
  }

  /** Whether the current position lies in a variation. */
  get isVariation() {
    return this.#current.variation !== null;
  }

  /** Make the current variation the main line. */
  promote() {
    this.#current.promote();
    this.#show(false);
  }

  turnBoard() {
    this.#board.turn();
  }

  async #load(branch) {
    branch.position ??= await this.#client.ask({
      type: "position",
      game: this.#game.id,
      start: this.#start,
      moves: branch.moves,
    });
  }

  async #followLink() {
    const wanted = parseAnalysisLink(location.hash);
    await this.toolbar.attempt(() => this.begin(wanted));
  }

  /** Begin with the position in the address, else at the start of its game or of the first game. */
  async open() {
    const wanted = parseAnalysisLink(location.hash);
    await this.toolbar.fill();
    if (!wanted.game) wanted.game = this.toolbar.first;
    if (await this.toolbar.attempt(() => this.begin(wanted))) return;
    const isBegun = await this.begin({ game: wanted.game }).then(
      () => true,
      () => false,
    );
    if (!isBegun) await this.begin({ game: this.toolbar.first }).catch(() => {});
  }

  #show(animated) {
    const { position } = this.#current;
    if (!position || this.#exercise) return;
    const { board, touches, partial, transfers, over, turn } = position;
    this.#showPlayers(board, over ? null : turn);
    const { values } = this.engine;
    const play = { touches, partial, transfers, values };
    this.#board.show(board, { animated, names: NAMES, ...play });
    this.#showStatus();
    this.tree.show(this.#root, this.#current, this.first);
    this.toolbar.show();
  }

  #showStatus() {
    const { position } = this.#current;
    if (!position || this.#exercise) return;
    const player = NAMES[position.turn];
    const next = t("{player} to move: {phase}", { player, phase: position.phase });
    write(this.#status, position.over ? position.result : this.#board.phase || next);
  }

  /** Say why a spot cannot be played, unless something else is shown by then. */
  async #object(refused) {
    const { position } = this.#current;
    if (!position || position.over || this.#exercise) return;
    const text = await objection(this.#game.id, position.text, refused);
    if (position === this.#current.position && !this.#exercise) write(this.#status, text);
  }

  #showPlayers(board, turn) {
    const scene = { names: NAMES, seats: [], turn, kinds: [], free: [], thinking: null };
    for (const strip of this.#strips) strip.show(scene, board);
  }

  /** Where keys and buttons lead. */
  get directions() {
    const go = (branch) => branch && this.go(branch);
    const sibling = (offset) => {
      const siblings = this.#current.parent?.children ?? [];
      return siblings[siblings.indexOf(this.#current) + offset];
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

/** The document of a game, with the kinds of its pieces. */
async function loadGame(id) {
  const name = encodeURIComponent(id);
  const kinds = request(`/api/kinds/${name}`).catch(() => []);
  return { ...(await request(`/api/catalogue/${name}`)), kinds: await kinds };
}

drawHeader("analysis");
await new AnalysisPage().open();
