/** How somebody wants to play: the usual choices, and what was chosen as one line. */

import { controlText } from "../shared/clocks.js";
import { t } from "../shared/words.js";

export const DEFAULTS = {
  opponent: "engine",
  level: "adaptive",
  handicap: 0,
  side: "0",
  clock: "",
  rated: false,
};

/**
 * Everything but opponent and level, such as "You start, no clock."
 * @param {typeof DEFAULTS} wish
 * @param {string} variant its title; "" for the usual one
 * @param {string} name of the player
 */
export function wishText(wish, variant, name) {
  const [total, increment] = wish.clock.split("+").map(Number);
  const isEngine = wish.opponent === "engine";
  const parts = [
    variant,
    sideText(wish),
    wish.clock ? controlText(total, increment) : t("no clock"),
    isEngine && wish.handicap
      ? t("{percent} % random moves", { percent: 100 * wish.handicap })
      : "",
    wish.rated ? t("rated") : "",
    name && wish.opponent !== "here" ? t("as {name}", { name }) : "",
  ];
  const line = parts.filter(Boolean).join(", ");
  return `${line[0].toUpperCase()}${line.slice(1)}.`;
}

function sideText({ opponent, side, rated }) {
  if (opponent === "here") return "";
  const isRandom = side === "random" || (rated && opponent === "engine");
  if (isRandom) return t("the first player is drawn at random");
  return side === "1" ? t("your opponent starts") : t("you start");
}
