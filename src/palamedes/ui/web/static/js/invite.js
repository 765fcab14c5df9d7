/** Between people: the link for a friend, and seats that are free. */

import { button, fill, h } from "./dom.js";
import { linkRow } from "./link.js";
import { controlText } from "./players.js";
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
      h("strong", {}, t("Send this link to your friend:")),
      linkRow("friend-link", t("Link for a friend")),
    ];
  }

  #seats(scene) {
    return [
      h("strong", {}, this.#words(scene)),
      h(
        "div",
        { class: "buttons" },
        ...scene.free.map((player) =>
          button(
            "sit",
            scene.free.length > 1
              ? t("Join as player {number}", { number: player + 1 })
              : t("Join the game"),
            () => this.page.sit(player),
            { name: "main" },
          ),
        ),
      ),
    ];
  }

  /** Who invites whom to what. */
  #words({ free, names }) {
    const { title, clock } = this.page.hello;
    if (free.length > 1) return t("This game is waiting for players.");
    const [seat] = free;
    const words = [
      t("{player} invites you to play {game}.", { player: names[1 - seat], game: title }),
      seat === this.page.first ? t("You play first.") : t("Your opponent plays first."),
    ];
    if (clock) words.push(t("Clock: {time}.", { time: controlText(...clock) }));
    return words.join(" ");
  }
}
