/** What tournaments and their states are called. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @param {{title: string, game_title: string}} contest */
export const nameOf = (contest) =>
  contest.title || t("{game} tournament", { game: contest.game_title });

export function badge(state) {
  const texts = {
    open: t("not started"),
    running: t("in progress"),
    over: t("finished"),
    stopped: t("ended early"),
  };
  return h("span", { class: `badge ${state === "running" ? "now" : ""}`.trim() }, texts[state]);
}

/** A number as the language writes it. */
export const figure = (value) => value.toLocaleString(document.documentElement.lang);
