/** Lets a player end a game that the opponent has left. */

import { button, fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";

export class ClaimPanel {
  /** @type {(number | null)[]} by player: when the game can be claimed, in milliseconds */
  #times = [null, null];
  #timer = 0;

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("section", { class: "panel claim", role: "status", hidden: true });
  }

  /** @param {import("../shared/messages.js").PresenceMessage} presence */
  receive({ claim }) {
    const now = performance.now();
    this.#times = claim.map((seconds) => (seconds === null ? null : now + 1000 * seconds));
  }

  /** @param {import("../shared/messages.js").SceneMessage} scene */
  show(scene) {
    clearTimeout(this.#timer);
    const wait = this.#timeLeft(scene);
    const isHidden = wait === null || wait > 0;
    if (this.element.hidden && !isHidden) fill(this.element, ...this.#children(scene));
    this.element.hidden = isHidden;
    if (wait) this.#timer = setTimeout(() => this.show(this.page.scene), wait);
  }

  /** Milliseconds until the visitor may claim the game; null if that is not possible. */
  #timeLeft({ seats, result }) {
    if (seats.length !== 1 || result || this.page.info.forbidden.includes("claim")) return null;
    const time = this.#times[seats[0]];
    return time === null ? null : Math.max(0, time - performance.now());
  }

  #children({ names, seats, plies }) {
    const player = names[1 - seats[0]];
    const label = plies > 1 ? t("Claim the win") : t("End the game");
    return [
      h("strong", {}, t("{player} has left the game.", { player })),
      h(
        "div",
        { class: "buttons" },
        button("yes", label, () => this.page.send({ type: "claim" }), { name: "main" }),
      ),
    ];
  }
}
