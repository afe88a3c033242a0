# SPDX-License-Identifier: BSD-3-Clause
"""Rows of weight 0 are ignored: folds are drawn from the other rows only."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.metaestimators import _safe_split


def present_rows(estimator: Any, X, y, weights) -> tuple[np.ndarray, Any, np.ndarray]:
    """Numbers of the rows of weight > 0, and X and y of these rows: copies, unless all have weight. From a matrix of
    kernel values the same columns are taken too."""
    if weights is None or weights.all():
        return np.arange(len(y)), X, y
    rows = np.flatnonzero(weights)
    return rows, *_safe_split(estimator, X, y, rows)
