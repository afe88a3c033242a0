# SPDX-License-Identifier: BSD-3-Clause
"""The Markdown of run.py: a table of solves, one of whole commands, and what they come to."""

from __future__ import annotations

import math
from statistics import median

from timings import Task, Timing

BIG_FILE = 10_000_000


def markdown(tasks: list[Task], machine: str, repeat: int) -> str:
    """The whole page."""
    parts = [
        f"{machine}. Medians of {repeat} ({5 * repeat} below 0.1 s), seconds.",
        _solves(tasks),
        _commands(tasks),
        _summary(tasks),
    ]
    return "\n\n".join(parts) + "\n"


def line(task: Task) -> str:
    """One task in one line, for whoever watches."""
    others = ", ".join(f"{other.program} {_ratio(task.ours, other)}" for other in task.others)
    return f"{task.data} {task.loss} to {task.target:g}: {task.ours.solve:.4f} s; {others}"


def _solves(tasks: list[Task]) -> str:
    programs = list(dict.fromkeys(_program(other) for task in tasks for other in task.others))
    head = [
        "data",
        "loss",
        "to",
        "proven: s",
        "reached",
        *(f"{name}: s, -e, ratio" for name in programs),
        "loosest: s, tolerance, ratio",
    ]
    rows = []
    for task in tasks:
        row = [task.data, task.loss, f"{task.target:g}", f"{task.ours.solve:.4f}", _reached(task.ours)]
        for name in programs:
            cells = [_against(task.ours, other) for other in task.others if _program(other) == name]
            row.append("; ".join(cells))
        fastest = _loosest(task)
        row.append(
            f"{task.loosest.solve:.4f}, {task.loosest.tolerance:g}, {'never' if math.isinf(fastest) else f'{fastest:.2f}x'}"
        )
        rows.append(row)
    return table(head, rows)


def _commands(tasks: list[Task]) -> str:
    head = [
        "data",
        "loss",
        "to",
        "MB",
        "read: ours",
        "liblinear-train",
        "ratio",
        "command: ours",
        "liblinear-train",
        "ratio",
        "memory",
    ]
    rows = []
    for task in tasks:
        ours, debian = task.ours, _debian(task)
        rows.append([
            task.data, task.loss, f"{task.target:g}", f"{task.bytes / 1e6:.1f}",
            f"{ours.read:.4f}", f"{debian.read:.4f}", f"{debian.read / ours.read:.1f}",
            f"{ours.total:.3f}", f"{debian.total:.3f}", f"{debian.total / ours.total:.1f}", f"{task.memory_ratio:.2f}",
        ])  # fmt: skip
    return table(head, rows)


def _summary(tasks: list[Task]) -> str:
    lines = []
    for target in sorted({task.target for task in tasks}, reverse=True):
        chosen = [task for task in tasks if task.target == target]
        lines.append(
            f"- To {target:g}: {sum(not task.ours.reached for task in chosen)} of {len(chosen)} not reached by us."
        )
        programs = list(dict.fromkeys(_program(other) for task in chosen for other in task.others))
        for name in programs:
            lines.append(f"  - {name}: {_spread([_best(task, [name]) for task in chosen])}.")
        lines.append(f"  - The faster of them on each task: {_spread([_best(task, programs) for task in chosen])}.")
        loosest = _spread([_loosest(task) for task in chosen])
        lines.append(f"  - The same, ours at the loosest tolerance that reaches the target, as theirs: {loosest}.")
    lines.append(f"- Reading: {_spread([_debian(task).read / task.ours.read for task in tasks])}.")
    big = [task for task in tasks if task.bytes > BIG_FILE]
    if big:
        lines.append(f"- Reading files over 10 MB: {_spread([_debian(task).read / task.ours.read for task in big])}.")
        totals = [_debian(task).total / task.ours.total for task in big]
        lines.append(f"- Whole command on files over 10 MB: {_spread(totals)}.")
        lines.append(
            f"- Peak memory over the stored matrix on those: highest {max(task.memory_ratio for task in big):.2f}."
        )
    return "\n".join(lines)


def _spread(ratios: list[float]) -> str:
    never = sum(math.isinf(ratio) for ratio in ratios)
    text = f"median {median(ratios):.2f}x, lowest {min(ratios):.2f}x"
    return text + (f", never reached in {never} of {len(ratios)}" if never else "")


def _best(task: Task, programs: list[str]) -> float:
    return min(_speed(task.ours, other) for other in task.others if _program(other) in programs)


def _loosest(task: Task) -> float:
    """The fastest other, over ours at the loosest tolerance."""
    return min(_speed(task.loosest, other) for other in task.others)


def _program(timing: Timing) -> str:
    return timing.program.split()[0]


def _debian(task: Task) -> Timing:
    return next(other for other in task.others if _program(other) == "liblinear-train")


def _speed(ours: Timing, other: Timing) -> float:
    """How many times ours the other's solve takes; infinite where it never got there."""
    return other.solve / ours.solve if other.reached else math.inf


def _ratio(ours: Timing, other: Timing) -> str:
    return f"{_speed(ours, other):.2f}x" if other.reached else "never"


def _against(ours: Timing, other: Timing) -> str:
    solver = other.program.split(maxsplit=1)[1]
    missed = "" if other.reached else f", stopped at {other.suboptimality:.1e}"
    return f"{solver}: {other.solve:.4f}, {other.tolerance:g}{missed}, {_ratio(ours, other)}"


def _reached(timing: Timing) -> str:
    return f"{max(timing.suboptimality, 0):.1e}" + ("" if timing.reached else " MISSED")


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
