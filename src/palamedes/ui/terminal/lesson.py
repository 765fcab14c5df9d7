"""Taking a lesson at the terminal: read, type moves, go on."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.lessons import Course, LessonRun
from palamedes.ui.session.lesson_progress import completed_steps, note_completed
from palamedes.ui.terminal.board_text import draw_marked, draw_match
from palamedes.ui.terminal.commands import TypedCommand, find_command, list_commands
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.guide import show_guide
from palamedes.ui.terminal.move_text import in_columns


def take_lesson(course: Course, console: Terminal) -> bool:
    """Take a course, from the first step that is not completed.

    Returns False after Ctrl-C or the end of input.
    """
    screen = _LessonScreen(course, console)
    try:
        screen.run()
    except (EOFError, KeyboardInterrupt):
        console.say_goodbye(_("Goodbye."))
        return False
    return True


class _LessonScreen:
    """Shows the steps of a course and handles the lines that the learner types."""

    def __init__(self, course: Course, console: Terminal) -> None:
        self.console = console
        self.lesson = LessonRun(course, course.next_step(completed_steps(course.name)))
        self.has_quit = False

    def run(self) -> None:
        self.console.say(_("Type your move; Enter goes on; help lists the commands."))
        self.show()
        while not self.has_quit:
            line = self.console.ask("> ")
            try:
                self._handle(line)
            except PalamedesError as error:
                self.console.say(str(error))

    def show(self, _argument: str = "") -> None:
        """Print the text of the step and draw the board."""
        run = self.lesson.now
        heading = _("{game}, step {number} of {count}: {title}").format(
            game=_(run.course.family.title),
            number=run.number,
            count=len(run.course.steps),
            title=_(run.step.title),
        )
        self.console.say(f"\n{heading}")
        self.console.say_paragraph(_(run.step.text))
        self._draw()

    def _draw(self) -> None:
        run, console = self.lesson.now, self.console
        names = (_("You"), _("Opponent"))
        run.match.players = names if run.learner == 0 else names[::-1]
        console.say(draw_marked(run.match, run.spots, console.unicode, console.width))
        if run.is_done:
            self._say_what_next()

    def _say_what_next(self) -> None:
        if not self.lesson.is_last:
            self.console.say(_("Press Enter for the next step."))
            return
        self.console.say(
            _("That was the whole lesson. Now play a real game: palamedes play {game}").format(
                game=self.lesson.course.name
            )
        )

    def _handle(self, line: str) -> None:
        run = self.lesson.now
        if not line:
            self._go_on()
            return
        command = find_command(COMMANDS, line)
        if command is not None:
            command.action(self, "")
        elif run.is_lost:
            raise PalamedesError(_("The game is over. Type again to try once more."))
        else:
            self._try(line)

    def _try(self, move: str) -> None:
        run = self.lesson.now
        answer = run.answer(move)
        if not answer.is_right and not run.is_lost:
            tried = answer.match
            tried.players = run.match.players
            self.console.say(
                draw_match(tried, len(tried.turns), self.console.unicode, self.console.width)
            )
        elif len(run.moves) > answer.made + 1:
            self.console.say(_("Your opponent answers {move}.").format(move=run.moves[-1]))
        if answer.text:
            self.console.say_paragraph(answer.text)
        if not answer.is_right and not run.is_lost:
            self.console.say(_("Your move was taken back. Try again."))
            return
        note_completed(run)
        self._draw()
        if run.is_lost:
            self.console.say(_("Type again to try once more."))

    def _go_on(self) -> None:
        """Enter: the next step, once this one is done."""
        if not self.lesson.now.is_done:
            self.console.say(_("Type your move, or next to skip this step."))
            return
        self.next("")

    def next(self, _argument: str) -> None:
        note_completed(self.lesson.now)
        if self.lesson.is_last:
            self.has_quit = True
        else:
            self.lesson.go_to(self.lesson.now.number + 1)
            self.show()

    def back(self, _argument: str) -> None:
        self.lesson.go_to(max(1, self.lesson.now.number - 1))
        self.show()

    def again(self, _argument: str) -> None:
        self.lesson.now.restart()
        self.show()

    def hint(self, _argument: str) -> None:
        move = self.lesson.now.solution
        text = _("Try {move}.").format(move=move) if move else _("There is no hint here.")
        self.console.say(text)

    def moves(self, _argument: str) -> None:
        self.console.say(in_columns(self.lesson.now.position.moves, self.console.width))

    def rules(self, _argument: str) -> None:
        show_guide(self.lesson.course.name, self.console)

    def help(self, _argument: str) -> None:
        example = next(iter(self.lesson.now.position.moves), "")
        self.console.say(_("Type a move, such as {move}, or a command:").format(move=example))
        self.console.say(list_commands(COMMANDS))

    def quit(self, _argument: str) -> None:
        self.has_quit = True


COMMANDS: tuple[TypedCommand[_LessonScreen], ...] = (
    TypedCommand("help", "aide", N_("show this help"), _LessonScreen.help),
    TypedCommand("next", "suivant", N_("go to the next step"), _LessonScreen.next),
    TypedCommand("back", "retour", N_("go back to the previous step"), _LessonScreen.back),
    TypedCommand("hint", "indice", N_("show a right move"), _LessonScreen.hint),
    TypedCommand("again", "recommencer", N_("start this step again"), _LessonScreen.again),
    TypedCommand("board", "plateau", N_("show the step again"), _LessonScreen.show),
    TypedCommand("moves", "coups", N_("list the legal moves"), _LessonScreen.moves),
    TypedCommand("rules", "règles", N_("show the rules"), _LessonScreen.rules),
    TypedCommand("quit", "quitter", N_("quit; you can continue here later"), _LessonScreen.quit),
)
