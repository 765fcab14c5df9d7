/** The page of one tournament, updated every few seconds. */

import { fill, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { EnginesView } from "./tournament/engines_view.js";
import { PeopleView } from "./tournament/people_view.js";
import { nameOf } from "./tournaments/names.js";
import { t } from "./shared/words.js";

const VISIBLE = 2000; // milliseconds between two updates
const HIDDEN = 6000; // likewise, while the page is in the background

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

  /** Let screen readers say something. */
  announce(text) {
    write(find("#announcer"), text);
  }

  /** Send an action to the server, and show its effect. */
  async act(action, body = {}) {
    try {
      await request(`${this.path}/${action}`, body);
      this.#complain("");
      await this.refresh();
    } catch (error) {
      this.#complain(error.message);
    }
  }

  async refresh() {
    clearTimeout(this.#timer);
    try {
      this.#show(await request(this.path));
    } catch (error) {
      this.#complain(error.message);
      if (!this.#view) {
        const back = h("a", { href: "/tournaments" }, `‹ ${t("Tournaments")}`);
        fill(find("#main"), h("h1", {}, t("Tournaments")), this.#complaint, h("p", {}, back));
        return;
      }
    }
    this.#timer = setTimeout(() => this.refresh(), document.hidden ? HIDDEN : VISIBLE);
  }

  #show(tournament) {
    if (!this.#view) {
      document.title = `${nameOf(tournament)} - Palamedes`;
      this.#view = new (tournament.kind === "engines" ? EnginesView : PeopleView)(this);
      fill(find("#main"), this.#complaint, this.#view.element);
    }
    const drawn = JSON.stringify(tournament);
    if (drawn !== this.#drawn) this.#view.show(tournament);
    this.#drawn = drawn;
  }

  #complain(text) {
    this.#complaint.hidden = !text;
    write(this.#complaint, text);
  }
}

drawHeader("tournaments");
new TournamentPage(location.pathname.split("/").at(-1));
