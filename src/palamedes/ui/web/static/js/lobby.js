/** The lobby: open challenges, who is there, and games to watch. */

import { button, fill, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
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
/** @type {import("./shared/messages.js").LobbyMessage | null} */
let lobby = null;
/** @type {import("./shared/messages.js").OwnLobbyMessage | null} */
let you = null;
const challenges = new Challenges(tell);
const people = new People();
const games = new Games();
const ask = () => openOffer(Boolean(you?.name), enter);
const offer = button("play", t("Offer a game"), ask, { name: "main" });

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
  if (!you?.name) socket.reconnect();
}

function receive(message) {
  if (message.type === "lobby") lobby = message;
  if (message.type === "you") you = message;
  if (!lobby || !you) return;
  challenges.show(lobby, you);
  people.show(lobby, you.name);
  games.show(lobby.games);
  const asked = you.challenges.length;
  document.title = `${asked ? `(${asked}) ` : ""}${t("Lobby")} - Palamedes`;
}

document.title = `${t("Lobby")} - Palamedes`;
