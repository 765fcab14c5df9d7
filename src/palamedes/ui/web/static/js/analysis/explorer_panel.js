/** The opening explorer: the moves played from a position, with results and known values. */

import { button, fill, find, h, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { settings } from "../shared/settings.js";
import { t } from "../shared/words.js";

const PAUSE = 150; // milliseconds on a position before it is asked for
const RESULTS = [
  ["win", "wins", "+"],
  ["draw", "draws", "="],
  ["loss", "losses", "-"],
];

export class ExplorerPanel {
  #summary = h("p", { class: "muted", role: "status" });
  #table = h("div", {});
  #unknown = h("p", { class: "muted", hidden: true }); // why there are no exact values
  #body = h(
    "div",
    { class: "explorer-body", id: "explorer" },
    this.#summary,
    this.#table,
    this.#unknown,
  );
  #fold;
  #position = null; // with its game
  #shown = null; // the position of the table
  #timer = 0;

  /** @param {(moves: string[]) => void} play */
  constructor(play) {
    this.play = play;
    this.#fold = button("rules", t("Opening explorer"), () => this.#unfold(this.#body.hidden));
    this.#fold.setAttribute("aria-controls", "explorer");
    this.element = h(
      "section",
      { class: "panel explorer", "aria-label": t("Opening explorer") },
      this.#fold,
      this.#body,
    );
    this.#unfold(settings.explorer);
  }

  #unfold(isOpen) {
    this.#body.hidden = !isOpen;
    this.#fold.setAttribute("aria-expanded", String(isOpen));
    if (isOpen !== settings.explorer) settings.choose("explorer", isOpen);
    this.#ask();
  }

  /** Show the moves of a position. */
  look(game, { text, over }) {
    this.#position = { game, position: text, over };
    this.#ask();
  }

  #ask() {
    clearTimeout(this.#timer);
    if (this.#position && !this.#body.hidden)
      this.#timer = setTimeout(() => this.#load(this.#position), PAUSE);
  }

  async #load(place) {
    if (!this.#summary.textContent) write(this.#summary, t("Loading games…"));
    let answer;
    try {
      const { game, position } = place;
      answer = await request(`/api/explorer?${new URLSearchParams({ game, position })}`);
    } catch (error) {
      answer = { complaint: error.message, moves: [] };
    }
    if (place === this.#position) this.#show(place, answer);
  }

  /** Show an answer. If a move in the table had the focus, the first one gets it. */
  #show(place, answer) {
    const { complaint, moves } = answer;
    const hadFocus = this.#table.contains(document.activeElement);
    write(
      this.#summary,
      complaint ?? (place.over ? t("The game is over in this position.") : summary(answer)),
    );
    fill(this.#table, moves.length > 0 && this.#draw(answer));
    write(this.#unknown, answer.unknown ?? "");
    this.#unknown.hidden = !answer.unknown;
    if (hadFocus) (find(".move", this.#table) ?? this.#fold).focus();
    this.#shown = place;
  }

  #choose(move) {
    if (this.#shown === this.#position) this.play([move]);
  }

  #draw({ games, moves }) {
    const isKnown = moves.some(({ worth }) => worth);
    const titles = [t("Move"), t("Games"), t("Results"), isKnown && t("Value")].filter(Boolean);
    return h(
      "table",
      { class: "openings", "aria-label": t("Moves played from here") },
      h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, ...moves.map((each) => this.#row(each, games, isKnown))),
    );
  }

  #row(each, total, isKnown) {
    const { move, games, worth } = each;
    const percent = Math.round((100 * games) / total);
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("button", { class: "move", type: "button", onclick: () => this.#choose(move) }, move),
      ),
      h(
        "td",
        { class: "popularity" },
        games.toLocaleString(),
        games > 0 && h("small", {}, t("{percent}%", { percent })),
      ),
      h("td", { class: "results" }, games > 0 && bar(each)),
      isKnown &&
        h(
          "td",
          { class: "known" },
          worth && h("span", { class: `line-worth ${kindOf(worth)}` }, worth.text),
          worth && h("small", {}, worth.source),
        ),
    );
  }
}

function summary({ games, symmetric }) {
  if (!games) return t("No games from this position yet.");
  const came =
    games === 1
      ? t("1 game from this position.")
      : t("{games} games from this position.", { games: games.toLocaleString() });
  const whose = t("Results are shown for the player to move.");
  return symmetric
    ? `${came} ${whose} ${t("Symmetrical positions are counted together.")}`
    : `${came} ${whose}`;
}

function kindOf({ score, exact }) {
  const [good, even, bad] = exact ? ["win", "draw", "loss"] : ["better", "even", "worse"];
  return score > 0 ? good : score < 0 ? bad : even;
}

/** The results of games, as a bar and in numbers. */
function bar(each) {
  const { wins, draws, losses } = each;
  const parts = RESULTS.map(([kind, count]) => {
    const part = h("i", { class: kind });
    part.style.flexGrow = String(each[count]);
    return part;
  });
  return h(
    "span",
    {
      class: "outcome",
      role: "img",
      "aria-label": t("{wins} won, {draws} drawn, {losses} lost", { wins, draws, losses }),
    },
    h("span", { class: "bar" }, ...parts),
    h("small", {}, RESULTS.map(([_kind, count, sign]) => `${sign}${each[count]}`).join(" ")),
  );
}
