/** Animated moves: what differs between two boards slides, drops or fades. */

import { draw } from "../shared/svg.js";
import { drawSeed, drawStack, SEEDS } from "./pieces.js";

const SLIDE = 220; // milliseconds
const STAGGER = 55; // milliseconds between two sown seeds
const EASE = { duration: SLIDE, easing: "cubic-bezier(.3,.1,.2,1)", fill: "backwards" };

/**
 * Let the pieces move to where they stand after a move.
 * @param {SVGElement} layer where the pieces are drawn, as they stand after the move
 * @param {import("./layout.js").Layout} layout
 * @param {import("../shared/messages.js").BoardData} before
 * @param {import("../shared/messages.js").BoardData} after
 */
export function animate(layer, layout, before, after) {
  const changes = differences(layout, before.pieces, after.pieces);
  if (changes.gained.some(({ kind }) => SEEDS.includes(kind))) sow(layer, layout, changes, after);
  else shift(layer, layout, changes, before);
}

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
function shift(layer, layout, { lost, gained }, before) {
  const left = [...lost];
  for (const piece of gained) {
    const group = layer.querySelector(`[data-at="${CSS.escape(piece.place.name)}"]`);
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
    fade(layer, drawStack(null, before.pieces[place.name], place, layout.radius(place)));
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

/** Seeds fly one after the other from the hole that was played, in the order of the holes. */
function sow(layer, layout, { gained }, after) {
  const origin = layout.places.get(after.last[0]);
  if (!origin) return;
  const count = layout.places.size;
  const distance = ({ place }) => (place.index - origin.index + count) % count;
  gained.sort((one, other) => distance(one) - distance(other));
  const size = 0.19 * origin.halfHeight;
  gained.slice(0, 40).forEach(({ place, kind }, number) => {
    const seed = draw(layer, "g", { class: "piece" });
    drawSeed(seed, kind, place.x, place.y, size);
    const [dx, dy] = [origin.x - place.x, origin.y - place.y];
    const flight = seed.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, opacity: 1 },
        { transform: `translate(${dx / 2}px, ${dy / 2 - 60}px)`, opacity: 1, offset: 0.5 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 1.3 * SLIDE, delay: number * STAGGER, fill: "backwards" },
    );
    removeAfter(flight, seed);
  });
}
