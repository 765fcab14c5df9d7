/** Texts about the nodes of a search tree. */

import { numberText, t } from "../shared/words.js";

export function algorithmName(name) {
  return {
    bestfirst: t("best-first"),
    minimax: t("minimax"),
    alphabeta: t("alpha-beta"),
    mcts: t("MCTS"),
  }[name];
}

export function orderName(name) {
  return {
    given: t("default"),
    good: t("most promising first"),
    bad: t("least promising first"),
    random: t("random"),
  }[name];
}

/** An evaluation by its name, as people read it. */
export function evaluationText(name) {
  const titles = {
    none: t("none"),
    tuned: t("tuned"),
    original: t("original"),
    theory: t("theory"),
    formula: t("formula"),
    cubes: t("cubes"),
    trivial: t("almost complete lines"),
    open: t("open lines"),
    ultime: t("lines and boards"),
    difficile: t("mobility and forks"),
    naive: t("naive"),
    advanced: t("advanced"),
    expert: t("expert"),
  };
  return titles[name] ?? name;
}

/** A score: infinite, a win or loss in some plies, or a number; a brief one omits "plies". */
export function scoreText(search, score, isBrief = false) {
  if (Math.abs(score) >= search.infinity) return score > 0 ? "∞" : "-∞";
  const plies = search.won - Math.abs(score);
  if (score >= search.proven) {
    if (isBrief) return t("win in {plies}", { plies });
    return plies === 1 ? t("win in 1 ply") : t("win in {plies} plies", { plies });
  }
  if (score <= -search.proven) {
    if (isBrief) return t("loss in {plies}", { plies });
    return plies === 1 ? t("loss in 1 ply") : t("loss in {plies} plies", { plies });
  }
  return String(score);
}

/** The value of a node as far as the search knows it: a value, a bound or a share of points. */
export function valueText(search, node, isBrief = false) {
  const kind = search.kind[node];
  if (kind === "c") return "";
  if (kind === "f" && search.value_of[node] === 0) return t("draw");
  if (kind === "f") return scoreText(search, search.value_of[node], isBrief);
  if (search.isMcts) return percent(search.mean(node));
  const now = search.now[node];
  if (Number.isNaN(now)) return "?";
  const text = scoreText(search, now, isBrief);
  if (!search.isFinal(node)) return search.isBestFirst ? text : `${text} …`;
  return { "=": "", "<": "≤ ", ">": "≥ " }[search.bound[node]] + text;
}

export function percent(share) {
  return Number.isNaN(share) ? "?" : `${Math.round(100 * share)}%`;
}

export function windowText(search, [alpha, beta]) {
  return `[${scoreText(search, alpha, true)}, ${scoreText(search, beta, true)}]`;
}

/** The second line of a node: window, visits, or kind; shorter if it is folded. */
export function noteText(search, node, isBrief = false) {
  if (search.kind[node] === "c") return "";
  if (search.isMcts) return t("visits: {count}", { count: numberText(search.visits[node]) });
  const window = search.window(node);
  if (!window) return kindText(search, node);
  const [entered, now] = [window.entered, window.now].map((each) => windowText(search, each));
  return isBrief || entered === now ? entered : `${entered} → ${now}`;
}

export function kindText(search, node) {
  return {
    x: t("max"),
    n: t("min"),
    l: search.isMcts ? t("not explored yet") : t("leaf"),
    f: t("game over"),
    c: t("pruned"),
  }[search.kindOf(node)];
}

/** How many nodes and cuts a folded node hides. */
export function belowText(search, node) {
  const nodes = `+${numberText(search.below[node])}`;
  return search.cuts[node] ? `${nodes} ✂${numberText(search.cuts[node])}` : nodes;
}

/** The moves removed by one cut. */
export function cutText(search, node) {
  const group = search.cutGroup(node);
  if (group.length === 1) return search.moveOf(node);
  return t("{count} pruned", { count: numberText(group.length) });
}

export const reasonText = (search, node) => search.reasons[search.reason[node]];

/** A node in one sentence, for screen readers. */
export function sentence(search, node) {
  if (search.kind[node] === "c") {
    const moves = search
      .cutGroup(node)
      .map((each) => search.moveOf(each))
      .join(" ");
    return t("Pruned: {moves} ({reason})", { moves, reason: reasonText(search, node) });
  }
  const move = search.moveOf(node) || t("root");
  const parts = [move, kindText(search, node), valueText(search, node), noteText(search, node)];
  return [...new Set(parts)].join(", ");
}
