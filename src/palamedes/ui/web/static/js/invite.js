/** Between people: the link for a friend, and seats that are free. */

import { copyText } from "./clipboard.js";
import { button, fill, h } from "./dom.js";
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
    const field = h("input", {
      type: "text",
      readonly: true,
      id: "friend-link",
      "aria-label": t("Link for a friend"),
    });
    field.value = `${location.origin}${location.pathname}`;
    field.addEventListener("focus", () => field.select());
    const copy = button("copy", t("Copy"), async () => {
      field.select();
      if (await copyText(field.value)) copy.lastChild.textContent = t("Copied");
    });
    return [
      h("strong", {}, t("Send this link to the one you want to play with:")),
      h("div", { class: "link-row" }, field, copy),
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
              ? t("Sit down as player {number}", { number: player + 1 })
              : t("Sit down"),
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
    if (free.length > 1) return t("A seat is free.");
    const [seat] = free;
    const words = [
      t("{player} would like to play {game} with you.", { player: names[1 - seat], game: title }),
      seat === this.page.first ? t("You begin.") : t("The other player begins."),
    ];
    if (clock) words.push(t("Clock: {time}.", { time: controlText(...clock) }));
    return words.join(" ");
  }
}
