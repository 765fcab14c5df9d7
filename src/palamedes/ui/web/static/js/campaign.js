/** The campaign: chapters with a story, an opponent and challenges. */

import { visit } from "./shared/addresses.js";
import { button, fill, find, h, icon } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { settings } from "./shared/settings.js";
import { t } from "./shared/words.js";
import { portrait } from "./campaign/portrait.js";

drawHeader("campaign");
document.title = `${t("Campaign")} - Palamedes`;
const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });

function challengeItem(challenge) {
  const picture = h("span", { class: "challenge-state" }, challenge.met ? icon("yes") : null);
  const state = challenge.met ? t("complete") : challenge.open ? t("not done yet") : t("locked");
  return h(
    "li",
    { class: `challenge ${challenge.met ? "met" : ""}`, "data-challenge": challenge.id },
    picture,
    h(
      "div",
      { class: "challenge-text" },
      h("strong", {}, challenge.text),
      h("span", { class: "unseen" }, ` (${state})`),
      h("div", { class: "muted" }, challenge.note, ...solvedOf(challenge)),
    ),
    challenge.open && start(challenge),
  );
}

function solvedOf({ puzzles }) {
  if (!puzzles.length) return [];
  const solved = puzzles.filter((puzzle) => puzzle.solved).length;
  return [" · ", t("{solved} of {count} solved", { solved, count: puzzles.length })];
}

/** A link to the puzzles, or a button that starts the game. */
function start(challenge) {
  const text = challenge.met ? t("Play again") : t("Play");
  const name = h("span", { class: "unseen" }, ` ${challenge.text}`);
  if (challenge.kind === "puzzles") {
    const kind = challenge.met ? "button" : "button main";
    return h("a", { class: kind, href: challenge.next }, icon("play"), h("span", {}, text), name);
  }
  const begin = button("play", text, () => play(challenge), { name: challenge.met ? "" : "main" });
  begin.append(name);
  return begin;
}

async function play(challenge) {
  try {
    const { id } = await request(`/api/campaign/steps/${challenge.id}`, { name: settings.name });
    visit(`/game/${id}`);
  } catch (error) {
    complaint.textContent = error.message;
    complaint.hidden = false;
    complaint.scrollIntoView({ block: "nearest" });
  }
}

function opponentCard({ name, character, style }) {
  return h(
    "div",
    { class: "opponent" },
    h("h3", {}, name),
    h("p", {}, character),
    h("dl", { class: "facts" }, h("div", {}, h("dt", {}, t("Style")), h("dd", {}, style))),
  );
}

function chapterState({ open, done, met, needed, challenges }) {
  if (!open) return t("locked");
  if (met === challenges.length) return t("all challenges complete");
  const count = t("{met} of {count} challenges complete", { met, count: challenges.length });
  const missing = t("complete {needed} to unlock the next chapter", { needed });
  return done ? count : `${count} · ${missing}`;
}

function chapterPart(chapter, number, isCurrent) {
  const { id, title, story, opponent, open, done, challenges } = chapter;
  const face = portrait(open ? opponent.look : ["veiled"]);
  const head = h(
    "summary",
    {},
    h("span", { class: "medal" }, face, done && h("span", { class: "medal-mark" }, icon("yes"))),
    h(
      "span",
      { class: "chapter-head" },
      h("span", { class: "muted" }, t("Chapter {number}", { number })),
      h("h2", {}, title),
      h("span", { class: "chapter-state" }, chapterState(chapter)),
    ),
  );
  const kind = open ? (done ? "done" : "open") : "closed";
  const body = open
    ? [
        h("p", { class: "story" }, story),
        opponentCard(opponent),
        h("ul", { class: "challenges" }, ...challenges.map(challengeItem)),
      ]
    : [
        h(
          "p",
          { class: "muted" },
          t("Complete more challenges in the previous chapter to unlock this one."),
        ),
      ];
  return h(
    "li",
    { class: `chapter ${kind}`, id },
    h("details", { class: "panel", open: isCurrent }, head, h("div", { class: "body" }, ...body)),
  );
}

function draw(chapters) {
  const current = chapters.findLast((chapter) => chapter.open);
  const wanted = chapters.find(({ id }) => id === location.hash.slice(1)) ?? current;
  const parts = chapters.map((chapter, place) =>
    chapterPart(chapter, place + 1, chapter === wanted || chapter === current),
  );
  const isOver = chapters.every(({ done }) => done);
  fill(
    find("#main"),
    h(
      "div",
      { class: "intro" },
      h("h1", {}, t("Campaign")),
      h("p", {}, t("The story of Palamedes, inventor of games. You play the hero.")),
    ),
    complaint,
    isOver &&
      h(
        "p",
        { class: "notice good" },
        t("The story is complete. You can still play the remaining challenges."),
      ),
    h("ol", { class: "path" }, ...parts),
  );
  if (wanted !== chapters[0]) find(`#${wanted.id}`).scrollIntoView({ block: "start" });
}

try {
  draw(await request("/api/campaign"));
} catch (error) {
  fill(find("#main"), h("h1", {}, t("Campaign")), h("p", { class: "notice bad" }, error.message));
}
