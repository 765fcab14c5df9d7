/** A tournament of people: who takes part, whom they meet, and where they stand. */

import { button, h } from "../dom.js";
import { confirmed } from "../forms.js";
import { linkRow } from "../link.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { figure } from "../tournaments/names.js";
import { t } from "../words.js";
import { head, points, renew, table } from "./parts.js";
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
      { class: "contest-page" },
      h("div", { class: "stack" }, this.#head, this.#tables),
      this.#rounds,
    );
  }

  show(contest) {
    this.names = new Map(contest.entrants.map(({ number, name }) => [number, name]));
    this.#tell(contest);
    const key = JSON.stringify([contest.state, contest.you, contest.board, contest.round]);
    if (key !== this.#key || contest.state === "open") this.#drawHead(contest);
    this.#key = key;
    renew(
      this.#tables,
      contest.state === "open" ? this.#entrants(contest) : this.#standings(contest),
      contest.round > 0 && contest.entrants.length > 2 && this.#cross(contest),
    );
    renew(this.#rounds, ...roundList(contest, this.names, this.page));
  }

  /** Who has a board now should not miss it. */
  #tell(contest) {
    if (contest.board && contest.board !== this.#board) {
      this.page.announce(t("Round {round}: your game is ready.", { round: contest.round }));
      sound("ask");
    } else if (contest.state === "over") {
      this.page.announce(t("The tournament is over."));
    }
    this.#board = contest.board;
  }

  #drawHead(contest) {
    const { settings: rules } = contest;
    const [total, more] = rules.clock;
    renew(
      this.#head,
      head(
        contest,
        rules.system === "swiss" ? t("Swiss") : t("round robin"),
        progress(contest),
        t("{minutes} min + {seconds} s", { minutes: figure(total / 60), seconds: figure(more) }),
      ),
      this.#now(contest),
      contest.state === "open" && invitation(),
      this.#buttons(contest),
    );
  }

  /** What the visitor can do now: play, wait, or take part. */
  #now(contest) {
    if (contest.board) {
      return h(
        "section",
        { class: "notice good now" },
        h("strong", {}, t("Round {round}: your game is ready.", { round: contest.round })),
        h(
          "a",
          {
            class: "button main",
            id: "your-board",
            href: `/game/${contest.board}`,
          },
          t("Go to your game"),
        ),
      );
    }
    const isPlayer = contest.you !== null && !this.#isGone(contest);
    if (contest.state === "over") return this.#winner(contest);
    if (contest.state === "stopped") return null;
    if (isPlayer) {
      const text =
        contest.state === "open"
          ? t("You have joined. Waiting for the organiser to start.")
          : t("Wait for the next round: it starts when all games are finished.");
      return h("p", { class: "notice" }, text);
    }
    const isLate = contest.settings.system !== "swiss" || contest.round >= contest.rounds;
    if (contest.state === "running" && isLate && !this.#isGone(contest)) return null;
    return this.#joining();
  }

  #isGone({ entrants, you }) {
    return entrants.some(({ number, withdrawn }) => number === you && withdrawn);
  }

  #winner(contest) {
    const best = contest.table.filter(({ place }) => place === 1);
    const names = best.map(({ number }) => this.names.get(number)).join(", ");
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
      h("label", { for: "entrant-name", class: "legend" }, t("Your name (visible to other players)")),
      this.#name,
      h("button", { class: "button main", type: "submit", id: "join" }, t("Join the tournament")),
    );
    return form;
  }

  #buttons(contest) {
    const { page } = this;
    const isOn = contest.state === "open" || contest.state === "running";
    if (!isOn) return null;
    const isPlayer = contest.you !== null && !this.#isGone(contest);
    const start = button("play", t("Start the first round"), () => page.act("start"), {
      name: "main",
    });
    start.id = "start-contest";
    start.disabled = contest.entrants.length < 2;
    const leave = button("resign", t("Withdraw"), () => this.#sure("withdrawals", t("Withdraw")));
    leave.id = "withdraw";
    const stop = button("close", t("End tournament"), () => this.#sure("stop", t("End tournament")));
    stop.id = "end-contest";
    return h(
      "div",
      { class: "buttons" },
      contest.mine && contest.state === "open" && start,
      isPlayer && leave,
      contest.mine && stop,
    );
  }

  async #sure(action, yes) {
    const question = action === "stop" ? t("End this tournament now?") : t("Withdraw from this tournament?");
    if (await confirmed(question, yes)) this.page.act(action);
  }

  #entrants(contest) {
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
      h("h2", {}, `${t("Players")} (${contest.entrants.length})`),
      contest.entrants.length
        ? h(
            "ol",
            { class: "entrants" },
            ...contest.entrants.map(({ number, name }) =>
              h("li", {}, h("span", {}, name), contest.mine && send(number, name)),
            ),
          )
        : h("p", { class: "muted" }, t("Nobody has joined yet.")),
    );
  }

  #standings(contest) {
    const gone = new Set(
      contest.entrants.filter(({ withdrawn }) => withdrawn).map(({ number }) => number),
    );
    const rows = contest.table.map((row) => [
      String(row.place),
      h(
        "span",
        { class: row.number === contest.you ? "you" : "" },
        this.names.get(row.number),
        gone.has(row.number) && h("small", { class: "muted" }, ` (${t("withdrawn")})`),
      ),
      points(row.points),
      points(row.buchholz),
      figure(row.berger),
      String(row.wins),
    ]);
    const berger = h("abbr", { title: "Sonneborn-Berger" }, "S.-B.");
    const headings = ["#", t("player"), t("points"), "Buchholz", berger, t("wins")];
    return table(t("Standings"), headings, rows);
  }

  #cross(contest) {
    const ranked = contest.table.map(({ number }) => number);
    const cell = (row, other) => {
      if (other === row.number) return "·";
      return other in row.scores ? points(row.scores[other]) : "";
    };
    const rows = contest.table.map((row, place) => [
      String(place + 1),
      this.names.get(row.number),
      ...ranked.map((other) => cell(row, other)),
    ]);
    const places = ranked.map((_number, place) => String(place + 1));
    return table(t("Cross table"), ["#", t("player"), ...places], rows);
  }
}

function progress(contest) {
  if (contest.round) return t("Round {round} of {rounds}", contest);
  return contest.settings.system === "swiss" && t("Rounds: {rounds}", contest);
}

function invitation() {
  return h(
    "section",
    { class: "panel sheet" },
    h("strong", {}, t("Send this link to everyone you want to invite:")),
    linkRow("contest-link", t("Link to this tournament")),
  );
}
