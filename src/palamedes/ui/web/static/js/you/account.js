/** Logging in, and the account of the visitor. */

import { button, h } from "../shared/dom.js";
import { botBadge } from "../shared/bots.js";
import { dialog } from "../shared/dialogs.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";
import { field, form, NAME, NEW_PASSWORD, PASSWORD } from "./form.js";

/** For visitors without an account: what it adds, and forms to log in or to create one. */
export function visitorPanel() {
  const enter = (path) => async (answers) => {
    await request(path, answers);
    location.reload();
  };
  const known = form(
    "person",
    t("Log in"),
    [field(t("Name"), NAME), field(t("Password"), PASSWORD)],
    enter("/api/logins"),
  );
  const hint = h(
    "p",
    { class: "muted" },
    t(
      "Name: 2 to 30 characters. Password: at least 8 characters. Lost passwords cannot be recovered.",
    ),
  );
  const fresh = form(
    "yes",
    t("Create account"),
    [field(t("Name"), NAME), field(t("Password"), NEW_PASSWORD), hint],
    enter("/api/accounts"),
  );
  return h(
    "section",
    { class: "panel part" },
    h("h1", {}, t("Profile")),
    h(
      "p",
      {},
      t(
        "You are playing without an account: your games and progress are only available in this browser.",
      ),
    ),
    h(
      "details",
      { class: "why" },
      h("summary", {}, t("Why create an account?")),
      h(
        "ul",
        {},
        h(
          "li",
          {},
          t(
            "Your games and progress on all your devices, including what you have done in this browser.",
          ),
        ),
        h(
          "li",
          {},
          t("Rated games against the computer and other players, and a place in the ranking."),
        ),
        h(
          "li",
          {},
          t("You only need a name and a password, and you can delete everything at any time."),
        ),
      ),
    ),
    h(
      "div",
      { class: "ways" },
      h("section", { "aria-labelledby": "way-in" }, h("h2", { id: "way-in" }, t("Log in")), known),
      h(
        "section",
        { "aria-labelledby": "way-new" },
        h("h2", { id: "way-new" }, t("Create account")),
        fresh,
      ),
    ),
  );
}

/** For visitors with an account. */
export function accountPanel(name, isBot) {
  const leave = async () => {
    await request("/api/you/logout", {});
    location.reload();
  };
  return h(
    "section",
    { class: "panel part account" },
    h("h1", {}, name, isBot && botBadge()),
    h(
      "div",
      { class: "buttons" },
      button("edit", t("Change password"), () => askPassword(name)),
      button("close", t("Log out"), leave, { name: "leave" }),
    ),
  );
}

function askPassword(name) {
  const change = async ({ old, password }) => {
    await request("/api/you/password", { old, new: password });
    location.reload();
  };
  const whose = h("input", { type: "text", autocomplete: "username", hidden: true, value: name });
  dialog(t("Change password"), [
    form(
      "yes",
      t("Change password"),
      [
        whose,
        field(t("Current password"), { ...PASSWORD, name: "old" }),
        field(t("New password"), NEW_PASSWORD),
        h("p", { class: "muted" }, t("You will be logged out everywhere else.")),
      ],
      change,
    ),
  ]);
}
