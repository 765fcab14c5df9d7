/** The page of one tournament: it asks the server again and again how things stand. */

import { fill, find, h, write } from "./dom.js";
import { drawHeader } from "./header.js";
import { ask } from "./net.js";
import { EnginesView } from "./tournament/engines.js";
import { PeopleView } from "./tournament/people.js";
import { nameOf } from "./tournaments/names.js";
import { t } from "./words.js";

const SOON = 2000;
const LATER = 6000; // milliseconds until the next question: who does not look can wait

class TournamentPage {
  #view = null;
  #timer = 0;
  #drawn = "";
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });

  constructor(id) {
    this.id = id;
    this.path = `/api/contests/${id}`;
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
    this.refresh();
  }

  /** Tell those who do not see the page. */
  announce(text) {
    write(find("#announcer"), text);
  }

  /** Ask for something, and show what came of it. */
  async act(action, body = {}) {
    try {
      await ask(`${this.path}/${action}`, body);
      this.#complain("");
      await this.refresh();
    } catch (error) {
      this.#complain(error.message);
    }
  }

  async refresh() {
    clearTimeout(this.#timer);
    try {
      this.#show(await ask(this.path));
    } catch (error) {
      this.#complain(error.message);
      if (!this.#view) {
        const back = h("a", { href: "/tournaments" }, `‹ ${t("Tournaments")}`);
        fill(find("#main"), h("h1", {}, t("Tournaments")), this.#complaint, h("p", {}, back));
        return;
      }
    }
    this.#timer = setTimeout(() => this.refresh(), document.hidden ? LATER : SOON);
  }

  #show(contest) {
    if (!this.#view) {
      document.title = `${nameOf(contest)} - Palamedes`;
      this.#view = new (contest.kind === "engines" ? EnginesView : PeopleView)(this);
      fill(find("#main"), this.#complaint, this.#view.element);
    }
    const drawn = JSON.stringify(contest);
    if (drawn !== this.#drawn) this.#view.show(contest);
    this.#drawn = drawn;
  }

  #complain(text) {
    this.#complaint.hidden = !text;
    write(this.#complaint, text);
  }
}

drawHeader("tournaments");
new TournamentPage(location.pathname.split("/").at(-1));
