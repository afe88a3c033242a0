# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import math
import sys
import time


class Deadline:
    """The end of the time that all trainings of one fit have together."""

    def __init__(self, seconds: float):
        self._end = time.monotonic() + seconds

    def is_over(self) -> bool:
        return time.monotonic() >= self._end

    def seconds_left(self) -> float:
        """Seconds until the deadline; always > 0, as `max_seconds` must be."""
        return max(self._end - time.monotonic(), sys.float_info.min)

    def share(self, parts: int, at_once: int = 1) -> float | None:
        """`max_seconds` for one of `parts` trainings that remain, `at_once` of them in parallel; None without limit."""
        seconds = max(self.seconds_left() / math.ceil(parts / at_once), sys.float_info.min)
        return seconds if math.isfinite(seconds) else None
