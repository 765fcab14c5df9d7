/** The engine beside the analysis board: evaluation bar, best lines, and a value for each move. */

import { AnalysisClient } from "./analysis_client.js";
import { button, fill, h, write } from "../shared/dom.js";
import { numberText, t } from "../shared/words.js";

const LINES = 5;
const EVEN = 0.08; // an estimate this close to one half counts as even

/**
 * A value for the player to move: "win", "draw" or "loss" if it is proven, else an estimate.
 * @returns {import("../board/move_values.js").ValueKind}
 */
export function kindOf({ true: isTrue, score, chance }) {
  if (isSure({ true: isTrue, chance })) return score > 0 ? "win" : score < 0 ? "loss" : "draw";
  return chance > 0.5 + EVEN ? "better" : chance < 0.5 - EVEN ? "worse" : "even";
}

const isSure = ({ true: isTrue, chance }) => isTrue || Math.abs(2 * chance - 1) === 1;
const percentOf = (chance) => Math.round(100 * chance);

/** A value in a few letters: plies to the end, or the winning chances of the player to move. */
function shortOf(value) {
  if (!isSure(value)) return `${percentOf(value.chance)}%`;
  return value.score === 0 ? "=" : (value.text.match(/\d+/)?.[0] ?? "");
}

/** A value in words: the exact result, or the winning chances of the player to move. */
const textOf = (value) =>
  isSure(value) ? value.text : t("{percent}%", { percent: percentOf(value.chance) });

export class EnginePanel {
  #client = new AnalysisClient();
  #worth = h("span", { class: "engine-worth" });
  #depth = h("div", { class: "engine-depth" });
  #lines = h("ul", { class: "lines", "aria-label": t("Best lines") });
  #first = h("div", { class: "gauge-first" });
  #legend = colourLegend();
  #on;
  #colours;
  #question = null;
  #turn = 0; // the player to move in it

  /** @param {(moves: string[]) => void} play @param {() => void} onChange of `values` */
  constructor(play, onChange) {
    this.play = play;
    this.onChange = onChange;
    /** @type {Record<string, any>} by legal move, its value for the player to move */
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
      this.#legend,
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

  /** Analyse a position. */
  look(question, turn) {
    this.#question = question;
    this.#turn = turn;
    this.values = {};
    this.onChange();
    this.#legend.hidden = !isPressed(this.#colours);
    write(this.#depth, "");
    fill(this.#lines);
    if (isPressed(this.#colours)) this.#askValues(question);
    else this.#analyse(question);
  }

  /** Show the result of a finished game. */
  rest(text, chance) {
    this.#question = null;
    this.values = {};
    this.#client.stop();
    fill(this.#lines);
    write(this.#depth, "");
    write(this.#worth, text);
    this.#setGauge(chance);
  }

  stop() {
    this.#question = null;
    this.#client.stop();
  }

  /** Ask for the values of all moves, which come soon, and only then for the best lines. */
  #askValues(question) {
    write(this.#depth, t("Evaluating all moves…"));
    this.#client.watch({ type: "values", ...question }, (message) => {
      if (message.type !== "values") return;
      this.#store(Object.values(message.moves));
      this.#analyse(question);
    });
  }

  #analyse(question) {
    if (!isPressed(this.#on)) {
      this.#client.stop();
      write(this.#depth, "");
      return;
    }
    this.#client.watch({ type: "analyse", lines: LINES, ...question }, (message) => {
      if (message.type === "analysis") this.#show(message);
      else if (message.type === "error") write(this.#depth, message.message);
    });
  }

  /** Store values of moves, so that the board shows the same as the lines. */
  #store(lines) {
    for (const line of lines) {
      const text = textOf(line);
      this.values[line.move] = { ...line, text, kind: kindOf(line), short: shortOf(line) };
    }
    this.onChange();
  }

  /** Values of other moves come from a shorter search: none may exceed that of the worst line. */
  #others(lines) {
    const worst = lines.at(-1);
    if (lines.length < LINES) return [];
    const named = new Set(lines.map((line) => line.move));
    return Object.values(this.values)
      .filter((value) => !named.has(value.move) && !isSure(value) && value.score > worst.score)
      .map((value) => ({ ...worst, move: value.move }));
  }

  #show({ worth, depth, nodes, lines }) {
    if (isPressed(this.#colours)) this.#store([...lines, ...this.#others(lines)]);
    write(this.#worth, isSure(worth) ? worth.text : this.#chances(worth.chance));
    this.#setGauge(worth.chance);
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

  /** The winning chances of the player to move, as in the lines. */
  #chances(chance) {
    const player = t("Player {number}", { number: this.#turn + 1 });
    const percent = percentOf(this.#turn === 0 ? chance : 1 - chance);
    return t("{percent}% for {player}", { percent, player });
  }

  #setGauge(chance) {
    this.#first.style.height = `${100 * chance}%`;
    this.gauge.setAttribute(
      "aria-label",
      t("Evaluation: {percent}% for player 1", { percent: percentOf(chance) }),
    );
  }
}

const isPressed = (element) => element.getAttribute("aria-pressed") === "true";

/** What the colours of moves mean: full circles are proven, rings are estimates. */
function colourLegend() {
  const sign = (kind, text) => h("span", { class: `legend-sign legend-${kind}` }, text);
  const entry = (text, ...signs) => h("li", {}, ...signs, text);
  return h(
    "ul",
    { class: "value-legend", "aria-label": t("Colours of the moves") },
    entry(
      t("proven: win, draw, loss (plies to the end)"),
      sign("win", "9"),
      sign("draw", "="),
      sign("loss", "8"),
    ),
    entry(
      t("estimated chances in %"),
      sign("better", "70"),
      sign("even", "50"),
      sign("worse", "30"),
    ),
  );
}
