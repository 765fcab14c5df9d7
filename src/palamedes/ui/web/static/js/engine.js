/** The engine beside the analysis board: a bar, the best lines, and the worth of every move. */

import { Analyst } from "./analyst.js";
import { button, fill, h, write } from "./dom.js";
import { t } from "./words.js";

const LINES = 5;
const SHARE = 0.08; // an estimate so far from even counts as one for a player

/** What a value means for the player to move: "win", "draw" or "loss". */
export function kindOf({ true: isTrue, score, chance }) {
  if (isTrue || Math.abs(2 * chance - 1) === 1)
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
  return chance > 0.5 + SHARE ? "win" : chance < 0.5 - SHARE ? "loss" : "draw";
}

/** A value in two letters or so: plies to the end, or points in a hundred. */
function shortOf(value) {
  const isSure = value.true || Math.abs(2 * value.chance - 1) === 1;
  if (!isSure) return `${Math.round(100 * value.chance)}%`;
  return value.score === 0 ? "=" : (value.text.match(/\d+/)?.[0] ?? "");
}

export class EnginePanel {
  #analyst = new Analyst();
  #worth = h("span", { class: "engine-worth" });
  #depth = h("div", { class: "engine-depth" });
  #lines = h("ul", { class: "lines", "aria-label": t("Best lines") });
  #first = h("div", { class: "gauge-first" });
  #on;
  #colours;
  #question = null;

  /** @param {(moves: string[]) => void} play @param {() => void} changed */
  constructor(play, changed) {
    this.play = play;
    this.changed = changed;
    /** @type {Record<string, any>} what each legal move is worth to the player to move */
    this.values = {};
    this.#on = this.#toggle("analyse", t("Engine"), true);
    this.#colours = this.#toggle("review", t("Colour the moves"), true);
    this.gauge = h(
      "div",
      { class: "gauge", role: "img", "aria-label": t("Evaluation") },
      this.#first,
      h("div", { class: "gauge-middle" }),
    );
    this.element = h(
      "section",
      { class: "panel engine", "aria-label": t("Engine") },
      h("div", { class: "engine-head" }, this.#worth, this.#on, this.#colours),
      this.#depth,
      this.#lines,
    );
  }

  #toggle(picture, text, pressed) {
    const element = button(picture, text, () => {
      element.setAttribute("aria-pressed", String(element.getAttribute("aria-pressed") !== "true"));
      if (this.#question) this.look(this.#question);
    });
    element.setAttribute("aria-pressed", String(pressed));
    return element;
  }

  /** Look at a position; what was known of the one before is forgotten. */
  look(question) {
    this.#question = question;
    this.values = {};
    this.changed();
    write(this.#depth, "");
    fill(this.#lines);
    if (isPressed(this.#colours)) this.#value(question);
    else this.#analyse(question);
  }

  /** The game is over there: nothing is left to be thought about. */
  rest(text, chance) {
    this.#question = null;
    this.values = {};
    this.#analyst.stop();
    fill(this.#lines);
    write(this.#depth, "");
    write(this.#worth, text);
    this.#measure(chance);
  }

  /** Values first: they come soon, and then the engine may take its time. */
  #value(question) {
    write(this.#depth, t("Looking at all moves…"));
    this.#analyst.watch({ type: "values", ...question }, (message) => {
      if (message.type !== "values") return;
      for (const [move, value] of Object.entries(message.moves)) {
        this.values[move] = { ...value, kind: kindOf(value), short: shortOf(value) };
      }
      this.changed();
      this.#analyse(question);
    });
  }

  #analyse(question) {
    if (!isPressed(this.#on)) {
      this.#analyst.stop();
      write(this.#depth, "");
      return;
    }
    this.#analyst.watch({ type: "analyse", lines: LINES, ...question }, (message) => {
      if (message.type === "analysis") this.#show(message);
      else if (message.type === "error") write(this.#depth, message.message);
    });
  }

  #show({ worth, depth, nodes, lines }) {
    write(this.#worth, worth.text);
    this.#measure(worth.chance);
    write(
      this.#depth,
      t("depth {depth}, {nodes} positions", { depth, nodes: nodes.toLocaleString() }),
    );
    fill(
      this.#lines,
      ...lines.map((line) =>
        h(
          "li",
          {},
          h(
            "button",
            { class: "line", type: "button", onclick: () => this.play([line.move]) },
            h("span", { class: `line-worth ${kindOf(line)}` }, line.text),
            h("span", { class: "line-moves" }, line.moves.join(" ")),
          ),
        ),
      ),
    );
  }

  #measure(chance) {
    this.#first.style.height = `${100 * chance}%`;
    this.gauge.setAttribute(
      "aria-label",
      t("Evaluation: {percent} % for player 1", { percent: Math.round(100 * chance) }),
    );
  }
}

const isPressed = (element) => element.getAttribute("aria-pressed") === "true";
