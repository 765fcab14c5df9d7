/** A card for every game that has a lesson, with the visitor's progress. */

import { visit } from "../shared/addresses.js";
import { fill, find, h } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

export async function showCourses() {
  const heading = h(
    "div",
    { class: "intro" },
    h("h1", {}, t("Learn")),
    h("p", {}, t("Learn a game in five minutes, on the board, one step at a time.")),
  );
  try {
    const courses = await request("/api/lessons");
    fill(find("#main"), heading, h("div", { class: "cards" }, ...courses.map(card)));
  } catch (error) {
    fill(find("#main"), heading, h("p", { class: "notice bad" }, error.message));
  }
}

function card(course) {
  const { name, title, done, count } = course;
  const link = `/learn/${name}`;
  const board = h("palamedes-board", { label: "" });
  board.geometry = course.geometry;
  board.style.maxWidth = `calc(var(--room) * ${board.ratio.toFixed(3)})`;
  queueMicrotask(() => board.show(course.board, { animated: false }));
  const progress = t("{done} of {count} steps done", { done, count });
  const isStarted = done > 0 && done < count;
  return h(
    "article",
    { class: "panel card", "data-game": name },
    h("div", { class: "card-board", onclick: () => visit(link) }, board), // for mice
    h(
      "div",
      { class: "card-text" },
      h("h2", {}, title),
      h("p", {}, progress),
      h("progress", { max: count, value: done, "aria-label": progress }),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "a",
        { class: "button main", href: link },
        h("span", {}, isStarted ? t("Resume") : done ? t("Repeat") : t("Begin")),
        h("span", { class: "unseen" }, title),
      ),
      h("a", { class: "button", href: `/rules/${name}` }, t("Rules")),
    ),
  );
}
