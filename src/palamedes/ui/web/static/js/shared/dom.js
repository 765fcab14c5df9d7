/** Elements of a page. All content is put in as text, never as markup. */

import { addressOf } from "./addresses.js";

/**
 * An element with attributes, listeners (`onclick`) and children (elements or texts).
 * @param {string} name
 * @param {Record<string, any>} [attributes] null, undefined and false are left out
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any} the element: its type depends on the name
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : attributeText(key, value));
  }
  fill(element, ...children);
  return element;
}

/** The text of an attribute: a link to a path leads to its address on this server. */
function attributeText(key, value) {
  const isPath = (key === "href" || key === "src") && value.startsWith("/");
  return isPath ? addressOf(value) : String(value);
}

/** Replace the children of an element; null, undefined and false are left out. */
export function fill(element, ...children) {
  const there = children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...there.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** Set the text of an element if it differs: screen readers read out every change. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const REMEMBERED = 4; // sentences that a screen reader may not have read yet

/** Let screen readers say something, after what was announced just before. */
export function announce(text) {
  const announcer = find("#announcer");
  announcer.append(h("p", {}, text));
  while (announcer.children.length > REMEMBERED) announcer.firstChild.remove();
}

/** @type {(selector: string, under?: ParentNode) => any} */
export const find = (selector, under = document) => under.querySelector(selector);

/** An icon of our set, hidden from screen readers. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", addressOf(`/static/icons/set.svg#${name}`));
  svg.append(use);
  return svg;
}

/**
 * A button with an icon and a text.
 * @param {string} picture
 * @param {string} text
 * @param {(event: any) => void} onclick
 * @param {{quiet?: boolean, name?: string}} [options] `quiet`: the text is only a label and
 *   a tooltip; `name`: more CSS classes
 */
export function button(picture, text, onclick, { quiet = false, name = "" } = {}) {
  const attributes = { type: "button", class: `button ${name}`.trim(), onclick };
  if (quiet) return h("button", { ...attributes, title: text, "aria-label": text }, icon(picture));
  return h("button", attributes, picture && icon(picture), h("span", {}, text));
}
