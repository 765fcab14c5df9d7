/** A tournament of engines: progress, ranking, and the latest games. */

import { button, h, icon } from "../shared/dom.js";
import { confirmed } from "../shared/dialogs.js";
import { analysisLink } from "../shared/analysis_link.js";
import { draw } from "../shared/svg.js";
import { numberText, t } from "../shared/words.js";
import { head, points, refill, table } from "./tables.js";
import { Replay } from "./replay.js";

const WIDTH = 160;
const HEIGHT = 20; // of the bar that shows a rating

export class EnginesView {
  #top = h("div", { class: "stack" });
  #side = h("div", { class: "stack" });
  #state = "";

  constructor(page) {
    this.page = page;
    this.replay = new Replay(page.path);
    this.element = h(
      "div",
      { class: "tournament-page" },
      this.#top,
      h("div", { class: "stack" }, this.replay.element, this.#side),
    );
  }

  show(tournament) {
    if (this.#state && this.#state !== tournament.state) this.page.announce(progress(tournament));
    this.#state = tournament.state;
    refill(
      this.#top,
      head(
        tournament,
        t("{seconds} s per move", { seconds: numberText(tournament.settings.seconds) }),
      ),
      this.#progress(tournament),
      ranking(tournament),
      tournament.table.length > 2 && crossTable(tournament),
      files(tournament, this.page.path),
    );
    refill(this.#side, latest(tournament));
    this.replay.show(tournament.latest[0]);
  }

  #progress(tournament) {
    const isOn = ["open", "running"].includes(tournament.state);
    const stop = button("close", t("End tournament"), () => this.#stop());
    stop.id = "end-tournament";
    return h(
      "section",
      { class: "panel progress" },
      h("strong", {}, progress(tournament)),
      h("progress", {
        max: tournament.total,
        value: tournament.played,
        "aria-label": t("Games played"),
      }),
      isOn && tournament.mine && stop,
    );
  }

  async #stop() {
    if (await confirmed(t("End this tournament now?"), t("End tournament"))) this.page.act("stop");
  }
}

function progress(tournament) {
  const { played, total, place } = tournament;
  if (tournament.state === "open") {
    return place
      ? t("Waiting. Tournaments ahead in the queue: {place}", { place })
      : t("The tournament is about to start.");
  }
  return t("{played} of {total} games played", { played, total });
}

/** The ranking, with ratings and their margins of error. */
function ranking(tournament) {
  const spans = tournament.table.map(({ rating, error }) => [
    (rating ?? 0) - (error ?? 0),
    (rating ?? 0) + (error ?? 0),
  ]);
  const low = Math.min(-1, ...spans.map(([from]) => from));
  const high = Math.max(1, ...spans.map(([, to]) => to));
  const rows = tournament.table.map((player, number) => [
    String(number + 1),
    h("span", {}, player.name, player.spec && h("small", { class: "muted" }, ` ${player.spec}`)),
    eloText(player),
    `${points(player.points)} / ${player.games}`,
    `+${player.wins} =${player.draws} −${player.losses}`,
    player.rating === null ? "" : bar(spans[number], player.rating, low, high),
  ]);
  const headings = ["#", t("player"), "Elo ± 95 %", t("points"), "+ = −", ""];
  return table(t("Ranking"), headings, rows);
}

function eloText({ rating, error }) {
  if (rating === null) return "";
  const sign = rating < 0 ? "−" : "+";
  const text = `${sign}${Math.abs(Math.round(rating))}`;
  return error === null ? text : `${text} ± ${Math.round(error)}`;
}

function bar([from, to], rating, low, high) {
  const place = (value) => 4 + ((WIDTH - 8) * (value - low)) / (high - low || 1);
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT };
  const svg = draw(null, "svg", { ...size, class: "rating", "aria-hidden": "true" });
  const middle = HEIGHT / 2;
  draw(svg, "line", { x1: place(0), y1: 0, x2: place(0), y2: HEIGHT, class: "zero" });
  draw(svg, "line", { x1: place(from), y1: middle, x2: place(to), y2: middle, class: "error" });
  draw(svg, "circle", { cx: place(rating), cy: middle, r: 4, class: "mean" });
  return svg;
}

function crossTable(tournament) {
  const ranks = tournament.table.map((_player, number) => String(number + 1));
  const cell = (score) => (score?.[1] ? `${points(score[0])}/${score[1]}` : "");
  const rows = tournament.table.map((player, number) => [
    ranks[number],
    player.name,
    ...player.cross.map(cell),
  ]);
  return table(t("Cross table"), ["#", t("player"), ...ranks], rows);
}

function latest(tournament) {
  const row = ({ number, names, result, start, moves }) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: analysisLink({ game: tournament.game, start, moves }), id: `game-${number}` },
        `${number + 1}. ${names.join(" - ")}`,
      ),
      h("span", { class: "muted" }, result),
    );
  return h(
    "section",
    { class: "panel sheet latest" },
    h("h2", {}, t("Latest games")),
    tournament.latest.length
      ? h("ol", {}, ...tournament.latest.map(row))
      : h("p", { class: "muted" }, t("No finished games yet.")),
  );
}

function files(tournament, path) {
  const link = (file, picture, text, more = {}) =>
    h("a", { class: "button", href: `${path}/${file}`, ...more }, icon(picture), text);
  const fresh = { target: "_blank", rel: "noopener" };
  return (
    tournament.played > 0 &&
    h(
      "div",
      { class: "buttons" },
      link("report", "review", t("Report with all games"), { ...fresh, id: "report" }),
      link("standings.csv", "save", "CSV", { id: "csv" }),
      link("standings.json", "save", "JSON", { id: "json" }),
    )
  );
}
