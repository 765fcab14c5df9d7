/** Rated games: the wish for one, and what came of it. */

import { fill, h } from "./dom.js";
import { ask } from "./net.js";
import { t } from "./words.js";

/** Whether a game like this can be rated for somebody: `levels` are those with a rating. */
export function canBeRated(levels, wish, position) {
  if (!levels || position !== null) return false;
  if (wish.opponent === "engine") return !Number(wish.handicap) && levels.includes(wish.level);
  return wish.opponent === "friend";
}

/** The question whether a game is to be rated. */
export function ratedField(isWanted, choose) {
  const input = h("input", {
    type: "checkbox",
    name: "rated",
    onchange: () => choose(input.checked),
  });
  input.checked = isWanted;
  const text = t(
    "Rated: no hints, no takebacks; against the computer, the first player is drawn at random",
  );
  return h("label", { class: "check" }, input, text);
}

/** What a rated game has changed, once it is over. */
export class RatedNotice {
  #isKnown = false;

  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "notice rated", role: "status", hidden: true });
  }

  async show(scene) {
    if (!this.page.hello.rated || this.#isKnown) return;
    this.element.hidden = false;
    if (!scene.result) {
      fill(this.element, t("This game is rated."));
      return;
    }
    const changes = await ask(`/api/games/${this.page.id}/ratings`).catch(() => []);
    const lines = changes
      .map((change, player) => change && line(scene.names[player], change))
      .filter(Boolean);
    this.#isKnown = lines.length > 0;
    const reason =
      scene.plies < 2
        ? t("This game does not count for the ratings: it ended before both players had moved.")
        : t("This game does not count for the ratings.");
    fill(this.element, ...(lines.length ? lines : [reason]));
  }
}

function line(name, { rating, change }) {
  const sign = change < 0 ? `−${-change}` : `+${change}`;
  return h(
    "div",
    {},
    t("{name}: {rating}", { name, rating }),
    " ",
    h("strong", { class: change < 0 ? "fallen" : "risen" }, sign),
  );
}
