/** The questions that both kinds of tournaments ask. */

import { button, h } from "../dom.js";
import { dialog } from "../forms.js";
import { ask } from "../net.js";
import { t } from "../words.js";

/** A question with whatever it is answered in. */
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

/** All games and their variants in one list. */
export function gameSelect(families, choose) {
  const select = h("select", { name: "game", onchange: () => choose(gameOf(families, select)) });
  for (const family of families) {
    const options = family.variants.map(({ id, variant }) =>
      h("option", { value: id }, variant ? `${family.title} (${variant})` : family.title),
    );
    select.append(
      options.length > 1 ? h("optgroup", { label: family.title }, ...options) : options[0],
    );
  }
  return select;
}

/** The game that is chosen in such a list. */
export const gameOf = (families, select) =>
  families.flatMap((family) => family.variants).find(({ id }) => id === select.value);

/**
 * A dialog that makes a tournament and goes to it.
 * `parts` gets all games and gives what is asked, `wish` what to post.
 */
export async function openMaker(title, path, parts, wish) {
  let families;
  try {
    families = await ask("/api/catalogue");
  } catch (error) {
    dialog(title, [h("p", { class: "notice bad" }, error.message)]);
    return;
  }
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const make = button("yes", t("Create tournament"), begin, { name: "main" });

  async function begin() {
    make.disabled = true;
    try {
      const { id } = await ask(path, wish());
      location.assign(`/tournaments/${id}`);
    } catch (error) {
      complaint.textContent = error.message;
      complaint.hidden = false;
      make.disabled = false;
    }
  }
  dialog(title, [...parts(families), h("div", { class: "dialog-foot" }, complaint, make)]);
}
