/**
 * <palamedes-board>: draws any board from its description, and lets a player move on it.
 *
 * It knows no rules: the page tells it which spots each legal move touches. Events:
 *
 * - `move` {move}: a move was made. The board then waits for `show` or `letGo`.
 * - `touching` {touched, phase}: a move was begun, continued or let go; `phase` says what to do
 *   next, and is "" if nothing is touched.
 * - `refused` {spot, touched}: a spot was touched that cannot be played after those touched.
 * - `spot` {spot}: a spot was touched in an editor, where nothing is played.
 * - `taken` {spot, count}: an animated move has just captured pieces there.
 */

import { settings } from "../shared/settings.js";
import { draw, shareDefinitions } from "../shared/svg.js";
import { t } from "../shared/words.js";
import { standing } from "./animation.js";
import { drawEmptyBoard } from "./empty_board.js";
import { drawEnding } from "./ending.js";
import { Layout } from "./layout.js";
import { drawValues } from "./move_values.js";
import { Picture } from "./picture.js";
import { drawStack } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { drawPreview } from "./preview.js";
import { drawShades } from "./shades.js";
import { spotLabel } from "./spot_labels.js";
import { drawSpot, marksOf } from "./spots.js";
import { Touching } from "./touching.js";

/**
 * @typedef {import("../shared/messages.js").BoardData} BoardData
 *
 * @typedef {object} BoardOptions
 * @property {Record<string, string[]>} [touches] by legal move, the spots it touches in order
 * @property {import("../shared/messages.js").PartialMoveData[]} [partial] moves that are begun
 * @property {Record<string, import("../shared/messages.js").Transfer[]>} [transfers] by move, for
 *   a preview
 * @property {string[]} [hint] spots to highlight
 * @property {Record<string, import("./move_values.js").MoveValue>} [values] by move
 * @property {import("./shades.js").Shade[]} [shades] of areas of the board
 * @property {string[]} [names] of the players
 * @property {boolean} [animated] whether the change from the position before is animated
 * @property {boolean} [editing] whether any spot can be touched, which emits `spot`
 */

const UNDER = ["under", "shades", "halos", "covered", "pieces", "over", "ending", "preview"];
const LAYERS = [...UNDER, "values", "numbers", "spots", "ghosts"];
const small = matchMedia("(max-width: 559px)");
const MANY = 12; // open spots beyond which they are marked less strongly
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DEFAULTS = {
  touches: {},
  partial: [],
  transfers: {},
  hint: [],
  values: {},
  shades: [],
  names: ["1", "2"],
  animated: true,
  editing: false,
};

export class PalamedesBoard extends HTMLElement {
  /** @type {Layout | null} */
  layout = null;
  /** @type {BoardData | null} the position */
  #board = null;
  #options = DEFAULTS;
  #key = ""; // of the position and its moves
  #touching = new Touching();
  /** @type {string[] | null} while a move waits to be shown, the spots touched meanwhile */
  #queue = null;
  #wasDragged = false; // the move that waits to be shown
  /** @type {Map<string, {spot: SVGElement, halo: SVGElement}>} */
  #spots = new Map();
  /** @type {Record<string, any>} */
  #layers = {};
  #picture = new Picture(this.#layers, (spot, count) => this.#emit("taken", { spot, count }));
  #current = ""; // the spot that Tab leads to
  #geometry = null;
  #seat = 0; // the player who sits before it
  #isFlipped = false; // by `turn`

  connectedCallback() {
    if (this.#isLive) document.addEventListener("keydown", this.#letGoByKey);
    small.addEventListener("change", this.#layOut);
    settings.addEventListener("change", this.#turnIfWished);
    if (this.#layers.empty) return;
    shareDefinitions();
    this.#layers.empty = draw(this, "svg", { class: "ground-layer", "aria-hidden": "true" });
    const label = this.getAttribute("label") ?? t("Board");
    const named = { role: this.#isLive ? "group" : "img", "aria-label": label };
    const hidden = { "aria-hidden": "true" };
    const play = draw(this, "svg", { class: "play", ...(label ? named : hidden) });
    this.#layers.play = play;
    for (const name of LAYERS) {
      const isRead = name === "spots" && this.#isLive;
      this.#layers[name] = draw(play, "g", { class: name, ...(isRead ? {} : hidden) });
    }
    if (this.#isLive) {
      new Pointer(this, play);
      play.addEventListener("keydown", (event) => this.#press(event));
      for (const kind of ["pointerover", "focusin", "pointerout", "focusout"])
        play.addEventListener(kind, (event) => this.#preview(event));
    }
    if (this.layout) this.#drawEmpty();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#letGoByKey);
    small.removeEventListener("change", this.#layOut);
    settings.removeEventListener("change", this.#turnIfWished);
    this.#picture.stop();
  }

  /** Escape lets go wherever the focus is, unless it closes a dialog. */
  #letGoByKey = (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || this.isWaiting) return;
    if (this.#touching.path.length && !document.querySelector("dialog[open]")) this.letGo();
  };

  /** Whether it can be played on; other boards are pictures. */
  get #isLive() {
    return this.hasAttribute("live");
  }

  /** The empty board, as the server describes it. */
  set geometry(geometry) {
    this.#geometry = geometry;
    this.#board = this.#picture.board = null;
    this.#touching = new Touching();
    this.#layOut();
  }

  /** The player who sits before the board: the settings may turn it for the second. */
  set seat(player) {
    this.#seat = player;
    this.#turnIfWished();
  }

  /** Turn the board by 180 degrees. */
  turn() {
    this.#isFlipped = !this.#isFlipped;
    this.#layOut();
  }

  get isTurned() {
    return this.#isLive && (settings.turned && this.#seat === 1) !== this.#isFlipped;
  }

  #turnIfWished = () => {
    if (this.layout && this.layout.turned !== this.isTurned) this.#layOut();
  };

  /** Milliseconds until the last move has arrived. */
  get timeToRest() {
    return this.#picture.timeToRest;
  }

  #layOut = () => {
    if (!this.#geometry) return;
    this.layout = new Layout(this.#geometry, { turned: this.isTurned, large: small.matches });
    if (this.#layers.empty) this.#drawEmpty();
  };

  /** Width divided by height. */
  get ratio() {
    const { left, top, right, bottom } = this.layout.whole;
    return (right - left) / (bottom - top);
  }

  /** Whether a move was made that is not shown yet. */
  get isWaiting() {
    return this.#queue !== null;
  }

  /** What to do next in a move that is begun, else "". */
  get phase() {
    return this.#touching.phase;
  }

  /**
   * Show a position. If it is the one shown already, a begun move is kept.
   * @param {BoardData} board
   * @param {BoardOptions} [options]
   */
  show(board, options = {}) {
    this.#options = { ...DEFAULTS, ...options };
    const { touches, partial, transfers, animated } = this.#options;
    const key = JSON.stringify([board, touches]);
    const queue = this.#queue;
    if (key !== this.#key || queue) {
      this.#touching = new Touching(touches, partial, transfers);
      this.#board = board;
      this.#key = key;
      this.#queue = null;
      this.#drawPieces(animated && !this.#wasDragged);
      this.#wasDragged = false;
    }
    this.#markSpots();
    if (queue?.length && this.#touching.open.length) queueMicrotask(() => this.#replay(queue));
  }

  /** Touch a spot, as by a click. While a move waits to be shown, spots wait as well. */
  touch(spot) {
    if (this.#options.editing) this.#emit("spot", { spot });
    else if (this.#queue) this.#queue.push(spot);
    else if (this.#touching.touch(spot)) this.#advance(true);
    else this.#emit("refused", { spot, touched: this.#touching.path });
  }

  /** Move a piece from one spot to another; true if that completes a move. */
  drag(from, to) {
    const before = this.#touching.path.filter((spot) => spot !== from);
    const isPlayed = this.#touching.drag(from, to);
    this.#wasDragged = this.#touching.move !== null;
    this.#advance(false);
    if (!isPlayed) this.#emit("refused", { spot: to, touched: [...before, from] });
    return this.isWaiting;
  }

  /** Forget what is touched, or a move that waits to be shown. */
  letGo() {
    const wasTouched = this.#touching.path.length > 0;
    this.#queue = null;
    this.#wasDragged = false;
    this.#touching.letGo();
    if (wasTouched) this.#advance(false);
  }

  /** Whether a piece stands there that can be dragged. */
  canLift(name) {
    if (!this.#picture.board?.pieces[name] || this.#queue) return false;
    return this.#touching.open.includes(name) || this.#touching.path.includes(name);
  }

  /** A copy of what stands on a spot, to be dragged. */
  lift(name) {
    const place = this.layout.places.get(name);
    const stack = this.#picture.board.pieces[name];
    const ghost = drawStack(this.#layers.ghosts, stack, place, this.layout.radius(place));
    ghost.classList.add("ghost");
    const piece = this.#layers.pieces.querySelector(`[data-at="${CSS.escape(name)}"]`);
    piece?.classList.add("lifted");
    return ghost;
  }

  /** Show what has become of the path, and tell the page. */
  #advance(isAnimated) {
    const { move, path, phase } = this.#touching;
    if (move === null) {
      this.#drawPieces(isAnimated);
      this.#markSpots();
      this.#emit("touching", { touched: path, phase });
    } else {
      this.#queue = [];
      this.#markSpots();
      this.#emit("move", { move });
    }
  }

  /** Touch the spots that were touched while a move waited to be shown. */
  #replay(spots) {
    for (const spot of spots) this.touch(spot);
  }

  #emit(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true }));
  }

  #drawEmpty() {
    drawEmptyBoard(this.#layers.empty, this.layout);
    this.#layers.play.setAttribute("viewBox", this.layout.viewBox);
    this.#spots.clear();
    for (const layer of LAYERS) this.#layers[layer].replaceChildren();
    const { halos, spots } = this.#layers;
    for (const place of this.layout.places.values())
      this.#spots.set(
        place.name,
        drawSpot(halos, spots, place, this.layout.hasLines, this.#isLive),
      );
    const { places } = this.layout;
    this.#setCurrent(places.has(this.#current) ? this.#current : places.keys().next().value);
    this.#key = "";
    this.#queue = null;
    if (this.#board) this.show(this.#board, this.#options);
  }

  /** Draw the position, with the pieces that a begun move has put down. */
  #drawPieces(isAnimated) {
    const stacks = Object.entries({ ...this.#board.pieces, ...this.#touching.pieces });
    const pieces = Object.fromEntries(stacks.filter(([, stack]) => stack.length));
    this.#layers.ghosts.replaceChildren();
    this.#picture.show(this.layout, { ...this.#board, pieces }, isAnimated);
  }

  #markSpots() {
    const values = this.#touching.bestBySpot(this.#options.values);
    drawValues(this.#layers.values, this.layout, values, this.#picture.board.pieces);
    const shades = drawShades(this.#layers, this.layout, this.#options.shades);
    drawEnding(this.#layers.ending, this.layout, this.#picture.board.ended ?? []);
    this.#layers.preview.replaceChildren();
    this.classList.toggle("no-legal", !settings.legal);
    this.classList.toggle("waiting", this.isWaiting);
    this.#layers.play.classList.toggle("quiet", this.#touching.open.length > MANY);
    for (const [name, { spot, halo }] of this.#spots) {
      const is = marksOf(name, this.#picture.board, this.#touching, this.#options.hint, values);
      for (const [key, value] of Object.entries(is)) {
        spot.classList.toggle(key, value);
        halo.classList.toggle(key, value);
      }
      if (!this.#isLive) continue;
      const value = values[name]?.text ?? shades[name];
      const state = { touched: is.touched, open: is.open, value };
      const stack = standing(this.#picture.board)[name];
      const label = spotLabel(this.layout.places.get(name), stack, this.#options.names, state);
      spot.setAttribute("aria-label", label);
      spot.setAttribute("aria-pressed", String(is.touched));
    }
  }

  /** Show what touching the spot under the pointer or the focus would do. */
  #preview(event) {
    if (!this.#board) return;
    const isOver = event.type === "pointerover" || event.type === "focusin";
    const name = event.target.closest("[data-spot]")?.dataset.spot;
    const transfers = isOver && name && !this.isWaiting ? this.#touching.preview(name) : [];
    drawPreview(this.#layers.preview, this.layout, settings.legal ? transfers : []);
  }

  #setCurrent(name) {
    if (!this.#isLive) return;
    this.#spots.get(this.#current)?.spot.setAttribute("tabindex", "-1");
    this.#current = name;
    this.#spots.get(name)?.spot.setAttribute("tabindex", "0");
  }

  #press(event) {
    const name = event.target.dataset.spot;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      const next = this.layout.neighbour(name, ...ARROWS[event.key]) ?? name;
      this.#setCurrent(next);
      this.#spots.get(next).spot.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#setCurrent(name);
      this.touch(name);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("palamedes-board", PalamedesBoard);
