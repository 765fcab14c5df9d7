"""`palamedes serve`: the web app."""

from itertools import pairwise
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from palamedes.cli.options import DatabaseUrl, new_app, say
from palamedes.core.language import _

app = new_app()

THIS_MACHINE = "127.0.0.0/8,::1"


class _ServeCommand(TyperCommand):
    """A command whose `--proxy` needs no value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        words = [
            f"{word}={THIS_MACHINE}" if word == "--proxy" and after.startswith("-") else word
            for word, after in pairwise([*args, "--"])
        ]
        return super().parse_args(ctx, words)


@app.command(
    "serve",
    cls=_ServeCommand,
    help=_("Start the web app, for this machine or for the whole network."),
)
def serve_command(
    host: Annotated[
        str,
        typer.Option(metavar="H", help=_("Address to listen on; 0.0.0.0 for the whole network.")),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="P", min=1, max=65_535, help=_("Port to listen on."))
    ] = 8000,
    database: DatabaseUrl = "",
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
    cluster: Annotated[
        str,
        typer.Option(
            metavar="ADDR",
            help=_(
                "Let engines think on the dask.distributed cluster at this address, or here while "
                "it does not answer."
            ),
        ),
    ] = "",
    games_a_minute: Annotated[
        int,
        typer.Option(metavar="N", min=1, help=_("Limit on new games per minute from one address.")),
    ] = 60,
    requests_a_second: Annotated[
        int,
        typer.Option(metavar="N", min=1, help=_("Limit on requests per second from one address.")),
    ] = 30,
    connections: Annotated[
        int, typer.Option(metavar="N", min=1, help=_("Limit on open pages per address."))
    ] = 300,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=_("Host name the server answers to (repeatable).")),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[ADDRESS]",
            help=_(
                "Trust the client address given by this proxy, an address or a network such as "
                "172.16.0.0/12 (repeatable); without ADDRESS: a proxy on this machine."
            ),
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            metavar="PATH", help=_("Path under which a proxy shows the web app, such as /games.")
        ),
    ] = "",
    log_format: Annotated[
        Literal["text", "json"],
        typer.Option(
            metavar="text|json", help=_("Write the log as text, or as one JSON object per line.")
        ),
    ] = "text",
    metrics_token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="PALAMEDES_METRICS_TOKEN",
            show_envvar=False,
            help=_(
                "Token that /metrics asks for; without one, it answers this machine only. Safer in "
                "the variable PALAMEDES_METRICS_TOKEN."
            ),
        ),
    ] = "",
    warm: Annotated[
        bool,
        typer.Option(
            "--warm/--no-warm", help=_("Compile the engines in the background after the start.")
        ),
    ] = True,
    solve: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME[:A-B]",
            help=_(
                "Build the tables of this game in the background, such as morris, or morris:7-7 "
                "for up to 7 men on each side (repeatable). Tables that take seconds are built "
                "when somebody needs them; none: build no tables."
            ),
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser", help=_("Open the web app in your browser."))
    ] = False,
) -> None:
    from palamedes.ui.web.server.app import Config
    from palamedes.ui.web.server.run import serve

    config = Config(
        database=database,
        engines=engines or Config.engines,
        cluster=cluster,
        games_a_minute=games_a_minute,
        requests_a_second=requests_a_second,
        connections=connections,
        compiles_ahead=warm,
        solve=tuple(solve or ()),
        proxies=tuple(address for text in proxy or () for address in text.split(",")),
        root_path=root_path,
        log_format=log_format,
        metrics_token=metrics_token,
        names=tuple(name or ()),
    )
    serve(host, port, config, browser, say)
