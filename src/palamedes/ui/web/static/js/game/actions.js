/** The buttons beside a game. */

import { visit } from "../shared/addresses.js";
import { analysisLink } from "../shared/analysis_link.js";
import { confirmed, rulesDialog } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

export class Actions {
  #buttons = {};

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    const add = (name, picture, text, onclick) => {
      this.#buttons[name] = button(picture, text, onclick);
      this.#buttons[name].dataset.action = name;
      this.#buttons[name].hidden = true; // until the first scene
    };
    // Those that are always there come first: what comes and goes after them moves nothing.
    add("undo", "undo", t("Undo"), () => page.send({ type: "undo" }));
    add("hint", "hint", t("Hint"), () => page.askHint());
    add("analyse", "analyse", t("Analyse"), () => visit(analysisLink(page.question())));
    add("turn", "turn", t("Turn the board"), () => page.turnBoard());
    add("rules", "rules", t("Rules"), () => this.#rules());
    add("save", "save", t("Save"), () => this.#save());
    add("now", "now", t("Move now"), () => page.send({ type: "move now" }));
    add("pause", "pause", t("Pause"), () =>
      page.send({ type: page.scene.paused ? "go on" : "pause" }),
    );
    add("draw", "draw", t("Offer a draw"), () => this.#offerDraw());
    add("resign", "resign", t("Resign"), () => this.#resign());
    add("review", "review", t("Review the game"), () => page.review.start());
    add("rematch", "again", t("Rematch"), () => this.#rematch());
    const { rematch, review, ...others } = this.#buttons;
    /** What can be done after the game, beside its result. */
    this.next = h("section", { class: "next", "aria-label": t("What next?") }, rematch, review);
    this.element = h(
      "section",
      { class: "actions", "aria-label": t("Actions") },
      ...Object.values(others),
    );
  }

  /** @param {import("../shared/messages.js").SceneMessage} scene */
  show(scene) {
    const [present, usable] = [this.#present(scene), this.#usable(scene)];
    for (const [name, element] of Object.entries(this.#buttons)) {
      element.hidden = !present[name] || this.page.info.forbidden.includes(name);
      element.disabled = !(usable[name] ?? true);
    }
    this.next.hidden = this.#buttons.rematch.hidden && this.#buttons.review.hidden;
    this.#buttons.rematch.classList.toggle("main", scene.result !== null);
    const texts = {
      rematch: this.page.presence.rematch.id ? t("Go to the rematch") : t("Rematch"),
      undo: scene.apart ? t("Request a takeback") : t("Undo"),
      pause: scene.paused ? t("Resume") : t("Pause"),
      hint: scene.hint && !scene.hint.move ? t("Show the move") : t("Hint"),
    };
    for (const [name, text] of Object.entries(texts))
      this.#buttons[name].lastChild.textContent = text;
  }

  /** By button, whether it is there: this changes only when the game ends. */
  #present(scene) {
    const plays = scene.seats.length > 0;
    const isOver = scene.result !== null;
    const runs = plays && !isOver;
    const hasEngine = scene.kinds.includes("engine");
    const { rated, forbidden } = this.page.info;
    const mayHurry = !rated && !forbidden.includes("move now");
    return {
      undo: plays && !rated,
      hint: plays && !scene.apart && !rated,
      draw: runs && !(rated && hasEngine),
      resign: runs,
      pause: runs && !scene.apart && !rated,
      now: runs && hasEngine && mayHurry,
      rematch: plays && isOver && !this.#hasAsked(scene),
      review: isOver && scene.plies > 0,
      analyse: true,
      save: true,
      turn: true,
      rules: true,
    };
  }

  /** By button, whether it can be pressed now; those not named always can. */
  #usable(scene) {
    const plays = scene.seats.length > 0;
    const isOver = scene.result !== null;
    const hasEngine = scene.kinds.includes("engine");
    const { rated, forbidden } = this.page.info;
    const mayAnalyse = !rated && !forbidden.includes("hint");
    return {
      // During an exercise a takeback would throw it away.
      undo: (!isOver || hasEngine || !scene.apart) && scene.can_undo && !this.page.isExercising,
      hint: !isOver && scene.seats.includes(scene.turn),
      now: scene.thinking !== null,
      analyse: isOver || !plays || (mayAnalyse && (hasEngine || !scene.apart)),
      save: isOver || !plays || !scene.apart,
    };
  }

  async #resign() {
    if (await confirmed(t("Resign this game?"), t("Resign"))) this.page.send({ type: "resign" });
  }

  /** An engine may accept at once, which ends the game: so the player confirms. */
  async #offerDraw() {
    const hasEngine = this.page.scene.kinds.includes("engine");
    if (hasEngine && !(await confirmed(t("Offer a draw?"), t("Offer a draw")))) return;
    this.page.send({ type: "draw" });
  }

  #rematch() {
    const { id } = this.page.presence.rematch;
    if (id) visit(`/game/${id}`);
    else this.page.send({ type: "rematch" });
  }

  #hasAsked(scene) {
    const { by, id } = this.page.presence.rematch;
    return scene.apart && !id && by.some((player) => scene.seats.includes(player));
  }

  async #save() {
    try {
      const { id, record } = await request(`/api/games/${this.page.id}`);
      download(`${record.game.replace(/\W+/g, "-")}-${id}.json`, record);
    } catch (error) {
      this.page.tell(error.message);
    }
  }

  #rules() {
    const { title, rules, name } = this.page.info;
    rulesDialog(title, rules, name);
  }
}
