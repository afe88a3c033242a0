# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from typing import NamedTuple

from hingeline._core import Progress


class Pass(NamedTuple):
    """What was known after a pass over the rows."""

    seconds: float
    """Since the solve began."""
    passes: int
    relative_gap: float
    """Proven where `certified`, else an estimate."""
    certified: bool
    part: int
    """Which of the model's outputs it is of, from 0."""


class History:
    """Keeps every pass of a fit: give one as `callback`. `hingeline.plot.convergence` draws it."""

    def __init__(self):
        self.passes: list[Pass] = []

    def __call__(self, now: Progress) -> None:
        self.passes.append(Pass(now.seconds, now.passes, now.relative_gap, now.certified, now.part))
