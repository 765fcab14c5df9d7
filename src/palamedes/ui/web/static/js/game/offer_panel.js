/** Offers between players (draw, takeback, rematch), and the buttons to answer them. */

import { button, fill, h } from "../shared/dom.js";
import { sound } from "../shared/sound.js";
import { t } from "../shared/words.js";

export class OfferPanel {
  #drawn = "null";

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("section", { class: "panel offer", role: "alert", hidden: true });
  }

  /**
   * @param {import("../shared/messages.js").SceneMessage} scene
   * @param {{rematch: import("../shared/messages.js").RematchData}} presence
   */
  show(scene, presence) {
    const offer = scene.offer ?? rematchOffer(scene, presence);
    const key = JSON.stringify(offer);
    this.element.hidden = !offer || !scene.seats.length;
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (offer) fill(this.element, ...this.#children(scene, offer));
  }

  #children(scene, { kind, by }) {
    const player = scene.names[by];
    if (scene.seats.includes(by) && scene.seats.length === 1) {
      const asked = {
        draw: t("Draw offer sent."),
        undo: t("Takeback request sent."),
        rematch: t("Rematch offer sent."),
      };
      return [asked[kind]];
    }
    sound("ask");
    const questions = {
      draw: t("{player} offers a draw.", { player }),
      undo: t("{player} requests a takeback.", { player }),
      rematch: t("{player} offers a rematch.", { player }),
    };
    const type = kind === "rematch" ? "rematch" : "answer";
    const answer = (agrees) => this.page.send({ type, kind, agrees });
    return [
      h("strong", {}, questions[kind]),
      h(
        "div",
        { class: "buttons" },
        button("yes", t("Accept"), () => answer(true), { name: "main" }),
        button("close", t("Decline"), () => answer(false)),
      ),
    ];
  }
}

/** The rematch that one player has asked for after the game, as an offer. */
function rematchOffer(scene, { rematch }) {
  if (!scene.result || rematch.id || rematch.by.length !== 1) return null;
  return { kind: "rematch", by: rematch.by[0] };
}
