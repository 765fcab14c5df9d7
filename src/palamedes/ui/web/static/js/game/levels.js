/** The choice of the computer's level: adaptive, a step of the ladder, or an original level. */

import { h, write } from "../shared/dom.js";
import { t } from "../shared/words.js";

/**
 * A game of the catalogue, as far as levels matter.
 * @typedef {object} Opponents
 * @property {{name: string, line: string}} adaptive
 * @property {{name: string, title: string, line: string, rating: number | null}[]} steps
 * @property {{name: string, title: string}[]} levels
 * @property {string[]} playable
 */

/**
 * Makes the input of a level with its label: its name, what is shown, and what a reader hears.
 * @typedef {(level: string, text: string | number, label?: string | null) => HTMLElement} Option
 */

const TOP = "master"; // the last step of every ladder is this level

/**
 * The level closest to one that was wanted before, perhaps in another game.
 * @param {Opponents} game
 * @param {string} level
 */
export function closestLevel(game, level) {
  const { adaptive, steps } = game;
  if (isOriginal(game, level) || steps.some(({ name }) => name === level)) return level;
  return level === TOP || /^step\d/.test(level) ? steps.at(-1).name : adaptive.name;
}

/**
 * Whether a level is one of the projects that Palamedes grew out of, or plays by the tables.
 * @param {Opponents} game
 * @param {string} level
 */
export function isOriginal({ playable }, level) {
  return level !== TOP && playable.includes(level);
}

/**
 * The question for the level, with a line about the chosen one.
 * @param {Opponents} game
 * @param {string} chosen
 * @param {(level: string) => void} choose
 */
export function levelField(game, chosen, choose) {
  const line = h("p", { class: "level-line muted", role: "status" });
  const select = (level) => {
    write(line, lineOf(game, level));
    choose(level);
  };
  const option = (value, text, label = null) => {
    const input = h("input", {
      ...{ type: "radio", name: "level", value, "aria-label": label, title: label },
      onchange: () => select(value),
    });
    input.checked = value === chosen;
    return h("label", {}, input, h("span", {}, text));
  };
  write(line, lineOf(game, chosen));
  return h(
    "fieldset",
    { "data-field": "level" },
    h("legend", {}, t("Level")),
    h("div", { class: "choices" }, option(game.adaptive.name, t("adapts to you"))),
    stepChoices(game.steps, option),
    line,
    originalChoices(game, isOriginal(game, chosen), option),
  );
}

/**
 * The steps of the ladder as numbers; on a narrow screen they are in two rows.
 * @param {Opponents["steps"]} steps
 * @param {Option} option
 */
export function stepChoices(steps, option) {
  const options = steps.map(({ name, title }, index) => {
    const number = index + 1;
    return option(name, number, t("step {number}: {title}", { number, title }));
  });
  const element = h("div", { class: "choices steps" }, ...options);
  element.style.setProperty("--steps", String(steps.length));
  element.style.setProperty("--half", String(Math.ceil(steps.length / 2)));
  return element;
}

/**
 * The original levels, folded or not.
 * @param {Opponents} game
 * @param {boolean} isOpen
 * @param {Option} option
 */
export function originalChoices(game, isOpen, option) {
  const levels = game.levels.filter(({ name }) => isOriginal(game, name));
  const element = h(
    "details",
    { class: "originals" },
    h("summary", {}, t("Original levels")),
    h("div", { class: "choices" }, ...levels.map(({ name, title }) => option(name, title))),
  );
  element.open = isOpen;
  return element;
}

/**
 * What to expect of a level.
 * @param {Opponents} game
 * @param {string} level
 */
export function lineOf(game, level) {
  if (level === game.adaptive.name) return game.adaptive.line;
  const step = game.steps.find(({ name }) => name === level);
  if (step) {
    const { title, line, rating } = step;
    const about = 10 * Math.round((rating ?? 0) / 10);
    if (about <= 0) return t("{title}: {line}", { title, line }); // not measured, or below zero
    return t("{title} (about {rating}): {line}", { title, line, rating: about });
  }
  return level === "perfect"
    ? t("Knows the value of every position and never makes a mistake.")
    : t("A level of the projects that Palamedes grew out of.");
}
