/** A tournament of people: players, rounds and standings. */

import { button, h } from "../shared/dom.js";
import { confirmed } from "../shared/dialogs.js";
import { shareLink } from "../shared/share_link.js";
import { settings } from "../shared/settings.js";
import { sound } from "../shared/sound.js";
import { numberText, t } from "../shared/words.js";
import { head, points, refill, table } from "./tables.js";
import { roundList } from "./rounds.js";

export class PeopleView {
  #head = h("div", { class: "stack" });
  #tables = h("div", { class: "stack" });
  #rounds = h("div", { class: "stack" });
  #name = h("input", { type: "text", id: "entrant-name", maxlength: 24, autocomplete: "nickname" });
  #board = null;
  #key = "";

  constructor(page) {
    this.page = page;
    this.#name.value = settings.name.slice(0, 24);
    this.element = h(
      "div",
      { class: "tournament-page" },
      h("div", { class: "stack" }, this.#head, this.#tables),
      this.#rounds,
    );
  }

  show(tournament) {
    this.names = new Map(tournament.entrants.map(({ number, name }) => [number, name]));
    this.#announce(tournament);
    const key = JSON.stringify([
      tournament.state,
      tournament.you,
      tournament.board,
      tournament.round,
    ]);
    if (key !== this.#key || tournament.state === "open") this.#drawHead(tournament);
    this.#key = key;
    refill(
      this.#tables,
      tournament.state === "open" ? this.#entrants(tournament) : this.#standings(tournament),
      tournament.round > 0 && tournament.entrants.length > 2 && this.#cross(tournament),
    );
    refill(this.#rounds, ...roundList(tournament, this.names, this.page));
  }

  /** Announce the visitor's next board, and the end. */
  #announce(tournament) {
    if (tournament.board && tournament.board !== this.#board) {
      this.page.announce(t("Round {round}: your game is ready.", { round: tournament.round }));
      sound("ask");
    } else if (tournament.state === "over") {
      this.page.announce(t("The tournament is over."));
    }
    this.#board = tournament.board;
  }

  #drawHead(tournament) {
    const { settings: rules } = tournament;
    const [total, more] = rules.clock;
    refill(
      this.#head,
      head(
        tournament,
        rules.system === "swiss" ? t("Swiss") : t("round robin"),
        progress(tournament),
        t("{minutes} min + {seconds} s", {
          minutes: numberText(total / 60),
          seconds: numberText(more),
        }),
      ),
      this.#now(tournament),
      tournament.state === "open" && invitation(),
      this.#buttons(tournament),
    );
  }

  /** What the visitor can do now: play, wait or join. */
  #now(tournament) {
    if (tournament.board) {
      return h(
        "section",
        { class: "notice good now" },
        h("strong", {}, t("Round {round}: your game is ready.", { round: tournament.round })),
        h(
          "a",
          {
            class: "button main",
            id: "your-board",
            href: `/game/${tournament.board}`,
          },
          t("Go to your game"),
        ),
      );
    }
    const isPlayer = tournament.you !== null && !this.#isGone(tournament);
    if (tournament.state === "over") return this.#winner(tournament);
    if (tournament.state === "stopped") return null;
    if (isPlayer) {
      const text =
        tournament.state === "open"
          ? t("You have joined. Waiting for the organiser to start.")
          : t("Wait for the next round: it starts when all games are finished.");
      return h("p", { class: "notice" }, text);
    }
    const isLate = tournament.settings.system !== "swiss" || tournament.round >= tournament.rounds;
    if (tournament.state === "running" && isLate && !this.#isGone(tournament)) return null;
    return this.#joining();
  }

  #isGone({ entrants, you }) {
    return entrants.some(({ number, withdrawn }) => number === you && withdrawn);
  }

  #winner(tournament) {
    if (!tournament.winners.length) return null;
    const names = tournament.winners.map((number) => this.names.get(number)).join(", ");
    return h("p", { class: "notice good winner" }, t("First place: {names}", { names }));
  }

  #joining() {
    const form = h(
      "form",
      {
        class: "panel joining",
        onsubmit: (event) => {
          event.preventDefault();
          settings.choose("name", this.#name.value.trim());
          this.page.act("entrants", { name: this.#name.value.trim() });
        },
      },
      h(
        "label",
        { for: "entrant-name", class: "legend" },
        t("Your name (visible to other players)"),
      ),
      this.#name,
      h("button", { class: "button main", type: "submit", id: "join" }, t("Join the tournament")),
    );
    return form;
  }

  #buttons(tournament) {
    const { page } = this;
    const isOn = tournament.state === "open" || tournament.state === "running";
    if (!isOn) return null;
    const isPlayer = tournament.you !== null && !this.#isGone(tournament);
    const start = button("play", t("Start the first round"), () => page.act("start"), {
      name: "main",
    });
    start.id = "start-tournament";
    start.disabled = tournament.entrants.length < 2;
    const leave = button("resign", t("Withdraw"), () =>
      this.#confirm("withdrawals", t("Withdraw")),
    );
    leave.id = "withdraw";
    const stop = button("close", t("End tournament"), () =>
      this.#confirm("stop", t("End tournament")),
    );
    stop.id = "end-tournament";
    return h(
      "div",
      { class: "buttons" },
      tournament.mine && tournament.state === "open" && start,
      isPlayer && leave,
      tournament.mine && stop,
    );
  }

  /** Send an action after confirmation. */
  async #confirm(action, yes) {
    const question =
      action === "stop" ? t("End this tournament now?") : t("Withdraw from this tournament?");
    if (await confirmed(question, yes)) this.page.act(action);
  }

  #entrants(tournament) {
    const send = (number, name) => {
      const text = t("Remove {name}", { name });
      const away = button("close", text, () => this.page.act("withdrawals", { number }), {
        quiet: true,
        name: "bare",
      });
      away.id = `away-${number}`;
      return away;
    };
    return h(
      "section",
      { class: "panel sheet" },
      h("h2", {}, `${t("Players")} (${tournament.entrants.length})`),
      tournament.entrants.length
        ? h(
            "ol",
            { class: "entrants" },
            ...tournament.entrants.map(({ number, name }) =>
              h("li", {}, h("span", {}, name), tournament.mine && send(number, name)),
            ),
          )
        : h("p", { class: "muted" }, t("Nobody has joined yet.")),
    );
  }

  #standings(tournament) {
    const gone = new Set(
      tournament.entrants.filter(({ withdrawn }) => withdrawn).map(({ number }) => number),
    );
    const rows = tournament.table.map((row) => [
      String(row.place),
      h(
        "span",
        { class: row.number === tournament.you ? "you" : "" },
        this.names.get(row.number),
        gone.has(row.number) && h("small", { class: "muted" }, ` (${t("withdrawn")})`),
      ),
      points(row.points),
      points(row.buchholz),
      numberText(row.berger),
      String(row.wins),
    ]);
    const berger = h("abbr", { title: "Sonneborn-Berger" }, "S.-B.");
    const headings = ["#", t("player"), t("points"), "Buchholz", berger, t("wins")];
    return table(t("Standings"), headings, rows);
  }

  #cross(tournament) {
    const ranked = tournament.table.map(({ number }) => number);
    const cell = (row, other) => {
      if (other === row.number) return "·";
      return other in row.scores ? points(row.scores[other]) : "";
    };
    const rows = tournament.table.map((row, place) => [
      String(place + 1),
      this.names.get(row.number),
      ...ranked.map((other) => cell(row, other)),
    ]);
    const places = ranked.map((_number, place) => String(place + 1));
    return table(t("Cross table"), ["#", t("player"), ...places], rows);
  }
}

function progress(tournament) {
  if (tournament.round) return t("Round {round} of {rounds}", tournament);
  return tournament.settings.system === "swiss" && t("Rounds: {rounds}", tournament);
}

function invitation() {
  return h(
    "section",
    { class: "panel sheet" },
    h("strong", {}, t("Send this link to everyone you want to invite:")),
    shareLink("tournament-link", t("Link to this tournament")),
  );
}
