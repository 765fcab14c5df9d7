/** Challenging a player: a dialog to choose the game, which begins once the other accepts. */

import { visit } from "./addresses.js";
import { button, fill, h } from "./dom.js";
import { choices, dialog } from "./dialogs.js";
import { gameSelect } from "./game_select.js";
import { request } from "./requests.js";
import { t } from "./words.js";

const POLL = 1000; // milliseconds between two looks at a challenge
const SECONDS = 60; // until a challenge expires
const CLOCKS = { 0: null, 300: { total: 300, increment: 3 }, 600: { total: 600, increment: 5 } };

/**
 * Ask how to play, and challenge a player.
 * @param {string} opponent the name
 * @param {string} game "" to ask for it
 * @param {boolean} canBeRated whether the visitor has an account
 */
export async function askChallenge(opponent, game, canBeRated) {
  const families = game ? [] : await request("/api/catalogue").catch(() => []);
  const select = gameSelect(families, ({ id }) => (wish.game = id));
  const terms = { clock: CLOCKS[300], first: "random", rated: false };
  const wish = { game: game || select.value, opponent, ...terms, seconds: SECONDS };
  const clocks = [
    ["300", t("5 minutes + 3 s")],
    ["600", t("10 minutes + 5 s")],
    ["0", t("No clock")],
  ];
  const firsts = [
    ["random", t("random")],
    ["challenger", t("you")],
    ["opponent", t("your opponent")],
  ];
  const kinds = [
    ["", t("casual")],
    ["rated", t("rated")],
  ];
  const body = h("div", { class: "challenge" });
  const send = button("yes", t("Challenge"), () => wait(shown, body, wish), { name: "main" });
  fill(
    body,
    !game && h("label", {}, h("span", { class: "legend" }, t("Game")), select),
    choices(t("Clock"), "clock", clocks, "300", (value) => (wish.clock = CLOCKS[value])),
    choices(t("First move"), "first", firsts, "random", (value) => (wish.first = value)),
    canBeRated &&
      choices(t("Game"), "rated", kinds, "", (value) => (wish.rated = value === "rated")),
    h("div", { class: "buttons" }, send),
  );
  const shown = dialog(t("Challenge {player}", { player: opponent }), [body]);
}

/** Send a challenge and wait for the answer; closing the dialog cancels it. */
async function wait(shown, body, wish) {
  const tell = (text, kind = "") =>
    fill(body, h("p", { class: `notice ${kind}`, role: "status" }, text));
  try {
    let made = await request("/api/challenges", wish);
    shown.addEventListener("close", () => {
      if (made.state === "open") request(`/api/challenges/${made.id}/cancel`, {}).catch(() => {});
    });
    tell(t("Waiting for {player} to answer…", { player: wish.opponent }));
    while (made.state === "open" && shown.isConnected) {
      await new Promise((resolve) => setTimeout(resolve, POLL));
      made = await request(`/api/challenges/${made.id}`);
    }
    if (made.state === "accepted") visit(`/game/${made.game_id}`);
    else tell(made.message, "bad");
  } catch (error) {
    tell(error.message, "bad");
  }
}
