/** Translation: scripts have their texts in English, and the server translates them. */

import { addressOf } from "./addresses.js";

export const language = document.documentElement.lang;
const words = language === "en" ? {} : await load();

async function load() {
  const { page } = document.documentElement.dataset;
  try {
    const answer = await fetch(addressOf(`/api/words?${new URLSearchParams({ page, language })}`));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

/**
 * A text in the language of the page, with its {fields} filled in.
 *
 * `english` must be a string literal in every call: translators get what is found in the scripts.
 * @param {string} english
 * @param {Record<string, string | number>} [fields]
 */
export function t(english, fields = {}) {
  const text = words[english] ?? english;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}

/** A number with the separators of the language of the page. */
export const numberText = (number) => number.toLocaleString(language);

/** Change the language, and load the page again in it. */
export function changeLanguage(code) {
  document.cookie = `language=${code}; path=${addressOf("/")}; max-age=31536000; samesite=lax`;
  location.reload();
}
