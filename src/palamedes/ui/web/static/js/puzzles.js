/** Puzzles: a list of games, or the puzzles of one game. */

import "./board/board.js";
import { addressOf, currentPath } from "./shared/addresses.js";
import { drawHeader } from "./shared/header.js";
import { dailyPath, findDaily } from "./puzzles/daily.js";
import { showSets } from "./puzzles/sets.js";
import { PuzzlePage } from "./puzzles/puzzle_page.js";
import { t } from "./shared/words.js";

drawHeader("puzzles");
document.title = `${t("Puzzles")} - Palamedes`;
const game = currentPath().split("/")[2];
const daily = game === "daily" ? await findDaily() : null;
if (daily) location.replace(addressOf(dailyPath(daily)));
else if (game) await new PuzzlePage(game).open();
else await showSets();
