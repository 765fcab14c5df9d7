"""`palamedes serve`: the web app."""

from typing import Annotated

import typer

from palamedes.cli.options import new_app, say
from palamedes.core.language import _

app = new_app()


@app.command("serve", help=_("Start the web app, for this machine or for the whole network."))
def serve_command(
    host: Annotated[
        str,
        typer.Option(metavar="H", help=_("Address to listen on; 0.0.0.0 for the whole network.")),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="P", min=1, max=65_535, help=_("Port to listen on."))
    ] = 8000,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL", help=_("URL of the database; default: a file in your data folder.")
        ),
    ] = "",
    engines: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=256,
            help=_(
                "Number of engines that may think at the same time; 0: one per core, keeping one "
                "core free."
            ),
        ),
    ] = 0,
    games_a_minute: Annotated[
        int,
        typer.Option(metavar="N", min=1, help=_("Limit on new games per minute from one address.")),
    ] = 60,
    connections: Annotated[
        int, typer.Option(metavar="N", min=1, help=_("Limit on open pages per address."))
    ] = 300,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=_("Host name the server answers to (repeatable).")),
    ] = None,
    proxy: Annotated[
        bool, typer.Option("--proxy", help=_("Trust the client address given by a proxy."))
    ] = False,
    warm: Annotated[
        bool,
        typer.Option(
            "--warm/--no-warm", help=_("Compile the engines in the background after the start.")
        ),
    ] = True,
    browser: Annotated[
        bool, typer.Option("--browser", help=_("Open the web app in your browser."))
    ] = False,
) -> None:
    from palamedes.ui.web.server.app import Config
    from palamedes.ui.web.server.run import serve

    config = Config(
        database=database,
        engines=engines or Config.engines,
        games_a_minute=games_a_minute,
        connections=connections,
        compiles_ahead=warm,
        proxy=proxy,
        names=tuple(name or ()),
    )
    serve(host, port, config, browser, say)
