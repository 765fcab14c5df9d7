/** Puzzles: the games that have some, or those of one game, to be solved. */

import "./board.js";
import { drawHeader } from "./header.js";
import { showSets } from "./puzzles/sets.js";
import { SolverPage } from "./puzzles/solver.js";
import { t } from "./words.js";

drawHeader("puzzles");
document.title = `${t("Puzzles")} - Palamedes`;
const game = location.pathname.split("/")[2];
if (game) await new SolverPage(game).open();
else await showSets();
