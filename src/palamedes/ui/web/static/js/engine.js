/** The engine beside the analysis board: a bar, the best lines, and the worth of every move. */

import { Analyst } from "./analyst.js";
import { button, fill, h, write } from "./dom.js";
import { numberText, t } from "./words.js";

const LINES = 5;
const SHARE = 0.08; // an estimate so far from even counts as one for a player

/** What a value means for the player to move: "win", "draw" or "loss". */
export function kindOf({ true: isTrue, score, chance }) {
  if (isSure({ true: isTrue, chance })) return score > 0 ? "win" : score < 0 ? "loss" : "draw";
  return chance > 0.5 + SHARE ? "win" : chance < 0.5 - SHARE ? "loss" : "draw";
}

const isSure = ({ true: isTrue, chance }) => isTrue || Math.abs(2 * chance - 1) === 1;
const percentOf = (chance) => Math.round(100 * chance);

/** A value in two letters or so: plies to the end, or the chances of the player to move. */
function shortOf(value) {
  if (!isSure(value)) return `${percentOf(value.chance)}%`;
  return value.score === 0 ? "=" : (value.text.match(/\d+/)?.[0] ?? "");
}

/** A value as it stands before a line: the truth in words, or the chances of the player to move. */
const textOf = (value) =>
  isSure(value) ? value.text : t("{percent}%", { percent: percentOf(value.chance) });

export class EnginePanel {
  #analyst = new Analyst();
  #worth = h("span", { class: "engine-worth" });
  #depth = h("div", { class: "engine-depth" });
  #lines = h("ul", { class: "lines", "aria-label": t("Best lines") });
  #first = h("div", { class: "gauge-first" });
  #on;
  #colours;
  #question = null;
  #turn = 0; // the player to move there

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
      if (this.#question) this.look(this.#question, this.#turn);
    });
    element.setAttribute("aria-pressed", String(pressed));
    return element;
  }

  /** Look at a position; what was known of the one before is forgotten. */
  look(question, turn) {
    this.#question = question;
    this.#turn = turn;
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

  /** Nobody wants to know any more. */
  stop() {
    this.#question = null;
    this.#analyst.stop();
  }

  /** Values first: they come soon, and then the engine may take its time. */
  #value(question) {
    write(this.#depth, t("Evaluating all moves…"));
    this.#analyst.watch({ type: "values", ...question }, (message) => {
      if (message.type !== "values") return;
      this.#learn(Object.values(message.moves));
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

  /** Keep what moves are worth: the board and the lines must not say different things. */
  #learn(lines) {
    for (const line of lines) {
      const text = textOf(line);
      this.values[line.move] = { ...line, text, kind: kindOf(line), short: shortOf(line) };
    }
    this.changed();
  }

  /** Moves that are not among the best lines were looked at less, and are no better than those. */
  #others(lines) {
    const worst = lines.at(-1);
    if (lines.length < LINES) return [];
    const named = new Set(lines.map((line) => line.move));
    return Object.values(this.values)
      .filter((value) => !named.has(value.move) && !isSure(value) && value.score > worst.score)
      .map((value) => ({ ...worst, move: value.move }));
  }

  #show({ worth, depth, nodes, lines }) {
    if (isPressed(this.#colours)) this.#learn([...lines, ...this.#others(lines)]);
    write(this.#worth, isSure(worth) ? worth.text : this.#chances(worth.chance));
    this.#measure(worth.chance);
    const effort = t("depth {depth}, {nodes} positions", { depth, nodes: numberText(nodes) });
    write(this.#depth, worth.true && depth === 0 ? t("Exact value, from the tables") : effort);
    fill(
      this.#lines,
      ...lines.map((line) =>
        h(
          "li",
          {},
          h(
            "button",
            { class: "line", type: "button", onclick: () => this.play([line.move]) },
            h("span", { class: `line-worth ${kindOf(line)}` }, textOf(line)),
            h("span", { class: "line-moves" }, line.moves.join(" ")),
          ),
        ),
      ),
    );
  }

  /** The chances of the player to move, as in the lines below. */
  #chances(chance) {
    const player = t("Player {number}", { number: this.#turn + 1 });
    const percent = percentOf(this.#turn === 0 ? chance : 1 - chance);
    return t("{percent} % for {player}", { percent, player });
  }

  #measure(chance) {
    this.#first.style.height = `${100 * chance}%`;
    this.gauge.setAttribute(
      "aria-label",
      t("Evaluation: {percent} % for player 1", { percent: percentOf(chance) }),
    );
  }
}

const isPressed = (element) => element.getAttribute("aria-pressed") === "true";
