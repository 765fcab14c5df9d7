/** The buttons beside a game. */

import { button, h } from "./dom.js";
import { confirmed, dialog } from "./forms.js";
import { ask } from "./net.js";
import { analysisLink, saveAs } from "./records.js";
import { t } from "./words.js";

export class Actions {
  #buttons = {};

  /** @param {any} page the page of a game */
  constructor(page) {
    this.page = page;
    const add = (name, picture, text, onclick) => {
      this.#buttons[name] = button(picture, text, onclick);
      this.#buttons[name].dataset.action = name;
      this.#buttons[name].hidden = true; // until it is known what can be done
    };
    add("undo", "undo", t("Undo"), () => page.send({ type: "undo" }));
    add("hint", "hint", t("Hint"), () => page.send({ type: "hint" }));
    add("draw", "draw", t("Offer a draw"), () => this.#offerDraw());
    add("resign", "resign", t("Resign"), () => this.#resign());
    add("pause", "pause", t("Pause"), () =>
      page.send({ type: page.scene.paused ? "go on" : "pause" }),
    );
    add("now", "now", t("Move now"), () => page.send({ type: "move now" }));
    add("rematch", "again", t("Rematch"), () => this.#rematch());
    add("review", "review", t("Review the game"), () => page.review.start());
    add("analyse", "analyse", t("Analyse"), () => location.assign(analysisLink(page.question())));
    add("save", "save", t("Save"), () => this.#save());
    add("rules", "rules", t("Rules"), () => this.#rules());
    this.element = h(
      "section",
      { class: "actions", "aria-label": t("Actions") },
      ...Object.values(this.#buttons),
    );
  }

  show(scene) {
    const plays = scene.seats.length > 0;
    const isOver = scene.result !== null;
    const runs = plays && !isOver;
    const hasEngine = scene.kinds.includes("engine");
    const isMine = scene.seats.includes(scene.turn);
    const { rated, forbidden } = this.page.hello;
    const mayHurry = !rated && !forbidden.includes("move now");
    const mayLook = !rated && !forbidden.includes("hint");
    const wanted = {
      undo: plays && !rated && (runs || hasEngine || !scene.apart) && scene.can_undo,
      hint: runs && !scene.apart && !rated,
      draw: runs && !(rated && hasEngine),
      resign: runs,
      pause: runs && !scene.apart && !rated,
      now: runs && hasEngine && scene.thinking !== null && mayHurry,
      rematch: plays && isOver && !this.#hasAsked(scene),
      review: isOver && scene.plies > 0,
      analyse: isOver || !plays || (mayLook && (hasEngine || !scene.apart)),
      save: isOver || !plays || !scene.apart,
      rules: true,
    };
    for (const [name, element] of Object.entries(this.#buttons))
      element.hidden = !wanted[name] || forbidden.includes(name);
    this.#buttons.hint.disabled = !isMine;
    this.#buttons.rematch.classList.toggle("main", isOver);
    const again = this.page.company.rematch.id ? t("Go to the rematch") : t("Rematch");
    this.#buttons.rematch.lastChild.textContent = again;
    const takeBack = scene.apart ? t("Request a takeback") : t("Undo");
    this.#buttons.undo.lastChild.textContent = takeBack;
    this.#buttons.pause.lastChild.textContent = scene.paused ? t("Resume") : t("Pause");
    this.#buttons.hint.lastChild.textContent =
      scene.hint && !scene.hint.move ? t("Show the move") : t("Hint");
  }

  async #resign() {
    if (await confirmed(t("Resign this game?"), t("Resign"))) this.page.send({ type: "resign" });
  }

  /** An engine may agree at once, and then the game is over. */
  async #offerDraw() {
    const hasEngine = this.page.scene.kinds.includes("engine");
    if (hasEngine && !(await confirmed(t("Offer a draw?"), t("Offer a draw")))) return;
    this.page.send({ type: "draw" });
  }

  #rematch() {
    const { id } = this.page.company.rematch;
    if (id) location.assign(`/game/${id}`);
    else this.page.send({ type: "rematch" });
  }

  #hasAsked(scene) {
    const { by, id } = this.page.company.rematch;
    return scene.apart && !id && by.some((player) => scene.seats.includes(player));
  }

  async #save() {
    try {
      const { id, record } = await ask(`/api/games/${this.page.id}`);
      saveAs(`${record.game.replace(/\W+/g, "-")}-${id}.json`, JSON.stringify(record, null, 1));
    } catch (error) {
      this.page.tell(error.message);
    }
  }

  #rules() {
    const { title, rules } = this.page.hello;
    dialog(title, [h("p", {}, rules)]);
  }
}
