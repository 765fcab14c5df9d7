"""What a run has found, as JSON and as markdown."""

import json
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any


def write_report(folder: Path, figures: dict[str, Any]) -> bool:
    """Write `report.json` and `report.md`; whether all promises were kept."""
    stuck = [fault for fault in figures["faults"] if fault["recovered"] is None]
    figures["kept"] = bool(figures["began"] and figures["checker"]["kept"] and not stuck)
    (folder / "report.json").write_text(json.dumps(figures, indent=2) + "\n")
    (folder / "report.md").write_text("\n".join(_lines(figures, stuck)) + "\n")
    return bool(figures["kept"])


def _lines(figures: dict[str, Any], stuck: list[dict[str, Any]]) -> list[str]:
    checker, count = figures["checker"], len(figures["faults"])
    counts, broken = checker["counts"], sum(checker["broken"].values())
    by_kind = defaultdict(list)
    for fault in figures["faults"]:
        by_kind[fault["fault"]].append(fault)
    return [
        "# Reliability",
        "",
        f"{count} faults on {figures['servers']} server(s) with {figures['database']} in "
        f"{figures['seconds']:.0f} s (run {figures['runs']}), seed {figures['seed']}. "
        f"**{counts.get('moves acknowledged', 0):,} acknowledged moves checked, "
        f"{broken} broken promises.**",
        "",
        "| fault | times | all games went on after (median, longest) |",
        "|---|---|---|",
        *(f"| {name} | {len(found)} | {_times(found)} |" for name, found in by_kind.items()),
        "",
        "| checked | number |",
        "|---|---|",
        *(f"| {name} | {number:,} |" for name, number in counts.items()),
        f"| servers that ended by themselves | {figures['own_ends']} |",
        "",
        *(f"- **{name}**: {number} times" for name, number in checker["broken"].items()),
        *(f"    - {told}" for found in checker["examples"].values() for told in found),
        *(f"- **stuck** after {fault['fault']}: {fault['stuck']}" for fault in stuck),
    ]


def _times(found: list[dict[str, Any]]) -> str:
    times = [fault["recovered"] for fault in found if fault["recovered"] is not None]
    return f"{median(times):.1f} s, {max(times):.1f} s" if times else "never"
