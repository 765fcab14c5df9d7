/** Walking through moves: four buttons, and the keys that do the same. */

import { button } from "./dom.js";
import { t } from "./words.js";

/** @typedef {Record<"start" | "back" | "forth" | "end", () => void>} Ways */

/** @param {Ways} ways */
export function walkButtons(ways) {
  const go = (name, text, way) => button(name, text, () => way(), { quiet: true });
  return [
    go("first", t("Go to the start"), ways.start),
    go("back", t("Previous move"), ways.back),
    go("forth", t("Next move"), ways.forth),
    go("last", t("Last move"), ways.end),
  ];
}

/** @param {Ways & {before?: () => void, after?: () => void}} ways also to other moves tried there */
export function walkByKeys(ways) {
  const keys = {
    ArrowLeft: ways.back,
    ArrowRight: ways.forth,
    ArrowUp: ways.before,
    ArrowDown: ways.after,
    Home: ways.start,
    End: ways.end,
  };
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    way();
  });
}

/** Whether keys mean letters there, or belong to a dialog. */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}
