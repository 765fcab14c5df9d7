/** Lists of all games to choose from. */

import { h } from "./dom.js";

/** All games and their variants in one list. */
export function gameSelect(families, choose) {
  const select = h("select", { name: "game", onchange: () => choose(gameOf(families, select)) });
  for (const family of families) {
    const options = family.variants.map(({ id, title }) => h("option", { value: id }, title));
    select.append(
      options.length > 1 ? h("optgroup", { label: family.title }, ...options) : options[0],
    );
  }
  return select;
}

/** The game chosen in such a list. */
export const gameOf = (families, select) =>
  families.flatMap((family) => family.variants).find(({ id }) => id === select.value);
