# SPDX-License-Identifier: BSD-3-Clause
"""Probabilities from decision values: p = 1 / (1 + exp(-a z)), Platt's sigmoid (1999) without its offset, so that p >= 1/2
exactly where z >= 0 and no probability contradicts a prediction.

The slope a maximises the likelihood of out-of-fold decision values, towards Platt's targets (n+ + 1) / (n+ + 2) and
1 / (n- + 2). More than two classes share one slope. Folds are drawn by a hash of the row's content, so that equal rows share a
fold and neither the order of rows nor whether one is repeated or weighted matters.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import brentq
from scipy.special import expit

FOLDS = 5
STEEPEST = 1e12


def folds_of(X: Any) -> np.ndarray:
    """The fold of each row of a NumPy array or CSR matrix: equal for equal rows of any layout and value type."""
    factors = np.random.default_rng(0).integers(2**63, size=X.shape[1], dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    sums = np.zeros(X.shape[0], np.uint64)
    if sparse.issparse(X):
        rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        np.add.at(sums, rows, _bits(X.data) * factors[X.indices])
    else:
        for column, factor in zip(X.T, factors, strict=True):
            sums += _bits(column) * factor
    sums ^= sums >> np.uint64(32)
    return ((sums * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)) % np.uint64(FOLDS)


def _bits(values: np.ndarray) -> np.ndarray:
    return (values.astype(np.float64) + 0.0).view(np.uint64)  # -0 becomes 0


def slope_of(values: np.ndarray, members: np.ndarray, weights: np.ndarray) -> float:
    """a, from decision values and membership (both rows x outputs) and one weight per row."""
    w = weights[:, np.newaxis]
    inside, outside = w.T @ members, w.T @ ~members
    targets = np.where(members, (inside + 1) / (inside + 2), 1 / (outside + 2))

    def derivative(a: float) -> float:
        return float(np.sum(w * values * (expit(a * values) - targets)))

    smallest = 1 / STEEPEST
    if derivative(smallest) >= 0:
        return smallest
    largest = 1.0
    while derivative(largest) < 0 and largest < STEEPEST:
        largest *= 4
    return largest if largest >= STEEPEST else float(brentq(derivative, smallest, largest, xtol=1e-300, rtol=1e-14))
