/** Watch it learn: how the generations of an evaluation grew, and what they think of a position. */

import "./board/board.js";
import { objection } from "./board/objections.js";
import { GenerationsPanel } from "./learned/generations.js";
import { PatternList, shadesOf, worthText } from "./learned/pattern_map.js";
import { labelled, PLAYERS, WorthTable } from "./learned/worths.js";
import { addressOf } from "./shared/addresses.js";
import { analysisLink, parseAnalysisLink } from "./shared/analysis_link.js";
import { choices } from "./shared/dialogs.js";
import { announce, fill, find, h, icon, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { navigateByKeys, navigationButtons } from "./shared/navigation.js";
import { request } from "./shared/requests.js";
import { sound } from "./shared/sound.js";
import { TablesNotice } from "./shared/tables_notice.js";
import { t } from "./shared/words.js";

class LearnedPage {
  #games = []; // with their generations
  #game = null; // the one that is shown
  #start = null; // position as text; null is the usual start
  #line = []; // moves from there
  #ply = 0; // of them, how many are made on the board
  #generation = 0; // whose patterns are shown
  #thoughts = null; // what the server says about the position
  #contributions = []; // for the first player
  #shades = [];
  #pointed = []; // spots of the pattern that the visitor points at
  #number = 0; // of requests: only the last one counts

  #select = h("select", { "aria-label": t("Game"), onchange: () => this.#changeGame() });
  #board = h("palamedes-board", { live: true });
  #status = h("p", { class: "status", role: "status" });
  #note = h("p", { class: "muted small note" });
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  #choice = h("div");
  #analyse = h("a", { class: "button" }, icon("analyse"), t("Analyse"));
  #text = h("input", {
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": t("Position as text"),
  });

  constructor() {
    this.generations = new GenerationsPanel();
    this.worths = new WorthTable();
    this.tables = new TablesNotice(() => this.#go(this.#line, this.#ply));
    this.patterns = new PatternList((spots) => this.#point(spots));
    this.#board.addEventListener("move", (event) => this.#play(event.detail.move));
    this.#board.addEventListener("touching", () => this.#showStatus());
    this.#board.addEventListener("refused", (event) => this.#object(event.detail));
    for (const kind of ["pointerover", "focusin"])
      this.#board.addEventListener(kind, (event) => this.#describe(event.target));
    navigateByKeys(this.#directions);
    addEventListener("hashchange", () => this.#follow());
    this.#layOut();
  }

  #layOut() {
    const form = h(
      "form",
      { class: "text-row", onsubmit: (event) => this.#setPosition(event) },
      this.#text,
      h("button", { class: "button", type: "submit" }, t("Load")),
    );
    const intro = t(
      "These evaluations learnt from games that the computer played against itself. See how each generation improved, look into its thoughts, and play against it.",
    );
    this.thinking = h(
      "section",
      { class: "thinking-part", "aria-labelledby": "thinking-title", hidden: true },
      h("h2", { id: "thinking-title" }, t("What the patterns think")),
      h(
        "div",
        { class: "thinking-columns" },
        h("div", { class: "board-column" }, this.#board, this.#note, mapLegend()),
        h(
          "div",
          { class: "thoughts" },
          h(
            "div",
            { class: "panel part" },
            this.#choice,
            this.#status,
            h("div", { class: "buttons" }, ...navigationButtons(this.#directions), this.#analyse),
            form,
          ),
          this.worths.element,
          this.tables.element,
          this.patterns.element,
        ),
      ),
    );
    find("#main").append(
      h("h1", {}, t("Watch it learn")),
      h("p", { class: "muted" }, intro),
      h("div", { class: "chooser" }, this.#select),
      this.generations.element,
      this.#complaint,
      this.thinking,
    );
    this.generations.element.hidden = true;
  }

  /** Show the position in the address, or else the first game from its start. */
  async open() {
    try {
      this.#games = await request("/api/learned");
    } catch (error) {
      this.#complain(error);
      return;
    }
    const option = ({ id, title }) => h("option", { value: id }, title);
    fill(this.#select, ...this.#games.map(option));
    await this.#follow();
  }

  async #follow() {
    const { game, start, moves } = parseAnalysisLink(location.hash);
    const known = this.#games.some(({ id }) => id === game) ? game : this.#games[0]?.id;
    if (!known) return;
    const wanted = game && game !== known ? {} : { start, moves };
    if (!(await this.#begin(known, wanted)) && !this.#thoughts) await this.#begin(known);
  }

  #changeGame() {
    return this.#begin(this.#select.value);
  }

  /** Show a game, and a position of it; false if that is not possible. */
  async #begin(id, { start = null, moves = [] } = {}) {
    const game = this.#games.find((each) => each.id === id);
    this.#select.value = id;
    if (game !== this.#game) {
      try {
        const { geometry } = await request(`/api/catalogue/${encodeURIComponent(id)}`);
        this.#showGame(game, geometry);
      } catch (error) {
        this.#complain(error);
        return false;
      }
    }
    return this.#look(start, moves, moves.length);
  }

  #showGame(game, geometry) {
    this.#game = game;
    this.#thoughts = null;
    this.#generation = game.generations.at(-1).number;
    document.title = [t("Watch it learn"), game.title, "Palamedes"].join(" - ");
    this.generations.element.hidden = false;
    this.thinking.hidden = true; // until a position is shown
    this.generations.show(game);
    this.tables.look(game.id);
    this.#board.geometry = geometry;
    this.thinking.style.setProperty("--ratio", this.#board.ratio.toFixed(3));
    const options = game.generations.map(({ number }) => [String(number), String(number)]);
    fill(
      this.#choice,
      choices(t("Generation"), "generation", options, String(this.#generation), (value) => {
        this.#generation = Number(value);
        this.#look(this.#start, this.#line, this.#ply);
      }),
    );
  }

  /** Ask for the thoughts about a position, and show them; false if it is not valid. */
  async #look(start, line, ply, isAnimated = false) {
    const number = ++this.#number;
    const moves = line.slice(0, ply);
    const fields = new URLSearchParams({ game: this.#game.id, moves: moves.join(" ") });
    if (start) fields.set("position", start);
    this.#complaint.hidden = true;
    try {
      const query = `${fields}&generation=${this.#generation}`;
      const thoughts = await request(`/api/learned/position?${query}`);
      if (number !== this.#number) return true;
      [this.#start, this.#line, this.#ply] = [start, line, ply];
      this.#show(thoughts, isAnimated);
    } catch (error) {
      if (number === this.#number) this.#complain(error);
      return false;
    }
    const question = { game: this.#game.id, start, moves };
    history.replaceState(null, "", addressOf(analysisLink(question).replace(/^.*#/, "/learned#")));
    this.#analyse.href = addressOf(analysisLink(question));
    if (!this.#thoughts.over) this.#search(fields, number);
    return true;
  }

  /** What a search finds comes later than what the evaluations say. */
  async #search(fields, number) {
    const found = await request(`/api/learned/search?${fields}`).catch((error) => error);
    if (number === this.#number) this.worths.show(this.#thoughts, found, this.#generation);
  }

  #show(thoughts, isAnimated) {
    const { turn, contributions, scale } = thoughts;
    this.#thoughts = thoughts;
    this.#contributions = contributions.map(({ spots, score }) => ({
      spots,
      score: turn === 0 ? score : -score,
    }));
    this.#shades = shadesOf(this.#contributions, scale);
    this.#pointed = [];
    this.thinking.hidden = false;
    this.#draw(isAnimated);
    this.worths.show(thoughts, null, this.#generation);
    this.patterns.show(this.#contributions);
    if (document.activeElement !== this.#text) this.#text.value = thoughts.text;
    this.#describe(null);
    this.#showStatus();
  }

  #draw(animated = false) {
    const { board, touches, partial, transfers } = this.#thoughts;
    const play = { touches, partial, transfers, shades: this.#shades, hint: this.#pointed };
    this.#board.show(board, { animated, names: PLAYERS, ...play });
  }

  /** Highlight the spots of a pattern. */
  #point(spots) {
    this.#pointed = spots;
    this.#draw();
  }

  /** Say what the patterns at a spot add. */
  #describe(target) {
    const spot = target?.closest?.("[data-spot]")?.dataset.spot;
    const shade = this.#shades.find(({ spots }) => spots.includes(spot));
    if (!shade) {
      write(this.#note, this.#shades.length ? t("Point at a spot to see its patterns.") : "");
      return;
    }
    const patterns = this.#contributions.filter(({ spots }) => spots.includes(spot));
    const each = patterns.map(({ spots, score }) => labelled(spots.join(" "), worthText(score)));
    write(this.#note, [labelled(spot, shade.text), ...(each.length > 1 ? each : [])].join(" | "));
  }

  #play(move) {
    sound("move");
    announce(t("{player} plays {move}.", { player: PLAYERS[this.#thoughts.turn], move }));
    return this.#go([...this.#line.slice(0, this.#ply), move], this.#ply + 1);
  }

  async #go(line, ply) {
    if (!this.#thoughts || ply < 0 || ply > line.length) return;
    if (!(await this.#look(this.#start, line, ply, true))) this.#board.letGo();
  }

  get #directions() {
    return {
      start: () => this.#go(this.#line, 0),
      back: () => this.#go(this.#line, this.#ply - 1),
      forth: () => this.#go(this.#line, this.#ply + 1),
      end: () => this.#go(this.#line, this.#line.length),
    };
  }

  async #setPosition(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    this.#text.blur();
    if (text) await this.#look(text, [], 0);
  }

  #showStatus() {
    const { over, result, turn, phase } = this.#thoughts;
    const next = t("{player} to move: {phase}", { player: PLAYERS[turn], phase });
    write(this.#status, over ? result : this.#board.phase || next);
  }

  async #object(refused) {
    const { over, text } = this.#thoughts;
    if (over) return;
    const sentence = await objection(this.#game.id, text, refused);
    if (text === this.#thoughts.text) write(this.#status, sentence);
  }

  #complain(error) {
    this.#complaint.textContent = error.message;
    this.#complaint.hidden = false;
  }
}

/** What the colours of the map mean. */
function mapLegend() {
  const entry = (kind, sign, player) =>
    h(
      "li",
      {},
      h("span", { class: `map-sign map-${kind}`, "aria-hidden": "true" }, sign),
      t("good for {player}", { player }),
    );
  return h(
    "ul",
    { class: "map-legend", "aria-label": t("Colours of the map") },
    entry("first", "+", PLAYERS[0]),
    entry("second", "\u2212", PLAYERS[1]),
  );
}

drawHeader("learned");
await new LearnedPage().open();
