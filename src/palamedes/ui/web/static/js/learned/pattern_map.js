/** What the patterns of a position add to its score, as a map over the board and as a list. */

import { fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { PLAYERS, signed } from "./worths.js";

const FEW = 8; // patterns in the list
const LEAST_RANGE = 0.05; // of the scale of scores: smaller numbers do not get the full colour

/**
 * What a pattern adds to the score of the first player.
 * @typedef {{spots: string[], score: number}} Contribution
 */

/**
 * The areas of a board: spots that the same patterns see belong together. Each pattern is shared
 * equally among its spots, so that the areas, and the patterns without spots, add up.
 * @param {Contribution[]} contributions
 * @returns {Contribution[]}
 */
export function areasOf(contributions) {
  /** @type {Map<string, number[]>} by spot, the patterns that see it */
  const seen = new Map();
  contributions.forEach(({ spots }, number) => {
    for (const spot of spots) seen.set(spot, [...(seen.get(spot) ?? []), number]);
  });
  /** @type {Map<string, Contribution>} */
  const areas = new Map();
  for (const [spot, numbers] of seen) {
    const key = numbers.join(" ");
    const area = areas.get(key) ?? { spots: [], score: 0 };
    area.spots.push(spot);
    for (const { score, spots } of numbers.map((number) => contributions[number]))
      area.score += score / spots.length;
    areas.set(key, area);
  }
  return [...areas.values()];
}

/**
 * The areas as shades of the board.
 * @param {Contribution[]} contributions
 * @param {number} scale a score that means three points in four
 * @returns {import("../board/shades.js").Shade[]}
 */
export function shadesOf(contributions, scale) {
  const areas = areasOf(contributions);
  const most = Math.max(0, ...areas.map(({ score }) => Math.abs(score)));
  const digits = most < 10 ? 1 : 0;
  return areas.map(({ spots, score }) => ({
    spots,
    share: isNothing(score, digits) ? 0 : score / Math.max(most, LEAST_RANGE * scale),
    short: signed(score, digits),
    text: worthText(score, digits),
  }));
}

const isNothing = (score, digits) => Number(score.toFixed(digits)) === 0;

/** "+12 for Player 2": a number that is good for a player, for that player. */
export function worthText(score, digits = 0) {
  if (isNothing(score, digits)) return t("no difference");
  const player = PLAYERS[score > 0 ? 0 : 1];
  return t("{number} for {player}", { number: signed(Math.abs(score), digits), player });
}

/** The strongest patterns in words; pointing at one shows its spots. */
export class PatternList {
  #list = h("ul", { class: "patterns" });

  /** @param {(spots: string[]) => void} point told which spots to highlight */
  constructor(point) {
    this.point = point;
    this.element = h(
      "section",
      { class: "panel part", "aria-labelledby": "patterns-title" },
      h("h2", { id: "patterns-title" }, t("Strongest patterns")),
      this.#list,
    );
  }

  /** @param {Contribution[]} contributions */
  show(contributions) {
    const strongest = contributions
      .filter(({ score }) => score !== 0)
      .sort((one, other) => Math.abs(other.score) - Math.abs(one.score))
      .slice(0, FEW);
    this.element.hidden = !contributions.length;
    const none = h("li", { class: "muted" }, t("No pattern makes a difference here."));
    fill(this.#list, ...(strongest.length ? strongest.map((each) => this.#item(each)) : [none]));
  }

  #item({ spots, score }) {
    const where = spots.length ? spots.join(" ") : t("the whole position");
    const words = [
      h("span", { class: "pattern-spots" }, where),
      h("b", { class: score > 0 ? "for-first" : "for-second" }, worthText(score)),
    ];
    if (!spots.length) return h("li", {}, h("span", { class: "pattern" }, ...words));
    const show = () => this.point(spots);
    const hide = () => this.point([]);
    const listeners = { onfocus: show, onblur: hide, onpointerenter: show, onpointerleave: hide };
    return h(
      "li",
      {},
      h("button", { type: "button", class: "pattern", onclick: show, ...listeners }, ...words),
    );
  }
}
