/** Dialogs and choices. */

import { button, h } from "./dom.js";
import { t } from "./words.js";

/** Open a dialog over the page; closing removes it. */
export function dialog(title, children) {
  const close = button("close", t("Close"), () => element.close(), { quiet: true, name: "bare" });
  const heading = h("h2", { id: "dialog-title" }, title);
  const element = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    h("div", { class: "dialog-head" }, heading, close),
    h("div", { class: "dialog-body" }, ...children),
  );
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => event.target === element && element.close());
  document.body.append(element);
  element.showModal();
  return element;
}

/**
 * Radio buttons.
 * @param {string} legend
 * @param {string} name
 * @param {string[][]} options value, text and, if there is one, the class of a colour swatch
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choices(legend, name, options, chosen, choose = () => {}) {
  return h(
    "fieldset",
    { "data-field": name },
    h("legend", {}, legend),
    h(
      "div",
      { class: "choices" },
      ...options.map(([value, text, swatch]) => {
        const input = h("input", { type: "radio", name, value, onchange: () => choose(value) });
        input.checked = value === chosen;
        return h(
          "label",
          {},
          input,
          h("span", {}, swatch && h("i", { class: `swatch ${swatch}` }), text),
        );
      }),
    ),
  );
}

/** The rules in short, and where they are with pictures. */
export function rulesDialog(title, rules, name) {
  const there = { class: "button", href: `/rules/${name}`, target: "_blank" }; // the game stays open
  const link = h("a", there, t("Rules with pictures"));
  dialog(title, [h("p", {}, rules), h("div", { class: "buttons" }, link)]);
}

/** Ask for confirmation, perhaps with a line that says of what; resolves to true or false. */
export function confirmed(question, yes, what = "") {
  return new Promise((resolve) => {
    const agree = button(
      "yes",
      yes,
      () => {
        resolve(true);
        asked.close();
      },
      { name: "main" },
    );
    const refuse = button("close", t("Cancel"), () => asked.close());
    const line = what ? [h("p", {}, what)] : [];
    const asked = dialog(question, [...line, h("div", { class: "buttons" }, agree, refuse)]);
    asked.addEventListener("close", () => resolve(false));
  });
}
