"""The classic mistakes of bots and programs: what each is called, and what to do about it."""

from typing import NamedTuple

from palamedes.core.language import N_


class Mistake(NamedTuple):
    """A title, and advice in one or two sentences; both are translated when they are shown.

    The advice may contain {answered}, {example}, {expected}, {printed}, {signal} and {detail}.
    """

    title: str
    advice: str


STARTING = {
    "not found": Mistake(
        N_("Program not found"),
        N_(
            "Check the path of the program and of its arguments: a relative path starts in the "
            "folder in which you run palamedes."
        ),
    ),
    "not executable": Mistake(
        N_("File not executable"),
        N_(
            "Make the file executable with `chmod +x FILE`, or name the program that runs it, such "
            "as cmd:python3 FILE."
        ),
    ),
    "not a program": Mistake(
        N_("Not a program"),
        N_(
            "This machine cannot run the file. A script needs a first line such as "
            "`#!/usr/bin/env python3`; a compiled program has to be built for this machine."
        ),
    ),
    "no answer to ugi": Mistake(
        N_("No answer to `ugi`"),
        N_(
            "The first line your program reads is `ugi`. It must print `ugiok` and go on reading; "
            "later it answers every `isready` with `readyok`."
        ),
    ),
    "no answer to isready": Mistake(
        N_("No answer to `isready`"),
        N_(
            "Your program must answer every `isready` with `readyok` as soon as it can play. If it "
            "needs long to prepare, --start allows more time."
        ),
    ),
    "ended at once": Mistake(
        N_("The program ended by itself"),
        N_(
            "Your program must read lines from stdin and answer them in a loop, and end only after "
            "`quit` or at the end of the input."
        ),
    ),
}

OUTPUT = {
    "no flush": Mistake(
        N_("Output not flushed"),
        N_(
            "Your program printed {printed} only when it was told to end: until then the text lay "
            "in a buffer. Flush after every answer: fflush(stdout) in C, System.out.flush() in "
            "Java, print(..., flush=True) in Python."
        ),
    ),
    "no newline": Mistake(
        N_("A line without an end"),
        N_("Your program printed {printed}, but no newline after it. End every answer with one."),
    ),
    "debug output": Mistake(
        N_("Debug output on stdout"),
        N_(
            "Your program printed {printed} on stdout, which is only for answers. Print debug "
            "output on stderr: fprintf(stderr, ...) in C, System.err.println(...) in Java, "
            "print(..., file=sys.stderr) in Python."
        ),
    ),
    "no bestmove": Mistake(
        N_("The move is not announced"),
        N_(
            "Your program printed {printed}. Print the word `bestmove` and the move on one line: "
            "`bestmove {example}`."
        ),
    ),
    "too late": Mistake(
        N_("The move came too late"),
        N_(
            "{printed} arrived just after the time limit. Stop thinking earlier, and flush the "
            "output right after the move."
        ),
    ),
    "too slow": Mistake(
        N_("Too slow"),
        N_(
            "No move came within the time limit. Search less deeply, or watch the clock: "
            "`go movetime N` names the milliseconds you have, self.seconds the seconds in a Python "
            "bot."
        ),
    ),
}

MOVES = {
    "returned None": Mistake(
        N_("move() returned None"),
        N_(
            "A `return` is missing: every path through move() must end with `return` and a move, "
            "also if no move looks good."
        ),
    ),
    "returned no text": Mistake(
        N_("move() did not return text"),
        N_("move() must return one of position.moves, which are texts such as '{example}'."),
    ),
    "no move": Mistake(
        N_("No move given"),
        N_("There are legal moves, so your bot must choose one, such as '{example}'."),
    ),
    "wrong notation": Mistake(
        N_("Wrong notation"),
        N_(
            "'{answered}' is not how moves are written here: write them like '{example}'. The "
            "legal moves are given to your bot in this notation."
        ),
    ),
    "illegal move": Mistake(
        N_("Illegal move"),
        N_(
            "'{answered}' is not possible in this position. Choose one of the legal moves, and "
            "check that your bot keeps track of the moves of both players."
        ),
    ),
}

CRASHES = {
    "segmentation fault": Mistake(
        N_("Segmentation fault"),
        N_(
            "Your program used memory that is not its own: an index outside an array, a null "
            "pointer, endless recursion. Compile with `-g -fsanitize=address` and run it again to "
            "see the line."
        ),
    ),
    "arithmetic error": Mistake(
        N_("Division by zero"),
        N_("Your program divided an integer by zero (signal {signal}). Check the divisors."),
    ),
    "aborted": Mistake(
        N_("The program aborted itself"),
        N_(
            "A failed assert, an uncaught exception or damaged memory ended your program (signal "
            "{signal}). Its last lines on stderr often say why."
        ),
    ),
    "killed": Mistake(
        N_("The program was killed"),
        N_("Signal {signal} ended your program; often it needed too much memory."),
    ),
    "syntax error": Mistake(
        N_("Python cannot read the file"),
        N_(
            "Correct the line shown, or the one before it: a bracket, a colon or the indentation "
            "may be wrong."
        ),
    ),
    "missing module": Mistake(
        N_("A module is missing"),
        N_(
            "Python does not find a module that your file imports. Hand it in beside your file, or "
            "do without it: only what is installed here can be imported."
        ),
    ),
    "no bot class": Mistake(
        N_("No bot in the file"),
        N_("The file must define one class derived from Bot, with a method move(self, position)."),
    ),
    "exception": Mistake(
        N_("An exception in your code"),
        N_("Correct the line shown; the last line of the traceback says what is wrong there."),
    ),
    "ended with an error": Mistake(
        N_("The program ended with an error"),
        N_("It should answer until `quit`. Its last lines on stderr often say what went wrong."),
    ),
    "closed its output": Mistake(
        N_("The program closed its output"),
        N_("Your program closed stdout but went on running. Leave it open until `quit`."),
    ),
}

LIMITS = {
    "memory": Mistake(
        N_("Too much memory"),
        N_(
            "Your program exceeded its memory limit. Keep smaller tables, or empty them between "
            "moves; --memory sets the limit."
        ),
    ),
    "too much output": Mistake(
        N_("Too much output"),
        N_(
            "Your program printed far more than answers on stdout, for one move. Print debug "
            "output on stderr, and look for a loop that never ends."
        ),
    ),
    "disqualified": Mistake(
        N_("Disqualified"), N_("Your program broke a rule of the arena: {detail}.")
    ),
}

MISTAKES = {**STARTING, **OUTPUT, **MOVES, **CRASHES, **LIMITS}
