# SPDX-License-Identifier: BSD-3-Clause
"""What is asked of the coefficients: penalty, bounds, linear constraints. All without the intercept, and of every class
alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
        lower, upper = (per_item("bounds", end, features, "feature") for end in both_ends("bounds", bounds))
        if np.isnan([lower, upper]).any():
            raise ValueError("bounds: NaN given, must be numbers or infinite")
    if positive:
        lower = np.maximum(lower, 0)
    if monotonic_cst is not None:
        signs = per_item("monotonic_cst", monotonic_cst, features, "feature", dtype=None)
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


def both_ends(name: str, ends) -> tuple[Any, Any]:
    if not isinstance(ends, Sequence | np.ndarray) or len(ends) != 2:
        raise ValueError(f"{name}: {ends!r} given, must be a pair (lower, upper)")
    return ends[0], ends[1]


def per_item(name: str, given, count: int, item: str, dtype=np.float64) -> np.ndarray:
    """A copy of as many numbers, from that many or from one for all."""
    numbers = np.asarray(given, dtype=dtype)
    if numbers.shape not in ((), (1,), (count,)):
        raise ValueError(f"{name}: shape {numbers.shape} given, must be a number or one per {item}, ({count},)")
    return np.array(np.broadcast_to(numbers, count))


def _core_constraints(constraints: Constraints) -> _core.Constraints:
    if not isinstance(constraints, Constraints):
        raise ValueError(f"constraints: {type(constraints).__name__} given, must be Constraints or None")
    rows, lower, upper = constraints
    if sparse.issparse(rows):
        rows = sparse.csr_array(rows.reshape(-1, rows.shape[-1]), dtype=np.float64)
    else:
        rows = np.ascontiguousarray(np.atleast_2d(rows), dtype=np.float64)
    if rows.ndim != 2:
        raise ValueError(f"constraints: rows of shape {rows.shape} given, must be (n_constraints, n_features)")
    lower, upper = (per_item("constraints", limit, rows.shape[0], "constraint") for limit in (lower, upper))
    return _core.Constraints(rows=matrix(rows), lower=lower, upper=upper)
