/** Addresses of positions on the analysis board. */

/** @param {{game: string, start?: string | null, moves?: string[]}} question */
export function analysisLink({ game, start, moves }) {
  const fields = new URLSearchParams({ game });
  if (start) fields.set("start", start);
  if (moves?.length) fields.set("moves", moves.join(" "));
  return `/analysis#${fields}`;
}

/** The game, start and moves in the hash of such an address. */
export function parseAnalysisLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
  return { game: fields.get("game") ?? "", start: fields.get("start"), moves };
}
