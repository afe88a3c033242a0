# SPDX-License-Identifier: BSD-3-Clause
"""What is asked of the coefficients: penalty, bounds, linear constraints. All without the intercept, and of every class
alike."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from hingeline import _core
from hingeline._matrix import matrix


class Constraints(NamedTuple):
    """lower <= rows @ coef <= upper"""

    rows: Any
    """(n_constraints, n_features), dense or sparse."""
    lower: Any = -math.inf
    """A number, or one per constraint."""
    upper: Any = math.inf


def fairness(X, sensitive, tolerance: float) -> Constraints:
    """|cov(sensitive, decision)| <= tolerance over the rows of X: the decision hardly depends on a sensitive attribute,
    one number per row, or on several, a column each (demographic parity; Zafar et al., AISTATS 2017). For equal
    opportunity give the rows of the positive class only."""
    X = X if sparse.issparse(X) else np.asarray(X)
    sensitive = np.asarray(sensitive.toarray() if sparse.issparse(sensitive) else sensitive, dtype=np.float64)
    if sensitive.ndim not in (1, 2) or len(sensitive) != X.shape[0]:
        raise ValueError(f"sensitive: shape {sensitive.shape} given, must be ({X.shape[0]},) or ({X.shape[0]}, n)")
    columns = sensitive.reshape(len(sensitive), -1)
    covariance = (columns - columns.mean(axis=0)).T @ X / len(columns)
    return Constraints(np.asarray(covariance, dtype=np.float64), -tolerance, tolerance)


def demands(
    features: int,
    l1_ratio: float = 0.0,
    *,
    strength: float = 1.0,
    bounds: Any = None,
    positive: bool = False,
    monotonic_cst: Any = None,
    constraints: Constraints | None = None,
) -> dict[str, Any]:
    """Options of a training: penalty strength (l1_ratio |w|_1 + (1 - l1_ratio) / 2 |w|^2)."""
    lower, upper = np.full(features, -math.inf), np.full(features, math.inf)
    if bounds is not None:
        low, high = bounds
        lower, upper = np.maximum(lower, _per_feature("bounds", low)), np.minimum(upper, _per_feature("bounds", high))
    if positive:
        lower = np.maximum(lower, 0)
    if monotonic_cst is not None:
        signs = np.broadcast_to(np.asarray(monotonic_cst), features)
        if not np.isin(signs, (-1, 0, 1)).all():
            raise ValueError(f"monotonic_cst: {monotonic_cst!r} given, must be -1, 0 or 1 for each feature")
        lower, upper = (
            np.where(signs > 0, np.maximum(lower, 0), lower),
            np.where(signs < 0, np.minimum(upper, 0), upper),
        )
    free = np.isneginf(lower).all() and np.isposinf(upper).all()
    return {
        "penalty": _core.Penalty(l1=strength * l1_ratio, l2=strength * (1.0 - l1_ratio)),
        "bounds": _core.Bounds() if free else _core.Bounds(lower=lower, upper=upper),
        "constraints": _core.Constraints() if constraints is None else _core_constraints(constraints),
    }


def _per_feature(name: str, limit) -> np.ndarray:
    limit = np.asarray(limit, dtype=np.float64)
    if np.isnan(limit).any():
        raise ValueError(f"{name}: NaN given, must be numbers or infinite")
    return limit


def _core_constraints(constraints: Constraints) -> _core.Constraints:
    if not isinstance(constraints, Constraints):
        raise ValueError(f"constraints: {type(constraints).__name__} given, must be Constraints or None")
    rows, lower, upper = constraints
    if sparse.issparse(rows):
        rows = sparse.csr_array(rows.reshape(-1, rows.shape[-1]), dtype=np.float64)
    else:
        rows = np.ascontiguousarray(np.atleast_2d(rows), dtype=np.float64)
    lower, upper = (np.array(np.broadcast_to(limit, rows.shape[0]), dtype=np.float64) for limit in (lower, upper))
    return _core.Constraints(rows=matrix(rows), lower=lower, upper=upper)
