/** Making an account a bot account, and the tokens of its programs. */

import { button, fill, h } from "../shared/dom.js";
import { confirmed, dialog } from "../shared/dialogs.js";
import { copyText } from "../shared/clipboard.js";
import { request } from "../shared/requests.js";
import { language, t } from "../shared/words.js";
import { field, form } from "./form.js";

/** For accounts of people: how one becomes the account of a bot. */
export function becomeBotPanel() {
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const become = async () => {
    const question = t("Make this a bot account? This cannot be undone.");
    if (!(await confirmed(question, t("Make it a bot account")))) return;
    try {
      await request("/api/you/bot", { sure: true });
      location.reload();
    } catch (error) {
      complaint.textContent = error.message;
      complaint.hidden = false;
    }
  };
  return panel(
    h(
      "p",
      { class: "muted" },
      t(
        "A program of yours can play here under an account of its own, which everybody sees as a bot. Only an account that has not played yet can become a bot account, and it stays one.",
      ),
    ),
    complaint,
    h("div", { class: "buttons" }, button("engine", t("Make it a bot account"), become)),
  );
}

/** For bot accounts: their tokens. */
export function tokensPanel(tokens) {
  const list = h("ul", { class: "logins" });
  const refresh = async () => show(await request("/api/you/tokens").catch(() => []));
  const revoke = async (id) => {
    await request(`/api/you/tokens/${id}/end`, {}).catch(() => {});
    await refresh();
  };
  const make = async ({ label }) => {
    const made = await request("/api/you/tokens", { label });
    showToken(made.token);
    await refresh();
  };
  const show = (found) => fill(list, ...found.map((token) => entry(token, () => revoke(token.id))));

  show(tokens);
  const label = field(t("Label"), { type: "text", name: "label", maxlength: 40, required: false });
  return panel(
    h(
      "p",
      { class: "muted" },
      t(
        "With a token, a program plays for this account: palamedes bot connect. Keep it secret; it can be revoked here at any time.",
      ),
    ),
    list,
    form("yes", t("New token"), [label], make),
  );
}

function panel(...children) {
  return h(
    "section",
    { class: "panel part", "aria-labelledby": "bot-title" },
    h("h2", { id: "bot-title" }, t("Bot account")),
    ...children,
  );
}

function showToken(token) {
  dialog(t("New token"), [
    h("p", {}, t("Copy the token into a file now: it is shown only once.")),
    h("p", {}, h("code", { class: "token" }, token)),
    h("div", { class: "buttons" }, button("copy", t("Copy"), () => copyText(token))),
  ]);
}

function entry({ label, created }, revoke) {
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { dateStyle: "medium", timeStyle: "short" };
  const when = new Date(created).toLocaleString(language, format);
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("strong", {}, label || t("token without a label")),
      h("div", { class: "muted" }, t("since {time}", { time: when })),
    ),
    button("remove", t("Revoke"), revoke),
  );
}
