/** The address of a page, to be sent to others. */

import { copyText } from "./clipboard.js";
import { button, h } from "./dom.js";
import { t } from "./words.js";

/** The address of this page in a field, with a button that copies it. */
export function shareLink(id, label) {
  const field = h("input", { type: "text", readonly: true, id, "aria-label": label });
  field.value = `${location.origin}${location.pathname}`;
  field.addEventListener("focus", () => field.select());
  const copy = button("copy", t("Copy"), async () => {
    field.select();
    if (await copyText(field.value)) copy.lastChild.textContent = t("Copied");
  });
  copy.id = `copy-${id}`;
  return h("div", { class: "link-row" }, field, copy);
}
