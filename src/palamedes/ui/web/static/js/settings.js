/** What a visitor has chosen, kept in this browser. */

import { keep, kept } from "./kept.js";

const KEY = "palamedes";
const USUAL = {
  palette: "walnut",
  mode: "auto",
  sound: true,
  moves: true,
  legal: true,
  explorer: false,
  name: "",
};
export const PALETTES = ["walnut", "slate", "sea", "contrast"];

const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Settings extends EventTarget {
  #chosen = { ...USUAL, ...kept(KEY) };

  get palette() {
    return PALETTES.includes(this.#chosen.palette) ? this.#chosen.palette : "walnut";
  }
  get mode() {
    return this.#chosen.mode;
  }
  get sound() {
    return Boolean(this.#chosen.sound);
  }
  /** Whether moves are animated: never for those who asked their system for less motion. */
  get moves() {
    return Boolean(this.#chosen.moves) && !calm.matches;
  }
  get wantsMoves() {
    return Boolean(this.#chosen.moves);
  }
  get legal() {
    return Boolean(this.#chosen.legal);
  }
  /** Whether the opening explorer is open. */
  get explorer() {
    return Boolean(this.#chosen.explorer);
  }
  get name() {
    return String(this.#chosen.name).slice(0, 40);
  }

  choose(key, value) {
    this.#chosen[key] = value;
    keep(KEY, this.#chosen);
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
