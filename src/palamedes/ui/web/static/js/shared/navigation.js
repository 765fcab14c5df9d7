/** Going through the moves of a game: four buttons, and keys that do the same. */

import { button } from "./dom.js";
import { t } from "./words.js";

/** @typedef {Record<"start" | "back" | "forth" | "end", () => void>} Directions */

/** @param {Directions} go */
export function navigationButtons(go) {
  const add = (picture, text, act) => button(picture, text, () => act(), { quiet: true });
  return [
    add("first", t("Go to the start"), go.start),
    add("back", t("Previous move"), go.back),
    add("forth", t("Next move"), go.forth),
    add("last", t("Last move"), go.end),
  ];
}

/**
 * @param {Directions & {before?: () => void, after?: () => void}} go the last two lead to other
 *   moves tried in the same position
 */
export function navigateByKeys(go) {
  const keys = {
    ArrowLeft: go.back,
    ArrowRight: go.forth,
    ArrowUp: go.before,
    ArrowDown: go.after,
    Home: go.start,
    End: go.end,
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    act();
  });
}

/** Whether keys pressed there enter text, or belong to a dialog. */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}
