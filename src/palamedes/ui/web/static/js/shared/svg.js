/** Drawing in SVG: elements with attributes, never markup. */

const SPACE = "http://www.w3.org/2000/svg";
export const UNIT = 100; // units of the drawing from one square to the next

/**
 * Add an SVG element with attributes to a parent, if one is given.
 * @param {Element | null} parent
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function draw(parent, name, attributes = {}, text = "") {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? String(rounded(value)) : value);
  }
  if (text !== "") element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

const rounded = (value) => Math.round(value * 100) / 100;

/** The attributes of a rectangle around a point. */
export function box(x, y, halfWidth, halfHeight) {
  return { x: x - halfWidth, y: y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight };
}

const RADIAL = { cx: "0.5", cy: "0.5", r: "0.62", fx: "0.34", fy: "0.28" };
const BALLS = ["disc-0", "disc-1", "seed-red", "seed-blue", "seed-clear"];

/** Define the gradients that all boards of a page share; style sheets give their colours. */
export function shareDefinitions() {
  if (document.getElementById("svg-definitions")) return;
  const svg = draw(document.body, "svg", {
    id: "svg-definitions",
    class: "svg-definitions",
    "aria-hidden": "true",
  });
  const defs = draw(svg, "defs");
  for (const ball of BALLS) {
    const name = ball.replace("seed-", "");
    gradient(defs, "radialGradient", ball, RADIAL, [
      ["0", `stop-${name}-a`],
      ["0.45", `stop-${name}-b`],
      ["1", `stop-${name}-c`],
    ]);
  }
  gradient(defs, "radialGradient", "shadow", {}, [
    ["0.55", "stop-dark"],
    ["1", "stop-none"],
  ]);
  const down = { x1: "0", y1: "0", x2: "0", y2: "1" };
  gradient(defs, "linearGradient", "pit", down, [
    ["0", "stop-pit-a"],
    ["1", "stop-pit-b"],
  ]);
  gradient(defs, "linearGradient", "frame", down, [
    ["0", "stop-frame-a"],
    ["1", "stop-frame-b"],
  ]);
  const ends = [
    ["0", "stop-edge"],
    ["1", "stop-none"],
  ];
  gradient(defs, "linearGradient", "edge-down", down, ends);
  gradient(defs, "linearGradient", "edge-right", {}, ends);
  for (const name of ["stick", "head"]) {
    gradient(defs, "linearGradient", name, {}, [
      ["0", `stop-${name}-b`],
      ["0.35", `stop-${name}-b`],
      ["1", `stop-${name}-a`],
    ]);
  }
}

function gradient(defs, kind, id, attributes, stops) {
  const element = draw(defs, kind, { id, ...attributes });
  for (const [offset, name] of stops) draw(element, "stop", { offset, class: name });
}
