/** Before a game between people: the link for a friend, or the button to join. */

import { controlText } from "../shared/clocks.js";
import { button, fill, h } from "../shared/dom.js";
import { shareLink } from "../shared/share_link.js";
import { t } from "../shared/words.js";

export class Invitation {
  #drawn = "";

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("section", { class: "panel invite", hidden: true });
  }

  show(scene) {
    const key = JSON.stringify([scene.free, scene.seats, scene.plies > 0]);
    this.element.hidden = scene.free.length === 0 || scene.result !== null;
    if (key === this.#drawn) return;
    this.#drawn = key;
    fill(this.element, ...(scene.seats.length ? this.#link() : this.#joining(scene)));
  }

  #link() {
    return [
      h("strong", {}, t("Send this link to your friend:")),
      shareLink("friend-link", t("Link for a friend")),
    ];
  }

  #joining(scene) {
    return [
      h("strong", {}, this.#sentence(scene)),
      h(
        "div",
        { class: "buttons" },
        ...scene.free.map((player) =>
          button(
            "sit",
            scene.free.length > 1
              ? t("Join as player {number}", { number: player + 1 })
              : t("Join the game"),
            () => this.page.join(player),
            { name: "main" },
          ),
        ),
      ),
    ];
  }

  /** Who invites the visitor to which game. */
  #sentence({ free, names, plies }) {
    const { title, clock } = this.page.info;
    if (free.length > 1) return t("This game is waiting for players.");
    const [player] = free;
    const sentences = [
      t("{player} invites you to play {game}.", { player: names[1 - player], game: title }),
      this.#turnText(player, plies),
    ];
    if (clock) sentences.push(t("Clock: {time}.", { time: controlText(...clock) }));
    return sentences.join(" ");
  }

  /** Who begins, or that the game has begun. */
  #turnText(player, plies) {
    if (player === this.page.first) return t("You play first.");
    return plies ? t("Your opponent has already moved.") : t("Your opponent plays first.");
  }
}
