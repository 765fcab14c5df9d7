/** The graph of a review: the evaluation of every position, with the mistakes marked. */

import { h } from "../shared/dom.js";
import { draw } from "../shared/svg.js";
import { t } from "../shared/words.js";

const WIDTH = 400;
const HEIGHT = 100;

/**
 * @param {number[]} chances of the first player, before the first move and after each
 * @param {import("../shared/messages.js").JudgedMove[]} faults
 * @param {(ply: number) => void} look
 */
export function drawGraph(chances, faults, look) {
  const box = h("div", { class: "graph-box" });
  const svg = draw(box, "svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": t("Player 1's winning chances after each move"),
  });
  const across = (ply) => (chances.length > 1 ? (WIDTH * ply) / (chances.length - 1) : 0);
  const points = chances.map(
    (chance, ply) => `${across(ply).toFixed(1)},${(HEIGHT * (1 - chance)).toFixed(1)}`,
  );
  draw(svg, "rect", { width: WIDTH, height: HEIGHT, class: "graph-ground" });
  draw(svg, "path", {
    d: `M0,${HEIGHT} L${points.join(" L")} L${WIDTH},${HEIGHT} Z`,
    class: "graph-first",
  });
  draw(svg, "line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "graph-middle" });
  const now = draw(svg, "line", { x1: 0, x2: 0, y1: 0, y2: HEIGHT, class: "graph-now" });
  svg.addEventListener("click", (event) => {
    const share = event.offsetX / svg.getBoundingClientRect().width;
    look(Math.round(share * (chances.length - 1)));
  });
  for (const fault of faults) {
    const mark = h("button", {
      type: "button",
      class: `graph-mark ${fault.fault} ${fault.turning ? "turning" : ""}`,
      title: fault.text,
      "aria-label": fault.text,
      onclick: () => look(fault.ply),
    });
    mark.style.left = `clamp(10px, ${(100 * across(fault.ply)) / WIDTH}%, calc(100% - 10px))`;
    mark.style.top = `clamp(10px, ${100 * (1 - chances[fault.ply])}%, calc(100% - 10px))`;
    box.append(mark);
  }
  const show = (ply) => {
    now.setAttribute("x1", String(across(ply)));
    now.setAttribute("x2", String(across(ply)));
  };
  return { element: box, show };
}
