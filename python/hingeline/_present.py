# SPDX-License-Identifier: BSD-3-Clause
"""A row of weight 0 is as if it were not there: whatever draws folds is given the others alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.metaestimators import _safe_split


def present_rows(estimator: Any, X, y, weights) -> tuple[np.ndarray, Any, np.ndarray]:
    """Numbers of the rows that have a weight, and X and y of these, copied where there are others; of a matrix of
    kernel values it is the columns too."""
    if weights is None or weights.all():
        return np.arange(len(y)), X, y
    rows = np.flatnonzero(weights)
    return rows, *_safe_split(estimator, X, y, rows)
