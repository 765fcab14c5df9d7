/** The controls beside the analysis board: game, position as text, records, links. */

import { visit } from "../shared/addresses.js";
import { openNewGame } from "../game/new_game.js";
import { copyText } from "../shared/clipboard.js";
import { button, fill, h, icon } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { navigationButtons } from "../shared/navigation.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";
import { AnalysisClient } from "./analysis_client.js";

const LARGEST = 1_000_000; // bytes of a record

export class Toolbar {
  #select = h("select", { "aria-label": t("Game") });
  #text = h("input", {
    type: "text",
    id: "position-text",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": t("Position as text"),
  });
  #review = button("review", t("Review the game"), () => this.page.review.start());
  #promote = button("promote", t("Make this variation the main line"), () => this.page.promote(), {
    quiet: true,
  });
  #client = null;

  /** @param {import("../analysis.js").AnalysisPage} page */
  constructor(page) {
    this.page = page;
    this.first = "";
    this.#select.addEventListener("change", () =>
      this.attempt(() => page.begin({ game: this.#select.value })),
    );
    this.chooser = h("div", { class: "chooser" }, this.#select);
    this.complaint = h("p", { class: "notice bad complaint", role: "alert", hidden: true });
    const form = h(
      "form",
      { onsubmit: (event) => this.#setPosition(event) },
      this.#text,
      h("button", { class: "button", type: "submit" }, t("Load")),
    );
    const remove = t("Remove this move and all after it");
    const navigation = h(
      "div",
      { class: "buttons" },
      ...navigationButtons(page.directions),
      this.#promote,
      button("remove", remove, () => page.remove(), { quiet: true }),
      button("turn", t("Turn the board"), () => page.turnBoard(), { quiet: true }),
    );
    this.element = h(
      "section",
      { class: "panel tools" },
      navigation,
      form,
      h(
        "div",
        { class: "actions" },
        button("edit", t("Edit position"), () => page.editor.start()),
        this.#review,
        button("play", t("Play from here"), () => openNewGame(page.game.id, page.position.text)),
        button("link", t("Copy the link"), (event) => this.#copy(event.currentTarget)),
        this.#file(),
        button("save", t("Save"), () => this.attempt(() => this.#save())),
        button("laboratory", t("Open in the laboratory"), () => {
          const { game, position } = page;
          const fields = new URLSearchParams({ game: game.id, position: position.text });
          visit(`/laboratory#${fields}`);
        }),
      ),
    );
  }

  /** Load the list of games. */
  async fill() {
    const families = await request("/api/catalogue").catch(() => []);
    const games = families.flatMap((family) => family.variants);
    this.first = games[0]?.id ?? "";
    fill(this.#select, ...games.map(({ id, title }) => h("option", { value: id }, title)));
  }

  show() {
    const { game, position } = this.page;
    if (document.activeElement !== this.#text) this.#text.value = position.text;
    if (![...this.#select.options].some((option) => option.value === game.id)) {
      this.#select.append(h("option", { value: game.id }, game.id));
    }
    this.#select.value = game.id;
    this.#review.disabled = this.page.plies === 0;
    this.#promote.disabled = !this.page.isVariation;
  }

  /** Try an action; if it fails, say why and return false. */
  async attempt(action) {
    this.complaint.hidden = true;
    try {
      await action();
      return true;
    } catch (error) {
      this.complain(error.message);
      this.#select.value = this.page.game?.id ?? this.first;
      return false;
    }
  }

  /** Show what went wrong. */
  complain(text) {
    this.complaint.textContent = text;
    this.complaint.hidden = false;
  }

  #setPosition(event) {
    event.preventDefault();
    const start = this.#text.value.trim();
    this.#text.blur();
    this.attempt(() => this.page.begin({ game: this.page.game.id, start }));
  }

  #file() {
    const input = h("input", {
      type: "file",
      accept: ".json,application/json",
      "aria-label": t("Open a saved game"),
    });
    input.addEventListener("change", () => {
      const [file] = input.files;
      input.value = "";
      if (file) this.attempt(() => this.#open(file));
    });
    return h("label", { class: "button file" }, icon("load"), t("Open"), input);
  }

  async #open(file) {
    if (file.size > LARGEST) throw new Error(t("This file is too large for a saved game."));
    let record;
    try {
      record = JSON.parse(await file.text());
    } catch {
      throw new Error(t("This file is not a saved game."));
    }
    const { game, start, moves } = record ?? {};
    if (typeof game !== "string" || !Array.isArray(moves))
      throw new Error(t("This file is not a saved game."));
    await this.page.begin({
      game,
      start: typeof start === "string" ? start : null,
      moves: moves.map(String),
    });
  }

  async #save() {
    this.#client ??= new AnalysisClient();
    const { record } = await this.#client.ask({ type: "record", ...this.page.question() });
    download(`${record.game.replace(/\W+/g, "-")}.json`, record);
  }

  async #copy(pressed) {
    if (await copyText(location.href)) pressed.lastChild.textContent = t("Copied");
    else this.complain(t("Copy the address of this page: it contains the position."));
  }
}
