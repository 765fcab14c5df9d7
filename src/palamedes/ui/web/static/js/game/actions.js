/** The buttons beside a game. */

import { analysisLink } from "../shared/analysis_link.js";
import { confirmed, dialog } from "../shared/dialogs.js";
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
    add("undo", "undo", t("Undo"), () => page.send({ type: "undo" }));
    add("hint", "hint", t("Hint"), () => page.askHint());
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

  /** @param {import("../shared/messages.js").SceneMessage} scene */
  show(scene) {
    const wanted = this.#wanted(scene);
    for (const [name, element] of Object.entries(this.#buttons))
      element.hidden = !wanted[name] || this.page.info.forbidden.includes(name);
    this.#buttons.hint.disabled = !scene.seats.includes(scene.turn);
    this.#buttons.undo.disabled = this.page.isExercising; // it would throw the exercise away
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

  /** By button, whether it is of use now. */
  #wanted(scene) {
    const plays = scene.seats.length > 0;
    const isOver = scene.result !== null;
    const runs = plays && !isOver;
    const hasEngine = scene.kinds.includes("engine");
    const { rated, forbidden } = this.page.info;
    const mayHurry = !rated && !forbidden.includes("move now");
    const mayAnalyse = !rated && !forbidden.includes("hint");
    return {
      undo: plays && !rated && (runs || hasEngine || !scene.apart) && scene.can_undo,
      hint: runs && !scene.apart && !rated,
      draw: runs && !(rated && hasEngine),
      resign: runs,
      pause: runs && !scene.apart && !rated,
      now: runs && hasEngine && scene.thinking !== null && mayHurry,
      rematch: plays && isOver && !this.#hasAsked(scene),
      review: isOver && scene.plies > 0,
      analyse: isOver || !plays || (mayAnalyse && (hasEngine || !scene.apart)),
      save: isOver || !plays || !scene.apart,
      rules: true,
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
    if (id) location.assign(`/game/${id}`);
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
    const { title, rules } = this.page.info;
    dialog(title, [h("p", {}, rules)]);
  }
}
