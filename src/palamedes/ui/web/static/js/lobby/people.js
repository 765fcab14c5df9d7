/** Who is in the lobby, and the games that can be watched. */

import { botBadge, namesWithBots } from "../shared/bots.js";
import { askChallenge } from "../shared/challenge_dialog.js";
import { button, fill, h, write } from "../shared/dom.js";
import { playerLink } from "../shared/players.js";
import { t } from "../shared/words.js";
import { showEntries } from "./lists.js";

export class People {
  #list = h("ul", { class: "people" });
  #guests = h("p", { class: "muted" });
  element = h("div", {}, this.#list, this.#guests);

  /**
   * @param {import("../shared/messages.js").LobbyMessage} lobby
   * @param {string} own the name of the visitor's account; "" without one
   */
  show({ people, guests }, own) {
    const entries = people.map((person) => ({ ...person, own, you: person.name === own }));
    showEntries(this.#list, entries, personEntry);
    write(this.#guests, t("guests: {number}", { number: guests }));
    this.#guests.hidden = guests === 0;
  }
}

function personEntry({ name, bot, playing, own, you }) {
  const label = t("Challenge {player}", { player: name });
  const ask = () => askChallenge(name, "", Boolean(own));
  const challenge = button("play", label, ask, { quiet: true, name: "bare" });
  return h(
    "li",
    {},
    h("span", { class: "presence there", "aria-hidden": "true" }),
    h("span", { class: "person" }, playerLink(name)),
    bot && botBadge(),
    playing && h("span", { class: "badge" }, t("playing")),
    you ? h("span", { class: "badge now" }, t("you")) : !playing && challenge,
  );
}

export class Games {
  #list = h("ul", { class: "running" });
  #none = h("p", { class: "muted" }, t("No games at the moment."));
  element = h("div", {}, this.#list, this.#none);

  /** @param {import("../shared/messages.js").RunningGameData[]} games */
  show(games) {
    this.#none.hidden = games.length > 0;
    showEntries(this.#list, games, gameEntry);
  }
}

function gameEntry(game) {
  const facts = [t("moves: {number}", { number: game.plies }), game.rated && t("rated")];
  return fill(
    h("li"),
    h(
      "a",
      { href: `/game/${game.id}` },
      h("strong", {}, game.title),
      h("span", {}, namesWithBots(game).join(" - ")),
      h("span", { class: "muted" }, facts.filter(Boolean).join(", ")),
    ),
  );
}
