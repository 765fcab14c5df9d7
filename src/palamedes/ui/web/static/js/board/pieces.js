/** Pieces (discs, marks, sticks, seeds) and regions of a board. */

import { box, draw, UNIT } from "../shared/svg.js";

export const SEEDS = ["red", "blue", "clear"];
const MOST_SEEDS = 24; // drawn in one pile
const GOLDEN = Math.PI * (3 - Math.sqrt(5)); // the angle between two seeds of a sunflower

/**
 * Draw what stands on a place, as one group.
 * @param {Element | null} parent
 * @param {import("../shared/messages.js").Stack} stack
 */
export function drawStack(parent, stack, place, radius) {
  const group = draw(parent, "g", { class: "piece", "data-at": place.name });
  if (stack.some(([kind]) => SEEDS.includes(kind))) {
    drawPile(group, stack, place);
    return group;
  }
  const left = -0.33 * UNIT * (stack.length - 1);
  stack.forEach(([kind, owner, count], number) => {
    const x = place.x + left + 0.66 * UNIT * number;
    if (kind === "stick") drawStick(group, x, place.y, place);
    else if (kind === "mark") drawMark(group, owner, x, place.y, 0.82 * radius);
    else drawDisc(group, owner, x, place.y, radius);
    if (count > 1) write(group, String(count), x, place.y + 15, "count count-disc");
  });
  return group;
}

function write(parent, text, x, y, name) {
  return draw(parent, "text", { x, y, class: name }, text);
}

/** A flat stone, lit from the upper left, with its shadow. */
function drawDisc(parent, owner, x, y, radius) {
  draw(parent, "circle", {
    cx: x + 0.05 * radius,
    cy: y + 0.13 * radius,
    r: 1.14 * radius,
    class: "piece-shadow",
  });
  draw(parent, "circle", { cx: x, cy: y, r: radius, class: `disc-${owner ?? "none"}` });
  draw(parent, "ellipse", {
    cx: x - 0.26 * radius,
    cy: y - 0.42 * radius,
    rx: 0.4 * radius,
    ry: 0.24 * radius,
    class: "shine",
    transform: `rotate(-28 ${x - 0.26 * radius} ${y - 0.42 * radius})`,
  });
  if (owner === 0) {
    draw(parent, "circle", { cx: x, cy: y, r: 0.22 * radius, class: "sign sign-0" });
  } else if (owner === 1) {
    draw(parent, "circle", { cx: x, cy: y, r: 0.52 * radius, class: "sign sign-1" });
  }
}

/** A cross for the first player, a circle for the second. */
export function drawMark(parent, owner, x, y, radius) {
  const width = 0.3 * radius;
  for (const name of ["mark-shadow", `mark mark-${owner}`]) {
    const shift = name === "mark-shadow" ? 0.1 * radius : 0;
    const style = { class: name, "stroke-width": width };
    if (owner === 1) {
      draw(parent, "circle", { cx: x, cy: y + shift, r: 0.8 * radius, ...style });
      continue;
    }
    const arm = 0.72 * radius;
    const [left, right, top, bottom] = [x - arm, x + arm, y - arm + shift, y + arm + shift];
    draw(parent, "path", {
      d: `M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`,
      ...style,
    });
  }
}

/** A match, upright. */
function drawStick(parent, x, y, place) {
  const thick = Math.min(0.26 * place.halfWidth, 12);
  const reach = 0.72 * place.halfHeight;
  const shape = box(x, y, thick, reach);
  draw(parent, "rect", {
    ...shape,
    x: shape.x + 4,
    y: shape.y + 6,
    rx: 3,
    class: "stick-shadow",
  });
  draw(parent, "rect", { ...shape, rx: 0.3 * thick, class: "stick" });
  draw(parent, "rect", {
    ...box(x, y - 0.82 * reach, 1.45 * thick, 0.24 * reach),
    rx: 1.4 * thick,
    class: "stick-head",
  });
}

/** A pile of seeds with their numbers under it. The same seeds always look the same. */
function drawPile(group, seeds, place) {
  const stack = [...seeds].sort(([one], [other]) => SEEDS.indexOf(one) - SEEDS.indexOf(other));
  const kinds = mixed(
    stack.flatMap(([kind, , count]) => Array(count).fill(kind)),
    place.index,
  );
  const shown = kinds.slice(0, MOST_SEEDS);
  const size = 0.19 * place.halfHeight * (shown.length < 12 ? 1 : 0.86);
  const spread = Math.min(0.8, 0.2 + 0.14 * Math.sqrt(shown.length));
  shown.forEach((kind, number) => {
    const away = shown.length > 1 ? Math.sqrt((number + 0.5) / shown.length) * spread : 0;
    const angle = place.index + number * GOLDEN;
    const x = place.x + away * Math.cos(angle) * (0.86 * place.halfWidth - size);
    const y =
      place.y - 0.18 * place.halfHeight + away * Math.sin(angle) * (0.62 * place.halfHeight - size);
    drawSeed(group, kind, x, y, size);
  });
  stack.forEach(([kind, , count], number) => {
    const x = place.x + (number - (stack.length - 1) / 2) * 0.46 * place.halfWidth;
    write(group, String(count), x, place.y + 0.7 * place.halfHeight, `count count-${kind}`);
  });
}

export function drawSeed(parent, kind, x, y, size) {
  draw(parent, "circle", { cx: x + 2, cy: y + 0.3 * size, r: 1.2 * size, class: "piece-shadow" });
  draw(parent, "circle", { cx: x, cy: y, r: size, class: `seed-${kind}` });
  draw(parent, "circle", {
    cx: x - 0.32 * size,
    cy: y - 0.36 * size,
    r: 0.2 * size,
    class: "shine",
  });
}

/** The list in an order that looks random, but always the same. */
function mixed(list, seed) {
  let state = 7919 * (seed + 1) + list.length;
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const other = state % (last + 1);
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}

/**
 * A part of the board: lit if the next move must be there, won by a player, or drawn.
 * @param {import("./layout.js").Layout} layout
 */
export function drawRegion(parent, layout, [kind, x1, y1, x2, y2, owner]) {
  const [one, other] = [layout.at(x1, y1), layout.at(x2, y2)];
  const [width, height] = [Math.abs(other.x - one.x), Math.abs(other.y - one.y)];
  const shape = { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width, height };
  const group = draw(parent, "g", { class: "region" });
  draw(group, "rect", { ...shape, rx: 8, class: `region-${kind}` });
  const [x, y] = [shape.x + shape.width / 2, shape.y + shape.height / 2];
  const size = 0.5 * Math.min(shape.width, shape.height);
  if (kind === "won") {
    const mark = draw(group, "g", { class: "region-mark" });
    drawMark(mark, owner, x, y, 0.78 * size);
  }
  if (kind === "drawn") write(group, "=", x, y + 50, "region-equal");
  return group;
}
