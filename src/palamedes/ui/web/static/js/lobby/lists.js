/** Lists whose entries change while somebody is about to press a button in one of them. */

/**
 * Show entries, and leave alone the elements of those that are as before: they keep the focus.
 * @param {HTMLElement} list
 * @param {any[]} entries
 * @param {(entry: any) => HTMLElement} make
 */
export function showEntries(list, entries, make) {
  const old = new Map(childrenOf(list).map((child) => [child.dataset.entry, child]));
  const shown = entries.map((entry) => {
    const key = JSON.stringify(entry);
    const element = old.get(key) ?? make(entry);
    element.dataset.entry = key;
    return element;
  });
  for (const child of childrenOf(list)) if (!shown.includes(child)) child.remove();
  shown.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

/** @type {(list: HTMLElement) => any[]} */
const childrenOf = (list) => [...list.children];
