/** The page of one game: what the server shows of it, and what hands do. */

import "./board.js";
import { Actions } from "./actions.js";
import { Analyst } from "./analyst.js";
import { TaskPanel } from "./campaign/task.js";
import { find, h, write } from "./dom.js";
import { drawHeader } from "./header.js";
import { Invitation, OfferPanel } from "./invite.js";
import { MoveList } from "./moves.js";
import { ask, Line } from "./net.js";
import { Clocks, PlayerStrip } from "./players.js";
import { RatedNotice } from "./rated.js";
import { ReviewPanel } from "./review.js";
import { settings } from "./settings.js";
import { sound } from "./sound.js";
import { showWayBack } from "./tournament/back.js";
import { t } from "./words.js";

const WIDE = 1.6; // boards so much wider than high leave room under them

class GamePage {
  #hello = null;
  #scene = null;
  #ply = null; // the moves made before the position that is looked at; null is the newest
  #boards = new Map(); // by ply
  #strips = [];
  #clocks = null;
  #connection = h("div", { class: "notice connection", role: "alert", hidden: true });
  #title = h("h1", { class: "game-title" });
  #status = h("div", { class: "panel status", id: "status" });
  #message = h("div", { class: "message", id: "message", role: "status" });
  #board = h("palamedes-board", { live: true });
  #box = h("div", { class: "board-box" }, this.#board);
  #under = h("div", { class: "under" });
  #side = h("div", { class: "side" });
  #exercise = null; // what is done on the board instead of the game

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
    find("#main").append(
      this.#connection,
      h(
        "div",
        { class: "table" },
        h("div", { class: "board-side" }, this.#box, this.#under),
        this.#side,
      ),
    );
    this.#board.addEventListener("touch", (event) => this.#touch(event.detail));
    this.#board.addEventListener("let-go", () => this.#letGo());
    settings.addEventListener("change", () => this.#draw(false));
    this.line = new Line(
      `/api/games/${id}/live`,
      (message) => this.#hear(message),
      (state, reason) => this.#connected(state, reason),
    );
  }

  get hello() {
    return this.#hello;
  }
  get scene() {
    return this.#scene;
  }
  get ply() {
    return this.#ply ?? this.#scene.plies;
  }

  /** Say something to the server. */
  send(message) {
    if (!this.line.send(message)) this.tell(t("Not connected: try again in a moment."));
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
    this.#exercise = exercise;
    if (!exercise) this.#draw(false);
    return this.#board;
  }

  #connected(state, reason) {
    this.#connection.hidden = state === "open";
    document.body.dataset.connection = state;
    if (state === "closed") {
      write(this.#connection, reason || t("There is no such game."));
      this.#connection.classList.add("bad");
    } else if (state === "connecting") write(this.#connection, t("Connecting…"));
  }

  #hear(message) {
    if (message.type === "hello") this.#welcome(message);
    else if (message.type === "scene") this.#show(message);
    else if (message.type === "error") this.tell(message.message);
    else if (message.type === "rematch") this.#again(message);
    else if (message.type === "thinking") this.tell(this.#thought(message));
  }

  /** What an engine has seen so far. */
  #thought({ depth, nodes, text }) {
    const seen = t("depth {depth}, {nodes} positions", { depth, nodes: nodes.toLocaleString() });
    return text ? `${text} - ${seen}` : seen;
  }

  #welcome(hello) {
    const isFirst = this.#hello === null;
    this.#hello = hello;
    if (!isFirst) return;
    write(this.#title, hello.variant ? `${hello.title} (${hello.variant})` : hello.title);
    document.title = `${hello.title} - Palamedes`;
    this.#board.geometry = hello.geometry;
    this.#box.style.maxWidth = `calc((100vh - 84px) * ${this.#board.ratio.toFixed(3)})`;
  }

  #show(scene) {
    const before = this.#scene;
    this.#forget(before?.moves ?? [], scene.moves);
    this.#scene = scene;
    if (!scene.touched.length) this.#boards.set(scene.plies, scene.board);
    if (!this.#strips.length) this.#seat(scene);
    this.#noise(before, scene);
    if (before && scene.plies !== before.plies && !this.#exercise) this.#ply = null;
    this.#draw(Boolean(before) && before.plies !== scene.plies);
    if (!before && scene.result && location.hash === "#review") this.review.start();
  }

  /** Moves were taken back: the boards after them are no longer. */
  #forget(old, now) {
    let same = 0;
    while (same < old.length && same < now.length && old[same] === now[same]) same++;
    for (const ply of [...this.#boards.keys()]) if (ply > same) this.#boards.delete(ply);
    if (same < old.length) this.review.forget();
  }

  /** Lay the page out: whoever sits here sits below. */
  #seat(scene) {
    const here = scene.seats.length === 1 ? scene.seats[0] : 0;
    const top = new PlayerStrip(1 - here, "top-player");
    const bottom = new PlayerStrip(here, "bottom-player");
    this.#strips = [top, bottom];
    this.#clocks = new Clocks(this.#strips);
    const below = this.#board.ratio > WIDE ? this.#under : this.#side;
    this.#side.append(
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

  #draw(moves) {
    const scene = this.#scene;
    if (!scene) return;
    const isNewest = this.#ply === null;
    const board = isNewest ? scene.board : this.#boards.get(this.#ply);
    for (const strip of this.#strips) strip.show(scene, board ?? scene.board);
    this.#clocks.set(scene);
    this.moves.show(scene.moves, this.#hello.first, this.ply);
    this.actions.show(scene);
    this.invitation.show(scene);
    this.offer.show(scene);
    this.rated.show(scene);
    this.task.show(scene);
    this.review.show();
    this.#board.classList.toggle("no-legal", !settings.legal);
    write(this.#status, this.#sentence());
    this.#status.classList.toggle("over", scene.result !== null);
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

  #sentence() {
    const scene = this.#scene;
    if (scene.result) return scene.result.text;
    if (scene.paused) return t("The game is paused.");
    return t("{player} to move: {phase}", { player: scene.names[scene.turn], phase: scene.phase });
  }

  /** Sounds, and words for those who do not see the board. */
  #noise(before, scene) {
    if (
      !before ||
      (before.plies === scene.plies && Boolean(before.result) === Boolean(scene.result))
    )
      return;
    const words = [];
    if (scene.plies > before.plies) {
      const player = before.turn;
      words.push(
        t("{player} plays {move}.", { player: scene.names[player], move: scene.moves.at(-1) }),
      );
      sound(count(scene.board) < count(before.board) ? "take" : "move");
    }
    if (scene.result) {
      words.push(scene.result.text);
      const { winner } = scene.result;
      const mine =
        winner === null
          ? "drawn"
          : scene.seats.length && !scene.seats.includes(winner)
            ? "lost"
            : "won";
      sound(mine);
    }
    write(find("#announcer"), words.join(" "));
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

  #again(message) {
    if (message.id) location.assign(`/game/${message.id}`);
    else {
      this.tell(t("{player} would like to play again.", { player: this.#scene.names[message.by] }));
      sound("ask");
    }
  }
}

const count = (board) =>
  Object.values(board.pieces)
    .flat()
    .reduce((sum, [, , n]) => sum + n, 0);

drawHeader("game");
new GamePage(location.pathname.split("/").at(-1));
showWayBack(location.pathname.split("/").at(-1));
