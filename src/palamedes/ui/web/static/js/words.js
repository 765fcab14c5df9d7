/** The language of the page: texts are written in English here, and the server translates them. */

const language = document.documentElement.lang;
const words = await load();

async function load() {
  try {
    const answer = await fetch(`/api/words?language=${encodeURIComponent(language)}`);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

/**
 * A text in the language of the page, with its {fields} filled in.
 * @param {string} english
 * @param {Record<string, string | number>} [fields]
 */
export function t(english, fields = {}) {
  const text = words[english] ?? english;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}

/** A large number as it is written in the language of the page. */
export const numberText = (number) => number.toLocaleString(language);

/** Speak another language from now on: everything that is shown comes again. */
export function speak(code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

export { language };
