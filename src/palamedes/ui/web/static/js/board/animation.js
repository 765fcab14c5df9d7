/** Animated moves: what differs between two boards slides, drops or fades. */

import { drawStack } from "./pieces.js";
import { isSown, sow } from "./sowing.js";
import { leadTo } from "./transfers.js";

const SLIDE = 220; // milliseconds
const EASE = { duration: SLIDE, easing: "cubic-bezier(.3,.1,.2,1)", fill: "backwards" };

/**
 * Let the pieces move to where they stand after a move.
 * @param {Record<string, any>} layers where the pieces are drawn, as they stand after the move
 * @param {import("./layout.js").Layout} layout
 * @param {import("../shared/messages.js").BoardData} before
 * @param {import("../shared/messages.js").BoardData} after
 * @param {{draw: () => void, onTaken: (spot: string, count: number) => void}} handlers `draw` draws
 *   the pieces after the move; `onTaken` is told what leaves a spot
 * @returns {{end: number, cancel: () => void}} when it ends, and how to stop it
 */
export function animate(layers, layout, before, after, handlers) {
  const [old, now] = [standing(before), standing(after)];
  if (isSown(after.transfers) && leadTo(old, after.transfers, now)) {
    const { duration, cancel } = sow(layers.pieces, layout, old, after.transfers, handlers.onTaken);
    const timer = setTimeout(handlers.draw, duration);
    const stop = () => [cancel(), clearTimeout(timer)];
    return { end: performance.now() + duration, cancel: stop };
  }
  const changes = differences(layout, old, now);
  shift(layers, layout, changes, old);
  const isChanged = changes.gained.length + changes.lost.length > 0;
  return { end: performance.now() + (isChanged ? SLIDE : 0), cancel: () => {} };
}

/** Closed regions appear after the move that closed them. */
export function reveal(region) {
  region.animate([{ opacity: 0 }, { opacity: 1 }], { ...EASE, delay: 1.4 * SLIDE });
}

/** All pieces to be seen, also under closed regions. */
export const standing = (board) => ({ ...board.covered, ...board.pieces });

/** The pieces that spots have lost and gained, one by one. */
function differences(layout, before, after) {
  const [lost, gained] = [[], []];
  for (const place of layout.places.values()) {
    const [old, now] = [tally(before[place.name]), tally(after[place.name])];
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const change = (now.get(key) ?? 0) - (old.get(key) ?? 0);
      const [kind, owner] = key.split("/");
      for (let n = 0; n < Math.abs(change); n++)
        (change > 0 ? gained : lost).push({ place, kind, owner });
    }
  }
  return { lost, gained };
}

function tally(stack = []) {
  return new Map(stack.map(([kind, owner, count]) => [`${kind}/${owner}`, count]));
}

/** Moved pieces slide, new ones drop, captured ones fade. */
function shift(layers, layout, { lost, gained }, before) {
  const left = [...lost];
  for (const piece of gained) {
    const selector = `[data-at="${CSS.escape(piece.place.name)}"]`;
    const group = layers.pieces.querySelector(selector) ?? layers.covered.querySelector(selector);
    const from = left.findIndex((old) => old.kind === piece.kind && old.owner === piece.owner);
    if (!group) continue;
    if (from < 0) {
      drop(group, piece.place);
      continue;
    }
    const [old] = left.splice(from, 1);
    const [dx, dy] = [old.place.x - piece.place.x, old.place.y - piece.place.y];
    group.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], EASE);
  }
  for (const place of new Set(left.map((piece) => piece.place))) {
    fade(layers.pieces, drawStack(null, before[place.name], place, layout.radius(place)));
  }
}

function drop(group, place) {
  group.style.transformOrigin = `${place.x}px ${place.y}px`;
  const from = { transform: "scale(1.5)", opacity: 0 };
  group.animate([from, { transform: "none", opacity: 1 }], EASE);
}

function fade(layer, group) {
  layer.append(group);
  const going = group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 1.4 * SLIDE });
  removeAfter(going, group);
}

/** Remove an element when its animation ends or is cancelled. */
function removeAfter(animation, element) {
  const remove = () => element.remove();
  animation.finished.then(remove, remove);
}
