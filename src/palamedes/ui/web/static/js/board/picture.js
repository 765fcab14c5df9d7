/** The pieces and regions of a board, as they are drawn now, and their way there. */

import { settings } from "../shared/settings.js";
import { animate, reveal, standing } from "./animation.js";
import { drawRegion, drawStack } from "./pieces.js";

/** @typedef {import("../shared/messages.js").BoardData} BoardData */

export class Picture {
  /** @type {BoardData | null} what is drawn */
  board = null;
  #layers;
  #onTaken;
  /** @type {{end: number, cancel: () => void} | null} the animation of the last move */
  #motion = null;

  /**
   * @param {Record<string, any>} layers of the board, by name
   * @param {(spot: string, count: number) => void} onTaken told what an animated move captures
   */
  constructor(layers, onTaken) {
    this.#layers = layers;
    this.#onTaken = onTaken;
  }

  /** Milliseconds until the last move has arrived. */
  get timeToRest() {
    return Math.max(0, (this.#motion?.end ?? 0) - performance.now());
  }

  /**
   * Draw a board.
   * @param {import("./layout.js").Layout} layout
   * @param {BoardData} board
   * @param {boolean} isAnimated whether pieces move there from where they are drawn now
   */
  show(layout, board, isAnimated) {
    const before = isAnimated && settings.animation ? this.board : null;
    this.stop();
    this.board = board;
    this.#drawRegions(layout, before);
    this.#drawStacks(layout);
    if (!before) return;
    this.#motion = animate(this.#layers, layout, before, board, {
      draw: () => this.#drawStacks(layout),
      onTaken: this.#onTaken,
    });
  }

  /** End an animation where it is. */
  stop() {
    this.#motion?.cancel();
    this.#motion = null;
  }

  #drawRegions(layout, before) {
    const { under, over } = this.#layers;
    for (const layer of [under, over]) layer.replaceChildren();
    const known = new Set(before?.regions.map(String));
    for (const region of this.board.regions) {
      const isLit = region[0] === "lit";
      const drawn = drawRegion(isLit ? under : over, layout, region);
      if (before && !isLit && !known.has(String(region))) reveal(drawn);
    }
  }

  #drawStacks(layout) {
    const { pieces, covered } = this.#layers;
    for (const layer of [pieces, covered]) layer.replaceChildren();
    for (const [name, stack] of Object.entries(standing(this.board))) {
      const place = layout.places.get(name);
      const layer = name in this.board.pieces ? pieces : covered;
      if (place) drawStack(layer, stack, place, layout.radius(place));
    }
  }
}
