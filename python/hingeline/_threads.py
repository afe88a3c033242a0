# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from numbers import Integral

import joblib

from hingeline import _core

MOST = 2**31 - 1


def threads_of(n_jobs: int | None) -> int:
    """The number of threads that `n_jobs` asks for; None: what joblib's context says. A number holds in any process,
    even in one that may not start worker processes."""
    if n_jobs is None:
        return joblib.effective_n_jobs(None)
    if not isinstance(n_jobs, Integral) or n_jobs == 0 or n_jobs > MOST:
        raise _core.InvalidParameter(f"n_jobs: {n_jobs!r} given, must be a whole number <= {MOST}, not 0, or None")
    return int(n_jobs) if n_jobs > 0 else max(1, joblib.cpu_count() + 1 + int(n_jobs))
