/** The generations of an evaluation: their curves, how each was made, and a game against each. */

import { visit } from "../shared/addresses.js";
import { button, fill, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { numberText, t } from "../shared/words.js";
import { curve, plain } from "./curves.js";
import { signed } from "./worths.js";

/**
 * @typedef {{against: string, title: string, elo: number, error: number, games: number}} EloResult
 * @typedef {{number: number, level: string, positions: number | null, seconds: number | null,
 *   depth: number | null, epochs: number | null, errors: number[], elo: EloResult[],
 *   truth: number | null}} Generation
 */

const percent = (share) => t("{percent}%", { percent: Math.round(1000 * share) / 10 });

export class GenerationsPanel {
  #curves = h("div", { class: "all-curves" });
  #table = h("div", { class: "scrolling", tabindex: 0, role: "group" });
  #unmeasured = h("p", { class: "muted" }, t("These generations have not been measured yet."));
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });

  constructor() {
    this.element = h(
      "section",
      { class: "panel part", "aria-labelledby": "generations-title" },
      h("h2", { id: "generations-title" }, t("Generations")),
      this.#curves,
      this.#unmeasured,
      this.#table,
      this.#complaint,
    );
  }

  /** @param {{id: string, title: string, generations: Generation[]}} game */
  show(game) {
    const { generations } = game;
    const curves = drawCurves(generations);
    this.#unmeasured.hidden = curves.length > 0;
    this.#complaint.hidden = true;
    fill(this.#curves, ...curves);
    this.#table.setAttribute("aria-label", game.title);
    const columns = COLUMNS.filter(({ has }) => generations.some(has));
    const heads = [t("Generation"), ...columns.map(({ head }) => head)];
    const rows = generations.map((each) =>
      h(
        "tr",
        { "data-generation": each.number },
        h("th", { scope: "row" }, each.number),
        ...columns.map(({ has, write }) => h("td", {}, ...(has(each) ? [write(each)].flat() : []))),
        h("td", {}, this.#play(game.id, each)),
      ),
    );
    fill(
      this.#table,
      h(
        "table",
        { class: "generations" },
        h("caption", { class: "unseen" }, t("How each generation was made and measured")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...heads.map((text) => h("th", { scope: "col" }, text)),
            h("th", { scope: "col" }, h("span", { class: "unseen" }, t("Play"))),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    );
  }

  #play(game, { number, level }) {
    const pressed = button("play", t("Play"), () => this.#begin(game, level, pressed));
    pressed.setAttribute("aria-label", t("Play against generation {number}", { number }));
    return pressed;
  }

  async #begin(game, level, pressed) {
    pressed.disabled = true;
    const first = { who: "me", name: settings.name };
    try {
      const { id } = await request("/api/games", { game, first, second: { who: "engine", level } });
      visit(`/game/${id}`);
    } catch (error) {
      this.#complaint.textContent = error.message;
      this.#complaint.hidden = false;
      pressed.disabled = false;
    }
  }
}

/** What is known of some generations; a column is left out if it is known of none. */
const COLUMNS = [
  {
    head: t("How it was made"),
    has: (each) => makingText(each) !== "",
    write: makingText,
  },
  {
    head: t("Elo"),
    has: ({ elo }) => elo.length > 0,
    write: ({ elo }) => elo.map((result) => h("div", {}, eloText(result))),
  },
  {
    head: t("Error"),
    has: ({ errors }) => errors.length > 0,
    write: ({ errors }) =>
      t("{before} → {after}", { before: plain(errors[0]), after: plain(errors.at(-1)) }),
  },
  {
    head: t("True moves"),
    has: ({ truth }) => truth !== null,
    write: ({ truth }) => percent(truth),
  },
];

/** "12,000,000 positions, 31 min, depth 4, 6 passes" */
function makingText({ positions, seconds, depth, epochs }) {
  const minutes = seconds && Math.max(1, Math.round(seconds / 60));
  return [
    positions && t("{number} positions", { number: numberText(positions) }),
    minutes && t("{minutes} min", { minutes }),
    depth && t("depth {depth}", { depth }),
    epochs && t("{number} passes", { number: epochs }),
  ]
    .filter(Boolean)
    .join(", ");
}

function eloText({ title, elo, error, games }) {
  const fields = { elo: signed(elo), error: Math.round(error), opponent: title };
  return t("{elo} ± {error} against {opponent} ({games} games)", {
    ...fields,
    games: numberText(games),
  });
}

/** @param {Generation[]} generations */
function drawCurves(generations) {
  const numbers = generations.map(({ number }) => number);
  const truths = generations
    .filter(({ truth }) => truth !== null)
    .map(({ number, truth }) => ({ x: number, y: truth }));
  return [
    curve(t("Playing strength (Elo)"), eloSeries(generations), numbers, signed),
    curve(t("Error on unseen games"), errorSeries(generations), numbers, plain),
    curve(t("Moves that keep the true value"), [{ name: "", points: truths }], numbers, percent),
  ].filter(Boolean);
}

/** A curve for each opponent that several generations met; a generation equals itself. */
function eloSeries(generations) {
  const opponents = new Map(
    generations.flatMap(({ elo }) => elo.map(({ against, title }) => [against, title])),
  );
  const series = [...opponents].map(([against, title]) => ({
    name: t("against {opponent}", { opponent: title }),
    points: generations.flatMap(({ number, elo }) => {
      if (against === `generation ${number}`) return [{ x: number, y: 0 }];
      const found = elo.find((result) => result.against === against);
      return found ? [{ x: number, y: found.elo, spread: found.error }] : [];
    }),
  }));
  const long = series.filter(({ points }) => points.length > 2);
  return (long.length ? long : series).slice(0, 3);
}

/** The errors before the first epoch and after each, as one curve for each generation. */
function errorSeries(generations) {
  return generations.map(({ number, errors }) => {
    const last = errors.length - 1;
    const points = errors.map((y, epoch) => ({ x: number - 0.8 * ((last - epoch) / last || 0), y }));
    return { name: "", points };
  });
}
