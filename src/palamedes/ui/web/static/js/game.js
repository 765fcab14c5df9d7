/** The page of one game: what the server shows of it, and what hands do. */

import "./board.js";
import { Actions } from "./actions.js";
import { Analyst } from "./analyst.js";
import { TaskPanel } from "./campaign/task.js";
import { fill, find, h, write } from "./dom.js";
import { drawHeader } from "./header.js";
import { Invitation } from "./invite.js";
import { MoveList } from "./moves.js";
import { ask, Line } from "./net.js";
import { tellChange } from "./noise.js";
import { OfferPanel } from "./offer.js";
import { Clocks, PlayerStrip } from "./players.js";
import { RatedNotice } from "./rated.js";
import { ReviewPanel } from "./review.js";
import { settings } from "./settings.js";
import { showWayBack } from "./tournament/back.js";
import { numberText, t } from "./words.js";

const WIDE = 1.6; // boards so much wider than high leave room under them
const NOBODY = { present: [], rematch: { by: [], id: "" } };

class GamePage {
  #hello = null;
  #scene = null;
  #company = NOBODY; // who is at the board, and who wants another game
  #ply = null; // the moves made before the position that is looked at; null is the newest
  #boards = new Map(); // by ply
  #dropped = ""; // the spot from which a piece was dragged
  #strips = [new PlayerStrip(1, "top-player"), new PlayerStrip(0, "bottom-player")];
  #clocks = new Clocks(this.#strips);
  #connection = h("div", { class: "notice connection", role: "alert", hidden: true });
  #title = h("h1", { class: "game-title" });
  #status = h("div", { class: "panel status", id: "status" });
  #message = h("div", { class: "message", id: "message", role: "status" });
  #board = h("palamedes-board", { live: true });
  #box = h("div", { class: "board-box" }, this.#board);
  #under = h("div", { class: "under" });
  #side = h("div", { class: "side" });
  #table = h(
    "div",
    { class: "table" },
    h("div", { class: "board-side" }, this.#box, this.#under),
    this.#side,
  );
  /** @type {import("./learn.js").Exercise | null} what is done on the board instead of the game */
  #exercise = null;

  constructor(id) {
    this.id = id;
    this.moves = new MoveList((ply) => this.look(ply));
    this.actions = new Actions(this);
    this.invitation = new Invitation(this);
    this.offer = new OfferPanel(this);
    this.rated = new RatedNotice(this);
    this.task = new TaskPanel(this);
    this.review = new ReviewPanel(this);
    this.looker = null;
    find("#main").append(this.#connection, this.#table);
    this.#board.addEventListener("touch", (event) => this.#touch(event.detail));
    this.#board.addEventListener("drop-on", (event) => this.#drop(event.detail));
    this.#board.addEventListener("let-go", () => this.#letGo());
    settings.addEventListener("change", () => this.#draw(false));
    this.line = new Line(
      `/api/games/${id}/live`,
      (message) => this.#hear(message),
      (state) => this.#connected(state),
    );
  }

  get hello() {
    return this.#hello;
  }
  get scene() {
    return this.#scene;
  }
  get company() {
    return this.#company;
  }
  get ply() {
    return this.#exercise?.ply ?? this.#ply ?? this.#scene.plies;
  }

  // What a review needs to know, too.
  get names() {
    return this.#scene.names;
  }
  get seats() {
    return this.#scene.seats;
  }
  get first() {
    return this.#hello.first;
  }
  judge(faults) {
    this.moves.judge(faults);
  }

  /** Say something to the server. */
  send(message) {
    if (!this.line.send(message)) this.tell(t("Not connected. Try again in a moment."));
  }

  /** Show a line under the status. */
  tell(text) {
    write(this.#message, text);
  }

  /** Take a seat that is free. */
  async sit(player) {
    try {
      await ask(`/api/games/${this.id}/seats/${player}`, { name: settings.name });
      this.line.renew();
    } catch (error) {
      this.tell(error.message);
    }
  }

  /** Show the position after so many moves. */
  async look(ply) {
    if (!this.#scene || this.#exercise) return;
    this.#ply = ply >= this.#scene.plies ? null : ply;
    if (!(await this.boardAt(ply))) return;
    this.#draw(true);
  }

  /** The board after so many moves, from memory or from the server. */
  async boardAt(ply) {
    if (ply === this.#scene.plies) return this.#scene.board;
    if (!this.#boards.has(ply)) {
      const answer = await this.positionAt(ply).catch(() => null);
      if (answer) this.#boards.set(ply, answer.board);
    }
    return this.#boards.get(ply);
  }

  /** Everything about the position after so many moves. */
  positionAt(ply) {
    this.looker ??= new Analyst();
    return this.looker.ask({ type: "position", ...this.question(ply) });
  }

  /** How a question to an analyst names the position after so many moves. */
  question(ply = this.#scene.plies) {
    return {
      game: this.#hello.game,
      start: this.#hello.start,
      moves: this.#scene.moves.slice(0, ply),
    };
  }

  /** Lend the board for an exercise, or take it back with null. */
  lend(exercise) {
    const isNews = exercise !== this.#exercise || exercise?.ply !== this.moves.ply;
    this.#exercise = exercise;
    if (isNews && this.#scene) this.#draw(false);
    return this.#board;
  }

  #connected(state) {
    this.#connection.hidden = state === "open";
    document.body.dataset.connection = state;
    if (state === "closed") {
      const home = h("a", { href: "/" }, t("Back to the games"));
      fill(this.#connection, t("Game not found."), " ", home);
      this.#connection.classList.add("bad");
      this.#table.hidden = true;
    } else if (state === "connecting") write(this.#connection, t("Connecting…"));
  }

  #hear(message) {
    if (message.type === "hello") this.#welcome(message);
    else if (message.type === "scene") this.#show(message);
    else if (message.type === "error") this.tell(message.message);
    else if (message.type === "company") this.#meet(message);
    else if (message.type === "rematch" && message.id) location.assign(`/game/${message.id}`);
    else if (message.type === "thinking") this.tell(this.#thought(message));
  }

  /** What an engine has seen so far. */
  #thought({ depth, nodes, text }) {
    const seen = t("depth {depth}, {nodes} positions", { depth, nodes: numberText(nodes) });
    return text ? `${text} - ${seen}` : seen;
  }

  #welcome(hello) {
    const isFirst = this.#hello === null;
    this.#hello = hello;
    if (!isFirst) return;
    write(this.#title, hello.variant ? `${hello.title} (${hello.variant})` : hello.title);
    document.title = `${hello.title} - Palamedes`;
    this.#board.geometry = hello.geometry;
    this.#table.style.setProperty("--ratio", this.#board.ratio.toFixed(3));
    this.#layOut();
    if (hello.contest) showWayBack(this.id, hello.contest);
    ask(`/api/kinds/${encodeURIComponent(hello.game)}`).then(
      (kinds) => this.#strips.forEach((strip) => strip.showPiece(kinds)),
      () => {},
    );
  }

  #meet(company) {
    this.#company = company;
    if (this.#scene) this.#draw(false);
  }

  #show(scene) {
    const before = this.#scene;
    this.#forget(before?.moves ?? [], scene.moves);
    this.#scene = scene;
    if (!scene.touched.length) this.#boards.set(scene.plies, scene.board);
    this.#seat(scene);
    if (before) tellChange(before, scene);
    if (before && scene.plies !== before.plies && !this.#exercise) this.#ply = null;
    this.#draw(Boolean(before) && before.plies !== scene.plies);
    this.#takeBack(scene);
    if (!before && scene.result && location.hash === "#review") this.review.start();
  }

  /** Moves were taken back: the boards after them are no longer. */
  #forget(old, now) {
    let same = 0;
    while (same < old.length && same < now.length && old[same] === now[same]) same++;
    for (const ply of [...this.#boards.keys()]) if (ply > same) this.#boards.delete(ply);
    if (same < old.length) this.review.forget();
  }

  #layOut() {
    const [top, bottom] = this.#strips;
    const below = this.#board.ratio > WIDE ? this.#under : this.#side;
    this.#side.append(
      this.review.lesson,
      this.#title,
      top.element,
      this.#status,
      this.#message,
      this.rated.element,
      this.task.element,
      this.offer.element,
      this.invitation.element,
      this.moves.element,
      bottom.element,
    );
    below.append(this.actions.element, this.review.element);
  }

  /** Whoever sits here sits below. */
  #seat({ seats }) {
    const here = seats.length === 1 ? seats[0] : 0;
    const [top, bottom] = this.#strips;
    top.seat(1 - here);
    bottom.seat(here);
  }

  #draw(moves) {
    const scene = this.#scene;
    if (!scene) return;
    const isNewest = this.#ply === null;
    const board = isNewest ? scene.board : this.#boards.get(this.#ply);
    this.#showPlayers(board ?? scene.board);
    this.#clocks.set(scene);
    this.moves.show(scene.moves, this.#hello.first, this.ply);
    this.actions.show(scene);
    this.invitation.show(scene);
    this.offer.show(scene, this.#company);
    this.rated.show(scene);
    this.task.show(scene);
    this.review.show();
    this.#board.classList.toggle("no-legal", !settings.legal);
    write(this.#status, this.#sentence());
    this.#status.classList.toggle("over", scene.result !== null);
    this.#status.hidden = this.#exercise !== null;
    this.tell(scene.message);
    if (this.#exercise || !board) return;
    this.#board.show(board, {
      moves,
      names: scene.names,
      open: isNewest ? scene.open : [],
      touched: isNewest ? scene.touched : [],
      hint: isNewest ? (scene.hint?.spots ?? []) : [],
    });
  }

  /** Those who play, at the board that is looked at. */
  #showPlayers(board) {
    const lent = this.#exercise?.board;
    const scene = lent ? { ...this.#scene, turn: lent.turn, result: null } : this.#scene;
    for (const strip of this.#strips) strip.show(scene, lent ?? board, this.#company.present);
  }

  #sentence() {
    const scene = this.#scene;
    if (scene.result) return scene.result.text;
    if (scene.paused) return t("The game is paused.");
    return t("{player} to move: {phase}", { player: scene.names[scene.turn], phase: scene.phase });
  }

  #touch(spot) {
    if (this.#exercise) {
      this.#exercise.touch(spot);
      return;
    }
    const scene = this.#scene;
    if (this.#ply !== null) this.look(scene.plies);
    else if (!scene.seats.length) this.tell(t("You are watching this game."));
    else this.send({ type: "touch", spot });
  }

  #letGo() {
    if (this.#exercise) this.#exercise.letGo();
    else if (this.#scene.touched.length) this.send({ type: "let go" });
  }

  #drop({ from, to }) {
    if (!this.#board.isTouched(from)) this.#touch(from);
    this.#touch(to);
    this.#dropped = from;
  }

  /** A piece that was dropped where it cannot go is not kept in the hand. */
  #takeBack({ touched, message }) {
    const isHeld = touched.length === 1 && touched[0] === this.#dropped;
    if (isHeld && message) this.#letGo();
    if (!isHeld || message) this.#dropped = "";
  }
}

drawHeader("game");
new GamePage(location.pathname.split("/").at(-1));
