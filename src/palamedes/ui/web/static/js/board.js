/**
 * <palamedes-board>: any board, drawn from its description, and the hands over it.
 *
 * Emits `touch` with the name of a spot (click, Enter or Space), `drop-on` with two of them (a drag
 * from one to the other) and `let-go` (Escape, or a drag that ends nowhere). It knows no rule: which
 * spots are open it is told.
 */

import { animate } from "./animate.js";
import { Layout } from "./geometry.js";
import { drawGround } from "./ground.js";
import { Hand } from "./hand.js";
import { spotLabel } from "./labels.js";
import { drawRegion, drawStack } from "./pieces.js";
import { settings } from "./settings.js";
import { box, draw, shareDefinitions } from "./svg.js";
import { drawValues } from "./values.js";
import { t } from "./words.js";

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const NOTHING = { open: [], touched: [], hint: [], values: {}, names: ["1", "2"], moves: true };

export class PalamedesBoard extends HTMLElement {
  /** @type {Layout | null} */
  layout = null;
  #board = null;
  #state = NOTHING;
  /** @type {Map<string, SVGElement>} */
  #spots = new Map();
  /** @type {Map<string, SVGElement>} */
  #halos = new Map();
  #layers = {};
  #current = "";

  connectedCallback() {
    if (this.#layers.ground) return;
    shareDefinitions();
    this.#layers.ground = draw(this, "svg", { class: "ground-layer", "aria-hidden": "true" });
    const live = this.hasAttribute("live");
    const label = this.getAttribute("label") ?? t("Board");
    const named = { role: live ? "group" : "img", "aria-label": label };
    const play = draw(this, "svg", {
      class: "play",
      ...(label ? named : { "aria-hidden": "true" }),
    });
    this.#layers.play = play;
    for (const name of ["under", "halos", "pieces", "over", "values", "spots", "ghosts"]) {
      const hidden = name === "spots" && live ? {} : { "aria-hidden": "true" };
      this.#layers[name] = draw(play, "g", { class: name, ...hidden });
    }
    if (live) {
      new Hand(this, play);
      play.addEventListener("keydown", (event) => this.#key(event));
    }
    if (this.layout) this.#drawEmpty();
  }

  /** The empty board, as the server describes it. */
  set geometry(geometry) {
    this.layout = new Layout(geometry);
    this.#board = null;
    if (this.#layers.ground) this.#drawEmpty();
  }

  /** How wide the board is for its height. */
  get ratio() {
    const { left, top, right, bottom } = this.layout.whole;
    return (right - left) / (bottom - top);
  }

  /** Show a position; the move before it is seen as it happens, unless `moves` is false. */
  show(board, state = {}) {
    const before = this.#board;
    this.#state = { ...NOTHING, ...state };
    this.#board = board;
    this.#drawPieces(board);
    drawValues(this.#layers.values, this.layout, this.#state.values);
    this.#markSpots();
    if (before && this.#state.moves && settings.moves) {
      animate(this.#layers.pieces, this.layout, before, board);
    }
  }

  isOpen(name) {
    return this.#state.open.includes(name);
  }

  isTouched(name) {
    return this.#state.touched.includes(name);
  }

  isTaken(name) {
    return Boolean(this.#board?.pieces[name]);
  }

  /** A copy of what stands on a spot, to be dragged, if anything does. */
  lift(name) {
    const stack = this.#board?.pieces[name];
    if (!stack) return null;
    const place = this.layout.places.get(name);
    const ghost = drawStack(this.#layers.ghosts, stack, place, this.layout.radius(place));
    ghost.classList.add("ghost");
    const piece = this.#layers.pieces.querySelector(`[data-at="${CSS.escape(name)}"]`);
    piece?.classList.add("lifted");
    return ghost;
  }

  say(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true }));
  }

  focusSpot(name) {
    this.#setCurrent(name);
    this.#spots.get(name)?.focus();
  }

  #drawEmpty() {
    drawGround(this.#layers.ground, this.layout);
    this.#layers.play.setAttribute("viewBox", this.layout.viewBox);
    this.#spots.clear();
    for (const layer of ["halos", "spots"]) this.#layers[layer].replaceChildren();
    for (const place of this.layout.places.values()) this.#addSpot(place);
    this.#setCurrent(this.layout.places.keys().next().value);
    if (this.#board) this.show(this.#board, this.#state);
  }

  /** The part of a spot that lies under the pieces, and the one that hands touch. */
  #addSpot(place) {
    const spot = draw(this.#layers.spots, "g", {
      class: `spot ${place.kind}-spot`,
      "data-spot": place.name,
    });
    if (this.hasAttribute("live")) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
    }
    const halo = draw(this.#layers.halos, "g", { class: "halos" });
    if (place.kind !== "button") this.#drawShape(halo, place, "halo", 0.97);
    this.#halos.set(place.name, halo);
    this.#drawShape(spot, place, "ring", 0.9);
    if (place.kind === "button") this.#drawButton(spot, place);
    const size = this.layout.hasLines && place.kind === "point" ? 0.26 : 0.15;
    const dot = size * Math.min(place.halfWidth, place.halfHeight);
    if (place.kind !== "button")
      draw(spot, "circle", { cx: place.x, cy: place.y, r: dot, class: "dot" });
    draw(spot, "rect", {
      ...box(place.x, place.y, place.halfWidth, place.halfHeight),
      rx: 12,
      class: "hit",
    });
    this.#drawShape(spot, place, "cursor", 0.94);
    this.#drawShape(spot, place, "cursor inner", 0.94);
    this.#spots.set(place.name, spot);
  }

  #drawShape(parent, place, name, scale) {
    if (place.kind === "point" && this.layout.hasLines) {
      draw(parent, "circle", { cx: place.x, cy: place.y, r: 0.45 * scale * 100, class: name });
      return;
    }
    const pit = place.kind === "pit" ? [0.9, 0.88] : [1, 1];
    const [width, height] = [pit[0] * scale * place.halfWidth, pit[1] * scale * place.halfHeight];
    const rx = place.kind === "pit" ? 0.9 * Math.min(width, height) : 10;
    draw(parent, "rect", { ...box(place.x, place.y, width, height), rx, class: name });
  }

  #drawButton(spot, place) {
    const shape = box(place.x, place.y, 0.94 * place.halfWidth, 0.9 * place.halfHeight);
    draw(spot, "rect", { ...shape, rx: 18, class: "button-face" });
    draw(spot, "text", { x: place.x, y: place.y + 22, class: "button-text" }, place.name);
  }

  #drawPieces(board) {
    const { under, pieces, over, ghosts } = this.#layers;
    for (const layer of [under, pieces, over, ghosts]) layer.replaceChildren();
    for (const region of board.regions) {
      drawRegion(region[0] === "lit" ? under : over, region);
    }
    for (const [name, stack] of Object.entries(board.pieces)) {
      const place = this.layout.places.get(name);
      if (place) drawStack(pieces, stack, place, this.layout.radius(place));
    }
  }

  #markSpots() {
    const { open, touched, hint, values, names } = this.#state;
    this.#layers.play.classList.toggle("quiet", open.length > 12);
    for (const [name, spot] of this.#spots) {
      const place = this.layout.places.get(name);
      const stack = this.#board.pieces[name];
      const is = {
        open: open.includes(name),
        touched: touched.includes(name),
        hinted: hint.includes(name),
        last: this.#board.last.includes(name) && !touched.length,
        taken: Boolean(stack),
        valued: name in values,
      };
      for (const [key, value] of Object.entries(is)) {
        spot.classList.toggle(key, value);
        this.#halos.get(name).classList.toggle(key, value);
      }
      if (!this.hasAttribute("live")) continue;
      const state = { touched: is.touched, open: is.open, value: values[name]?.text };
      spot.setAttribute("aria-label", spotLabel(place, stack, names, state));
      spot.setAttribute("aria-pressed", String(is.touched));
    }
  }

  #setCurrent(name) {
    if (!this.hasAttribute("live")) return;
    this.#spots.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = name;
    this.#spots.get(name)?.setAttribute("tabindex", "0");
  }

  #key(event) {
    const name = event.target.dataset.spot;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      const next = this.layout.neighbour(name, ...ARROWS[event.key]);
      if (next) this.focusSpot(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#setCurrent(name);
      this.say("touch", name);
    } else if (event.key === "Escape") {
      this.say("let-go", null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("palamedes-board", PalamedesBoard);
