/** Greetings between two people: a few that everybody reads in their own language. */

import { announce, button, fill, h } from "../shared/dom.js";
import { blockButton } from "../shared/players.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { t } from "../shared/words.js";

const SHOWN = 4; // the newest ones

const words = () => ({
  hello: t("Hello!"),
  luck: t("Good luck!"),
  nice: t("Nice move!"),
  oops: t("Oops!"),
  thanks: t("Thank you!"),
  played: t("Well played!"),
  bye: t("Goodbye!"),
});

export class Greetings {
  #said = [];
  #isKnown = false;
  #lines = h("ul", { class: "greetings-said" });
  #buttons = h("div", { class: "buttons" });
  #mute = button("", t("Mute"), () => settings.choose("greetings", !settings.greetings));
  #words = words();

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    const tell = (text) => page.tell(text);
    const say = Object.entries(this.#words).map(([greeting, text]) =>
      button("", text, () => this.#send(greeting)),
    );
    const block = blockButton({ game: page.id }, () => tell(t("You have blocked this player.")), tell);
    this.#mute.setAttribute("aria-pressed", "false");
    fill(
      this.#buttons,
      h(
        "details",
        { class: "more" },
        h("summary", {}, t("Greet your opponent")),
        h("div", { class: "buttons" }, ...say),
        h("div", { class: "buttons" }, this.#mute, block),
      ),
    );
    const label = { class: "panel greetings", "aria-label": t("Greetings"), hidden: true };
    this.element = h("section", label, this.#lines, this.#buttons);
    settings.addEventListener("change", () => this.#draw());
  }

  /** @param {import("../shared/messages.js").SceneMessage} scene */
  show(scene) {
    const isBetweenTwo = scene.apart && !scene.free.length;
    if (isBetweenTwo && !this.#isKnown) this.#load();
    this.#buttons.hidden = scene.seats.length === 0;
    this.element.hidden = !isBetweenTwo || (this.#buttons.hidden && !this.#said.length);
  }

  /** A greeting that has just been sent. */
  receive({ by, greeting }) {
    this.#said.push({ by, greeting });
    const { scene } = this.page;
    if (settings.greetings && scene && !scene.seats.includes(by)) announce(this.#line({ by, greeting }));
    this.#draw();
  }

  async #load() {
    this.#isKnown = true;
    this.#said = await request(`/api/games/${this.page.id}/greetings`).catch(() => []);
    this.#draw();
  }

  #draw() {
    const { scene } = this.page;
    if (!scene) return;
    this.#mute.setAttribute("aria-pressed", String(!settings.greetings));
    const said = this.#said.filter(({ by }) => settings.greetings || scene.seats.includes(by));
    fill(this.#lines, ...said.slice(-SHOWN).map((each) => h("li", {}, this.#line(each))));
    this.show(scene);
  }

  #line({ by, greeting }) {
    const text = this.#words[greeting] ?? greeting;
    return t("{player}: {greeting}", { player: this.page.scene.names[by], greeting: text });
  }

  #send(greeting) {
    request(`/api/games/${this.page.id}/greetings`, { greeting }).catch(({ message }) =>
      this.page.tell(message),
    );
  }
}
