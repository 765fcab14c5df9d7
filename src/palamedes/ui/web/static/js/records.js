/** Records and links to positions. */

/**
 * The address of a position on the analysis board.
 * @param {{game: string, start?: string | null, moves?: string[]}} question
 */
export function analysisLink({ game, start, moves }) {
  const fields = new URLSearchParams({ game });
  if (start) fields.set("start", start);
  if (moves?.length) fields.set("moves", moves.join(" "));
  return `/analysis#${fields}`;
}

/** What an address of ours says about a position. */
export function parseLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
  return { game: fields.get("game") ?? "", start: fields.get("start"), moves };
}

/** Let the browser save a text as a file. */
export function saveAs(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
