/** The clocks that are offered for games between people, and their names. */

import { t } from "./words.js";

/** Seconds for the game, and seconds added for each move. */
export const CLOCKS = [
  [60, 0],
  [180, 2],
  [300, 3],
  [600, 5],
  [1800, 20],
];

/** A time control as text. */
export function controlText(total, increment) {
  return t("{minutes} min + {seconds} s", { minutes: total / 60, seconds: increment });
}

/** The clocks as options: text such as 300+3, and its name. */
export const clockOptions = () =>
  CLOCKS.map(([total, more]) => [`${total}+${more}`, controlText(total, more)]);

/** The clock that such a text stands for; null for "". */
export function clockOf(text) {
  const [total, increment] = text.split("+").map(Number);
  return text ? { total, increment } : null;
}
