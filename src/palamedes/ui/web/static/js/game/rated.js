/** Rated games: the checkbox for a new one, and the change of ratings after it. */

import { fill, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

/**
 * Whether a new game can be rated.
 * @param {string[] | undefined} levels that have a rating; undefined without an account
 * @param {{opponent: string, level: string, handicap: number}} wish
 * @param {string | null} position that it starts from
 */
export function canBeRated(levels, wish, position) {
  if (!levels || position !== null) return false;
  if (wish.opponent === "engine") return !Number(wish.handicap) && levels.includes(wish.level);
  return wish.opponent === "friend";
}

export function ratedField(isWanted, choose) {
  const input = h("input", {
    type: "checkbox",
    name: "rated",
    onchange: () => choose(input.checked),
  });
  input.checked = isWanted;
  const text = t(
    "Rated: no hints, no takebacks; against the computer, the first player is drawn at random and every game counts",
  );
  return h("label", { class: "check" }, input, text);
}

/** Says that a game is rated and, once it is over, how the ratings changed. */
export class RatedNotice {
  #isKnown = false;

  /** @param {import("../game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "notice rated", role: "status", hidden: true });
  }

  async show(scene) {
    if (!this.page.info.rated || this.#isKnown) return;
    this.element.hidden = false;
    if (!scene.result) {
      fill(this.element, t("This game is rated."));
      return;
    }
    const changes = await request(`/api/games/${this.page.id}/ratings`).catch(() => []);
    const lines = changes
      .map((change, player) => change && line(scene.names[player], change))
      .filter(Boolean);
    this.#isKnown = lines.length > 0;
    const reason =
      scene.plies < 2
        ? t("This game does not count towards the ratings: it ended before both players had moved.")
        : t("This game does not count towards the ratings.");
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
