/** What the dialogs for new tournaments of people and of engines have in common. */

import { visit } from "../shared/addresses.js";
import { button, h } from "../shared/dom.js";
import { dialog } from "../shared/dialogs.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

/** An input with its label. */
export function field(legend, input, note = "") {
  return h(
    "label",
    {},
    h("span", { class: "legend" }, legend),
    input,
    note && h("span", { class: "muted note" }, note),
  );
}

export function textInput(name, longest, value = "") {
  const input = h("input", { type: "text", name, maxlength: longest, autocomplete: "off" });
  input.value = value;
  return input;
}

/**
 * Open a dialog that creates a tournament and goes to it.
 * @param {string} title
 * @param {string} path where the tournament is posted
 * @param {(families: any[]) => any[]} fields the inputs, given all games
 * @param {() => object} answers what is posted
 */
export async function openDialog(title, path, fields, answers) {
  let families;
  try {
    families = await request("/api/catalogue");
  } catch (error) {
    dialog(title, [h("p", { class: "notice bad" }, error.message)]);
    return;
  }
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const create = button("yes", t("Create tournament"), submit, { name: "main" });

  async function submit() {
    create.disabled = true;
    try {
      const { id } = await request(path, answers());
      visit(`/tournaments/${id}`);
    } catch (error) {
      complaint.textContent = error.message;
      complaint.hidden = false;
      create.disabled = false;
    }
  }
  dialog(title, [...fields(families), h("div", { class: "dialog-foot" }, complaint, create)]);
}
