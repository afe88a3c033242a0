# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import math
import sys
import time


class Deadline:
    """The time that is left to all trainings of one fit together."""

    def __init__(self, seconds: float):
        self._end = time.monotonic() + seconds

    def is_over(self) -> bool:
        return time.monotonic() >= self._end

    def seconds_left(self) -> float:
        """> 0, as `max_seconds` must be."""
        return max(self._end - time.monotonic(), sys.float_info.min)

    def share(self, parts: int, at_once: int = 1) -> float | None:
        """The `max_seconds` of one of so many parts that are still to be done, so many at a time."""
        seconds = max(self.seconds_left() / math.ceil(parts / at_once), sys.float_info.min)
        return seconds if math.isfinite(seconds) else None
