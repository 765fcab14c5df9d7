/** The page of one game. The server sends scenes; the player's moves and wishes go back. */

import "./board/board.js";
import { visit } from "./shared/addresses.js";
import { AnalysisClient } from "./analysis/analysis_client.js";
import { ChallengePanel } from "./campaign/challenge_panel.js";
import { Actions } from "./game/actions.js";
import { announceChange, notifyOfTurn } from "./game/announcements.js";
import { ClaimPanel } from "./game/claim_panel.js";
import { flyToCounter } from "./game/flying_counts.js";
import { Greetings } from "./game/greetings.js";
import { Invitation } from "./game/invitation.js";
import { MoveList } from "./game/move_list.js";
import { OfferPanel } from "./game/offer_panel.js";
import { paced } from "./game/pacing.js";
import { Clocks, PlayerStrip, showPieces } from "./game/players.js";
import { RatedNotice } from "./game/rated.js";
import { Scenes } from "./game/scenes.js";
import { refusal, statusText, titleText } from "./game/sentences.js";
import { ReviewPanel } from "./review/review_panel.js";
import { fill, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { settings } from "./shared/settings.js";
import { ReconnectingSocket } from "./shared/socket.js";
import { numberText, t } from "./shared/words.js";
import { showTournamentBar } from "./tournament/tournament_bar.js";

/**
 * @typedef {import("./shared/messages.js").GameInfo} GameInfo
 * @typedef {import("./shared/messages.js").SceneMessage} SceneMessage
 * @typedef {import("./shared/messages.js").PresenceMessage} PresenceMessage
 */

const WIDE = 1.6; // ratio of a board beyond which the buttons lie under it
/** @type {Omit<PresenceMessage, "type">} */
const NOBODY = { present: [], rematch: { by: [], id: "" }, claim: [null, null] };

export class GamePage {
  /** @type {GameInfo | null} */
  #info = null;
  /** @type {SceneMessage | null} */
  #scene = null;
  #scenes = new Scenes(() => this.socket.send({ type: "scene" }));
  #presence = NOBODY;
  /** @type {number | null} moves before the position looked at; null for the newest position */
  #ply = null;
  #boards = new Map(); // by ply
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
  /** @type {import("./review/exercise.js").Exercise | null} uses the board instead of the game */
  #exercise = null;
  /** @type {AnalysisClient | null} */
  #client = null;
  #pacing = paced(this.#board, (scene) => this.#show(scene));

  constructor(id) {
    this.id = id;
    this.moves = new MoveList((ply) => this.look(ply));
    this.actions = new Actions(this);
    this.invitation = new Invitation(this);
    this.offer = new OfferPanel(this);
    this.claim = new ClaimPanel(this);
    this.greetings = new Greetings(this);
    this.rated = new RatedNotice(this);
    this.challenge = new ChallengePanel(this);
    this.review = new ReviewPanel(this);
    find("#main").append(this.#connection, this.#table);
    this.#board.addEventListener("move", (event) => this.#play(event.detail.move));
    this.#board.addEventListener("touching", () => this.#showTouching());
    this.#board.addEventListener("refused", (event) => this.#refuse(event.detail));
    this.#board.addEventListener("taken", (event) => {
      const mover = this.#strips.find(({ player }) => player !== this.#scene.turn);
      flyToCounter(event, mover.counter);
    });
    settings.addEventListener("change", () => this.#draw(false));
    this.socket = new ReconnectingSocket(
      `/api/games/${id}/live?changes=true`,
      (message) => this.#receive(message),
      (state) => this.#showConnection(state),
    );
  }

  get info() {
    return this.#info;
  }
  get scene() {
    return this.#scene;
  }
  get presence() {
    return this.#presence;
  }
  /** Whether an exercise uses the board. */
  get isExercising() {
    return this.#exercise !== null;
  }
  get ply() {
    return this.#exercise?.ply ?? this.#ply ?? this.#scene.plies;
  }

  // For the review.
  get names() {
    return this.#scene.names;
  }
  get seats() {
    return this.#scene.seats;
  }
  get first() {
    return this.#info.first;
  }
  markFaults(faults) {
    this.moves.markFaults(faults);
  }

  /** Send a message to the server; false, and the player is told, if that is not possible. */
  send(message) {
    const isSent = this.socket.send(message);
    if (!isSent) this.tell(t("Not connected. Try again in a moment."));
    return isSent;
  }

  /** Show a line under the status. */
  tell(text) {
    write(this.#message, text);
  }

  askHint() {
    this.#board.letGo();
    this.send({ type: "hint" });
  }

  /** Join the game as a player. */
  async join(player) {
    try {
      await request(`/api/games/${this.id}/seats/${player}`, { name: settings.name });
      this.socket.reconnect();
    } catch (error) {
      this.tell(error.message);
    }
  }

  /** Show the position after `ply` moves. */
  async look(ply) {
    if (!this.#scene || this.#exercise) return;
    this.#ply = ply >= this.#scene.plies ? null : ply;
    if (!(await this.boardAt(ply))) return;
    this.#draw(true);
    this.tell(this.#scene.message);
  }

  /** The board after `ply` moves, from memory or from the server. */
  async boardAt(ply) {
    if (ply === this.#scene.plies) return this.#scene.board;
    if (!this.#boards.has(ply)) {
      const answer = await this.positionAt(ply).catch(() => null);
      if (answer) this.#boards.set(ply, answer.board);
    }
    return this.#boards.get(ply);
  }

  /** Everything about the position after `ply` moves. */
  positionAt(ply) {
    this.#client ??= new AnalysisClient();
    return this.#client.ask({ type: "position", ...this.question(ply) });
  }

  /** The fields that name the position after `ply` moves in questions to the server. */
  question(ply = this.#scene.plies) {
    const { game, start } = this.#info;
    return { game, start, moves: this.#scene.moves.slice(0, ply) };
  }

  /** Lend the board to an exercise, or take it back with null. */
  lend(exercise) {
    const isNew = exercise !== this.#exercise || exercise?.ply !== this.moves.ply;
    this.#exercise = exercise;
    if (isNew && this.#scene) {
      this.#draw(false);
      this.tell(this.#scene.message);
    }
    return this.#board;
  }

  #showConnection(state) {
    this.#connection.hidden = state === "open";
    document.body.dataset.connection = state;
    if (state === "closed") {
      const home = h("a", { href: "/" }, t("Back to the games"));
      fill(this.#connection, t("Game not found."), " ", home);
      this.#connection.classList.add("bad");
      this.#table.hidden = true;
    } else if (state === "connecting") write(this.#connection, t("Connecting…"));
  }

  #receive(message) {
    if (message.type === "hello") this.#start(message);
    else if (message.type === "scene" || message.type === "change") this.#follow(message);
    else if (message.type === "error") this.#fail(message.message);
    else if (message.type === "company") this.#showPresence(message);
    else if (message.type === "rematch" && message.id) visit(`/game/${message.id}`);
    else if (message.type === "greeting") this.greetings.receive(message);
    else if (message.type === "thinking") this.tell(thinkingText(message));
  }

  #follow(message) {
    const scene = this.#scenes.receive(message);
    if (!scene) return;
    this.#clocks.set(scene); // they never wait
    this.#pacing.receive(scene);
  }

  /** Something that was asked for was refused: perhaps the move that the board waits for. */
  #fail(text) {
    if (!this.#exercise) this.#board.letGo();
    this.tell(text);
  }

  /** @param {GameInfo} info also sent again after a lost connection */
  #start(info) {
    const isFirst = this.#info === null;
    this.#info = info;
    if (!isFirst) {
      this.#board.letGo(); // a move may have been lost with the connection
      return;
    }
    write(this.#title, info.title);
    this.#board.geometry = info.geometry;
    this.#table.style.setProperty("--ratio", this.#board.ratio.toFixed(3));
    this.#layOut();
    if (info.contest) showTournamentBar(this.id, info.contest);
    showPieces(this.#strips, info.game);
  }

  #showPresence(presence) {
    this.#presence = presence;
    this.claim.receive(presence);
    if (this.#scene) this.#draw(false);
  }

  /** @param {SceneMessage} scene */
  #show(scene) {
    const before = this.#scene;
    this.#forget(before?.moves ?? [], scene.moves);
    this.#scene = scene;
    if (!scene.touched.length) this.#boards.set(scene.plies, scene.board);
    this.#placePlayers(scene);
    if (before) announceChange(before, scene);
    notifyOfTurn(before, scene, this.#info);
    if (before && scene.plies !== before.plies && !this.#exercise) this.#ply = null;
    this.#draw(Boolean(before) && before.plies !== scene.plies);
    if (!before || isNews(before, scene)) this.tell(scene.message);
    if (!before && scene.result && location.hash === "#review") this.review.start();
  }

  /** Forget the boards and the review of moves that were taken back. */
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
      this.review.exercise,
      this.#title,
      top.element,
      this.#status,
      this.actions.next,
      this.#message,
      this.rated.element,
      this.challenge.element,
      this.offer.element,
      this.claim.element,
      this.invitation.element,
      this.moves.element,
      bottom.element,
    );
    below.append(this.actions.element, this.greetings.element, this.review.element);
  }

  /** Show the visitor below and the opponent above. */
  #placePlayers({ seats }) {
    const here = seats.length === 1 ? seats[0] : 0;
    const [top, bottom] = this.#strips;
    top.setPlayer(1 - here);
    bottom.setPlayer(here);
    this.#board.seat = here;
  }

  turnBoard() {
    this.#board.turn();
  }

  #draw(animated) {
    const scene = this.#scene;
    if (!scene) return;
    const isNewest = this.#ply === null;
    const board = isNewest ? scene.board : this.#boards.get(this.#ply);
    this.#showPlayers(board ?? scene.board);
    this.moves.show(scene.moves, this.#info.first, this.ply);
    this.actions.show(scene);
    this.invitation.show(scene);
    this.offer.show(scene, this.#presence);
    this.claim.show(scene);
    this.greetings.show(scene);
    this.rated.show(scene);
    this.challenge.show(scene);
    this.review.show();
    const isUnanswered = this.#board.isWaiting && !animated; // a change that is not the move's
    if (!this.#exercise && board && !isUnanswered) {
      const { touches, partial, transfers, hint, names } = scene;
      const play = { touches, partial, transfers, hint: hint?.spots ?? [] };
      this.#board.show(board, { animated, names, ...(isNewest ? play : {}) });
    }
    write(this.#status, this.#sentence());
    this.#status.classList.toggle("over", scene.result !== null);
    this.#status.classList.toggle("preparing", scene.preparing);
    document.title = titleText(this.#info, scene);
    this.#status.hidden = this.#exercise !== null;
  }

  /** Show the players, with the counters of the board that is looked at. */
  #showPlayers(board) {
    const lent = this.#exercise?.board;
    const scene = lent ? { ...this.#scene, turn: lent.turn, result: null } : this.#scene;
    for (const strip of this.#strips) strip.show(scene, lent ?? board, this.#presence.present);
  }

  #sentence() {
    return statusText(this.#scene, this.#board.phase);
  }

  #play(move) {
    if (this.#exercise) this.#exercise.play(move);
    else if (!this.send({ type: "move", move, ply: this.#scene.plies })) this.#board.letGo();
  }

  #showTouching() {
    if (this.#exercise) return;
    write(this.#status, this.#sentence());
    this.tell(this.#scene.message);
  }

  /** Go back to the newest position, or say why nothing can be played there. */
  async #refuse(refused) {
    const scene = this.#scene;
    if (this.#exercise || !scene) return;
    if (this.#ply !== null) await this.look(scene.plies);
    else if (!scene.result) {
      const text = await refusal(this.#info.game, scene, refused);
      if (scene.position === this.#scene.position) this.tell(text);
    }
  }
}

/** Whether a scene makes the line under the status out of date. */
function isNews(before, scene) {
  const { plies, message, paused, result } = before;
  if (scene.plies !== plies || scene.message !== message) return true;
  return scene.paused !== paused || Boolean(scene.result) !== Boolean(result);
}

/** How far an engine has searched. */
function thinkingText({ depth, nodes, text }) {
  const seen = t("depth {depth}, {nodes} positions", { depth, nodes: numberText(nodes) });
  return text ? `${text} - ${seen}` : seen;
}

drawHeader("game");
new GamePage(location.pathname.split("/").at(-1));
