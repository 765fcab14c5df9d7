"""`palamedes doctor`: what is installed and kept here, and what is missing."""

import typer

from palamedes.cli.options import AsJson, new_app, say, say_json
from palamedes.core.language import _

app = new_app()


@app.command(
    "doctor",
    help=_("Show what is installed, compiled, solved and learnt, and what is missing."),
)
def doctor_command(as_json: AsJson = False) -> None:
    from palamedes.ui.doctor import examine, findings_document, is_healthy, report_lines

    findings = examine()
    if as_json:
        say_json(findings_document(findings))
    else:
        say("\n".join(report_lines(findings)))
    if not is_healthy(findings):
        raise typer.Exit(1)
