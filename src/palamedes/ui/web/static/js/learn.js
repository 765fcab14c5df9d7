/** Lessons: a list of courses, or the course of one game. */

import "./board/board.js";
import { currentPath } from "./shared/addresses.js";
import { drawHeader } from "./shared/header.js";
import { showCourses } from "./learn/courses.js";
import { CoursePage } from "./learn/course_page.js";
import { t } from "./shared/words.js";

drawHeader("learn");
document.title = `${t("Learn")} - Palamedes`;
const game = currentPath().split("/")[2];
if (game) await new CoursePage(game).open();
else await showCourses();
