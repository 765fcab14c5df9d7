/** What a move captures, flying as "+3" from the board to the player's counter. */

import { h } from "../shared/dom.js";

const DURATION = 900; // milliseconds

/**
 * @param {CustomEvent} event `taken` of a board
 * @param {Element} counter
 */
export function flyToCounter({ target, detail: { spot, count } }, counter) {
  const board = /** @type {Element} */ (target);
  const place = board.querySelector(`[data-spot="${CSS.escape(spot)}"]`);
  const [from, to] = [middleOf(place), middleOf(counter)];
  const element = h("div", { class: "flying-count", "aria-hidden": "true" }, `+${count}`);
  element.style.left = `${from.x}px`;
  element.style.top = `${from.y}px`;
  document.body.append(element);
  const away = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
  const flight = element.animate(
    [
      { transform: "scale(1.2)" },
      { transform: "translate(0, -12px) scale(1.3)", offset: 0.35 },
      { transform: `${away} scale(0.8)`, opacity: 0.2 },
    ],
    { duration: DURATION, easing: "ease-in", fill: "forwards" },
  );
  const remove = () => element.remove();
  flight.finished.then(remove, remove);
}

function middleOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + Math.min(width / 2, 60), y: y + height / 2 };
}
