/** The dialog for a new game. */

import { button, fill, h } from "../shared/dom.js";
import { choices, dialog } from "../shared/dialogs.js";
import { nameField } from "../shared/header.js";
import { load, store } from "../shared/storage.js";
import { request } from "../shared/requests.js";
import { controlText } from "./players.js";
import { canBeRated, ratedField } from "./rated.js";
import { settings } from "../shared/settings.js";
import { t } from "../shared/words.js";

const HANDICAPS = [0, 0.1, 0.2, 0.3, 0.5];
const CLOCKS = [
  [60, 0],
  [180, 2],
  [300, 3],
  [600, 5],
  [1800, 20],
];
const KEY = "palamedes-new"; // of the choices made last time
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
  #engine = h("div", { class: "dialog-part" });
  #rated = h("div", { class: "dialog-part" });

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
    this.wish = {
      opponent: "engine",
      level: "medium",
      handicap: 0,
      side: "0",
      clock: "",
      rated: false,
      ...load(KEY),
    };
    this.button = button("play", t("Play"), () => this.#begin(), { name: "main" });
    const opponents = [
      ["engine", t("the computer")],
      ["friend", t("a friend (send a link)")],
      ["here", t("two players, one screen")],
    ];
    this.dialog = dialog(
      family.title,
      [
        position === null ? this.#variants() : null,
        choices(t("Opponent"), "opponent", opponents, this.wish.opponent, (value) =>
          this.#choose("opponent", value),
        ),
        this.#engine,
        this.#clocks(),
        this.#rated,
        nameField(),
        h("div", { class: "dialog-foot" }, this.#complaint, this.button),
      ].filter(Boolean),
    );
    this.#drawEngine();
  }

  #variants() {
    if (this.family.variants.length < 2) return null;
    const options = this.family.variants.map(({ id, title }) => [id, title]);
    return choices(t("Variant"), "variant", options, this.game.id, (id) => {
      this.game = this.family.variants.find((variant) => variant.id === id);
      this.#drawEngine();
    });
  }

  #choose(key, value) {
    this.wish[key] = value;
    if (key === "opponent") this.#drawEngine();
    else this.#drawRated();
  }

  /** The questions that depend on the opponent: level, handicap, and who begins. */
  #drawEngine() {
    const { wish } = this;
    const levels = this.game.levels
      .filter(({ name }) => name !== "perfect" || this.game.solved)
      .map(({ name, title }) => [name, title]);
    if (!levels.some(([name]) => name === wish.level)) wish.level = levels[0][0];
    const handicaps = HANDICAPS.map((share) => [
      String(share),
      share ? `${100 * share} %` : t("none"),
    ]);
    const sides = [
      ["0", t("first")],
      ["1", t("second")],
      ["random", t("random")],
    ];
    fill(
      this.#engine,
      wish.opponent === "engine" &&
        choices(t("Level"), "level", levels, wish.level, (value) => this.#choose("level", value)),
      wish.opponent === "engine" &&
        choices(
          t("Handicap: how often the computer plays at random"),
          "handicap",
          handicaps,
          String(wish.handicap),
          (value) => this.#choose("handicap", Number(value)),
        ),
      wish.opponent !== "here" &&
        choices(t("You play"), "side", sides, wish.side, (value) => this.#choose("side", value)),
    );
    this.#drawRated();
  }

  get #canBeRated() {
    return canBeRated(this.you.rated[this.game.id], this.wish, this.position);
  }

  #drawRated() {
    const field = () => ratedField(this.wish.rated, (value) => this.#choose("rated", value));
    if (!this.#canBeRated) fill(this.#rated);
    else if (!this.#rated.firstChild) fill(this.#rated, field());
  }

  #clocks() {
    const options = [
      ["", t("no clock")],
      ...CLOCKS.map(([total, more]) => [`${total}+${more}`, controlText(total, more)]),
    ];
    return choices(t("Clock"), "clock", options, this.wish.clock, (value) =>
      this.#choose("clock", value),
    );
  }

  async #begin() {
    const { wish } = this;
    store(KEY, wish);
    this.button.disabled = true;
    try {
      const { id } = await request("/api/games", this.#document());
      location.assign(`/game/${id}`);
    } catch (error) {
      this.#complaint.textContent = error.message;
      this.#complaint.hidden = false;
      this.button.disabled = false;
    }
  }

  /** The request for the game. */
  #document() {
    const { wish, game, position } = this;
    const me = { who: "me", name: this.you.name || settings.name };
    const others = {
      engine: { who: "engine", level: wish.level, handicap: Number(wish.handicap) || 0 },
      friend: { who: "friend" },
      here: { who: "me" },
    };
    const isSecond =
      wish.opponent !== "here" &&
      (wish.side === "1" || (wish.side === "random" && Math.random() < 0.5));
    const players = isSecond ? [others[wish.opponent], me] : [me, others[wish.opponent]];
    const [total, increment] = wish.clock.split("+").map(Number);
    const clock = wish.clock ? { total, increment } : null;
    const rated = this.#canBeRated && wish.rated;
    return { game: game.id, position, first: players[0], second: players[1], clock, rated };
  }
}
