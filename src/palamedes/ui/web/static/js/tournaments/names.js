/** Names of tournaments and of their states. */

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @param {{title: string, game_title: string}} tournament */
export const nameOf = (tournament) =>
  tournament.title || t("{game} tournament", { game: tournament.game_title });

export function badge(state) {
  const texts = {
    open: t("not started"),
    running: t("in progress"),
    over: t("finished"),
    stopped: t("ended early"),
  };
  return h("span", { class: `badge ${state === "running" ? "now" : ""}`.trim() }, texts[state]);
}
