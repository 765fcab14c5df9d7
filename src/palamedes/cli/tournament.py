"""`palamedes tournament`: games between players, ratings, a report."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from palamedes.cli.options import (
    AsJson,
    JsonFile,
    Limit,
    NoBook,
    Plain,
    Points,
    Quiet,
    Repetition,
    Sandbox,
    history_of,
    new_app,
)
from palamedes.cli.tournament_options import (
    CORES,
    MEGABYTES,
    SECONDS_TO_START,
    Adjudicate,
    Cluster,
    CsvFile,
    Depth,
    FirstMove,
    Games,
    Gauntlet,
    Increment,
    JournalFile,
    KeepAlive,
    Memory,
    Nodes,
    Openings,
    OpeningsFile,
    OptionalSeconds,
    Players,
    Report,
    Resign,
    Resume,
    Seed,
    SprtBounds,
    Start,
    Total,
    Workers,
)
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

if TYPE_CHECKING:
    from palamedes.arena.plan import Sprt

app = new_app()
MOST_ELO = 10_000  # of a hypothesis; no advantage is larger


@app.command(
    "tournament", help=_("Run a tournament: standings, ratings, and a report of all games.")
)
def tournament_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("A game, such as teeko."))] = "",
    players: Players = None,
    games: Games = 50,
    gauntlet: Gauntlet = False,
    openings: Openings = 4,
    openings_file: OpeningsFile = None,
    seed: Seed = 0,
    seconds: OptionalSeconds = None,
    first_move: FirstMove = None,
    total: Total = None,
    increment: Increment = 0.0,
    depth: Depth = None,
    nodes: Nodes = None,
    repetition: Repetition = None,
    quiet: Quiet = None,
    limit: Limit = None,
    points: Points = False,
    adjudicate: Adjudicate = False,
    resign: Resign = 0,
    no_book: NoBook = False,
    memory: Memory = MEGABYTES,
    start: Start = SECONDS_TO_START,
    sandbox: Sandbox = "off",
    keep_alive: KeepAlive = False,
    sprt: SprtBounds = None,
    workers: Workers = CORES,
    cluster: Cluster = None,
    journal: JournalFile = None,
    resume: Resume = None,
    as_json: AsJson = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    report: Report = None,
    plain: Plain = False,
) -> None:
    from palamedes.arena.openings import read_openings
    from palamedes.arena.plan import GameTerms, Plan, parse_entrants
    from palamedes.games import find_game
    from palamedes.players import without_book
    from palamedes.players.external import Bounds
    from palamedes.ui.terminal.json_output import JsonOutput
    from palamedes.ui.terminal.run_tournament import Outputs, new_journal, run_tournament

    outputs = Outputs(JsonOutput(as_json, json_file), csv_file, report, plain)
    if resume is not None:
        if game or journal is not None:
            raise PalamedesError(_("with --resume, give no game, no players and no --journal"))
        if not resume.exists():
            raise PalamedesError(_("{path}: file not found").format(path=resume))
        run_tournament(resume, None, workers, cluster, outputs)
        return
    if not game:
        raise PalamedesError(_("give a game and at least two players, or --resume FILE"))
    if increment and total is None:
        raise PalamedesError(_("--increment needs --total"))
    chosen = find_game(game)
    terms = GameTerms(
        history_of(chosen, repetition, quiet, limit, points),
        move=seconds,
        first=first_move,
        total=total,
        increment=increment,
        depth=depth,
        nodes=nodes,
        adjudicate=adjudicate,
        resign=resign,
        bounds=Bounds(start=start, megabytes=memory, sandbox=sandbox, keep_alive=keep_alive),
    )
    entrants = parse_entrants(players or [])
    if no_book:
        entrants = tuple(replace(each, spec=without_book(chosen, each.spec)) for each in entrants)
    lines = () if openings_file is None else read_openings(openings_file, chosen, terms.history)
    plan = Plan(
        chosen.id,
        entrants,
        terms,
        games=games,
        gauntlet=gauntlet,
        openings=0 if lines else openings,
        lines=lines,
        seed=seed,
        sprt=_sprt(sprt),
    )
    run_tournament(journal or new_journal(game), plan, workers, cluster, outputs)


def _sprt(text: str | None) -> "Sprt | None":
    """The test that `0,10` asks for; raises PalamedesError for any other text."""
    from palamedes.arena.plan import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise PalamedesError(
            _("--sprt takes two numbers, the lower first, such as 0,10; not {text!r}").format(
                text=text[:40]
            )
        )
    return Sprt(elo0, elo1)
