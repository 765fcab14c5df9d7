/** The puzzles of a game: the visitor tries moves on the board, and the server judges them. */

import { objection } from "../board/objections.js";
import { PlayerStrip, showPieces } from "../game/players.js";
import { rulesDialog } from "../shared/dialogs.js";
import { button, fill, find, h, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { sound } from "../shared/sound.js";
import { t } from "../shared/words.js";
import { ChallengeNotice } from "./challenge_notice.js";
import { dayText, findDaily } from "./daily.js";
import { NumberList, ProgressPanel } from "./progress.js";

const PAUSE = 650; // milliseconds between two moves of the solution

export class PuzzlePage {
  #set = null;
  #puzzle = null;
  #daily = null; // the daily puzzle, perhaps of another game
  /** @type {Omit<import("../shared/messages.js").PositionAnswer, "type" | "id"> | null} */
  #position = null;
  #moves = []; // right moves of the visitor
  #hint = [];
  /** @type {"loading" | "solving" | "waiting" | "solved"} */
  #state = "loading";
  #board = h("palamedes-board", { live: true });
  #box = h("div", { class: "board-box" }, this.#board);
  #title = h("h1", { class: "game-title" });
  #goal = h("div", { class: "panel status", id: "goal", tabindex: "-1" });
  #message = h("p", { class: "notice", id: "message", hidden: true });
  #strips = [new PlayerStrip(0, ""), new PlayerStrip(1, "")];
  #sides = h("div", { class: "sides" }, ...this.#strips.map(({ element }) => element));
  #progress = new ProgressPanel();
  #numbers = new NumberList();
  #buttons = {};

  constructor(game) {
    this.game = game;
    this.challenge = new ChallengeNotice();
    const add = (name, picture, text, onclick) => {
      this.#buttons[name] = button(picture, text, onclick);
      this.#buttons[name].dataset.action = name;
    };
    add("hint", "hint", t("Hint"), () => this.#attempt(() => this.#askHint()));
    add("solution", "learn", t("Show the solution"), () => this.#attempt(() => this.#giveUp()));
    add("again", "again", t("Try again"), () => this.#load());
    add("next", "forth", t("Next"), () => this.#next());
    add("rules", "rules", t("Rules"), () => this.#rules());
    this.#board.addEventListener("move", (event) =>
      this.#attempt(() => this.#answer(event.detail.move)),
    );
    this.#board.addEventListener("refused", (event) => this.#object(event.detail));
    addEventListener("hashchange", () => this.#load(true));
    settings.addEventListener("change", () => this.#show(false));
  }

  async open() {
    const actions = { class: "actions", "aria-label": t("Actions") };
    fill(
      find("#main"),
      h(
        "div",
        { class: "table puzzle" },
        h("div", { class: "board-side" }, this.#box),
        h(
          "div",
          { class: "side" },
          this.#title,
          this.#goal,
          this.#sides,
          this.#message,
          h("section", actions, ...Object.values(this.#buttons)),
          this.challenge.element,
          this.#progress.element,
          this.#numbers.element,
        ),
      ),
    );
    this.#daily = await findDaily();
    await this.#load();
  }

  /** Load the puzzle in the address, or the first unsolved one. */
  async #load(isAsked = false) {
    this.#state = "loading";
    try {
      this.#set = await request(`/api/puzzles/${this.game}`);
      const wanted = Number(location.hash.slice(1)) || this.#unsolved(0);
      const row = this.#set.puzzles.find(({ number }) => number === wanted) ?? this.#set.puzzles[0];
      this.#start(await request(`/api/puzzles/${this.game}/${row.id}`));
      this.#progress.show(this.#set);
      if (isAsked) this.#goal.focus();
    } catch (error) {
      if (this.#puzzle) this.#say(error.message, "bad");
      else showFailure(error);
    }
  }

  #start(puzzle) {
    const isOther = this.#puzzle?.game !== puzzle.game;
    this.#puzzle = puzzle;
    this.#moves = [];
    if (isOther) {
      this.#board.geometry = puzzle.geometry;
      showPieces(this.#strips, puzzle.game);
      this.#box.style.maxWidth = `calc((100vh - 84px) * ${this.#board.ratio.toFixed(3)})`;
    }
    const { title, number, count, grade } = puzzle;
    const place = t("puzzle {number} of {count}, level {grade}", { number, count, grade });
    const isDaily = puzzle.id === this.#daily?.id;
    fill(
      this.#title,
      h("a", { href: "/puzzles" }, title),
      h("span", { class: "muted" }, place),
      isDaily && h("span", { class: "badge" }, [t("Daily puzzle"), dayText(this.#daily)].join(", ")),
    );
    document.title = [t("Puzzle {number}", { number }), title, "Palamedes"].join(" - ");
    history.replaceState(null, "", `${location.pathname}${location.search}#${number}`);
    this.#numbers.show(this.#set.puzzles, number);
    this.#say("");
    this.#giveTurn(puzzle.position, puzzle.goal);
    this.#show(false);
    write(find("#announcer"), puzzle.goal);
  }

  /** Let the visitor move in a position. */
  #giveTurn(position, goal) {
    this.#position = position;
    this.#hint = [];
    this.#state = "solving";
    write(this.#goal, goal);
    this.#showButtons();
  }

  #show(animated) {
    if (!this.#position) return;
    const { board, touches, partial, transfers } = this.#position;
    const moves = { touches, partial, transfers, hint: this.#hint };
    const play = this.#state === "solving" ? moves : {};
    const { names } = this.#puzzle;
    this.#board.show(board, { animated, names, ...play });
    for (const strip of this.#strips) strip.showSide(names, board);
  }

  #showButtons() {
    const isSolving = this.#state === "solving";
    const isOver = this.#state === "solved";
    this.#buttons.hint.hidden = this.#buttons.solution.hidden = isOver;
    this.#buttons.hint.disabled = this.#buttons.solution.disabled = !isSolving;
    this.#buttons.again.hidden = !isOver;
    this.#buttons.next.classList.toggle("main", isOver);
  }

  #say(text, kind = "") {
    this.#message.hidden = text === "";
    this.#message.className = `notice ${kind}`;
    write(this.#message, text);
    if (text) write(find("#announcer"), text);
  }

  /** Do something that the server answers; if it fails, the visitor is told and can try again. */
  async #attempt(work) {
    if (this.#state !== "solving") return;
    this.#state = "waiting";
    this.#showButtons();
    try {
      await work();
    } catch (error) {
      this.#say(error.message, "bad");
      this.#tryAgain();
    }
    this.#showButtons();
  }

  /** Say why a spot cannot be played, unless something else has happened by then. */
  async #object(refused) {
    const position = this.#position;
    if (this.#state !== "solving") return;
    const text = await objection(this.#puzzle.game, position.text, refused);
    if (this.#state === "solving" && position === this.#position) this.#say(text);
  }

  #tryAgain() {
    this.#state = "solving";
    this.#board.letGo();
    this.#show(false);
  }

  #post(what, body) {
    return request(`/api/puzzles/${this.game}/${this.#puzzle.id}/${what}`, body);
  }

  async #answer(move) {
    const answer = await this.#post("answers", { moves: [...this.#moves, move] });
    this.#progress.show(answer.progress, answer.rated);
    if (!answer.right) {
      sound("lost");
      this.#mark("failed");
      this.#say(answer.text, "bad");
      this.#tryAgain();
      return;
    }
    this.#moves.push(move);
    await this.#showMoves(answer.frames);
    this.#say([answer.text, answer.line].filter(Boolean).join(" "), "good");
    if (answer.solved) await this.#solved();
    else {
      this.#giveTurn(answer.position, answer.goal);
      this.#show(false);
    }
  }

  async #solved() {
    sound("won");
    this.#mark("solved");
    this.#end();
    await this.challenge.update();
  }

  async #askHint() {
    this.#board.letGo();
    const { text, spots } = await this.#post("hint", { moves: this.#moves });
    this.#hint = spots;
    this.#say(text);
    this.#state = "solving";
    this.#show(false);
  }

  async #giveUp() {
    const answer = await this.#post("solution", {});
    this.#progress.show(answer.progress, answer.rated);
    this.#mark("failed");
    this.#position = { ...this.#puzzle.position };
    this.#show(false);
    await this.#showMoves(answer.frames);
    this.#say(answer.text);
    this.#end();
  }

  #end() {
    this.#state = "solved";
    this.#showButtons();
    const isOnBoard = this.#board.contains(document.activeElement);
    if (isOnBoard) this.#buttons.next.focus();
  }

  /** Show moves one after the other. */
  async #showMoves(frames) {
    for (const [number, { board }] of frames.entries()) {
      if (number && settings.animation) await new Promise((done) => setTimeout(done, PAUSE));
      this.#position = { ...this.#position, board };
      this.#show(true);
      sound("move");
    }
  }

  /** Mark the puzzle in the list as "solved" or "failed". */
  #mark(state) {
    const row = this.#set.puzzles.find(({ id }) => id === this.#puzzle.id);
    if (row.state !== "solved") row.state = state;
    this.#numbers.show(this.#set.puzzles, this.#puzzle.number);
  }

  /** The number of the next unsolved puzzle; after the last one they start again. */
  #unsolved(after) {
    const open = this.#set.puzzles.filter(({ state }) => state !== "solved");
    return (open.find(({ number }) => number > after) ?? open[0] ?? { number: 1 }).number;
  }

  #next() {
    const { number } = this.#puzzle;
    location.hash = `#${this.challenge.another(number) ?? this.#unsolved(number)}`;
  }

  #rules() {
    const { title, rules } = this.#puzzle;
    rulesDialog(title, rules, this.game);
  }
}

/** Show why there are no puzzles here. */
function showFailure(error) {
  const back = h("a", { href: "/puzzles" }, t("All puzzles"));
  const notice = h("p", { class: "notice bad", role: "alert" }, error.message);
  fill(find("#main"), h("h1", {}, t("Puzzles")), notice, h("p", {}, back));
}
