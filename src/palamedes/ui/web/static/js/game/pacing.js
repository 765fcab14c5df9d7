/** Shows scenes one after the other, so that a move is seen before the answer to it. */

import { settings } from "../shared/settings.js";

/** @typedef {import("../shared/messages.js").SceneMessage} SceneMessage */

/**
 * @typedef {object} Stage
 * @property {(scene: SceneMessage) => void} show
 * @property {() => number} pause milliseconds between one's own move and the answer; 0: no wait
 * @property {() => number} timeToRest milliseconds until the move on the board has arrived
 * @property {() => number} now in milliseconds
 * @property {(action: () => void, wait: number) => any} later
 */

export class Pacing {
  /** @type {SceneMessage | null} */
  #shown = null;
  /** @type {SceneMessage[]} they wait; the newest is the last */
  #waiting = [];
  #seen = 0; // when the last move has arrived on the board
  #isTimed = false;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** Show a scene: at once, or when the move before it has been seen. */
  receive(scene) {
    this.#waiting.push(scene);
    const last = this.#waiting.at(-2) ?? this.#shown;
    if (last && scene.plies < last.plies) this.skip();
    else this.#advance();
  }

  /** Show the newest scene at once. */
  skip() {
    const newest = this.#waiting.at(-1);
    this.#waiting = [];
    if (newest) this.#show(newest);
  }

  #advance() {
    while (this.#waiting.length) {
      const wait = this.#timeBefore(this.#waiting[0]);
      if (wait > 0) {
        this.#wake(wait);
        return;
      }
      this.#show(this.#waiting.shift());
    }
  }

  #wake(wait) {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.stage.later(() => {
      this.#isTimed = false;
      this.#advance();
    }, wait);
  }

  #timeBefore(scene) {
    const pause = this.stage.pause();
    if (!pause || !isAnswer(this.#shown, scene)) return 0;
    return this.#seen + pause - this.stage.now();
  }

  #show(scene) {
    const isMove = scene.plies !== this.#shown?.plies;
    this.#shown = scene;
    this.stage.show(scene);
    if (isMove) this.#seen = this.stage.now() + this.stage.timeToRest();
  }
}

/** Scenes for a board, paced as the settings say. A click or a key skips the wait. */
export function paced(board, show) {
  const pacing = new Pacing({
    show,
    pause: () => settings.pauseTime,
    timeToRest: () => board.timeToRest,
    now: () => performance.now(),
    later: (action, wait) => setTimeout(action, wait),
  });
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => pacing.skip(), { capture: true });
  return pacing;
}

/** Whether a scene has an engine's answer to a move of the visitor. */
function isAnswer(before, scene) {
  if (!before || scene.plies !== before.plies + 1) return false;
  return scene.seats.includes(1 - before.turn) && scene.kinds[before.turn] === "engine";
}
