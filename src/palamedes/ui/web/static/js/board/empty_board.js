/** The empty board: a frame around a field with lines, points and pits. */

import { addressOf } from "../shared/addresses.js";
import { box, draw, UNIT } from "../shared/svg.js";

/** @param {SVGElement} svg @param {import("./layout.js").Layout} layout */
export function drawEmptyBoard(svg, layout) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", layout.viewBox);
  drawFrame(svg, layout);
  const field = asRectangle(layout.field);
  draw(svg, "rect", { ...field, class: "ground" });
  const places = [...layout.places.values()];
  for (const place of places) drawSquare(svg, place);
  const grain = draw(svg, "image", {
    ...asRectangle(layout.frame),
    href: addressOf("/static/icons/grain.svg"),
    class: "grain",
    preserveAspectRatio: "none",
  });
  grain.style.clipPath = `inset(0 round ${0.3 * layout.rim}px)`;
  draw(svg, "rect", { ...field, height: 16, fill: "url(#edge-down)" });
  draw(svg, "rect", { ...field, width: 12, fill: "url(#edge-right)" });
  for (const place of places) drawHollow(svg, place, layout);
  drawLines(svg, layout);
  if (layout.hasLines) for (const place of places) drawPoint(svg, place);
  for (const label of layout.labels) {
    const size = 0.58 * layout.rim;
    const text = draw(svg, "text", { x: label.x, y: label.y + 0.36 * size, class: "board-label" });
    text.style.fontSize = `${size}px`;
    text.textContent = label.text;
  }
}

const asRectangle = ({ left, top, right, bottom }) => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

const inset = ({ x, y, width, height }, by) => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

function drawFrame(svg, layout) {
  const frame = asRectangle(layout.frame);
  const rx = 0.3 * layout.rim;
  draw(svg, "rect", { ...frame, rx, fill: "url(#frame)" });
  draw(svg, "rect", { ...inset(frame, 1.5), rx, class: "frame-rim" });
  draw(svg, "rect", { ...asRectangle(layout.field), class: "groove" });
}

function drawSquare(svg, place) {
  if (place.kind !== "square" || (Math.round((place.x + place.y) / UNIT) & 1) === 0) return;
  const shape = box(place.x, place.y, place.halfWidth, place.halfHeight);
  draw(svg, "rect", { ...shape, class: "ground-other" });
}

/** A pit, or the slot of a stick. */
function drawHollow(svg, place, layout) {
  if (place.kind === "pit") {
    const [width, height] = [0.9 * place.halfWidth, 0.88 * place.halfHeight];
    const rx = 0.9 * Math.min(width, height);
    draw(svg, "rect", { ...box(place.x, place.y + 4, width + 2, height), rx, class: "pit-lip" });
    draw(svg, "rect", { ...box(place.x, place.y, width, height), rx, class: "pit" });
    const shade = place.owner === null ? "pit-shade" : `pit-shade pit-own own-${place.owner}`;
    draw(svg, "rect", { ...box(place.x, place.y, width, height), rx, class: shade });
  } else if (place.kind === "point" && !layout.hasLines) {
    const reach = 0.62 * place.halfHeight;
    draw(svg, "line", {
      x1: place.x,
      x2: place.x,
      y1: place.y - reach,
      y2: place.y + reach,
      class: "slot",
      "stroke-width": 0.4 * place.halfWidth,
    });
  }
}

/** Engraved lines: dark, with a light lower edge. Heavy ones are drawn over the others. */
function drawLines(svg, layout) {
  const isSquare = [...layout.places.values()].some((place) => place.kind === "square");
  const hasHeavy = layout.geometry.lines.some((line) => line[4]);
  const thin = isSquare ? (hasHeavy ? 2.2 : 3) : 6;
  const { left, top, right, bottom } = layout.field;
  const lines = [...layout.geometry.lines].sort((one, other) => one[4] - other[4]);
  for (const [x1, y1, x2, y2, heavy] of lines) {
    const width = heavy ? 9 : thin;
    const [from, to] = [layout.at(x1, y1), layout.at(x2, y2)];
    const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    const light = { ...ends, y1: ends.y1 + 2, y2: ends.y2 + 2, x1: ends.x1 + 1, x2: ends.x2 + 1 };
    const isEdge = x1 === x2 ? isOn(from.x, left, right) : y1 === y2 && isOn(from.y, top, bottom);
    if (!isEdge) draw(svg, "line", { ...light, class: "engraved-light", "stroke-width": width });
    draw(svg, "line", {
      ...ends,
      class: "engraved",
      "stroke-width": width,
      "stroke-opacity": heavy || !hasHeavy ? 1 : 0.6,
    });
  }
}

/** Whether a line lies on an edge of the field, beside the frame. */
const isOn = (place, ...edges) => edges.some((edge) => Math.abs(place - edge) < 1);

function drawPoint(svg, place) {
  if (place.kind === "point")
    draw(svg, "circle", { cx: place.x, cy: place.y, r: 11, class: "point" });
}
