/** What screen readers say about the spots of a board. */

import { SEEDS } from "./pieces.js";
import { t } from "../shared/words.js";

/**
 * "c3, empty", "c3, Ada's disc, selected", "hole 3: 2 red, 1 blue".
 * @param {import("./layout.js").Place} place
 * @param {import("../shared/messages.js").Stack | undefined} stack
 * @param {string[]} names of the players
 * @param {{touched?: boolean, open?: boolean, value?: string}} state
 */
export function spotLabel(place, stack, names, state) {
  const parts = [];
  if (place.kind === "pit") {
    parts.push(t("hole {spot}: {content}", { spot: place.name, content: contentOf(stack, names) }));
  } else {
    parts.push(place.name);
    if (place.kind !== "button") parts.push(contentOf(stack, names));
    else parts.push(...place.face.map(([kind]) => colourName(kind)));
  }
  if (state.touched) parts.push(t("selected"));
  else if (state.open) parts.push(t("playable"));
  if (state.value) parts.push(state.value);
  return parts.join(", ");
}

function contentOf(stack, names) {
  if (!stack || !stack.length) return t("empty");
  return stack.map(([kind, owner, count]) => pieceName(kind, owner, count, names)).join(", ");
}

const colourName = (kind) =>
  ({ red: t("red"), blue: t("blue"), clear: t("transparent") })[kind] ?? kind;

function pieceName(kind, owner, count, names) {
  if (SEEDS.includes(kind)) {
    return `${count} ${colourName(kind)}`;
  }
  const thing = { disc: t("piece"), mark: t("mark"), stick: t("match") }[kind] ?? kind;
  if (owner === null) return thing;
  return t("{thing} ({name})", { thing, name: names[owner] });
}
