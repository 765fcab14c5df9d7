/** A puzzle on a board: hands try, the server judges. */

import { button, fill, find, h, write } from "../dom.js";
import { dialog } from "../forms.js";
import { ask } from "../net.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { Touches } from "../touches.js";
import { t } from "../words.js";
import { StepNotice } from "./step.js";
import { NumberList, ProgressPanel } from "./progress.js";

const PAUSE = 650; // milliseconds between two moves that are shown

export class SolverPage {
  #set = null;
  #puzzle = null;
  #position = null;
  #moves = []; // of the solver, right ones
  #touches = new Touches({});
  #hint = [];
  #state = "loading"; // then solving, waiting, solved
  #board = h("palamedes-board", { live: true });
  #box = h("div", { class: "board-box" }, this.#board);
  #title = h("h1", { class: "game-title" });
  #goal = h("div", { class: "panel status", id: "goal", tabindex: "-1" });
  #message = h("p", { class: "notice", id: "message", hidden: true });
  #progress = new ProgressPanel();
  #numbers = new NumberList();
  #buttons = {};

  constructor(game) {
    this.game = game;
    this.step = new StepNotice();
    const add = (name, picture, text, onclick) => {
      this.#buttons[name] = button(picture, text, onclick);
      this.#buttons[name].dataset.action = name;
    };
    add("hint", "hint", t("Hint"), () => this.#attempt(() => this.#askHint()));
    add("solution", "learn", t("Show the solution"), () => this.#attempt(() => this.#giveUp()));
    add("again", "again", t("Try again"), () => this.#load());
    add("next", "forth", t("Next"), () => this.#next());
    add("rules", "rules", t("Rules"), () => this.#rules());
    this.#board.addEventListener("touch", (event) => this.#touch(event.detail));
    this.#board.addEventListener("drop-on", (event) => this.#drop(event.detail));
    this.#board.addEventListener("let-go", () => this.#letGo());
    addEventListener("hashchange", () => this.#load(true));
    settings.addEventListener("change", () => this.#show(false));
  }

  async open() {
    const actions = { class: "actions", "aria-label": t("Actions") };
    fill(
      find("#main"),
      h(
        "div",
        { class: "table solver" },
        h("div", { class: "board-side" }, this.#box),
        h(
          "div",
          { class: "side" },
          this.#title,
          this.#goal,
          this.#message,
          h("section", actions, ...Object.values(this.#buttons)),
          this.step.element,
          this.#progress.element,
          this.#numbers.element,
        ),
      ),
    );
    await this.#load();
  }

  /** The puzzle that the address names, or the first that is not solved. */
  async #load(isAsked = false) {
    this.#state = "loading";
    try {
      this.#set = await ask(`/api/puzzles/${this.game}`);
      const wanted = Number(location.hash.slice(1)) || this.#unsolved(0);
      const row = this.#set.puzzles.find(({ number }) => number === wanted) ?? this.#set.puzzles[0];
      this.#begin(await ask(`/api/puzzles/${this.game}/${row.id}`));
      this.#progress.show(this.#set);
      if (isAsked) this.#goal.focus();
    } catch (error) {
      if (this.#puzzle) this.#say(error.message, "bad");
      else this.#closeDown(error);
    }
  }

  /** There is nothing to be solved here. */
  #closeDown(error) {
    const back = h("a", { href: "/puzzles" }, t("All puzzles"));
    const notice = h("p", { class: "notice bad", role: "alert" }, error.message);
    fill(find("#main"), h("h1", {}, t("Puzzles")), notice, h("p", {}, back));
  }

  #begin(puzzle) {
    const isOther = this.#puzzle?.game !== puzzle.game;
    this.#puzzle = puzzle;
    this.#moves = [];
    if (isOther) {
      this.#board.geometry = puzzle.geometry;
      this.#box.style.maxWidth = `calc((100vh - 84px) * ${this.#board.ratio.toFixed(3)})`;
    }
    const { title, variant, number, count, grade } = puzzle;
    const words = { number, count, grade };
    fill(
      this.#title,
      h("a", { href: "/puzzles" }, variant ? `${title} (${variant})` : title),
      h("span", { class: "muted" }, t("puzzle {number} of {count}, level {grade}", words)),
    );
    document.title = `${t("Puzzle {number}", { number })} - ${title} - Palamedes`;
    history.replaceState(null, "", `${location.pathname}${location.search}#${number}`);
    this.#numbers.show(this.#set.puzzles, number);
    this.#say("");
    this.#stand(puzzle.position, puzzle.goal);
    this.#show(false);
    write(find("#announcer"), puzzle.goal);
  }

  /** It is the solver's turn. */
  #stand(position, goal) {
    this.#position = position;
    this.#touches = new Touches(position.touches);
    this.#hint = [];
    this.#state = "solving";
    write(this.#goal, goal);
    this.#showButtons();
  }

  #show(moves) {
    if (!this.#position) return;
    const isOpen = this.#state === "solving";
    this.#board.classList.toggle("no-legal", !settings.legal);
    this.#board.show(this.#position.board, {
      moves,
      names: this.#puzzle.names,
      open: isOpen ? this.#touches.open : [],
      touched: isOpen ? this.#touches.path : [],
      hint: isOpen ? this.#hint : [],
    });
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

  #touch(spot) {
    if (this.#state !== "solving") return;
    const move = this.#touches.touch(spot);
    if (move === null) this.#show(false);
    else this.#attempt(() => this.#answer(move));
  }

  #drop({ from, to }) {
    if (!this.#board.isTouched(from)) this.#touch(from);
    this.#touch(to);
  }

  #letGo() {
    this.#touches.letGo();
    this.#show(false);
  }

  /** Do something that the server has to answer; what goes wrong is said. */
  async #attempt(work) {
    if (this.#state !== "solving") return;
    this.#state = "waiting";
    this.#showButtons();
    try {
      await work();
    } catch (error) {
      this.#say(error.message, "bad");
      this.#state = "solving";
      this.#letGo();
    }
    this.#showButtons();
  }

  #post(what, body) {
    return ask(`/api/puzzles/${this.game}/${this.#puzzle.id}/${what}`, body);
  }

  async #answer(move) {
    const said = await this.#post("answers", { moves: [...this.#moves, move] });
    this.#progress.show(said.progress, said.rated);
    if (!said.right) {
      sound("lost");
      this.#mark("failed");
      this.#say(said.text, "bad");
      this.#state = "solving";
      this.#letGo();
      return;
    }
    this.#moves.push(move);
    await this.#play(said.frames);
    this.#say([said.text, said.line].filter(Boolean).join(" "), "good");
    if (said.solved) await this.#solved();
    else {
      this.#stand(said.position, said.goal);
      this.#show(false);
    }
  }

  async #solved() {
    sound("won");
    this.#mark("solved");
    this.#end();
    await this.step.look();
  }

  async #askHint() {
    const { text, spots } = await this.#post("hint", { moves: this.#moves });
    this.#hint = spots;
    this.#say(text);
    this.#state = "solving";
    this.#show(false);
  }

  async #giveUp() {
    const said = await this.#post("solution", {});
    this.#progress.show(said.progress, said.rated);
    this.#mark("failed");
    this.#position = { ...this.#puzzle.position };
    this.#show(false);
    await this.#play(said.frames);
    this.#say(said.text);
    this.#end();
  }

  #end() {
    this.#state = "solved";
    this.#showButtons();
    const isOnBoard = this.#board.contains(document.activeElement);
    if (isOnBoard) this.#buttons.next.focus();
  }

  /** Show moves one after the other. */
  async #play(frames) {
    for (const [number, { board }] of frames.entries()) {
      if (number && settings.moves) await new Promise((done) => setTimeout(done, PAUSE));
      this.#position = { ...this.#position, board };
      this.#show(true);
      sound("move");
    }
  }

  /** Note in the list what has become of the puzzle. */
  #mark(state) {
    const row = this.#set.puzzles.find(({ id }) => id === this.#puzzle.id);
    if (row.state !== "solved") row.state = state;
    this.#numbers.show(this.#set.puzzles, this.#puzzle.number);
  }

  /** The number of the next puzzle that is not solved, after so many. */
  #unsolved(after) {
    const open = this.#set.puzzles.filter(({ state }) => state !== "solved");
    return (open.find(({ number }) => number > after) ?? open[0] ?? { number: 1 }).number;
  }

  #next() {
    const { number } = this.#puzzle;
    location.hash = `#${this.step.another(number) ?? this.#unsolved(number)}`;
  }

  #rules() {
    const { title, rules } = this.#puzzle;
    dialog(title, [h("p", {}, rules)]);
  }
}
