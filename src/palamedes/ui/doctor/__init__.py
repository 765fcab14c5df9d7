"""`palamedes doctor`: what is installed and kept on this machine, and what to do about the rest.

It answers where nothing else does: with packages that do not load, and folders that cannot be read.
So each look imports what it needs when it runs, and whatever goes wrong is a finding.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator

from palamedes.core.language import N_, _, ngettext
from palamedes.ui.doctor.finding import Finding
from palamedes.ui.doctor.kept import books, compiled, data, learnt, puzzles, solved
from palamedes.ui.doctor.machine import this_machine
from palamedes.ui.doctor.packages import installed, optional

__all__ = ["Findings", "examine", "findings_document", "is_healthy", "report_lines"]

LOOKS: dict[str, Callable[[], Iterator[Finding]]] = {
    N_("installed"): installed,
    N_("optional"): optional,
    N_("machine"): this_machine,
    N_("data"): data,
    N_("compiled"): compiled,
    N_("solved"): solved,
    N_("learnt"): learnt,
    N_("opening books"): books,
    N_("puzzles"): puzzles,
}
MARKS = {"good": "ok", "missing": "--", "broken": "!!"}
WIDTH = 100  # columns of a line with advice
INDENT = 7

Findings = dict[str, list[Finding]]  # by what was looked at


def examine() -> Findings:
    """Look at everything. Never raises an exception."""
    return {title: list(_found(look)) for title, look in LOOKS.items()}


def _found(look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """What a look finds; if it fails, what it has found until then, and why it failed."""
    try:
        yield from look()
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        yield Finding(N_("failed"), reason, "broken", _("This check failed."))


def is_healthy(findings: Findings) -> bool:
    """Whether everything that Palamedes needs is there."""
    return not _broken(findings)


def _broken(findings: Findings) -> int:
    return sum(each.condition == "broken" for found in findings.values() for each in found)


def report_lines(findings: Findings) -> Iterator[str]:
    """The findings for people."""
    for title, found in findings.items():
        if found:
            yield _(title).capitalize()
            yield from _section_lines(found)
            yield ""
    if is_healthy(findings):
        yield _("Palamedes has everything it needs.")
    else:
        count = _broken(findings)
        text = ngettext(
            "{count} thing that Palamedes needs is broken (!!).",
            "{count} things that Palamedes needs are broken (!!).",
            count,
        )
        yield text.format(count=count)


def _section_lines(found: list[Finding]) -> Iterator[str]:
    """What one look has found; advice for several things in a row is given once, after them."""
    width = max(len(_(each.name)) for each in found)
    margin = " " * (INDENT + width + 3)
    following = [*(each.advice for each in found[1:]), ""]
    for each, next_advice in zip(found, following, strict=True):
        yield f"  {MARKS[each.condition]}   {_(each.name):{width}}   {each.text}"
        if each.advice == next_advice:
            continue
        yield from textwrap.wrap(
            each.advice,
            WIDTH,
            initial_indent=margin,
            subsequent_indent=margin,
            break_long_words=False,
            break_on_hyphens=False,
        )


def findings_document(findings: Findings) -> dict[str, object]:
    """The same for programs."""
    looked_at = {
        title: [
            {
                "name": each.name,
                "condition": each.condition,
                "text": each.text,
                "advice": each.advice,
                **each.figures,
            }
            for each in found
        ]
        for title, found in findings.items()
    }
    return {"healthy": is_healthy(findings), **looked_at}
