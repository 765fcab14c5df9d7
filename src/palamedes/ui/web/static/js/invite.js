/** Between people: the link for a friend, free seats, and what one asks the other. */

import { button, fill, h } from "./dom.js";
import { linkRow } from "./link.js";
import { sound } from "./sound.js";
import { t } from "./words.js";

/** The link to copy, or the seat to take. */
export class Invitation {
  #drawn = "";

  constructor(page) {
    this.page = page;
    this.element = h("section", { class: "panel invite", hidden: true });
  }

  show(scene) {
    const key = JSON.stringify([scene.free, scene.seats]);
    this.element.hidden = scene.free.length === 0 || scene.result !== null;
    if (key === this.#drawn) return;
    this.#drawn = key;
    fill(this.element, ...(scene.seats.length ? this.#link() : this.#seats(scene)));
  }

  #link() {
    return [
      h("strong", {}, t("Send this link to the one you want to play with:")),
      linkRow("friend-link", t("Link for a friend")),
    ];
  }

  #seats(scene) {
    return [
      h("strong", {}, t("A seat is free.")),
      h(
        "div",
        { class: "buttons" },
        ...scene.free.map((player) =>
          button(
            "sit",
            scene.free.length > 1
              ? t("Sit down as player {number}", { number: player + 1 })
              : t("Sit down"),
            () => this.page.sit(player),
            { name: "main" },
          ),
        ),
      ),
    ];
  }
}

/** A question of the other player, or one that waits for an answer. */
export class OfferPanel {
  #drawn = "null";

  constructor(page) {
    this.page = page;
    this.element = h("section", { class: "panel offer", role: "alert", hidden: true });
  }

  show(scene) {
    const key = JSON.stringify(scene.offer);
    this.element.hidden = !scene.offer || !scene.seats.length;
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (scene.offer) fill(this.element, ...this.#children(scene));
  }

  #children(scene) {
    const { kind, by } = scene.offer;
    const player = scene.names[by];
    if (scene.seats.includes(by) && scene.seats.length === 1) {
      return [
        kind === "draw" ? t("You have offered a draw.") : t("You have asked to take a move back."),
      ];
    }
    sound("ask");
    const question =
      kind === "draw"
        ? t("{player} offers a draw.", { player })
        : t("{player} would like to take a move back.", { player });
    const answer = (agrees) => this.page.send({ type: "answer", agrees });
    return [
      h("strong", {}, question),
      h(
        "div",
        { class: "buttons" },
        button("yes", t("Agree"), () => answer(true), { name: "main" }),
        button("close", t("Decline"), () => answer(false)),
      ),
    ];
  }
}
