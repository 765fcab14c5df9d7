"use strict";
/* Any board in SVG: everything is taken from its description, nothing from the game. */

const SEEDS = ["red", "blue", "clear"];
const UNIT = 40; // of the drawing, from one square to the next: letters below 1 may not show

/** Add an SVG element. Its text is set as text, never as markup. */
function draw(parent, name, attributes = {}, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  parent.append(element);
  return element;
}

/** The same in board coordinates: numbers are scaled, texts stay as they are. */
function put(parent, name, attributes, text = "") {
  const scaled = Object.entries(attributes).map(([key, value]) => [
    key,
    typeof value === "number" ? Math.round(value * UNIT * 100) / 100 : value,
  ]);
  return draw(parent, name, Object.fromEntries(scaled), text);
}

/** Half the width and height of a spot. */
function reach(kind) {
  return { square: [0.5, 0.5], pit: [1.05, 0.75], button: [0.9, 0.4] }[kind] || [0.26, 0.45];
}

/** The rectangle around everything on the board, with y pointing down. */
function frameOf(board) {
  const xs = [];
  const ys = [];
  for (const [, x, y, kind] of board.spots) {
    const [width, height] = reach(kind);
    xs.push(x - width, x + width);
    ys.push(-y - height, -y + height);
  }
  for (const [x1, y1, x2, y2] of board.lines) {
    xs.push(x1, x2);
    ys.push(-y1, -y2);
  }
  for (const [, x, y] of board.labels) {
    xs.push(x - 0.3, x + 0.3);
    ys.push(-y - 0.4, -y + 0.4);
  }
  const [left, top] = [Math.min(...xs) - 0.2, Math.min(...ys) - 0.2];
  const [right, bottom] = [Math.max(...xs) + 0.2, Math.max(...ys) + 0.2];
  return [left, top, right - left, bottom - top].map((size) => size * UNIT).join(" ");
}

/** Draw a position: `stacks` by the number of the spot, `regions`, and the spots touched last. */
function drawBoard(svg, board, stacks, regions, touched) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", frameOf(board));
  board.spots.forEach((spot, number) => drawSpot(svg, board, spot, touched.includes(number)));
  for (const [x1, y1, x2, y2, heavy] of board.lines) {
    const style = { stroke: "var(--wood-line)", "stroke-width": heavy ? 0.1 : 0.035 };
    put(svg, "line", { x1, y1: -y1, x2, y2: -y2, "stroke-linecap": "round", ...style });
  }
  for (const [text, x, y] of board.labels) write(svg, text, x, -y, 0.42, "var(--faint)");
  stacks.forEach((stack, number) => {
    const [, x, y] = board.spots[number];
    const left = x - 0.33 * (stack.length - 1);
    stack.forEach((piece, place) => drawPiece(svg, piece, left + 0.66 * place, -y));
  });
  regions.forEach((region) => drawRegion(svg, region));
  touched.forEach((number) => drawTouch(svg, board, board.spots[number]));
}

function write(svg, text, x, y, size, fill) {
  const style = { "font-size": size, fill, "text-anchor": "middle" };
  put(svg, "text", { x, y: y + 0.35 * size, ...style }, text);
}

function drawSpot(svg, board, [name, x, y, kind], isTouched) {
  const [width, height] = reach(kind);
  const box = { x: x - width, y: -y - height, width: 2 * width, height: 2 * height };
  const style = { fill: "var(--wood)", stroke: "var(--wood-line)", "stroke-width": 0.035 };
  if (kind === "square") {
    put(svg, "rect", { ...box, fill: "var(--wood)" });
  } else if (kind === "pit") {
    put(svg, "rect", { ...box, rx: 0.6, ...style });
  } else if (kind === "button") {
    put(svg, "rect", { ...box, rx: 0.15, ...style, fill: isTouched ? "var(--wood)" : "none" });
    write(svg, name, x, -y, 0.45, "var(--ink)");
  } else {
    const isOnLines = board.lines.length > 0;
    put(svg, "circle", { cx: x, cy: -y, r: isOnLines ? 0.1 : 0.04, fill: "var(--wood-line)" });
  }
}

function drawPiece(svg, [kind, owner, count], x, y) {
  const colour = owner === 1 ? "var(--second)" : "var(--first)";
  if (kind === "disc") drawDisc(svg, owner, colour, x, y);
  if (kind === "mark") drawMark(svg, owner, colour, x, y, 0.3);
  if (kind === "stick") {
    const box = { x: x - 0.06, y: y - 0.36, width: 0.12, height: 0.72, rx: 0.05 };
    put(svg, "rect", { ...box, fill: "var(--ink)" });
  }
  if (SEEDS.includes(kind)) {
    const style = { fill: `var(--${kind})`, stroke: "var(--wood-line)", "stroke-width": 0.04 };
    put(svg, "circle", { cx: x, cy: y, r: 0.32, ...style });
    write(svg, count, x, y, 0.4, kind === "clear" ? "#1a1a1a" : "var(--on-player)");
  } else if (count > 1) {
    write(svg, count, x, y, 0.4, "var(--on-player)");
  }
}

/** Draw a disc; the second player's has a hole, for people who cannot tell the colours apart. */
function drawDisc(svg, owner, colour, x, y) {
  put(svg, "circle", { cx: x, cy: y, r: 0.36, fill: colour });
  if (owner === 1) put(svg, "circle", { cx: x, cy: y, r: 0.15, fill: "var(--wood)" });
}

function drawMark(svg, owner, stroke, x, y, size) {
  const style = { stroke, fill: "none", "stroke-width": size * 0.35, "stroke-linecap": "round" };
  if (owner === 1) {
    put(svg, "circle", { cx: x, cy: y, r: size, ...style });
    return;
  }
  for (const side of [-1, 1]) {
    const ends = { x1: x - size, y1: y - side * size, x2: x + size, y2: y + side * size };
    put(svg, "line", { ...ends, ...style });
  }
}

function drawRegion(svg, [kind, x1, y1, x2, y2, owner]) {
  const box = { x: x1, y: -y2, width: x2 - x1, height: y2 - y1 };
  if (kind === "lit") {
    put(svg, "rect", { ...box, fill: "none", stroke: "var(--last)", "stroke-width": 0.14 });
    return;
  }
  put(svg, "rect", { ...box, fill: "var(--paper)", "fill-opacity": "0.6" });
  const [x, y, size] = [(x1 + x2) / 2, -(y1 + y2) / 2, (x2 - x1) * 0.3];
  const colour = owner === 1 ? "var(--second)" : "var(--first)";
  if (kind === "won") drawMark(svg, owner, colour, x, y, size);
  else write(svg, "=", x, y, 2 * size, "var(--faint)");
}

/** Mark a spot that the last move touched: around the spot, or around its piece. */
function drawTouch(svg, board, [, x, y, kind]) {
  const style = { fill: "none", stroke: "var(--last)", "stroke-width": 0.09 };
  if (kind === "point" && board.lines.length > 0) {
    put(svg, "circle", { cx: x, cy: -y, r: 0.42, ...style });
    return;
  }
  const [width, height] = reach(kind).map((size) => size - 0.06);
  const box = { x: x - width, y: -y - height, width: 2 * width, height: 2 * height };
  put(svg, "rect", { ...box, rx: kind === "pit" ? 0.55 : 0.12, ...style });
}

/** The character of a player's pieces; empty if pieces have no owner. */
function signOf(stacks, player) {
  const man = stacks.flat().find(([, owner]) => owner === player);
  return man ? `${{ disc: "●◎", mark: "✕○" }[man[0]][player]} ` : "";
}
