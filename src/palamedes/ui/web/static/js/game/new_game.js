/** The dialog for a new game: opponent and level are asked, the rest is under "More options". */

import { clockOf, clockOptions } from "../shared/clocks.js";
import { visit } from "../shared/addresses.js";
import { button, fill, h, write } from "../shared/dom.js";
import { choices, dialog } from "../shared/dialogs.js";
import { nameField } from "../shared/header.js";
import { LAST_CHOICES, load, store } from "../shared/storage.js";
import { request } from "../shared/requests.js";
import { closestLevel, isOriginal, levelField } from "./levels.js";
import { canBeRated, ratedField } from "./rated.js";
import { settings } from "../shared/settings.js";
import { TablesNotice } from "../shared/tables_notice.js";
import { DEFAULTS, wishText } from "./wish.js";
import { t } from "../shared/words.js";

const HANDICAPS = [0, 0.1, 0.2, 0.3, 0.5];
let isOpening = false; // so that a double click opens one dialog

/** Ask how to play a game, perhaps from a position, and start it. */
export async function openNewGame(name, position = null) {
  if (isOpening || document.querySelector("dialog")) return;
  isOpening = true;
  let families, you;
  try {
    families = await request("/api/catalogue");
    you = await request("/api/you");
  } catch (error) {
    dialog(t("New game"), [h("p", { class: "notice bad" }, error.message)]);
    return;
  } finally {
    isOpening = false;
  }
  const family = families.find((each) => each.variants.some((variant) => variant.id === name));
  if (family) new NewGame(family, name, position, you);
}

class NewGame {
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  #level = h("div", { class: "dialog-part" });
  #details = h("div", { class: "dialog-part" });
  #rated = h("div", { class: "dialog-part" });
  #tables = new TablesNotice(() => {
    this.#complaint.hidden = true;
  });
  #chosen = h("p", { class: "chosen muted", role: "status" });

  /**
   * @param {any} family the game with its variants
   * @param {string} name id of the variant
   * @param {string | null} position to start from, as text
   * @param {any} you the name of the account, and by game the levels for rated games
   */
  constructor(family, name, position, you) {
    this.family = family;
    this.you = you;
    this.position = position;
    this.game = family.variants.find((variant) => variant.id === name);
    this.wish = { ...DEFAULTS, ...load(LAST_CHOICES) };
    this.button = button("play", t("Play"), () => {}, { name: "main" });
    this.button.type = "submit";
    const form = h(
      "form",
      { class: "dialog-form", onsubmit: (event) => this.#begin(event) },
      this.#opponents(),
      this.#level,
      this.#more(),
      this.#tables.element,
      h("div", { class: "dialog-foot" }, this.#complaint, this.button),
    );
    this.#drawQuestions();
    this.dialog = dialog(family.title, [form]);
    form.querySelector("input:checked")?.focus(); // not the button that closes
  }

  #opponents() {
    const opponents = [
      ["engine", t("the computer")],
      ["friend", t("a friend (send a link)")],
      ["here", t("two players, one screen")],
    ];
    return choices(t("Opponent"), "opponent", opponents, this.wish.opponent, (value) =>
      this.#choose("opponent", value),
    );
  }

  /** Everything that is not asked: what was chosen last time is shown in one line. */
  #more() {
    const name = nameField();
    name.addEventListener("change", () => this.#showChosen());
    return h(
      "div",
      { class: "dialog-part" },
      this.#chosen,
      h(
        "details",
        { class: "more" },
        h("summary", {}, t("More options")),
        h(
          "div",
          { class: "dialog-part" },
          ...[this.position === null ? this.#variants() : null].filter(Boolean),
          this.#details,
          this.#clocks(),
          this.#rated,
          name,
        ),
      ),
    );
  }

  #variants() {
    if (this.family.variants.length < 2) return null;
    const options = this.family.variants.map(({ id, title }) => [id, title]);
    return choices(t("Variant"), "variant", options, this.game.id, (id) => {
      this.game = this.family.variants.find((variant) => variant.id === id);
      this.#drawQuestions();
    });
  }

  #clocks() {
    const options = [["", t("no clock")], ...clockOptions()];
    return choices(t("Clock"), "clock", options, this.wish.clock, (value) =>
      this.#choose("clock", value),
    );
  }

  #choose(key, value) {
    this.wish[key] = value;
    if (key === "opponent") this.#drawQuestions();
    else if (key === "level") this.#drawDetails();
    else this.#drawRated();
  }

  /** The questions that depend on the opponent: level, handicap, and who begins. */
  #drawQuestions() {
    fill(this.#level, this.wish.opponent === "engine" && this.#levels());
    this.#drawDetails();
  }

  #drawDetails() {
    const isAlone = this.wish.opponent === "here";
    fill(this.#details, this.#canHaveHandicap && this.#handicaps(), !isAlone && this.#sides());
    this.#drawRated();
    this.#tables.look(this.#playsByTables ? this.game.id : "");
  }

  get #playsByTables() {
    return this.wish.opponent === "engine" && this.wish.level === "perfect";
  }

  #levels() {
    const { wish, game } = this;
    wish.level = closestLevel(game, wish.level);
    return levelField(game, wish.level, (value) => this.#choose("level", value));
  }

  get #canHaveHandicap() {
    return this.wish.opponent === "engine" && isOriginal(this.game, this.wish.level);
  }

  /** What is wished for and possible. */
  get #possible() {
    const handicap = this.#canHaveHandicap ? Number(this.wish.handicap) || 0 : 0;
    return { ...this.wish, handicap };
  }

  #handicaps() {
    const handicaps = HANDICAPS.map((share) => [
      String(share),
      share ? `${100 * share} %` : t("none"),
    ]);
    return choices(
      t("Handicap: how often the computer plays at random"),
      "handicap",
      handicaps,
      String(this.wish.handicap),
      (value) => this.#choose("handicap", Number(value)),
    );
  }

  #sides() {
    const sides = [
      ["0", t("first")],
      ["1", t("second")],
      ["random", t("random")],
    ];
    return choices(t("You play"), "side", sides, this.wish.side, (value) =>
      this.#choose("side", value),
    );
  }

  get #isRated() {
    return this.#canBeRated && this.wish.rated;
  }

  get #canBeRated() {
    return canBeRated(this.you.rated[this.game.id], this.#possible, this.position);
  }

  #drawRated() {
    const field = () => ratedField(this.wish.rated, (value) => this.#choose("rated", value));
    if (!this.#canBeRated) fill(this.#rated);
    else if (!this.#rated.firstChild) fill(this.#rated, field());
    this.#showChosen();
  }

  #showChosen() {
    const variant = this.game.title === this.family.title ? "" : this.game.title;
    const name = this.you.name || settings.name;
    write(this.#chosen, wishText({ ...this.#possible, rated: this.#isRated }, variant, name));
  }

  async #begin(event) {
    event.preventDefault();
    store(LAST_CHOICES, this.wish);
    this.button.disabled = true;
    try {
      const { id } = await request("/api/games", this.#document());
      visit(`/game/${id}`);
    } catch (error) {
      this.#complaint.textContent = error.message;
      this.#complaint.hidden = false;
      this.button.disabled = false;
    }
  }

  /** The request for the game. */
  #document() {
    const { game, position } = this;
    const wish = this.#possible;
    const me = { who: "me", name: this.you.name || settings.name };
    const others = {
      engine: { who: "engine", level: wish.level, handicap: wish.handicap },
      friend: { who: "friend" },
      here: { who: "me" },
    };
    const isSecond =
      wish.opponent !== "here" &&
      (wish.side === "1" || (wish.side === "random" && Math.random() < 0.5));
    const players = isSecond ? [others[wish.opponent], me] : [me, others[wish.opponent]];
    const clock = clockOf(wish.clock);
    const rated = this.#isRated;
    return { game: game.id, position, first: players[0], second: players[1], clock, rated };
  }
}
