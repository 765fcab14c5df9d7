/** The lobby: open challenges, who is there, and games to watch. */

import { button, fill, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { ReconnectingSocket } from "./shared/socket.js";
import { t } from "./shared/words.js";
import { Challenges } from "./lobby/challenges.js";
import { openOffer } from "./lobby/offer.js";
import { Games, People } from "./lobby/people.js";

drawHeader("lobby");

const notice = h("p", { class: "notice bad", role: "alert", hidden: true });
const connection = h("p", { class: "notice", role: "status" }, t("Connecting…"));
const tell = (message) => {
  write(notice, message);
  notice.hidden = !message;
};
let hasAccount = false;
const challenges = new Challenges(tell);
const people = new People(() => hasAccount);
const games = new Games();
const offer = button("play", t("Offer a game"), () => openOffer(hasAccount, enter), { name: "main" });

const part = (id, title, ...children) =>
  h(
    "section",
    { class: "panel part", id, "aria-labelledby": `${id}-title` },
    h("div", { class: "part-head" }, h("h2", { id: `${id}-title` }, title), ...children.slice(1)),
    children[0],
  );

fill(
  find("#main"),
  h(
    "div",
    { class: "lobby" },
    h("h1", {}, t("Lobby")),
    connection,
    notice,
    part("challenges", t("Open challenges"), challenges.element, offer),
    part("here", t("Who is here"), people.element),
    part("watch", t("Games to watch"), games.element),
    h(
      "p",
      { class: "muted" },
      t(
        "Everybody can watch games that begin here; they appear on the profiles of their players. Games by link, against the computer or at one screen stay private.",
      ),
    ),
  ),
);

const socket = new ReconnectingSocket("/api/lobby/live", receive, (state) => {
  connection.hidden = state === "open";
});

/** After an offer: only a connection made since then knows a guest who had no cookie before. */
function enter() {
  tell("");
  if (!hasAccount) socket.reconnect();
}

/** @param {import("./shared/messages.js").LobbyMessage} message */
function receive(message) {
  if (message.type !== "lobby") return;
  challenges.show(message.challenges);
  people.show(message);
  games.show(message.games);
  const toYou = message.challenges.filter(({ opponent }) => opponent?.you).length;
  document.title = `${toYou ? `(${toYou}) ` : ""}${t("Lobby")} - Palamedes`;
}

document.title = `${t("Lobby")} - Palamedes`;
const you = await request("/api/you").catch(() => ({ name: null }));
hasAccount = Boolean(you.name);
