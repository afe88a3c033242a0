# SPDX-License-Identifier: BSD-3-Clause
"""What run.py measures and report.py shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Timing:
    """Medians of one program on one task; suboptimality is the worst of the repetitions."""

    program: str
    tolerance: float
    reached: bool
    suboptimality: float
    read: float
    solve: float
    total: float


@dataclass
class Task:
    """One data set, loss and target: our timing where the target is proven and at the loosest tolerance that reaches
    it, the others', and our memory over the stored matrix."""

    data: str
    loss: str
    target: float
    bytes: int
    best: float
    ours: Timing
    loosest: Timing
    others: list[Timing]
    memory_ratio: float
