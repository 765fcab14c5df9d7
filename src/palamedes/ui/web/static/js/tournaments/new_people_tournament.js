/** The dialog for a new tournament of people. */

import { h } from "../shared/dom.js";
import { choices } from "../shared/dialogs.js";
import { t } from "../shared/words.js";
import { clockOf, clockOptions } from "../shared/clocks.js";
import { gameSelect } from "../shared/game_select.js";
import { field, openDialog, textInput } from "./new_tournament.js";

const ROUNDS = [2, 3, 4, 5, 6, 7, 9];

export function openNewPeopleTournament() {
  const chosen = { system: "swiss", rounds: "3", clock: "300+3" };
  const title = textInput("title", 60);
  const choose = (key) => (value) => {
    chosen[key] = value;
    rounds.hidden = chosen.system !== "swiss";
  };
  const rounds = choices(
    t("Rounds"),
    "rounds",
    ROUNDS.map((number) => [String(number), String(number)]),
    chosen.rounds,
    choose("rounds"),
  );
  let select;

  function fields(families) {
    select = gameSelect(families, () => {});
    return [
      field(t("Title"), title),
      field(t("Game"), select),
      choices(
        t("Pairing system"),
        "system",
        [
          ["swiss", t("Swiss (players with similar scores meet)")],
          ["round robin", t("round robin (everyone plays everyone)")],
        ],
        chosen.system,
        choose("system"),
      ),
      rounds,
      choices(
        t("Clock"),
        "clock",
        clockOptions(),
        chosen.clock,
        choose("clock"),
      ),
      h("p", { class: "muted" }, t("Players who don't show up lose on time.")),
    ];
  }

  function answers() {
    return {
      game: select.value,
      title: title.value.trim(),
      system: chosen.system,
      rounds: Number(chosen.rounds),
      clock: clockOf(chosen.clock),
    };
  }
  return openDialog(t("New player tournament"), "/api/contests/people", fields, answers);
}
