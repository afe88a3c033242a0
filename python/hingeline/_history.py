# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from typing import NamedTuple

from hingeline._core import Progress


class Pass(NamedTuple):
    """The state of a fit after a pass over the rows."""

    seconds: float
    """Seconds since the solve began."""
    passes: int
    relative_gap: float
    """Proven where `certified` is true, else estimated."""
    certified: bool
    part: int
    """Number, from 0, of the model's output that was trained."""


class History:
    """Callback that records every pass of a fit in `passes`; `hingeline.plot.convergence` draws it."""

    def __init__(self):
        self.passes: list[Pass] = []

    def __call__(self, now: Progress) -> None:
        self.passes.append(Pass(now.seconds, now.passes, now.relative_gap, now.certified, now.part))
