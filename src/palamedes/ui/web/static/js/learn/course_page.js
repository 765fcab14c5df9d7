/** The course of a game: the visitor makes moves on the board, and the server judges them. */

import { visit } from "../shared/addresses.js";
import { button, fill, find, h, icon, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { sound } from "../shared/sound.js";
import { t } from "../shared/words.js";
import { objection } from "../board/objections.js";
import { PlayerStrip, showPieces } from "../game/players.js";
import { ProgressDots } from "./progress_dots.js";

const PAUSE = 700; // milliseconds between two boards
const LOOK = 1600; // milliseconds for which a wrong move is seen before it is taken back

export class CoursePage {
  #course = null;
  #step = null; // as the server describes it
  #now = null; // how it stands: position, moves, done, lost
  #hint = [];
  #visit = 0; // the number of steps begun: what belongs to an earlier one is no longer shown
  /** @type {"loading" | "open" | "waiting" | "done"} */
  #state = "loading";
  #board = h("palamedes-board", { live: true });
  #box = h("div", { class: "board-box" }, this.#board);
  #title = h("h1", { class: "game-title" });
  #dots = new ProgressDots((number) => this.#go(number));
  #heading = h("h2", { tabindex: "-1" });
  #text = h("p", { id: "text" });
  #phase = h("p", { class: "phase muted" });
  #message = h("p", { class: "notice", id: "message", hidden: true });
  #strips = [new PlayerStrip(0, ""), new PlayerStrip(1, "")];
  #sides = h("div", { class: "sides" }, ...this.#strips.map(({ element }) => element));
  #end = h("section", { class: "panel lesson-end", hidden: true });
  #buttons = {};

  constructor(game) {
    this.game = game;
    const add = (name, picture, text, onclick) => {
      this.#buttons[name] = button(picture, text, onclick);
      this.#buttons[name].dataset.action = name;
    };
    add("back", "back", t("Back"), () => this.#go(this.#step.number - 1));
    add("next", "forth", t("Next"), () => this.#next());
    add("hint", "hint", t("Show me"), () => this.#attempt(() => this.#askHint()));
    add("again", "again", t("Try again"), () => this.#load(this.#step.number));
    this.#board.addEventListener("move", (event) =>
      this.#attempt(() => this.#answer(event.detail.move)),
    );
    this.#board.addEventListener("touching", (event) => this.#showTouching(event.detail));
    this.#board.addEventListener("refused", (event) => this.#refuse(event.detail));
    addEventListener("hashchange", () => this.#load(this.#wanted(), true));
    settings.addEventListener("change", () => this.#show(false));
  }

  async open() {
    try {
      this.#course = await request(`/api/lessons/${this.game}`);
    } catch (error) {
      const back = h("a", { href: "/learn" }, t("All lessons"));
      const notice = h("p", { class: "notice bad", role: "alert" }, error.message);
      fill(find("#main"), h("h1", {}, t("Learn")), notice, h("p", {}, back));
      return;
    }
    const actions = { class: "actions", "aria-label": t("Actions") };
    fill(
      find("#main"),
      h(
        "div",
        { class: "table lesson" },
        h("div", { class: "board-side" }, this.#box),
        h(
          "div",
          { class: "side" },
          this.#title,
          this.#dots.element,
          h("section", { class: "panel step" }, this.#heading, this.#text),
          this.#sides,
          this.#phase,
          this.#message,
          h("section", actions, ...Object.values(this.#buttons)),
          this.#end,
        ),
      ),
    );
    fill(
      this.#title,
      h("a", { href: "/learn" }, this.#course.title),
      h("a", { class: "rules-link", href: `/rules/${this.game}` }, t("Rules")),
    );
    await this.#load(this.#wanted());
  }

  /** The number of the step in the address, or of the first that is not done. */
  #wanted() {
    const number = Number(location.hash.slice(1));
    return this.#course.steps.some((step) => step.number === number) ? number : this.#course.next;
  }

  #go(number) {
    if (location.hash === `#${number}`) this.#load(number, true);
    else location.hash = `#${number}`;
  }

  async #load(number, isAsked = false) {
    const visit = ++this.#visit;
    this.#state = "loading";
    try {
      const step = await request(`/api/lessons/${this.game}/${number}`);
      if (visit !== this.#visit) return;
      this.#start(step);
      if (isAsked) this.#heading.focus();
    } catch (error) {
      if (visit === this.#visit) this.#say(error.message, "bad");
    }
  }

  #start(step) {
    const isOther = this.#step?.game !== step.game;
    this.#step = step;
    if (isOther) {
      this.#board.geometry = step.geometry;
      this.#box.style.maxWidth = `calc((100vh - 84px) * ${this.#board.ratio.toFixed(3)})`;
      showPieces(this.#strips, step.game);
    }
    const { number, title } = step;
    document.title = [title, this.#course.title, "Palamedes"].join(" - ");
    history.replaceState(null, "", `${location.pathname}#${number}`);
    write(this.#heading, `${number}. ${title}`);
    write(this.#text, step.text);
    write(find("#announcer"), `${title}. ${step.text}`);
    this.#end.hidden = true;
    this.#say("");
    this.#stand(step);
    this.#show(false);
    this.#dots.show(this.#course.steps, number);
  }

  /** How the step stands now. */
  #stand(now) {
    this.#now = now;
    this.#hint = [];
    write(this.#phase, "");
    this.#state = now.done ? "done" : "open";
    this.#showButtons();
  }

  #show(animated, board = this.#now?.position.board) {
    if (!board) return;
    const { touches, partial } = this.#now.position;
    const play = this.#state === "open" ? { touches, partial } : {};
    const hint = this.#hint.length ? this.#hint : this.#now.spots;
    this.#board.show(board, { animated, names: this.#step.names, hint, ...play });
    this.#showSides(board);
  }

  #showSides(board) {
    const turn = this.#state === "done" ? -1 : board.turn;
    for (const strip of this.#strips) strip.showSide(this.#step.names, board, turn);
  }

  #showButtons() {
    const { number, kind } = this.#step;
    const isDone = this.#state === "done";
    this.#buttons.back.disabled = number === 1;
    this.#buttons.next.disabled = number === this.#course.count;
    this.#buttons.next.classList.toggle("main", isDone && number < this.#course.count);
    this.#buttons.hint.disabled = kind !== "find" || this.#state !== "open";
    this.#buttons.again.disabled = kind === "read" || !(this.#now.moves.length || isDone);
    this.#buttons.again.classList.toggle("main", this.#now.lost);
  }

  #say(text, kind = "") {
    this.#message.hidden = text === "";
    this.#message.className = `notice ${kind}`;
    write(this.#message, text);
    if (!text) return;
    write(find("#announcer"), text);
    this.#message.scrollIntoView({ block: "nearest" }); // on a phone it is below the board
  }

  #showTouching({ phase }) {
    write(this.#phase, phase);
    if (this.#state === "open") this.#say(""); // what was wrong before is over
  }

  async #refuse(refused) {
    if (this.#state !== "open") return;
    const visit = this.#visit;
    const text = await objection(this.#step.game, this.#now.position.text, refused);
    if (visit === this.#visit && this.#state === "open") this.#say(text);
  }

  /** Do something that the server answers; if it fails, the visitor is told and can try again. */
  async #attempt(work) {
    if (this.#state !== "open") return;
    const visit = this.#visit;
    this.#state = "waiting";
    this.#showButtons();
    try {
      await work();
    } catch (error) {
      if (visit !== this.#visit) return;
      this.#say(error.message, "bad");
      this.#board.letGo();
      this.#stand(this.#now);
      this.#show(false);
    }
  }

  #post(what, body) {
    return request(`/api/lessons/${this.game}/${this.#step.number}/${what}`, body);
  }

  async #askHint() {
    const visit = this.#visit;
    this.#board.letGo();
    const { spots } = await this.#post("hint", { moves: this.#now.moves });
    if (visit !== this.#visit) return;
    this.#stand(this.#now);
    this.#hint = spots;
    this.#show(false);
  }

  async #answer(move) {
    const visit = this.#visit;
    const answer = await this.#post("moves", { moves: this.#now.moves, move });
    if (visit !== this.#visit) return; // the visitor has gone on meanwhile
    if (answer.text) this.#say(answer.text, answer.right ? "good" : "bad");
    await this.#showFrames(answer, visit);
    if (visit !== this.#visit) return;
    this.#stand(answer);
    this.#show(false);
    if (answer.done) this.#finish();
  }

  /** Show the boards one after the other while the visit lasts; a wrong move stays for a moment. */
  async #showFrames({ frames, right }, visit) {
    for (const [place, board] of frames.entries()) {
      if (place) await pause(PAUSE);
      if (visit !== this.#visit) return;
      this.#now = { ...this.#now, spots: [] };
      this.#show(true, board);
      sound("move");
    }
    if (!right) await pause(LOOK);
  }

  #finish() {
    sound("won");
    const { number } = this.#step;
    this.#course.steps[number - 1].done = true;
    this.#dots.show(this.#course.steps, number);
    if (number === this.#course.count) this.#showEnd();
    else if (this.#board.contains(document.activeElement)) this.#buttons.next.focus();
  }

  async #next() {
    const { number, kind } = this.#step;
    if (kind === "read") {
      await this.#post("read", {}).catch(() => null); // only the progress would be missing
      this.#course.steps[number - 1].done = true;
    }
    this.#go(number + 1);
  }

  /** After the last step: a real game. */
  #showEnd() {
    const play = button("play", t("Play a game now"), () => this.#play(), { name: "main" });
    play.dataset.action = "play";
    fill(
      this.#end,
      h("p", {}, t("That was the whole lesson. Now play a real game: the computer adapts to you.")),
      h(
        "div",
        { class: "buttons" },
        play,
        h("a", { class: "button", href: "/learn" }, icon("learn"), t("Learn another game")),
      ),
    );
    this.#end.hidden = false;
    play.focus();
  }

  async #play() {
    const { game } = this.#course;
    const first = { who: "me", name: settings.name };
    try {
      const { id } = await request("/api/games", { game, first });
      visit(`/game/${id}`);
    } catch (error) {
      this.#say(error.message, "bad");
    }
  }
}

/** Wait, unless moves are not animated. */
function pause(milliseconds) {
  const time = settings.animation ? milliseconds : 0;
  return new Promise((done) => setTimeout(done, time));
}
