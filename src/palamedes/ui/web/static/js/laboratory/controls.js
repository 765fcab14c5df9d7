/** Buttons and keys that step through a search or run it. */

import { button, fill, h, icon } from "../shared/dom.js";
import { isTyping } from "../shared/navigation.js";
import { numberText, t } from "../shared/words.js";

const SPEEDS = [1, 4, 15, 60]; // steps a second
const WHOLE = "whole"; // the speed that shows the whole search in SECONDS
const SECONDS = 20;

export class Controls {
  #speed = h("select", { "aria-label": t("Speed") });
  #slider = h("input", { type: "range", min: 0, value: 0, "aria-label": t("Step") });
  #label = h("output", { class: "step-label" });
  #play = button("play", t("Run"), () => this.toggle(), { name: "main" });
  #cut = button("cut", t("Next cutoff"), () => this.nextCut());
  #playing = false;
  #search = null;

  /** @param {(step: number, isPlayed: boolean) => void} go */
  constructor(go) {
    this.go = go;
    const walk = (name, text, target) =>
      button(name, text, () => this.#to(target()), { quiet: true });
    this.element = h(
      "section",
      { class: "panel controls", "aria-label": t("Search steps") },
      h(
        "div",
        { class: "buttons" },
        walk("first", t("First step"), () => 0),
        walk("back", t("Previous step"), () => this.#step - 1),
        this.#play,
        walk("forth", t("Next step"), () => this.#step + 1),
        walk("last", t("Last step"), () => this.#search?.last),
        this.#cut,
        this.#speed,
      ),
      h("div", { class: "step-row" }, this.#slider, this.#label),
    );
    fill(
      this.#speed,
      ...SPEEDS.map((speed) =>
        h("option", { value: speed }, t("{number} per second", { number: speed })),
      ),
      h("option", { value: WHOLE }, t("whole search in {seconds} s", { seconds: SECONDS })),
    );
    this.#speed.value = "4";
    this.#slider.addEventListener("input", () => this.#to(Number(this.#slider.value)));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  open(search) {
    this.pause();
    this.#search = search;
    this.element.hidden = !search;
    if (!search) return;
    this.#slider.max = search.last;
    this.#cut.hidden = search.algorithm !== "alphabeta";
  }

  show() {
    const { step, last } = this.#search;
    this.#slider.value = step;
    this.#label.textContent = t("step {step} of {last}", {
      step: numberText(step),
      last: numberText(last),
    });
    this.#cut.disabled = !this.#cut.hidden && this.#search.nextCut() < 0;
  }

  get isPlaying() {
    return this.#playing;
  }

  toggle() {
    if (this.#playing) {
      this.pause();
      this.go(this.#step, false);
    } else this.#start();
  }

  pause() {
    this.#playing = false;
    fill(this.#play, icon("play"), h("span", {}, t("Run")));
  }

  nextCut() {
    const step = this.#search?.nextCut() ?? -1;
    if (step >= 0) this.#to(step);
  }

  get #step() {
    return this.#search?.step ?? 0;
  }

  #to(step) {
    if (!this.#search) return;
    this.pause();
    this.go(step, false);
  }

  #start() {
    const search = this.#search;
    if (!search) return;
    if (search.isOver) this.go(0, true);
    this.#playing = true;
    fill(this.#play, icon("pause"), h("span", {}, t("Pause")));
    const speed = this.#speed.value === WHOLE ? search.last / SECONDS : Number(this.#speed.value);
    let [place, before] = [search.step, performance.now()];
    const tick = (now) => {
      if (!this.#playing || search !== this.#search) return;
      place = Math.min(search.last, place + (speed * Math.max(0, now - before)) / 1000);
      before = now;
      if (Math.floor(place) === search.last) this.pause();
      if (Math.floor(place) !== search.step) this.go(Math.floor(place), this.#playing);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#search) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const onButton = event.target.closest("button, a, summary, select");
    const actions = {
      ArrowLeft: () => this.#to(this.#step - 1),
      ArrowRight: () => this.#to(this.#step + 1),
      Home: () => this.#to(0),
      End: () => this.#to(this.#search.last),
      c: () => this.nextCut(),
      " ": () => onButton || this.toggle(),
    };
    if (!(event.key in actions) || (event.key === " " && onButton)) return;
    event.preventDefault();
    actions[event.key]();
  }
}
