/** The link to the daily puzzle, for the home page and the page of puzzles. */

import { h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { language, t } from "../shared/words.js";

/** The daily puzzle; null if the server does not answer. */
export const findDaily = () => request("/api/puzzles/daily").catch(() => null);

/** Where a daily puzzle is solved. */
export const dailyPath = ({ name, number }) => `/puzzles/${name}#${number}`;

/** The day of a daily puzzle, as people write it. */
export function dayText({ date }) {
  const day = new Date(`${date}T12:00:00Z`);
  return day.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
}

/** A card with a picture that leads to the daily puzzle. */
export function dailyCard(daily) {
  const { title, grade, state, geometry } = daily;
  const board = h("palamedes-board", { label: "" });
  board.geometry = geometry;
  board.style.maxWidth = `calc(var(--room) * ${board.ratio.toFixed(3)})`;
  queueMicrotask(() => board.show(daily.board, { animated: false }));
  return h(
    "a",
    { class: "panel daily", href: dailyPath(daily) },
    h("div", { class: "daily-board" }, board),
    h(
      "div",
      { class: "daily-text" },
      h("strong", {}, t("Daily puzzle")),
      h("div", {}, dayText(daily)),
      h(
        "div",
        { class: "muted" },
        [title, t("level {grade}", { grade })].join(", "),
        state === "solved" && h("span", { class: "badge" }, t("solved")),
      ),
    ),
  );
}
