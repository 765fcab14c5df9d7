/** Bot accounts: programs that people have written, shown as such wherever they are named. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** The badge behind the name of a bot account. */
export const botBadge = () => h("span", { class: "badge bot" }, t("bot"));

/**
 * The names of both players; a bot account is marked.
 * @param {{names: string[], bots: number[]}} game
 */
export function namesWithBots({ names, bots }) {
  return names.map((name, player) =>
    bots.includes(player) ? t("{name} (bot)", { name }) : name,
  );
}
