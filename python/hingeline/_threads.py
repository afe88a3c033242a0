# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import joblib

from hingeline import _core


def threads_of(n_jobs: int | None) -> int:
    """What `n_jobs` means to threads, of which any process may start some; None: what joblib's context says."""
    if n_jobs is None:
        return joblib.effective_n_jobs(None)
    if n_jobs == 0:
        raise _core.InvalidParameter("n_jobs: 0 given, must not be 0")
    return int(n_jobs) if n_jobs > 0 else max(1, joblib.cpu_count() + 1 + int(n_jobs))
