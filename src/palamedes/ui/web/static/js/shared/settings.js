/** What a visitor has chosen, stored in this browser. */

import { load, store } from "./storage.js";

const KEY = "palamedes";
const DEFAULTS = {
  palette: "walnut",
  mode: "auto",
  sound: true,
  volume: 70,
  pause: "normal",
  turned: false,
  moves: true,
  legal: true,
  explorer: false,
  greetings: true,
  notify: false,
  name: "",
};
/** Milliseconds between one's own move and the answer of an engine. */
const PAUSES = { off: 0, short: 250, normal: 550 };
export const PALETTES = ["walnut", "slate", "sea", "contrast"];

const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Emits `change` when something is chosen. */
class Settings extends EventTarget {
  #chosen = { ...DEFAULTS, ...load(KEY) };

  get palette() {
    return PALETTES.includes(this.#chosen.palette) ? this.#chosen.palette : "walnut";
  }
  get mode() {
    return this.#chosen.mode;
  }
  get sound() {
    return Boolean(this.#chosen.sound);
  }
  /** From 0 to 1. */
  get volume() {
    return Math.min(100, Math.max(0, Number(this.#chosen.volume) || 0)) / 100;
  }
  /** "off", "short" or "normal". */
  get pause() {
    return this.#chosen.pause in PAUSES ? this.#chosen.pause : "normal";
  }
  /** Milliseconds to wait before the answer of an engine is shown. */
  get pauseTime() {
    return PAUSES[this.pause];
  }
  /** Whether boards are turned for the second player. */
  get turned() {
    return Boolean(this.#chosen.turned);
  }
  /** Whether to animate moves: never if the system asks for reduced motion. */
  get animation() {
    return this.wantsAnimation && !calm.matches;
  }
  get wantsAnimation() {
    return Boolean(this.#chosen.moves);
  }
  /** Whether the legal moves are highlighted. */
  get legal() {
    return Boolean(this.#chosen.legal);
  }
  /** Whether the opening explorer is open. */
  get explorer() {
    return Boolean(this.#chosen.explorer);
  }
  /** Whether the greetings of other players are shown. */
  get greetings() {
    return Boolean(this.#chosen.greetings);
  }
  /** Whether to notify the visitor: only while the browser allows it. */
  get notify() {
    const isAllowed = "Notification" in window && Notification.permission === "granted";
    return Boolean(this.#chosen.notify) && isAllowed;
  }
  get name() {
    return String(this.#chosen.name).slice(0, 40);
  }

  choose(key, value) {
    this.#chosen[key] = value;
    store(KEY, this.#chosen);
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  apply() {
    const root = document.documentElement;
    root.dataset.palette = this.palette;
    const isDark = this.mode === "dark" || (this.mode !== "light" && dark.matches);
    root.dataset.mode = isDark ? "dark" : "light";
  }
}

export const settings = new Settings();
dark.addEventListener("change", () => settings.apply());
settings.apply();
