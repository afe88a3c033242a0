# SPDX-License-Identifier: BSD-3-Clause
"""Demands on the coefficients: penalty, bounds and linear constraints. None applies to the intercept; with several
classes each applies to the coefficients of every class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds

from hingeline import _core
from hingeline._identity import compared_by_identity
from hingeline._matrix import matrix

MOST_SHOWN = 10  # of rows in a message


@compared_by_identity
class Constraints(NamedTuple):
    """Linear constraints on the coefficients: lower <= rows @ coef <= upper."""

    rows: Any
    """(n_constraints, n_features), dense or sparse."""
    lower: Any = -math.inf
    """Lower limits: a number for all, or one per constraint; -inf for none."""
    upper: Any = math.inf
    """Upper limits: a number for all, or one per constraint; inf for none."""


class InfeasibleConstraints(_core.Error, ValueError):
    """No coefficients satisfy all constraints and bounds.

    Attributes
    ----------
    rows : list of int
        Numbers, from 0, of constraints that contradict each other or the bounds. If any one of them were left out, the
        others would be consistent; where more than a hundred are named this is not guaranteed. In a list of Constraints
        the numbers run on from one element to the next.
    """

    def __init__(self, rows: list[int]):
        super().__init__(rows)  # for copies and pickles, which call the class with these arguments
        self.rows = rows

    def __str__(self) -> str:
        shown = ", ".join(str(row) for row in self.rows[:MOST_SHOWN])
        more = len(self.rows) - MOST_SHOWN
        which = f"rows {shown}{f' and {more} more' if more > 0 else ''} (from 0)"
        return f"constraints: {which} contradict each other or the bounds, no coefficients satisfy them all"


def fairness(X, sensitive, tolerance, *, among=None, sample_weight=None) -> Constraints:
    """Constraints that limit how far the decision depends on sensitive attributes: |cov(sensitive, decision)| <=
    tolerance over the rows of X (demographic parity; Zafar et al., AISTATS 2017).

    Parameters
    ----------
    X : (n_samples, n_features), dense or sparse
    sensitive : (n_samples,) or (n_samples, n_attributes)
        The sensitive attributes, one column each.
    tolerance : float or (n_attributes,)
        >= 0; limit of the covariance.
    among : (n_samples,) of bool or None, default=None
        Counts only the rows where it is true; among=(y == 1) gives equal opportunity.
    sample_weight : (n_samples,) or None, default=None
        Weights of the rows in the covariance.
    """
    X = sparse.csr_array(X) if sparse.issparse(X) else np.asarray(X)
    try:
        sensitive = np.asarray(sensitive.toarray() if sparse.issparse(sensitive) else sensitive, dtype=np.float64)
    except (TypeError, ValueError):
        raise _core.DataError("sensitive: other values given, must be numbers") from None
    if not np.isfinite(sensitive).all():
        raise _core.DataError("sensitive: NaN or infinite numbers given, must be finite")
    if sensitive.ndim not in (1, 2) or len(sensitive) != X.shape[0]:
        raise _core.DataError(f"sensitive: shape {sensitive.shape} given, must be ({X.shape[0]},) or ({X.shape[0]}, n)")
    weights = _shares(among, sample_weight, X.shape[0])
    if among is not None or sample_weight is not None:
        chosen = np.flatnonzero(weights)
        X, sensitive, weights = X[chosen], sensitive[chosen], weights[chosen]
    columns = sensitive.reshape(len(sensitive), -1)
    given, tolerance = tolerance, floats(tolerance)
    if tolerance.shape not in ((), (columns.shape[1],)) or not (tolerance >= 0).all():
        raise _core.InvalidParameter(f"tolerance: {given!r} given, must be >= 0, one number or {columns.shape[1]}")
    covariance = (weights[:, np.newaxis] * (columns - weights @ columns)).T @ X
    return Constraints(np.asarray(covariance, dtype=np.float64), -tolerance, tolerance)


def _shares(among, sample_weight, rows: int) -> np.ndarray:
    """Weights of the rows, with sum 1; 0 for rows where `among` is false."""
    among = np.ones(rows, dtype=bool) if among is None else np.asarray(among)
    if among.shape != (rows,) or among.dtype != bool:
        raise _core.DataError(f"among: shape {among.shape} of {among.dtype} given, must be ({rows},) of bool")
    weights = np.ones(rows) if sample_weight is None else per_item("sample_weight", sample_weight, rows, "row")
    if not (np.isfinite(weights) & (weights >= 0)).all():
        raise _core.DataError("sample_weight: negative or infinite numbers given, must be >= 0 and finite")
    weights = np.where(among, weights, 0.0)
    if not weights.any():
        raise _core.DataError("among: no row of weight > 0 is marked, must be at least one")
    return weights / weights.sum()


def ordered(n_features: int, *, descending: bool = False) -> Constraints:
    """Constraints that order the coefficients: coef_1 <= coef_2 <= .., or with `descending` coef_1 >= coef_2 >= .."""
    left, differences = np.arange(max(0, n_features - 1)), max(0, n_features - 1)
    columns = np.column_stack([left, left + 1]).ravel()
    values, offsets = np.tile([-1.0, 1.0], differences), np.arange(0, 2 * differences + 1, 2)
    rows = sparse.csr_array((values, columns, offsets), shape=(differences, n_features))
    return Constraints(rows, -math.inf, 0.0) if descending else Constraints(rows, 0.0, math.inf)


def fixed_sum(n_features: int, total: float = 1.0) -> Constraints:
    """The constraint that the sum of the coefficients is `total`."""
    return Constraints(np.ones((1, n_features)), total, total)


def demands(
    features: int,
    l1_ratio: float = 0.0,
    *,
    l1_weights: Any = None,
    strength: float = 1.0,
    bounds: Any = None,
    positive: bool = False,
    monotonic_cst: Any = None,
    constraints: Constraints | Sequence[Constraints] | None = None,
) -> dict[str, Any]:
    """Penalty, bounds and constraints as options of a training. The penalty is strength (l1_ratio |w|_1 +
    (1 - l1_ratio) / 2 |w|^2), its |w|_1 weighted by `l1_weights`."""
    lower, upper = np.full(features, -math.inf), np.full(features, math.inf)
    if bounds is not None:
        lower, upper = ends_per_feature("bounds", bounds, features)
        if np.isnan([lower, upper]).any():
            raise _core.InvalidParameter("bounds: NaN given, must be numbers or infinite")
    if positive:
        lower = np.maximum(lower, 0)
    if monotonic_cst is not None:
        signs = per_item("monotonic_cst", monotonic_cst, features, "feature")
        if not np.isin(signs, (-1, 0, 1)).all():
            raise _core.InvalidParameter(f"monotonic_cst: {monotonic_cst!r} given, must be -1, 0 or 1 for each feature")
        lower, upper = (
            np.where(signs > 0, np.maximum(lower, 0), lower),
            np.where(signs < 0, np.minimum(upper, 0), upper),
        )
    if l1_weights is not None:
        l1_weights = per_item("l1_weights", l1_weights, features, "feature")
    free = np.isneginf(lower).all() and np.isposinf(upper).all()
    return {
        "penalty": _core.Penalty(l1=strength * l1_ratio, l2=strength * (1.0 - l1_ratio), l1_weights=l1_weights),
        "bounds": _core.Bounds() if free else _core.Bounds(lower=lower, upper=upper),
        "constraints": _core_constraints(constraints, features),
    }


def both_ends(name: str, ends, demand: str = "a pair (lower, upper)") -> tuple[Any, Any]:
    is_list = isinstance(ends, Sequence) or (isinstance(ends, np.ndarray) and ends.ndim > 0)
    if not is_list or len(ends) != 2:
        raise _core.InvalidParameter(f"{name}: {ends!r} given, must be {demand}")
    return ends[0], ends[1]


def ends_per_feature(name: str, ends, features: int) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper limits, one per feature, from a pair (lower, upper) or scipy.optimize.Bounds."""
    demand = f"a pair (lower, upper), each a number or ({features},), not a pair for each feature"
    if _is_of_pairs(ends, features):
        raise _core.InvalidParameter(f"{name}: {ends!r} given, must be {demand}")
    pair = (ends.lb, ends.ub) if isinstance(ends, Bounds) else both_ends(name, ends, demand)
    lower, upper = (per_item(name, end, features, "feature") for end in pair)
    return lower, upper


def _is_of_pairs(ends, features: int) -> bool:
    """Whether `ends` for two features looks like one pair per feature, as scipy.optimize takes: [(0, 1), (0, 1)]."""
    return features == 2 and isinstance(ends, list) and all(isinstance(end, tuple) and len(end) == 2 for end in ends)


def floats(given) -> np.ndarray:
    """The given numbers as an array of any shape; empty where they are not numbers."""
    try:
        return np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return np.empty(0)


def per_item(name: str, given, count: int, item: str) -> np.ndarray:
    """A new array of `count` numbers, from as many or from one for all."""
    try:
        numbers = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise _core.InvalidParameter(f"{name}: {given!r} given, must be a number or one per {item}") from None
    if numbers.shape not in ((), (1,), (count,)):
        raise _core.InvalidParameter(
            f"{name}: shape {numbers.shape} given, must be a number or one per {item}, ({count},)"
        )
    return np.array(np.broadcast_to(numbers, count))


def _core_constraints(given: Constraints | Sequence[Constraints] | None, features: int) -> _core.Constraints:
    each = [_checked(constraints, features) for constraints in _listed(given)]
    if not each:
        return _core.Constraints()
    rows, lower, upper = zip(*each)
    if len(each) == 1:
        stacked = rows[0]
    elif any(sparse.issparse(some) for some in rows):
        stacked = sparse.csr_array(sparse.vstack(rows, format="csr"))
    else:
        stacked = np.concatenate(rows)
    return _core.Constraints(rows=matrix(stacked), lower=np.concatenate(lower), upper=np.concatenate(upper))


def _listed(given) -> Sequence[Constraints]:
    if given is None:
        return []
    if isinstance(given, Constraints):
        return [given]
    if not isinstance(given, list | tuple) or not all(isinstance(each, Constraints) for each in given):
        raise _core.InvalidParameter(
            f"constraints: {type(given).__name__} given, must be Constraints, a list of them, or None"
        )
    return given


def _checked(constraints: Constraints, features: int) -> Constraints:
    """The constraints with two-dimensional rows and one limit per row, or an error."""
    rows, lower, upper = constraints
    try:
        if sparse.issparse(rows):
            rows = sparse.csr_array(rows.reshape(-1, rows.shape[-1]), dtype=np.float64)
        else:
            rows = np.ascontiguousarray(np.atleast_2d(rows), dtype=np.float64)
    except (TypeError, ValueError):
        raise _core.InvalidParameter(f"constraints: rows {rows!r} given, must be numbers") from None
    if rows.ndim != 2 or rows.shape[1] != features:
        raise _core.InvalidParameter(
            f"constraints: rows of shape {rows.shape} given, must be (n_constraints, {features})"
        )
    lower, upper = (per_item("constraints", limit, rows.shape[0], "constraint") for limit in (lower, upper))
    return Constraints(rows, lower, upper)
