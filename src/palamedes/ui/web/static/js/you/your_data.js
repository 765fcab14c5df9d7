/** Exporting and deleting everything that is stored about the visitor. */

import { button, h } from "../shared/dom.js";
import { confirmed, dialog } from "../shared/dialogs.js";
import { request } from "../shared/requests.js";
import { download } from "../shared/download.js";
import { settings } from "../shared/settings.js";
import { LAST_CHOICES, LAST_OFFER, store } from "../shared/storage.js";
import { t } from "../shared/words.js";
import { field, form, PASSWORD } from "./form.js";

/** @param {string | null} name of the account, if there is one */
export function dataPanel(name) {
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const attempt = (work) => async () => {
    complaint.hidden = true;
    try {
      await work();
    } catch (error) {
      complaint.textContent = error.message;
      complaint.hidden = false;
    }
  };
  const save = attempt(async () => {
    download("palamedes.json", await request("/api/you/export", {}));
  });
  const forget = name ? () => askForPassword() : attempt(forgetVisitor);
  return h(
    "section",
    { class: "panel part", "aria-labelledby": "data-title" },
    h("h2", { id: "data-title" }, t("Your data")),
    h(
      "p",
      { class: "muted" },
      t(
        "Everything this server stores about you can be downloaded as one file, or deleted. Games with other players stay available to them, without your name.",
      ),
    ),
    complaint,
    h(
      "div",
      { class: "buttons" },
      button("save", t("Export everything"), save, { name: "export" }),
      button("remove", t("Delete everything"), forget, { name: "delete" }),
    ),
  );
}

async function forgetVisitor() {
  const question = t("Delete all your games and progress? This cannot be undone.");
  if (!(await confirmed(question, t("Delete everything")))) return;
  await request("/api/you/delete", { sure: true });
  forgetHere();
}

/** Forget what this browser has kept: the name, and how the last games were begun. */
function forgetHere() {
  settings.choose("name", "");
  for (const key of [LAST_CHOICES, LAST_OFFER]) store(key, {});
  location.reload();
}

function askForPassword() {
  const forget = async ({ password }) => {
    await request("/api/you/delete", { password });
    forgetHere();
  };
  const warning = t("Delete your account, games and progress? This cannot be undone.");
  dialog(t("Delete everything"), [
    h("p", {}, warning),
    form("remove", t("Delete everything"), [field(t("Password"), PASSWORD)], forget, {
      name: "main delete",
    }),
  ]);
}
